/* near_add - adds to a 64-bit number in local memory, in two halves, with the carry as in
 * cl/label/add_halves.cl: an H200 takes ten to twenty times as long for 64-bit atomics there. */
/* Returns whether the number may have been 0 before; true if it was. */
CLR_FN bool clr_near_add(volatile __local uint *low_half, const uint apart, const ulong x)
{
    const uint low    = (uint)x;
    const uint before = low ? atomic_add(low_half, low) : 0;
    const uint high   = (uint)(x >> 32) + (before + low < low ? 1 : 0);

    if (high)
        atomic_add(low_half + apart, high);
    return before == 0;
}
