/*
 * best - cells of labels for minima and maxima: a cell is the rank of the label's best element, 0
 * before the first: an unsigned integer, larger for better elements. A rank is the element xor the
 * identity: for a maximum that is the lowest number, so unsigned numbers are their own ranks and
 * signed ones have the sign bit flipped; for a minimum it is the highest, which flips all other
 * bits, too.
 *
 * 64-bit ranks take two launches of 32-bit atomics, which every device has: the first compares
 * upper halves, the second the lower halves of elements whose upper half is best. The `seen` bits
 * of a label tell of elements whose rank, or upper half of a rank, is 0, which leave the label's
 * cell as it was; all other elements change the cell.
 */
#define CLR_RANK_SEEN      1u
#define CLR_MET_MINUS_ZERO 0

CLR_FN ulong clr_cell_blank(void)
{
    return 0;
}

CLR_FN void clr_cell_clear(__global ulong *cell, const ulong apart, const uint rows)
{
    *cell = clr_cell_blank();
}

CLR_FN uint clr_cell_take(const clr_memory memory, __global ulong *cell, const ulong apart,
                          const clr_inputs inputs, const ulong i, const ulong n, const uint turn,
                          uint *rows)
{
    const clr_state x  = clr_fold_one(memory, clr_none(), &inputs, i, 0, n);
    const ulong rank   = (ulong)(x ^ clr_none());
    const uint shift   = sizeof(clr_state) == 8 ? 32 : 0;
    const uint high    = (uint)(rank >> shift);
    volatile __global uint *halves = (volatile __global uint *)cell;

    /* The atomic's result is unused: an H200 takes 0.7 of the time for such atomics
     * (docs/history/2026-11-23-columns-masks-keys-labels.md, "Labels"). */
    if (turn == 0) {
        if (high)
            atomic_max(&halves[1], high);
        return high ? 0 : CLR_RANK_SEEN;
    }
    if (halves[1] == high)
        atomic_max(&halves[0], (uint)rank);
    return 0;
}

CLR_FN void clr_cell_carry(__global ulong *cell, const ulong apart)
{
}

CLR_FN clr_state clr_cell_state(__global const ulong *cell, const ulong apart,
                                const uint seen, const uint rows)
{
    const uint shift = sizeof(clr_state) == 8 ? 0 : 32;

    return (clr_state)(*cell >> shift) ^ clr_none();
}

CLR_FN ulong clr_cell_count(__global const ulong *cell, const ulong apart, const uint seen)
{
    return seen || *cell;
}
