/* add_long - adds to a shared 64-bit number in global memory by the device's own 64-bit atomics.
 * Its alternative is cl/label/add_halves.cl. */
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable

/* Returns whether the number may have been 0 before; true if it was. */
CLR_FN bool clr_add_to(volatile __global ulong *number, const ulong x)
{
    return atom_add(number, x) == 0;
}
