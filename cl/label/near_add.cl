/*
 * near_add - adds to a number of 64 bits in local memory, whose halves are apart from each other: who
 * makes the lower one overflow hands the carry up, as in cl/label/add_halves.cl. An H200 takes ten to
 * twenty times as long for atomics of 64 bits there.
 */
/* Whether the number may have been 0 before: it is true if it was. */
CLR_FN bool clr_near_add(volatile __local uint *low_half, const uint apart, const ulong x)
{
    const uint low    = (uint)x;
    const uint before = low ? atomic_add(low_half, low) : 0;
    const uint high   = (uint)(x >> 32) + (before + low < low ? 1 : 0);

    if (high)
        atomic_add(low_half + apart, high);
    return before == 0;
}
