/*
 * walk_labels - labels along axes in one pass: the list of indices, in the order of their labels, is cut
 * into tiles, and an item walks over one with CLR_LANES neighbouring results of each label that it
 * meets. A label that begins and ends in its tile is settled there. Of others items leave partials, a
 * head where the label has begun before and a tail where it goes on, which a second launch joins; a
 * third one fills the results of labels that have no index.
 */
#define CLR_WALK_AHEAD 4  /* entries that an item has in flight */
#define CLR_JOIN_TILES 16 /* whose crossing labels a group joins */

/* What the sort of the labels has left. */
typedef struct clr_sorted {
    __global const uint *keys;    /* the label of each entry */
    __global const uint *numbers; /* its index along the labelled axes */
    __global const uint *begins;  /* of each label, the first of its entries, and the last one's end */
    uint count;  /* entries of labels that have results */
    uint length; /* of a tile */
} clr_sorted;

CLR_FN uint clr_tile_count(const clr_sorted sorted)
{
    return sorted.count / sorted.length + (sorted.count % sorted.length != 0);
}

/* ---- walking ---- */

CLR_FN clr_lanes_inputs clr_read_entry(const clr_memory memory, const clr_results *results,
                                       const uint number, const uint lie)
{
    const clr_span there =
        clr_move_by(results->span, clr_places_of(results->span.shape, number));

    return lie == CLR_LIE_ACROSS ? clr_read_lanes(memory, there, 0)
                                 : clr_gather_lanes(memory, there, results->begins);
}

/* Whether vectors are aligned at every index along the labelled axes. */
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

/* On by so many labels, with `rows` results each. */
CLR_FN void clr_go_to_label(clr_results *results, const ulong labels, const ulong rows)
{
    results->row += labels * rows;
#pragma unroll
    for (uint lane = 0; lane < CLR_LANES; lane++) {
        results->places[lane] += labels * rows;
    }
}

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

/* Entries from `first` to `end` - 1 of the list. The next ones are in flight. */
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

/* Of each label `rows` results; of these the `vectors` from `first_vector` on, all of which an item
 * has for a tile. */
__kernel __attribute__((reqd_work_group_size(CLR_GROUP_SIZE, 1, 1)))
void clr_walk_labels(CLR_EACH_INPUT(CLR_INPUT_PARAMETER) CLR_SHAPE_PARAMETERS
                     CLR_EACH_ARRAY(CLR_ARRAY_PARAMETER)
                     const ulong first_place, __global const uint *keys,
                     __global const uint *numbers, __global const uint *begins, const uint labels,
                     const uint length, const ulong rows, const ulong first_vector,
                     const ulong vectors, const ulong line_vectors, const uint lie,
                     __global clr_saved *states CLR_LIST_PARAMETERS CLR_MEMORY_PARAMETER)
{
    __local clr_state *scratch = 0; /* nobody shares anything */
    const clr_memory memory = clr_memory_of(CLR_MEMORY);
    const clr_sorted sorted = {keys, numbers, begins, vectors ? begins[labels] : 0, length};
    const ulong turns = clr_tile_count(sorted) * vectors;
    const clr_share share = clr_share_of_group((turns + CLR_GROUP_SIZE - 1) / CLR_GROUP_SIZE);
    clr_span span;
    clr_job  job;
    CLR_MAKE_SHAPE

    CLR_EACH_INPUT(CLR_SET_INPUT)
    CLR_EACH_ARRAY(CLR_SET_ARRAY)
    job.place = first_place;
    for (ulong group = share.first; group < share.end; group += share.step) {
        const ulong turn   = group * CLR_GROUP_SIZE + CLR_ITEM;
        const uint  tile   = (uint)(turn / vectors);
        const ulong vector = turn - tile * vectors;
        const uint  first  = tile * length;
        __global clr_saved *head = states + (tile * 2 * vectors + vector) * CLR_LANES;
        clr_results results;

        if (turn >= turns)
            break;
        clr_number_results(shape, first_vector + vector, rows, line_vectors, lie, &results);
        clr_place_results(shape, span, job, &results);
        results.span = clr_find_alignment(results.span);
        clr_walk_tile(memory, sorted, &results, first, first + min(length, sorted.count - first), rows,
                      lie, head, head + vectors * CLR_LANES CLR_LIST_ARGUMENTS);
    }
}

/* ---- joining ---- */

/* A label that begins in a tile and goes on beyond its end. */
typedef struct clr_crossing {
    uint label;
    uint tile; /* where it begins */
    uint last; /* where it ends */
    uint total;
} clr_crossing;

