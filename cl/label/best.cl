/*
 * best - a label's cell is the rank of the best element so far, 0 before the first: an unsigned
 * integer that is the larger the better the element is. Numbers that are compared differ from the
 * one that changes nothing in the bits of their ranks: for a maximum that is the lowest number, so
 * that unsigned ones are their own ranks and of signed ones the sign is turned; for a minimum the
 * highest, which turns all the other bits, too.
 *
 * Where a rank has 64 bits, the upper halves meet in a first launch, and in a second one the lower
 * halves of those that were best: atomics of 32 bits do, and every device has them. What is seen of a
 * label is elements whose rank, or upper half, is 0: others show in the cell.
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

    /* Nobody asks what was there: a GPU does twice as many such atomics. */
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
