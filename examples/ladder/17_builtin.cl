/* SPDX-License-Identifier: Apache-2.0 */
/* builtin - the driver's own tree: work_group_reduce_add() of OpenCL C 2.0. */
kernel void reduce(global const int *in, uint n, global int *out)
{
    int sum = 0;
    for (uint i = get_global_id(0); i < n; i += get_global_size(0))
        sum += in[i]; // load/fetch
    sum = work_group_reduce_add(sum); // collect
    if (get_local_id(0) == 0)
        out[get_group_id(0)] = sum; // leave/deliver
}
