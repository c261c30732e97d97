/* SPDX-License-Identifier: Apache-2.0 */
/* atomic - the same one cell, but read, added to and written in one go: right, and a queue. */
__kernel void reduce(__global const int *in, const uint n, __global int *out)
{
    const uint i = get_global_id(0);

    if (i < n)
        atomic_add(out, in[i]); // load, atomic
}
