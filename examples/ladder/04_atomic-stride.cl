/* SPDX-License-Identifier: Apache-2.0 */
/* atomic-stride - each item adds up its share in a register, and queues once. */
__kernel void reduce(__global const int *in, const uint n, __global int *out)
{
    int sum = 0;
    for (uint i = get_global_id(0); i < n; i += get_global_size(0))
        sum += in[i]; // load
    atomic_add(out, sum); // atomic
}
