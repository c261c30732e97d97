/* results - the neighbouring results that an item folds at a time (cl/load/items.cl), CLR_LANES of
 * them or several vectors: which ones they are, where their elements begin, and how they are
 * delivered. */
#define CLR_LANE_BEGINS(x) results->begins[lane].x = (long)at * fastest->x;
#define CLR_LANE_IS_AT(x) results->begins[lane].x = span.x - results->span.x;
/* Takes the number of `lane` off the indices in `state`, of a member whose lanes count elements as
 * neighbours (cl/fold/index_less.cl). */
#define CLR_PUT_BACK(k)                                                                            \
    CLR_STATE_OF(state, k) = clr_m##k##_index_less(CLR_STATE_OF(state, k), lane);

/* The results that an item folds at a time. */
typedef struct clr_results {
    clr_span span; /* from lane 0's first element on */
    clr_job job;   /* lane 0's */
    ulong row;     /* its number */
    uint skipped;  /* first lanes, which another item delivers ... */
    uint end;      /* ... and the first lane without a result */
    clr_places begins[CLR_LANES]; /* from lane 0's first element to each lane's, of every input */
    ulong places[CLR_LANES];      /* of the lanes' results in the arrays */
    bool are_neighbours; /* the lanes' results in the arrays */
} clr_results;

/* The results of vector number `vector`. Vectors are whole: the last one of a line overlaps its
 * predecessor, whose lanes it skips. */
CLR_FN void clr_number_results(__constant const clr_shape *shape, const ulong vector,
                               const ulong rows, const ulong line_vectors, const uint lie,
                               clr_results *results)
{
    const ulong extent = shape->axes[0].extent;
    const ulong line   = line_vectors ? vector / line_vectors : 0;
    const uint  width  = lie == CLR_LIE_ACROSS ? CLR_SIDES * CLR_LANES : CLR_LANES;
    const ulong at     = (vector - line * line_vectors) * width;
    const ulong begin  = lie == CLR_LIE_ACROSS ? min(at, extent - width) : at;

    results->row     = line * extent + begin;
    results->skipped = (uint)(at - begin);
    results->end     = (uint)min((ulong)width, rows - results->row);
}

/* Finds where the elements of each lane begin, and where its result goes. Lanes without a result
 * read the last result's elements, so that no load is conditional. */
CLR_FN void clr_place_results(__constant const clr_shape *shape, const clr_span inputs,
                              const clr_job job, clr_results *results)
{
    __constant const clr_axis *fastest = shape->axes;
    const ulong     line    = shape->kept > 1 ? clr_over_extent(fastest, results->row) : 0;
    const ulong     index   = results->row - line * fastest->extent;

    results->span = inputs;
    results->job  = job;
    clr_find_row(shape, results->row, &results->span, &results->job);
    results->are_neighbours =
        index + results->end <= fastest->extent && fastest->result == 1;
#pragma unroll
    for (uint lane = 0; lane < CLR_LANES; lane++) {
        const uint at = min(lane, results->end - 1);

        if (index + results->end <= fastest->extent) {
            CLR_EACH_INPUT(CLR_LANE_BEGINS)
            results->places[lane] = results->job.place + (long)at * fastest->result;
        } else {
            clr_span span  = inputs;
            clr_job  other = job;

            clr_find_row(shape, results->row + at, &span, &other);
            CLR_EACH_INPUT(CLR_LANE_IS_AT)
            results->places[lane] = other.place;
        }
    }
}

/* Delivers the lanes of the vector that begins with result `first` of the item's, whose places lie
 * `first` times `step` behind the places in `results`. All lanes are lowered, wanted or not, so that
 * neighbours can be written as a vector (cl/finish/give_lanes.cl says what that gains). */
CLR_FN void clr_settle_lanes(const clr_memory memory, const clr_results *results, const uint first,
                             const long step, const clr_lanes_state states CLR_LIST_PARAMETERS)
{
    clr_job   job    = results->job;
    uint      wanted = 0;
    clr_given given;

#pragma unroll
    for (uint lane = 0; lane < CLR_LANES; lane++) {
        const uint at      = first + lane;
        const bool is_ours = at >= results->skipped && at < results->end;
        clr_state state    = clr_lane(states, lane);

        CLR_EACH_PLACED(CLR_PUT_BACK)
        clr_make_given(memory, job, state, lane, &given);
        if (is_ours && clr_is_sure(memory, state, job.total)) {
            wanted |= 1u << lane;
            clr_note_state(memory, CLR_TRACE_DELIVER, results->places[lane] + (long)first * step,
                           state);
        } else if (is_ours) {
            clr_leave_unsure(results->row + at CLR_LIST_ARGUMENTS);
        }
    }
    job.place = results->places[0] + (long)first * step;
    if (results->are_neighbours && wanted == CLR_ALL_LANES && clr_takes_vectors(job)) {
        clr_give_vectors(job, &given);
        return;
    }
#pragma unroll
    for (uint lane = 0; lane < CLR_LANES; lane++) {
        job.place = results->places[lane] + (long)first * step;
        if (wanted >> lane & 1)
            clr_give_lane(job, lane, &given);
    }
}
