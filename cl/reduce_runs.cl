/*
 * reduce_runs - a result for each run of equal keys, found and folded at once: a bit an element says
 * whether a run begins there, and `counts` how many do in each stretch (cl/mark_runs.cl). A group goes
 * over its stretch tile by tile. Items have CLR_RUN_ELEMENTS neighbours of a tile each, which they
 * fold one after the other; what they have of runs that go on from item to item they fold by doubling
 * steps. Of a run that begins and ends in the stretch that is the result. States in front of the
 * stretch's first begin and behind its last one are left to clr_join_runs. So no group waits for
 * another, and elements are read once.
 *
 * Results go by way of the tile's cells, so that neighbouring items deliver neighbours.
 */
/*
 * needs:    CLR_RUN_ITEMS CLR_RUN_ELEMENTS CLR_LANES clr_state clr_memory clr_span clr_lanes_inputs
 *           clr_lanes_read_inputs clr_lanes_state clr_lanes_fold_one clr_lanes_none clr_lane
 *           clr_none clr_inputs clr_read_inputs clr_fold_one clr_merge CLR_ITEM clr_put clr_meet
 *           clr_get clr_told clr_copy_key clr_sum_before CLR_EACH_INPUT CLR_INPUT_PARAMETER
 *           CLR_EACH_ARRAY CLR_ARRAY_PARAMETER clr_saved CLR_RUN_LISTS clr_memory_of clr_job
 *           CLR_SET_INPUT CLR_SET_ARRAY clr_keep_whole clr_leave CLR_SETTLE_RUN
 * provides: CLR_RUN_TILE CLR_RUN_STAGE CLR_RUN_PLACE CLR_RUN_CELLS CLR_RUN_VECTORS
 *           CLR_RUN_PARAMETERS CLR_RUN_TOLD clr_open clr_tile clr_each_state clr_heads_at
 *           clr_fold_heads clr_scan_runs clr_stage_runs clr_tell_tile clr_runs_before
 *           clr_reduce_runs
 */
#define CLR_RUN_TILE  (CLR_RUN_ITEMS * CLR_RUN_ELEMENTS)
#define CLR_RUN_STAGE (2 * CLR_RUN_ITEMS) /* behind the cells that items scan by */
/* A place more for each item, so that neighbours are in different banks. */
#define CLR_RUN_PLACE(j) ((j) + (j) / CLR_RUN_ELEMENTS)
#define CLR_RUN_CELLS    (CLR_RUN_STAGE + CLR_RUN_PLACE(CLR_RUN_TILE))
#define CLR_RUN_VECTORS  (CLR_RUN_ELEMENTS / CLR_LANES)
#define CLR_RUN_PARAMETERS                                                                         \
    __global const uchar *keys, const ulong first_key, const uint size, __global ulong *begins,   \
        __global uchar *unique, __global ulong *ends, const ulong place, const ulong most
#define CLR_RUN_TOLD {begins, unique, ends, place, most}

/* The run that goes on where a tile begins: the last of those that begin before it. */
typedef struct clr_open {
    clr_state state;
    ulong before; /* how many those are */
    ulong begin;  /* where it begins, if that is in the stretch */
    bool is_known;
} clr_open;

/* What items share beside the cells: two counts each, and where the tile's runs begin. */
typedef struct clr_tile {
    __local uint *counts;
    __local ushort *places;
} clr_tile;

/* The states of the item's elements from `first` on; of what is behind the last, none. */
CLR_FN void clr_each_state(const clr_memory memory, const clr_span span, const ulong first,
                           const ulong end, clr_state *states)
{
    if (first + CLR_RUN_ELEMENTS <= end) {
        clr_lanes_inputs inputs[CLR_RUN_VECTORS];

#pragma unroll
        for (uint v = 0; v < CLR_RUN_VECTORS; v++) {
            inputs[v] = clr_lanes_read_inputs(span, first + v * CLR_LANES);
        }
#pragma unroll
        for (uint v = 0; v < CLR_RUN_VECTORS; v++) {
            const clr_lanes_state lanes =
                clr_lanes_fold_one(memory, clr_lanes_none(), inputs + v, 0, 0, 0);

#pragma unroll
            for (uint lane = 0; lane < CLR_LANES; lane++) {
                states[v * CLR_LANES + lane] = clr_lane(lanes, lane);
            }
        }
    } else {
#pragma unroll
        for (uint k = 0; k < CLR_RUN_ELEMENTS; k++) {
            states[k] = clr_none();
            if (first + k < end) {
                const clr_inputs one = clr_read_inputs(span, first + k);

                states[k] = clr_fold_one(memory, states[k], &one, 0, 0, 0);
            }
        }
    }
}

