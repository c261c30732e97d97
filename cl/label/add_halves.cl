/*
 * add_halves - adds to a number of 64 bits that other items add to, by atomics of 32 bits: whoever
 * makes the lower half overflow hands the carry up. When all have added, the number is the sum of
 * all, in whichever order they came.
 */

/* Whether the number may have been 0 before: it is true if it was. */
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
