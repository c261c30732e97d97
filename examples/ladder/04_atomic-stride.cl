/* SPDX-License-Identifier: Apache-2.0 */
/* atomic-stride - each item adds up its share in a register, and queues once. */
kernel void reduce(global const int *in, uint n, global int *out)
{
    int sum = 0;
    for (uint i = get_global_id(0); i < n; i += get_global_size(0))
        sum += in[i]; // load
    atomic_add(out, sum); // atomic
}
