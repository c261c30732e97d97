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
 * needs:    CLR_RUN_ITEMS CLR_RUN_ELEMENTS CLR_RUN_WINDOW CLR_LANES clr_state clr_lanes_inputs
 *           clr_span CLR_ITEM clr_lanes_read_inputs clr_memory clr_put clr_lanes_state
 *           clr_lanes_fold_one clr_lanes_none clr_lane clr_merge clr_inputs clr_read_inputs
 *           clr_none clr_fold_one clr_meet clr_get clr_told clr_copy_key clr_job CLR_RUN_LISTS
 *           CLR_SETTLE_RUN clr_sum_before clr_fold_lanes CLR_EACH_INPUT CLR_INPUT_PARAMETER
 *           CLR_EACH_ARRAY CLR_ARRAY_PARAMETER clr_saved clr_memory_of CLR_SET_INPUT CLR_SET_ARRAY
 *           clr_keep_whole CLR_RUN_LIST_ARGUMENTS clr_leave
 * provides: CLR_RUN_TILE CLR_RUN_STAGE CLR_RUN_PLACE CLR_RUN_CELLS CLR_RUN_AHEAD CLR_RUN_VECTORS
 *           CLR_RUN_PARAMETERS CLR_RUN_TOLD clr_open clr_tile clr_own clr_heads_at clr_read_own
 *           clr_window clr_stage_run clr_walk clr_place_runs clr_scan_runs clr_tell_tile
 *           clr_settle_tile clr_runs_before clr_look_ahead clr_skimmed clr_skimmed_none clr_skim
 *           clr_gather clr_reduce_runs
 */
#define CLR_RUN_TILE  (CLR_RUN_ITEMS * CLR_RUN_ELEMENTS)
#define CLR_RUN_STAGE (2 * CLR_RUN_ITEMS) /* behind the cells that items scan by */
/* A place more for each item, so that neighbours are in different banks. */
#define CLR_RUN_PLACE(j) ((j) + (j) / CLR_RUN_ELEMENTS)
#define CLR_RUN_CELLS    (CLR_RUN_STAGE + CLR_RUN_PLACE(CLR_RUN_WINDOW))
#define CLR_RUN_AHEAD    32 /* tiles that are looked at together */
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

/* What an item has of a tile: its elements, as they are read if all of them are there, and a bit for
 * each of whether a run begins there. */
typedef struct clr_own {
    clr_lanes_inputs inputs[CLR_RUN_VECTORS];
    ulong first;
    uint  there; /* elements */
    uint  heads;
} clr_own;

/* The bits of `there` elements from `first` on, of one word. */
CLR_FN uint clr_heads_at(__global const uint *heads, const ulong first, const uint there)
{
    return there ? heads[first >> 5] >> (first & 31) & (uint)((1ul << there) - 1) : 0;
}

CLR_FN clr_own clr_read_own(const clr_span span, __global const uint *heads, const ulong tile,
                            const ulong end)
{
    clr_own own;

    own.first = tile + CLR_ITEM * CLR_RUN_ELEMENTS;
    own.there = own.first < end ? (uint)min(end - own.first, (ulong)CLR_RUN_ELEMENTS) : 0;
    own.heads = clr_heads_at(heads, own.first, own.there);
    if (own.there == CLR_RUN_ELEMENTS) {
#pragma unroll
        for (uint v = 0; v < CLR_RUN_VECTORS; v++) {
            own.inputs[v] = clr_lanes_read_inputs(span, own.first + v * CLR_LANES);
        }
    }
    return own;
}

/* Where the states go of runs that end in a tile: cells for those from number `first` on, so many. */
typedef struct clr_window {
    uint first;
    uint cells;
} clr_window;

/* A run that ends: its state to its cell, if it is one of the window's. */
CLR_FN void clr_stage_run(const clr_memory memory, const clr_window window, const uint number,
                          const clr_state state)
{
    if (number - window.first < window.cells)
        clr_put(memory, CLR_RUN_STAGE + CLR_RUN_PLACE(number - window.first), state);
}

/*
 * The item's elements one after the other behind the state `led`; those that begin a run are the tile's
 * begins from number `before` on. Returns the state behind the last of them.
 */
CLR_FN clr_state clr_walk(const clr_memory memory, const clr_span span, const clr_own own,
                          const clr_window window, const uint before, const clr_state led)
{
    clr_state state  = led;
    uint      number = before;

    if (own.there == CLR_RUN_ELEMENTS) {
#pragma unroll
        for (uint v = 0; v < CLR_RUN_VECTORS; v++) {
            const clr_lanes_state lanes =
                clr_lanes_fold_one(memory, clr_lanes_none(), own.inputs + v, 0, 0, 0);

#pragma unroll
            for (uint lane = 0; lane < CLR_LANES; lane++) {
                const clr_state one = clr_lane(lanes, lane);

                if (own.heads >> (v * CLR_LANES + lane) & 1) {
                    clr_stage_run(memory, window, number++, state);
                    state = one;
                } else {
                    state = clr_merge(memory, state, one);
                }
            }
        }
        return state;
    }
    for (uint k = 0; k < own.there; k++) {
        const clr_inputs one = clr_read_inputs(span, own.first + k);

        if (own.heads >> k & 1) {
            clr_stage_run(memory, window, number++, state);
            state = clr_none();
        }
        state = clr_fold_one(memory, state, &one, 0, 0, 0);
    }
    return state;
}

