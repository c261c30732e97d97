/* SPDX-License-Identifier: Apache-2.0 */
/* collide - items add up alone, then share their group's one place: one share survives. */
kernel void reduce(global const int *in, uint n, global int *out)
{
    int sum = 0;
    for (uint i = get_global_id(0); i < n; i += get_global_size(0))
        sum += in[i]; // load/fetch
    out[get_group_id(0)] = sum; // write/deliver
}
