/*
 * add_halves - adds to a shared 64-bit number in global memory by 32-bit atomics, which every
 * device has: the item whose addition overflows the lower half adds the carry to the upper half.
 * When all items are done the number is the sum, in whatever order they came. Its alternative is
 * cl/label/add_long.cl.
 */

/* Returns whether the number may have been 0 before; true if it was. */
CLR_FN bool clr_add_to(volatile __global ulong *number, const ulong x)
{
    volatile __global uint *halves = (volatile __global uint *)number;
    const uint low    = (uint)x;
    const uint before = low ? atomic_add(&halves[0], low) : 0;
    const uint high   = (uint)(x >> 32) + (before + low < low ? 1 : 0);

    if (high)
        atomic_add(&halves[1], high);
    return before == 0;
}