/* The label of the last entry of the tiles before `end`; it crosses if `last` is not before `end`. */
CLR_FN clr_crossing clr_find_crossing(const clr_sorted sorted, const uint end)
{
    const ulong past  = min((ulong)end * sorted.length, (ulong)sorted.count);
    const uint  label = sorted.keys[past - 1];
    const uint  begin = sorted.begins[label];
    const uint  stop  = sorted.begins[label + 1];
    const clr_crossing crossing = {label, begin / sorted.length, (stop - 1) / sorted.length,
                                   stop - begin};

    return crossing;
}

/* Heads of tiles `first`, `first + step`, ... up to `last`, of one column: they lie `apart`. */
CLR_FN clr_state clr_fold_heads(const clr_memory memory, __global const clr_saved *heads,
                                const ulong apart, const uint first, const uint last,
                                const uint step, clr_state state)
{
    ulong tile = first;

    for (; tile + step * (CLR_WALK_AHEAD - 1ul) <= last; tile += step * CLR_WALK_AHEAD) {
        clr_state ahead[CLR_WALK_AHEAD];

#pragma unroll
        for (uint i = 0; i < CLR_WALK_AHEAD; i++) {
            ahead[i] = clr_fetch(memory, heads + (tile + i * step) * 2 * apart, 0);
        }
#pragma unroll
        for (uint i = 0; i < CLR_WALK_AHEAD; i++) {
            state = clr_merge(memory, state, ahead[i]);
        }
    }
    for (; tile <= last; tile += step)
        state = clr_merge(memory, state, clr_fetch(memory, heads + tile * 2 * apart, 0));
    return state;
}

/* A column of results, of which a group's items have some: `row` is its number of a label's. */
typedef struct clr_column {
    __global const clr_saved *heads; /* of tile 0 */
    ulong apart;                     /* from a head to the tail, and on to the next head */
    ulong row;
    ulong rows;
    bool is_there;
} clr_column;

/* One of every `step` partials of a label, from number `first` on: the tail is number 0. */
CLR_FN clr_state clr_fold_crossing(const clr_memory memory, const clr_column column,
                                   const clr_crossing crossing, const uint first, const uint step)
{
    clr_state state = clr_none();

    if (first == 0)
        state = clr_fetch(memory, column.heads + (crossing.tile * 2ul + 1) * column.apart, 0);
    return clr_fold_heads(memory, column.heads, column.apart,
                          crossing.tile + (first == 0 ? step : first), crossing.last, step, state);
}

/* Cells of `deep` rows of `columns` items into those of row 0. */
CLR_FN void clr_fold_deep(const clr_memory memory, const uint columns, const uint deep)
{
    for (uint left = deep; left > 1; left = (left + 1) / 2) {
        const uint middle = (left + 1) / 2;

        if (CLR_ITEM < (left - middle) * columns)
            clr_put(memory, CLR_ITEM,
                    clr_merge(memory, clr_get(memory, CLR_ITEM),
                              clr_get(memory, CLR_ITEM + middle * columns)));
        clr_meet(memory);
    }
}

/*
 * A group has CLR_JOIN_TILES tiles and `columns` results of a label, and `across` groups have all of
 * them. Labels that cross few tiles are each an item's; of those that begin in these tiles one at most
 * crosses more than that, and all items have it together.
 */
