/*
 * reduce_runs - a result for each run of equal keys, found and folded in one pass over the
 * elements: marks have a bit an element, whether a run begins there, and `counts` the begins in
 * each chunk (cl/mark_runs.cl).
 *
 * A group walks its chunk tile by tile; an item folds CLR_RUN_ELEMENTS consecutive elements of a
 * tile, and a segmented scan by doubling steps joins runs that span items. A run that begins and
 * ends in the chunk has its result; states before the chunk's first begin and behind its last one
 * are partials for clr_join_runs. So no group waits for another, and elements are read once. Tiles
 * in which no run begins are skimmed without barriers. Results go through the tile's cells, so that
 * neighbouring items deliver neighbours.
 */
#define CLR_RUN_PARAMETERS                                                                         \
    __global const uchar *keys, const ulong first_key, const uint size, __global ulong *begins,   \
        __global uchar *unique, __global ulong *ends, const ulong place, const ulong most
#define CLR_RUN_ARRAYS {begins, unique, ends, place, most}

/* The run open at a tile's begin: the last one begun before it. */
typedef struct clr_open {
    clr_state state;
    ulong before; /* runs begun before the tile */
    ulong begin;  /* where the run begins, if in the chunk */
    bool is_known;
} clr_open;

/* Local memory beside the cells: two counts an item, the tile's begins, and a mask of the next
 * tiles that have any. */
typedef struct clr_tile {
    __local uint *counts;
    __local ushort *places;
    volatile __local uint *ahead;
} clr_tile;

/* Writes the item's begins to the tile's, from number `before` on. */
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
 * A scan: items have `own` begins each, and the state behind the last one, or of all elements if
 * there is none. Returns the begins up to and including this item's; the cells from *from on hold
 * the state behind the last of those, as far back as the tile goes.
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
        const uint left = at + (CLR_ITEM >= step ? CLR_ITEM - step : CLR_ITEM);

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

/* Writes begins, ends and keys of the window's runs, as far as there is room. */
CLR_FN void clr_tell_tile(const clr_tile tile, const clr_run_arrays arrays,
                          __global const uchar *keys, const uint size, const ulong before,
                          const ulong first, const clr_window window)
{
    const uint end = window.first + window.cells;
    const uint own = window.first + CLR_ITEM;

    for (uint j = own; j < end && before + j < arrays.most && arrays.unique; j += CLR_RUN_ITEMS)
        clr_copy_key(arrays.unique, arrays.place + before + j, keys,
                     first + tile.places[CLR_RUN_PLACE(j)], size);
    for (uint j = own; j < end && before + j <= arrays.most && arrays.begins; j += CLR_RUN_ITEMS)
        arrays.begins[before + j] = first + tile.places[CLR_RUN_PLACE(j)];
    for (uint j = own; j < end && before + j <= arrays.most && arrays.ends; j += CLR_RUN_ITEMS)
        if (before + j) /* no run ends at the first begin */
            arrays.ends[arrays.place + before + j - 1] = first + tile.places[CLR_RUN_PLACE(j)];
}

/* Delivers the runs that end in the window; the run that ends at the chunk's first begin is
 * clr_join_runs' to deliver. */
