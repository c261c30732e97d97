/* bits - cells of labels for bitwise operators: a cell is the result so far, in two words of 32
 * bits, each changed by the operator's own atomic. */
#define CLR_MET_MINUS_ZERO 0

CLR_FN ulong clr_cell_blank(void)
{
    return (ulong)clr_none();
}

CLR_FN void clr_cell_clear(__global ulong *cell, const ulong apart, const uint rows)
{
    *cell = clr_cell_blank();
}

/* Words that change nothing are skipped. */
CLR_FN uint clr_cell_take(const clr_memory memory, __global ulong *cell, const ulong apart,
                          const clr_inputs inputs, const ulong i, const ulong n, const uint turn,
                          uint *rows)
{
    const ulong x    = (ulong)clr_fold_one(memory, clr_none(), &inputs, i, 0, n);
    const ulong none = (ulong)clr_none();
    volatile __global uint *halves = (volatile __global uint *)cell;

    if ((uint)x != (uint)none)
        CLR_ATOMIC(&halves[0], (uint)x);
    if (sizeof(clr_state) == 8 && (uint)(x >> 32) != (uint)(none >> 32))
        CLR_ATOMIC(&halves[1], (uint)(x >> 32));
    return 0;
}

CLR_FN void clr_cell_carry(__global ulong *cell, const ulong apart)
{
}

CLR_FN clr_state clr_cell_state(__global const ulong *cell, const ulong apart,
                                const uint seen, const uint rows)
{
    return (clr_state)*cell;
}

CLR_FN ulong clr_cell_count(__global const ulong *cell, const ulong apart, const uint seen)
{
    return 1;
}