__kernel __attribute__((reqd_work_group_size(CLR_GROUP_SIZE, 1, 1)))
void clr_join_labels(CLR_EACH_INPUT(CLR_INPUT_PARAMETER) CLR_SHAPE_PARAMETERS
                     CLR_EACH_ARRAY(CLR_ARRAY_PARAMETER)
                     const ulong first_place, __global const uint *keys,
                     __global const uint *numbers, __global const uint *begins, const uint labels,
                     const uint length, const ulong rows, const ulong first_vector,
                     const ulong vectors, const ulong line_vectors, const uint lie,
                     __global clr_saved *states, const uint columns,
                     const uint across CLR_LIST_PARAMETERS)
{
    __local clr_state cells[CLR_GROUP_SIZE];
    const clr_memory memory = clr_memory_of(cells);
    const clr_sorted sorted = {keys, numbers, begins, vectors ? begins[labels] : 0, length};
    const uint  tiles  = clr_tile_count(sorted);
    const uint  block  = (uint)get_group_id(0) / across;
    const uint  first  = block * CLR_JOIN_TILES;
    const uint  end    = min(first + CLR_JOIN_TILES, tiles);
    const uint  deep   = CLR_GROUP_SIZE / columns;
    const uint  down   = CLR_ITEM / columns;
    const ulong number = (ulong)((uint)get_group_id(0) - block * across) * columns +
                         (CLR_ITEM - down * columns);
    const uint  lane   = (uint)(number % CLR_LANES);
    clr_column  column = {states + number, vectors * CLR_LANES, 0, rows, false};
    clr_crossing crossing = {0, 0, 0, 0};
    clr_state    state = clr_none();
    clr_results  results;
    clr_span     span;
    clr_job      job;
    bool         is_long = false;

    CLR_EACH_INPUT(CLR_SET_INPUT)
    CLR_EACH_ARRAY(CLR_SET_ARRAY)
    job.place = first_place;
    if (down < deep && number < vectors * CLR_LANES && first < tiles) {
        clr_number_results(shape, first_vector + number / CLR_LANES, rows, line_vectors, lie,
                           &results);
        column.is_there = lane >= results.skipped && lane < results.end;
        column.row      = results.row + lane;
        if (column.is_there)
            clr_find_row(shape, column.row, &span, &job);
    }
    if (first < tiles) {
        crossing = clr_find_crossing(sorted, end);
        is_long  = crossing.tile >= first && crossing.last - crossing.tile > CLR_JOIN_TILES;
    }
    for (uint tile = first + down; tile < end && column.is_there; tile += deep) {
        const clr_crossing its = clr_find_crossing(sorted, tile + 1);

        if (its.tile == tile && its.last > tile && its.last - tile <= CLR_JOIN_TILES) {
            clr_job its_job = job;

            its_job.place += its.label * rows;
            its_job.total = its.total;
            clr_settle(memory, its_job, clr_fold_crossing(memory, column, its, 0, 1),
                       its.label * rows + column.row CLR_LIST_ARGUMENTS);
        }
    }
    if (is_long && column.is_there)
        state = clr_fold_crossing(memory, column, crossing, down, deep);
    clr_put(memory, CLR_ITEM, state);
    clr_meet(memory);
    clr_fold_deep(memory, columns, deep);
    for (uint item = CLR_ITEM; item < columns && is_long && column.is_there; item += CLR_GROUP_SIZE) {
        job.place += crossing.label * rows;
        job.total = crossing.total;
        clr_settle(memory, job, clr_get(memory, item),
                   crossing.label * rows + column.row CLR_LIST_ARGUMENTS);
    }
}

/* ---- filling ---- */

/* CLR_LANES neighbouring results, as far as their labels have no index. */
__kernel __attribute__((reqd_work_group_size(CLR_GROUP_SIZE, 1, 1)))
void clr_fill_labels(CLR_EACH_ARRAY(CLR_ARRAY_PARAMETER) const ulong first_place,
                     __global const uint *begins, const uint labels,
                     const ulong rows CLR_MEMORY_PARAMETER)
{
    __local clr_state *scratch = 0; /* nobody shares anything */
    const clr_memory memory = clr_memory_of(CLR_MEMORY);
    const ulong count   = labels * rows;
    const ulong vectors = (count + CLR_LANES - 1) / CLR_LANES;
    const clr_share share = clr_share_of_group((vectors + CLR_GROUP_SIZE - 1) / CLR_GROUP_SIZE);
    clr_job job;

    CLR_EACH_ARRAY(CLR_SET_ARRAY)
    job.total  = 0;
    job.status = CLR_OK;
    for (ulong group = share.first; group < share.end; group += share.step) {
        const ulong first = (group * CLR_GROUP_SIZE + CLR_ITEM) * CLR_LANES;
        ulong label = count >> 32 ? first / rows : (uint)first / (uint)rows;
        ulong row   = first - label * rows;
        uint wanted = 0;
        clr_given given;

        if (first >= count)
            break;
        job.place = first_place + first;
#pragma unroll
        for (uint lane = 0; lane < CLR_LANES; lane++) {
            if (first + lane < count && begins[label] == begins[label + 1])
                wanted |= 1u << lane;
            clr_make_given(memory, job, clr_empty(), lane, &given);
            label += row + 1 == rows;
            row = row + 1 == rows ? 0 : row + 1;
        }
        if (wanted == CLR_ALL_LANES && clr_takes_vectors(job)) {
            clr_give_vectors(job, &given);
            continue;
        }
#pragma unroll
        for (uint lane = 0; lane < CLR_LANES; lane++) {
            if (wanted >> lane & 1)
                clr_give_lane(job, lane, &given);
            job.place++;
        }
    }
}