CLR_FN void clr_settle_tile(const clr_memory memory, const clr_tile tile,
                            const clr_run_arrays arrays, const clr_job all, const clr_open open,
                            const ulong first, const clr_window window CLR_RUN_LISTS)
{
    const uint end = window.first + window.cells;
    const uint own = max(window.first, open.is_known ? 0u : 1u) + CLR_ITEM;

    for (uint j = own; j < end && open.before + j <= arrays.most; j += CLR_RUN_ITEMS) {
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

/* The begins before a chunk. */
CLR_FN ulong clr_runs_before(__local ulong *sums, __global const ulong *counts, const uint stretch)
{
    ulong own = 0;
    ulong all;

    for (uint i = CLR_ITEM; i < stretch; i += CLR_RUN_ITEMS)
        own += counts[i];
    clr_sum_before(sums, CLR_RUN_ITEMS, own, &all);
    return all;
}

/* A bit for each of CLR_RUN_AHEAD tiles from `tile` on: whether a run begins there. */
CLR_FN uint clr_look_ahead(const clr_memory memory, const clr_tile tile,
                           __global const uint *heads, const ulong first, const ulong end)
{
    for (uint item = CLR_ITEM; item < 1; item++)
        *tile.ahead = 0;
    clr_meet(memory);
    for (ulong at = first + CLR_ITEM * 32;
         at < end && at < first + (ulong)CLR_RUN_TILE * CLR_RUN_AHEAD; at += CLR_RUN_ITEMS * 32)
        if (clr_heads_at(heads, at, (uint)min(end - at, (ulong)32)))
            atomic_or(tile.ahead, 1u << (uint)(at - first) / CLR_RUN_TILE);
    clr_meet(memory);
    return *tile.ahead;
}

/* What an item has folded of tiles without a begin, by vectors and one by one. */
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

/* An item's state of a turn: of tiles without a begin, which belong to the open run, or of a tile
 * with begins. */
CLR_FN clr_state clr_take_turn(const clr_memory memory, const clr_span span, clr_own *own,
                               const clr_skimmed skimmed, const bool takes)
{
    if (takes)
        return clr_fold_own(memory, span, own);
    return clr_merge(memory, skimmed.state, clr_fold_lanes(memory, skimmed.lanes));
}

__kernel __attribute__((reqd_work_group_size(CLR_RUN_ITEMS, 1, 1)))
void clr_reduce_runs(CLR_INPUT_PARAMETERS CLR_OUTPUT_PARAMETERS __global const uint *heads,
                     __global const ulong *counts, const ulong length, const ulong most_keys,
                     __global const ulong *there, const ulong there_index,
                     __global clr_saved *states, __global ulong *marks,
                     CLR_RUN_PARAMETERS CLR_RUN_LISTS)
{
    __local clr_state cells[CLR_RUN_CELLS];
    __local ulong  sums[2 * CLR_RUN_ITEMS];
    __local uint   tile_counts[2 * CLR_RUN_ITEMS];
    __local ushort places[CLR_RUN_PLACE(CLR_RUN_TILE)];
    __local uint   tiles_ahead;
    const clr_memory memory = clr_memory_of(cells CLR_EACH_DDOF(CLR_DDOF_NAME));
    const clr_tile   tile   = {tile_counts, places, &tiles_ahead};
    const clr_run_arrays arrays = CLR_RUN_ARRAYS;
    const uint  stretch = (uint)get_group_id(0);
    const ulong n       = there ? min(there[there_index], most_keys) : most_keys;
    const ulong begin   = stretch * length;
    const ulong end     = min(begin + length, n);
    clr_open open = {clr_none(), 0, 0, false};
    ulong    first = begin;
    uint     left  = 0; /* tiles whose marks were read, ... */
    uint     ahead = 0; /* ... and a bit for each */
    clr_skimmed skimmed = clr_skimmed_none();
    clr_span span;
    clr_job  job;

    CLR_SET_INPUTS
    CLR_EACH_ARRAY(CLR_SET_ARRAY)
    job.place   = first_place;
    span.count = n;
    span.base  = 0;
    span.total = n;
    span       = clr_keep_whole(span);
    open.before = clr_runs_before(sums, counts, stretch);
    /* Loops of at most one turn stand for conditions around barriers. */
    while (first < end || skimmed.are_there) {
        const uint looks = left == 0 && first < end ? 1 : 0;
        bool takes;
        clr_own own;
        clr_state last, led;
        uint count, before, from, all;

        for (uint turn = 0; turn < looks; turn++) {
            ahead = clr_look_ahead(memory, tile, heads, first, end);
            left  = CLR_RUN_AHEAD;
        }
        for (; left && first < end && !(ahead & 1); left--, ahead >>= 1, first += CLR_RUN_TILE)
            clr_skim(memory, span, first, end, &skimmed);
        takes  = !skimmed.are_there;
        own    = clr_read_own(memory, span, heads, first, takes ? end : first);
        count  = popcount(own.heads);
        last   = clr_take_turn(memory, span, &own, skimmed, takes);
        before = clr_scan_runs(memory, tile, count, last, &from) - count;
        all    = tile.counts[from + CLR_RUN_ITEMS - 1];
        led    = CLR_ITEM ? clr_get(memory, from + CLR_ITEM - 1) : clr_none();
        last   = clr_get(memory, from + CLR_RUN_ITEMS - 1);
        if (before == 0)
            led = clr_merge(memory, open.state, led);
        clr_place_runs(tile, own.heads, before);
        for (uint number = 0; number < all; number += CLR_RUN_WINDOW) {
            const clr_window window = {number, min(all - number, (uint)CLR_RUN_WINDOW)};

            if (before < number + window.cells && before + count > number)
                clr_stage_own(memory, span, &own, window, before, led);
            clr_meet(memory);
            clr_tell_tile(tile, arrays, keys + first_key * size, size, open.before, first, window);
            clr_settle_tile(memory, tile, arrays, job, open, first, window CLR_RUN_LIST_ARGUMENTS);
            for (uint j = CLR_ITEM; j < 1 && number == 0 && !open.is_known; j++) {
                clr_leave(memory, states, 2 * stretch, clr_get(memory, CLR_RUN_STAGE));
                marks[2 * stretch] = first + places[0];
            }
            clr_meet(memory);
        }
        open.state    = all ? last : clr_merge(memory, open.state, last);
        open.begin    = all ? first + places[CLR_RUN_PLACE(all - 1)] : open.begin;
        open.is_known = open.is_known || all;
        open.before += all;
        if (takes) {
            left--;
            ahead >>= 1;
            first += CLR_RUN_TILE;
        }
        skimmed = clr_skimmed_none();
        clr_meet(memory);
    }
    for (uint j = CLR_ITEM; j < 1 && states; j++) { /* a trial run has no arrays */
        if (!open.is_known)
            clr_leave(memory, states, 2 * stretch, open.state);
        clr_leave(memory, states, 2 * stretch + 1, open.state);
        marks[2 * stretch + 1] = open.begin;
    }
}
