/* bits_near - cl/label/bits.cl for few labels: a group has words of its own in local memory
 * (cl/label/near_halves.cl). */
/* Words that change nothing are skipped. */
CLR_FN void clr_near_take(const clr_near near, const uint label, const clr_memory memory,
                          const clr_inputs inputs, const ulong i, const ulong n, uint *passed)
{
    const ulong x    = (ulong)clr_fold_one(memory, clr_none(), &inputs, i, 0, n);
    const ulong none = (ulong)clr_none();

    if ((uint)x != (uint)none)
        CLR_ATOMIC(near.halves + label, (uint)x);
    if (sizeof(clr_state) == 8 && (uint)(x >> 32) != (uint)(none >> 32))
        CLR_ATOMIC(near.halves + near.results + label, (uint)(x >> 32));
}

CLR_FN void clr_near_tell(const clr_near near, __global clr_told *told)
{
    for (uint i = CLR_ITEM; i < 2 * near.results; i += CLR_ITEMS) {
        const uint upper = i < near.results ? 0 : 1;
        const uint none  = (uint)((ulong)clr_none() >> 32 * upper);
        const uint label = i - upper * near.results;
        volatile __global uint *cell = (volatile __global uint *)(near.cells + label);

        if (near.halves[i] != none)
            CLR_ATOMIC(&cell[upper], near.halves[i]);
    }
    clr_tell_rows(told, 0);
}
