/* tile - an item walks over a tile of sorted labels with CLR_LANES neighbouring results of each
 * label that it meets: results of labels within the tile are delivered, others left as partials
 * (cl/walk/sorted.cl). */
/* Reads the element of each lane's result at index `number` along the labelled axes, which are the
 * reduced ones of the shape. */
CLR_FN clr_lanes_inputs clr_read_entry(const clr_memory memory, const clr_results *results,
                                       const uint number, const uint lie)
{
    const clr_span there =
        clr_move_by(results->span, clr_places_of(results->span.shape, number));

    return lie == CLR_LIE_ACROSS ? clr_read_lanes(memory, there, 0)
                                 : clr_gather_lanes(memory, there, results->begins);
}

/* Asks once, in front of the walk, whether vectors are aligned at every index along the labelled
 * axes: CLR_ARE_WHOLE (cl/load/items.cl) clears `is_aligned` where an input begins within a vector,
 * or its step along `axis` is no whole number of vectors. Inputs that are all aligned are alike. */
CLR_FN clr_span clr_find_alignment(clr_span span)
{
    __constant const clr_shape *shape = span.shape;
    bool is_aligned = shape->reduced > 0;

    for (uint k = shape->kept; k < shape->kept + shape->reduced; k++) {
        __constant const clr_axis *axis = shape->axes + k;

        CLR_EACH_INPUT(CLR_ARE_WHOLE)
    }
    span.aligned = span.alike = is_aligned;
    return span;
}

/* Moves `results` on by `labels` labels, which have `rows` results each. Results are those of label
 * 0 in the beginning. */
CLR_FN void clr_go_to_label(clr_results *results, const ulong labels, const ulong rows)
{
    results->row += labels * rows;
#pragma unroll
    for (uint lane = 0; lane < CLR_LANES; lane++) {
        results->places[lane] += labels * rows;
    }
}

/* Leaves each lane's partial. CLR_PUT_BACK (cl/load/results.cl) takes the lane's number off the
 * indices in `state`, as lanes have counted elements as if these were neighbours. */
CLR_FN void clr_leave_lanes(const clr_memory memory, const clr_lanes_state states,
                            __global clr_saved *partials)
{
#pragma unroll
    for (uint lane = 0; lane < CLR_LANES; lane++) {
        clr_state state = clr_lane(states, lane);

        CLR_EACH_PLACED(CLR_PUT_BACK)
        clr_leave(memory, partials, lane, state);
    }
}

/*
 * Walks entries from `first` to `end` - 1 of the list, which must not be empty. A label that has
 * begun before the tile leaves a head, even if it also goes on behind the tile: tails are read of
 * labels that begin in their tile alone (cl/walk/crossing.cl). An item has one vector of results,
 * not several side by side, and folds one vector of elements at a time: so there is no first lane
 * but 0, and no step to a next vector. The next CLR_WALK_AHEAD entries are in flight: four are
 * enough (docs/history/2026-11-26-labels-along-axes.md).
 */
CLR_FN void clr_walk_tile(const clr_memory memory, const clr_sorted sorted, clr_results *results,
                          const uint first, const uint end, const ulong rows, const uint lie,
                          __global clr_saved *head, __global clr_saved *tail CLR_LIST_PARAMETERS)
{
    clr_lanes_inputs ahead[CLR_WALK_AHEAD];
    clr_lanes_state  state = clr_lanes_none();
    uint label = sorted.keys[first];
    uint begin = sorted.begins[label];
    uint stop  = sorted.begins[label + 1];

    clr_go_to_label(results, label, rows);
#pragma unroll
    for (uint i = 0; i < CLR_WALK_AHEAD; i++) {
        ahead[i] = clr_read_entry(memory, results, sorted.numbers[min(first + i, end - 1)], lie);
    }
    for (uint at = first;; at++) {
        clr_lanes_inputs inputs[1];

        if (at == min(stop, end)) {
            results->job.total = stop - begin;
            if (begin >= first && stop <= end)
                clr_settle_lanes(memory, results, 0, 0, state CLR_LIST_ARGUMENTS);
            else
                clr_leave_lanes(memory, state, begin < first ? head : tail);
            if (at == end)
                break;
            clr_go_to_label(results, sorted.keys[at] - label, rows);
            label = sorted.keys[at];
            begin = at;
            stop  = sorted.begins[label + 1];
            state = clr_lanes_none();
        }
        inputs[0] = ahead[0];
#pragma unroll
        for (uint i = 0; i + 1 < CLR_WALK_AHEAD; i++) {
            ahead[i] = ahead[i + 1];
        }
        ahead[CLR_WALK_AHEAD - 1] = clr_read_entry(
            memory, results,
            sorted.numbers[end - at > CLR_WALK_AHEAD ? at + CLR_WALK_AHEAD : end - 1], lie);
        state = clr_lanes_fold_one(memory, state, inputs, at - begin, 0, stop - begin);
    }
}
