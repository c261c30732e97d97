/*
 * best_near - cl/label/best.cl for few labels: a group has ranks of its own in local memory, and
 * merges them into the cells at its end. Atomics of all groups on few cells wait for each other: a
 * maximum by 2^10 labels took 3550 us of an H200, and 181 so
 * (docs/history/2026-11-23-columns-masks-keys-labels.md, "Labels"). 64-bit ranks take a turn for
 * each half; the second turn skips elements that the first has shown to be worse.
 */
typedef struct clr_near {
    volatile __local uint *ranks;
    volatile __local uint *lowest; /* a bit a label: an element had rank 0 */
    __global ulong *cells;         /* the labels' cells in global memory */
    __global uint *seen;
    uint results;
    uint turn;
} clr_near;

CLR_FN clr_near clr_near_of(__local ulong *local_cells, const clr_cells cells, __global uint *seen,
                            const uint results, const uint rows, const uint turn)
{
    __local uint  *words = (__local uint *)local_cells;
    const clr_near near  = {words, words + results, cells.at, seen, results, turn};

    return near;
}

CLR_FN void clr_near_clear(const clr_near near)
{
    for (uint i = CLR_ITEM; i < near.results + near.results / 32 + 1; i += CLR_ITEMS)
        near.ranks[i] = 0;
}

/* In the second turn the cells' upper halves are constant. */
CLR_FN void clr_near_take(const clr_near near, const uint label, const clr_memory memory,
                          const clr_inputs inputs, const ulong i, const ulong n, uint *passed)
{
    const clr_state x    = clr_fold_one(memory, clr_none(), &inputs, i, 0, n);
    const ulong rank     = (ulong)(x ^ clr_none());
    const uint  shift    = sizeof(clr_state) == 8 ? 32 : 0;
    const uint  high     = (uint)(rank >> shift);
    __global const uint *halves = (__global const uint *)(near.cells + label);

    if (near.turn == 0) {
        if (high)
            atomic_max(near.ranks + label, high);
        else
            atomic_or(near.lowest + label / 32, 1u << label % 32);
    } else if (halves[1] == high) {
        atomic_max(near.ranks + label, (uint)rank);
    }
}

CLR_FN void clr_near_tell(const clr_near near, __global clr_told *told)
{
    for (uint label = CLR_ITEM; label < near.results; label += CLR_ITEMS) {
        volatile __global uint *halves = (volatile __global uint *)(near.cells + label);
        const uint rank = near.ranks[label];

        if (rank)
            atomic_max(&halves[near.turn == 0 ? 1 : 0], rank);
        if (near.turn == 0 && (near.lowest[label / 32] >> label % 32 & 1))
            atomic_or(&near.seen[label], CLR_RANK_SEEN);
    }
    clr_tell_rows(told, 0);
}
