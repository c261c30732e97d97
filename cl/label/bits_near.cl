/*
 * bits_near - as cl/label/bits.cl, where results are so few that a group has words of its own for them
 * in local memory: lower halves, and then upper ones if there are any.
 */
/*
 * needs:    CLR_ITEM CLR_ITEMS clr_none clr_memory clr_inputs clr_fold_one CLR_ATOMIC clr_state
 * provides: clr_near clr_near_of clr_near_clear clr_near_look clr_near_looked clr_near_take
 *           clr_near_tell
 */
typedef struct clr_near {
    volatile __local uint *words;
    __global ulong *cells; /* those that all groups have */
    uint results;
} clr_near;

CLR_FN clr_near clr_near_of(__local ulong *local_cells, __global ulong *cells, __global uint *seen,
                            const uint results, const uint rows, const uint turn)
{
    const clr_near near = {(__local uint *)local_cells, cells, results};

    return near;
}

CLR_FN void clr_near_clear(const clr_near near)
{
    for (uint i = CLR_ITEM; i < 2 * near.results; i += CLR_ITEMS)
        near.words[i] = (uint)((ulong)clr_none() >> (i < near.results ? 0 : 32));
}

CLR_FN void clr_near_look(const clr_near near, const clr_memory memory, const clr_inputs inputs,
                          const ulong i, const ulong n)
{
}

CLR_FN clr_near clr_near_looked(const clr_near near)
{
    return near;
}

/* Words that change nothing are left out. */
CLR_FN void clr_near_take(const clr_near near, const uint label, const clr_memory memory,
                          const clr_inputs inputs, const ulong i, const ulong n)
{
    const ulong x    = (ulong)clr_fold_one(memory, clr_none(), &inputs, i, 0, n);
    const ulong none = (ulong)clr_none();

    if ((uint)x != (uint)none)
        CLR_ATOMIC(near.words + label, (uint)x);
    if (sizeof(clr_state) == 8 && (uint)(x >> 32) != (uint)(none >> 32))
        CLR_ATOMIC(near.words + near.results + label, (uint)(x >> 32));
}

CLR_FN void clr_near_tell(const clr_near near)
{
    for (uint i = CLR_ITEM; i < 2 * near.results; i += CLR_ITEMS) {
        const uint upper = i < near.results ? 0 : 1;
        const uint none  = (uint)((ulong)clr_none() >> 32 * upper);
        const uint label = i - upper * near.results;
        volatile __global uint *halves = (volatile __global uint *)(near.cells + label);

        if (near.words[i] != none)
            CLR_ATOMIC(&halves[upper], near.words[i]);
    }
}