/* The tile's places from number `before` on: where the item's elements are that begin a run. */
CLR_FN void clr_place_runs(const clr_tile tile, const uint heads, const uint before)
{
    uint number = before;

    for (uint left = heads; left; left &= left - 1) {
        const uint bit = popcount((left & (0 - left)) - 1);

        tile.places[CLR_RUN_PLACE(number)] = (ushort)(CLR_ITEM * CLR_RUN_ELEMENTS + bit);
        number++;
    }
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

/* What is told of the window's runs, as far as there is room for them. */
CLR_FN void clr_tell_tile(const clr_tile tile, const clr_told told, __global const uchar *keys,
                          const uint size, const ulong before, const ulong first,
                          const clr_window window)
{
    const ulong room  = told.most >= before ? told.most - before : 0;
    const uint  end   = window.first + window.cells;
    const uint  there = (uint)min((ulong)end, room);
    const uint  ends  = told.most >= before ? (uint)min((ulong)end, room + 1) : 0;
    const uint  own   = window.first + CLR_ITEM;

    for (uint j = own; j < there && told.unique; j += CLR_RUN_ITEMS)
        clr_copy_key(told.unique, told.place + before + j, keys,
                     first + tile.places[CLR_RUN_PLACE(j)], size);
    for (uint j = own; j < ends && told.begins; j += CLR_RUN_ITEMS)
        told.begins[before + j] = first + tile.places[CLR_RUN_PLACE(j)];
    for (uint j = own; j < ends && told.ends; j += CLR_RUN_ITEMS)
        if (before + j) /* the first begins where none ends */
            told.ends[told.place + before + j - 1] = first + tile.places[CLR_RUN_PLACE(j)];
}

/* The results of the runs that end in the window; the stretch's first begin has the end of one that
 * others know. */
CLR_FN void clr_settle_tile(const clr_memory memory, const clr_tile tile, const clr_told told,
                            const clr_job all, const clr_open open, const ulong first,
                            const clr_window window CLR_RUN_LISTS)
{
    const uint end = window.first + window.cells;
    const uint own = max(window.first, open.is_known ? 0u : 1u) + CLR_ITEM;

    for (uint j = own; j < end && open.before + j <= told.most; j += CLR_RUN_ITEMS) {
        const ulong number = open.before + j - 1;
        const ulong ended  = first + tile.places[CLR_RUN_PLACE(j)];
        const ulong begun  = j ? first + tile.places[CLR_RUN_PLACE(j - 1)] : open.begin;
        clr_job job = all;

        job.place += number;
        job.total  = ended - begun;
        job.status = CLR_OK;
        CLR_SETTLE_RUN(job, clr_get(memory, CLR_RUN_STAGE + CLR_RUN_PLACE(j - window.first)), number)
    }
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

/* A bit for each of CLR_RUN_AHEAD tiles from `tile` on: whether any run begins there. */
CLR_FN uint clr_look_ahead(const clr_memory memory, const clr_tile tile,
                           __global const uint *heads, const ulong first, const ulong end)
{
    for (uint item = CLR_ITEM; item < 1; item++)
        tile.counts[0] = 0;
    clr_meet(memory);
    for (ulong at = first + CLR_ITEM * 32;
         at < end && at < first + (ulong)CLR_RUN_TILE * CLR_RUN_AHEAD; at += CLR_RUN_ITEMS * 32)
        if (clr_heads_at(heads, at, (uint)min(end - at, (ulong)32)))
            atomic_or(tile.counts, 1u << (uint)(at - first) / CLR_RUN_TILE);
    clr_meet(memory);
    return tile.counts[0];
}

/* What items have of tiles in which no run begins, each for itself. */
typedef struct clr_skimmed {
    clr_lanes_state lanes;
    clr_state       state;
    uint            are_there;
} clr_skimmed;

CLR_FN clr_skimmed clr_skimmed_none(void)
{
    const clr_skimmed skimmed = {clr_lanes_none(), clr_none(), 0};

    return skimmed;
}

CLR_FN void clr_skim(const clr_memory memory, const clr_span span, const ulong tile,
                     const ulong end, clr_skimmed *skimmed)
{
    const ulong vectors = tile + CLR_RUN_TILE <= end ? CLR_RUN_VECTORS : 0;

    skimmed->are_there = 1;
    if (vectors) {
        clr_lanes_inputs inputs[CLR_RUN_VECTORS];

#pragma unroll
        for (uint v = 0; v < CLR_RUN_VECTORS; v++) {
            inputs[v] =
                clr_lanes_read_inputs(span, tile + (v * CLR_RUN_ITEMS + CLR_ITEM) * CLR_LANES);
        }
#pragma unroll
        for (uint v = 0; v < CLR_RUN_VECTORS; v++) {
            skimmed->lanes = clr_lanes_fold_one(memory, skimmed->lanes, inputs + v, 0, 0, 0);
        }
    } else {
        for (ulong i = tile + CLR_ITEM; i < end; i += CLR_RUN_ITEMS) {
            const clr_inputs one = clr_read_inputs(span, i);

            skimmed->state = clr_fold_one(memory, skimmed->state, &one, 0, 0, 0);
        }
    }
}

/* All that items have skimmed, joined. */
CLR_FN clr_state clr_gather(const clr_memory memory, const clr_tile tile,
                            const clr_skimmed skimmed)
{
    const clr_state own = clr_merge(memory, skimmed.state, clr_fold_lanes(memory, skimmed.lanes));
    clr_state all;
    uint from;

    clr_scan_runs(memory, tile, 0, own, &from);
    all = clr_get(memory, from + CLR_RUN_ITEMS - 1);
    clr_meet(memory);
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
    uint     ahead  = 0;
    ulong    looked = begin; /* tiles up to here are */
    clr_skimmed skimmed = clr_skimmed_none();
    clr_span span;
    clr_job  job;

    CLR_EACH_INPUT(CLR_SET_INPUT)
    CLR_EACH_ARRAY(CLR_SET_ARRAY)
    job.place   = first_place;
    span.count = n;
    span.base  = 0;
    span.total = n;
    span       = clr_keep_whole(span);
    open.before = clr_runs_before(sums, counts, stretch);
    for (ulong first = begin; first < end; first += CLR_RUN_TILE) {
        uint has;

        for (; looked <= first; looked += (ulong)CLR_RUN_TILE * CLR_RUN_AHEAD)
            ahead = clr_look_ahead(memory, tile, heads, first, end);
        has = ahead & 1;
        ahead >>= 1;
        if (!has)
            clr_skim(memory, span, first, end, &skimmed);
        for (uint turn = 0; turn < has && skimmed.are_there; turn++) {
            open.state = clr_merge(memory, open.state, clr_gather(memory, tile, skimmed));
            skimmed    = clr_skimmed_none();
        }
        for (uint turn = 0; turn < has; turn++) {
            const clr_own own = clr_read_own(span, heads, first, end);
            const clr_window none = {0, 0};
            const uint count = popcount(own.heads);
            uint from, all;
            const uint before =
                clr_scan_runs(memory, tile, count,
                              clr_walk(memory, span, own, none, 0, clr_none()), &from) - count;
            clr_state led = CLR_ITEM ? clr_get(memory, from + CLR_ITEM - 1) : clr_none();
            const clr_state last = clr_get(memory, from + CLR_RUN_ITEMS - 1);

            all = tile.counts[from + CLR_RUN_ITEMS - 1];
            if (before == 0)
                led = clr_merge(memory, open.state, led);
            clr_place_runs(tile, own.heads, before);
            for (uint number = 0; number < all; number += CLR_RUN_WINDOW) {
                const clr_window window = {number, min(all - number, (uint)CLR_RUN_WINDOW)};

                if (before < number + window.cells && before + count > number)
                    clr_walk(memory, span, own, window, before, led);
                clr_meet(memory);
                clr_tell_tile(tile, told, keys + first_key * size, size, open.before, first, window);
                clr_settle_tile(memory, tile, told, job, open, first, window CLR_RUN_LIST_ARGUMENTS);
                for (uint j = CLR_ITEM; j < 1 && number == 0 && !open.is_known; j++) {
                    clr_leave(memory, states, 2 * stretch, clr_get(memory, CLR_RUN_STAGE));
                    marks[2 * stretch] = first + places[0];
                }
                clr_meet(memory);
            }
            open.state    = last;
            open.begin    = first + places[CLR_RUN_PLACE(all - 1)];
            open.is_known = true;
            open.before += all;
            clr_meet(memory);
        }
    }
    for (uint turn = 0; turn < skimmed.are_there; turn++) {
        open.state = clr_merge(memory, open.state, clr_gather(memory, tile, skimmed));
        skimmed    = clr_skimmed_none();
    }
    for (uint j = CLR_ITEM; j < 1 && states; j++) { /* a trial has none */
        if (!open.is_known)
            clr_leave(memory, states, 2 * stretch, open.state);
        clr_leave(memory, states, 2 * stretch + 1, open.state);
        marks[2 * stretch + 1] = open.begin;
    }
}