/* A bit for each of those elements: whether a run begins there. */
CLR_FN uint clr_heads_at(__global const uint *heads, const ulong first, const ulong end)
{
    const uint there = first < end ? (uint)min(end - first, (ulong)CLR_RUN_ELEMENTS) : 0;

    return there ? heads[first >> 5] >> (first & 31) & (uint)((1ul << there) - 1) : 0;
}

/* In place of each element's state: that of those before it, back to where a run begins or to the
 * item's first. Returns the state of the last ones. */
CLR_FN clr_state clr_fold_heads(const clr_memory memory, const uint heads, clr_state *states)
{
    clr_state before = clr_none();

#pragma unroll
    for (uint k = 0; k < CLR_RUN_ELEMENTS; k++) {
        const clr_state own = states[k];

        states[k] = before;
        before    = heads >> k & 1 ? own : clr_merge(memory, before, own);
    }
    return before;
}

/*
 * Items have `own` begins each, and the state behind the last of them, or of all elements if there is
 * none. Returns how many begins there are up to this item's last; in the cells from *from on is the
 * state behind the last of those, as far as it goes back in the tile.
 */
CLR_FN uint clr_scan_runs(const clr_memory memory, const clr_tile tile, const uint own,
                          const clr_state last, uint *from)
{
    clr_state state = last;
    uint count = own;
    uint at    = 0;

    tile.counts[CLR_ITEM] = count;
    clr_put(memory, CLR_ITEM, state);
    clr_meet(memory);
    for (uint step = 1; step < CLR_RUN_ITEMS; step *= 2) {
        const uint to   = CLR_RUN_ITEMS - at;
        const uint left = at + (CLR_ITEM >= step ? CLR_ITEM - step : 0);

        if (CLR_ITEM >= step && count == 0)
            state = clr_merge(memory, clr_get(memory, left), state);
        count += CLR_ITEM >= step ? tile.counts[left] : 0;
        clr_put(memory, to + CLR_ITEM, state);
        tile.counts[to + CLR_ITEM] = count;
        at                         = to;
        clr_meet(memory);
    }
    *from = at;
    return count;
}

/* To the tile's cells, from number `before` on: where each of the item's runs begins, and the state of
 * the one that ends there; of the first `led` is the part that earlier items have. */
CLR_FN void clr_stage_runs(const clr_memory memory, const clr_tile tile, const uint heads,
                           const uint before, const clr_state led, const clr_state *states)
{
    uint number = before;

#pragma unroll
    for (uint k = 0; k < CLR_RUN_ELEMENTS; k++) {
        if (heads >> k & 1) {
            clr_put(memory, CLR_RUN_STAGE + CLR_RUN_PLACE(number),
                    number == before ? clr_merge(memory, led, states[k]) : states[k]);
            tile.places[CLR_RUN_PLACE(number)] = (ushort)(CLR_ITEM * CLR_RUN_ELEMENTS + k);
            number++;
        }
    }
}

/* What is told of the runs that begin in the tile, as far as there is room for them. */
CLR_FN void clr_tell_tile(const clr_tile tile, const clr_told told, __global const uchar *keys,
                          const uint size, const ulong before, const ulong first, const uint all)
{
    const ulong room  = told.most >= before ? told.most - before : 0;
    const uint  there = (uint)min((ulong)all, room);
    const uint  ends  = told.most >= before ? (uint)min((ulong)all, room + 1) : 0;

    for (uint j = CLR_ITEM; j < there && told.unique; j += CLR_RUN_ITEMS)
        clr_copy_key(told.unique, told.place + before + j, keys,
                     first + tile.places[CLR_RUN_PLACE(j)], size);
    for (uint j = CLR_ITEM; j < ends && told.begins; j += CLR_RUN_ITEMS)
        told.begins[before + j] = first + tile.places[CLR_RUN_PLACE(j)];
    for (uint j = CLR_ITEM + (before ? 0 : 1); j < ends && told.ends; j += CLR_RUN_ITEMS)
        told.ends[told.place + before + j - 1] = first + tile.places[CLR_RUN_PLACE(j)];
}

/* How many runs begin before a stretch. */
CLR_FN ulong clr_runs_before(__local ulong *sums, __global const ulong *counts, const uint stretch)
{
    ulong own = 0;
    ulong all;

    for (uint i = CLR_ITEM; i < stretch; i += CLR_RUN_ITEMS)
        own += counts[i];
    clr_sum_before(sums, CLR_RUN_ITEMS, own, &all);
    return all;
}

