/* SPDX-License-Identifier: Apache-2.0 */
/* atomic - read, add and write in one go: right, and everybody queues for one cell. */
kernel void reduce(global const int *in, uint n, global int *out)
{
    const uint i = get_global_id(0);

    if (i < n)
        atomic_add(out, in[i]); // load, atomic
}
