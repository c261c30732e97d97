/* join_runs - makes results of runs of keys that span chunks, from the partials that
 * cl/reduce_runs.cl left, two for each chunk: the state before its first begin, and the state
 * behind its last one. It also counts the runs. One group, whose items take consecutive chunks. A
 * run ends where the next one begins; the last run of all ends with the keys, and is the last
 * item's, in a loop of one turn: loops stand for conditions here as in cl/reduce_runs.cl. */
/* An item's chunks, joined. */
typedef struct clr_joined {
    clr_state state; /* behind the last begin, or of all chunks if there is none */
    uint count;      /* begins */
    ulong begin;     /* element of the last begin */
} clr_joined;

CLR_FN clr_joined clr_join_stretches(const clr_memory memory, __global const clr_saved *states,
                                     __global const ulong *marks, __global const ulong *counts,
                                     const uint first, const uint end)
{
    clr_joined joined = {clr_none(), 0, 0};

    for (uint i = first; i < end; i++) {
        const uint      count = (uint)counts[i];
        const clr_state left  = clr_fetch(memory, states, count ? 2 * i + 1 : 2 * i);

        joined.state = count ? left : clr_merge(memory, joined.state, left);
        joined.begin = count ? marks[2 * i + 1] : joined.begin;
        joined.count += count;
    }
    return joined;
}

/* The last begin of earlier items; `begins` has each item's last begin plus one, or 0. */
CLR_FN ulong clr_begin_before(__local const ulong *begins)
{
    uint item = CLR_ITEM;

    while (item > 0 && begins[item - 1] == 0)
        item--;
    return item ? begins[item - 1] - 1 : 0;
}

__kernel __attribute__((reqd_work_group_size(CLR_RUN_ITEMS, 1, 1)))
void clr_join_runs(CLR_OUTPUT_PARAMETERS __global ulong *counts, const uint stretches,
                   const ulong most_keys, __global const ulong *there, const ulong there_index,
                   __global const clr_saved *states, __global const ulong *marks,
                   __global ulong *begins, __global ulong *ends, const ulong place,
                   const ulong most, __global ulong *count CLR_RUN_LISTS)
{
    __local clr_state cells[2 * CLR_RUN_ITEMS];
    __local uint  tile_counts[2 * CLR_RUN_ITEMS];
    __local ulong lasts[CLR_RUN_ITEMS];
    const clr_memory memory = clr_memory_of(cells CLR_EACH_DDOF(CLR_DDOF_NAME));
    const clr_tile   tile   = {tile_counts, 0, 0};
    const ulong n     = there ? min(there[there_index], most_keys) : most_keys;
    const uint  share = (stretches + CLR_RUN_ITEMS - 1) / CLR_RUN_ITEMS;
    const uint  first = min(CLR_ITEM * share, stretches);
    const uint  end   = min(first + share, stretches);
    const clr_joined joined = clr_join_stretches(memory, states, marks, counts, first, end);
    clr_job   job;
    clr_state state;
    ulong begin;
    uint  from, all, number;

    CLR_EACH_ARRAY(CLR_SET_ARRAY)
    lasts[CLR_ITEM] = joined.count ? joined.begin + 1 : 0;
    number = clr_scan_runs(memory, tile, joined.count, joined.state, &from) - joined.count;
    all    = tile.counts[from + CLR_RUN_ITEMS - 1];
    state  = CLR_ITEM ? clr_get(memory, from + CLR_ITEM - 1) : clr_none();
    begin  = clr_begin_before(lasts);
    for (uint i = first; i < end; i++) {
        const uint begun = (uint)counts[i];

        state = clr_merge(memory, state, clr_fetch(memory, states, 2 * i));
        if (begun && number && number <= most) {
            job.place  = first_place + number - 1;
            job.total  = marks[2 * i] - begin;
            job.status = CLR_OK;
            CLR_SETTLE_RUN(job, state, number - 1)
        }
        if (begun) {
            state = clr_fetch(memory, states, 2 * i + 1);
            begin = marks[2 * i + 1];
        }
        number += begun;
    }
    for (uint j = CLR_ITEM; j < CLR_RUN_ITEMS && j + 1 == CLR_RUN_ITEMS; j++) {
        if (all && all <= most) {
            job.place  = first_place + all - 1;
            job.total  = n - begin;
            job.status = CLR_OK;
            CLR_SETTLE_RUN(job, state, all - 1)
            if (ends)
                ends[place + all - 1] = n;
        }
        if (begins && all <= most)
            begins[all] = n;
        if (counts) /* a trial run has no arrays */
            counts[stretches] = all;
        if (count)
            *count = all;
    }
}