__kernel __attribute__((reqd_work_group_size(CLR_RUN_ITEMS, 1, 1)))
void clr_reduce_runs(CLR_EACH_INPUT(CLR_INPUT_PARAMETER) CLR_EACH_ARRAY(CLR_ARRAY_PARAMETER)
                     const ulong first_place, __global const uint *heads,
                     __global const ulong *counts, const ulong length, const ulong most_keys,
                     __global const ulong *there, const ulong there_index,
                     __global clr_saved *states, __global ulong *marks,
                     CLR_RUN_PARAMETERS CLR_RUN_LISTS)
{
    __local clr_state cells[CLR_RUN_CELLS];
    __local ulong  sums[2 * CLR_RUN_ITEMS];
    __local uint   tile_counts[2 * CLR_RUN_ITEMS];
    __local ushort places[CLR_RUN_PLACE(CLR_RUN_TILE)];
    const clr_memory memory = clr_memory_of(cells);
    const clr_tile   tile   = {tile_counts, places};
    const clr_told   told   = CLR_RUN_TOLD;
    const uint  stretch = (uint)get_group_id(0);
    const ulong n       = there ? min(there[there_index], most_keys) : most_keys;
    const ulong begin   = stretch * length;
    const ulong end     = min(begin + length, n);
    clr_open open = {clr_none(), 0, 0, false};
    clr_span span;
    clr_job  job;

    CLR_EACH_INPUT(CLR_SET_INPUT)
    CLR_EACH_ARRAY(CLR_SET_ARRAY)
    span.count = n;
    span.base  = 0;
    span.total = n;
    span       = clr_keep_whole(span);
    open.before = clr_runs_before(sums, counts, stretch);
    for (ulong first = begin; first < end; first += CLR_RUN_TILE) {
        const ulong own_first = first + CLR_ITEM * CLR_RUN_ELEMENTS;
        const uint  own_heads = clr_heads_at(heads, own_first, end);
        const uint  own       = popcount(own_heads);
        clr_state   own_states[CLR_RUN_ELEMENTS];
        clr_state   last;
        uint from, before, all;

        clr_each_state(memory, span, own_first, end, own_states);
        last   = clr_fold_heads(memory, own_heads, own_states);
        before = clr_scan_runs(memory, tile, own, last, &from) - own;
        all    = tile.counts[from + CLR_RUN_ITEMS - 1];
        last   = clr_get(memory, from + CLR_RUN_ITEMS - 1);
        if (own) {
            clr_state led = CLR_ITEM ? clr_get(memory, from + CLR_ITEM - 1) : clr_none();

            if (before == 0)
                led = clr_merge(memory, open.state, led);
            clr_stage_runs(memory, tile, own_heads, before, led, own_states);
        }
        clr_meet(memory);
        clr_tell_tile(tile, told, keys + first_key * size, size, open.before, first, all);
        for (uint j = CLR_ITEM; j < 1 && all && !open.is_known; j++) {
            clr_leave(memory, states, 2 * stretch, clr_get(memory, CLR_RUN_STAGE));
            marks[2 * stretch] = first + places[0];
        }
        for (uint j = CLR_ITEM + (open.is_known ? 0 : 1); j < all && open.before + j <= most;
             j += CLR_RUN_ITEMS) {
            const ulong number = open.before + j - 1;
            const ulong ended  = first + places[CLR_RUN_PLACE(j)];
            const ulong begun  = j ? first + places[CLR_RUN_PLACE(j - 1)] : open.begin;

            job.place  = first_place + number;
            job.total  = ended - begun;
            job.status = CLR_OK;
            CLR_SETTLE_RUN(job, clr_get(memory, CLR_RUN_STAGE + CLR_RUN_PLACE(j)), number)
        }
        open.state    = all ? last : clr_merge(memory, open.state, last);
        open.begin    = all ? first + places[CLR_RUN_PLACE(all - 1)] : open.begin;
        open.is_known = open.is_known || all;
        open.before += all;
        clr_meet(memory);
    }
    for (uint j = CLR_ITEM; j < 1 && states; j++) { /* a trial has none */
        if (!open.is_known)
            clr_leave(memory, states, 2 * stretch, open.state);
        clr_leave(memory, states, 2 * stretch + 1, open.state);
        marks[2 * stretch + 1] = open.begin;
    }
}
