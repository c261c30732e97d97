/* add_long - adds to a number of 64 bits that other items add to, by the device's own atomics. */
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable

/* Whether the number may have been 0 before: it is true if it was. */
CLR_FN bool clr_add_to(volatile __global ulong *number, const ulong x)
{
    return atom_add(number, x) == 0;
}
