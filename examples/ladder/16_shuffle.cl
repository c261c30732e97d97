/* SPDX-License-Identifier: Apache-2.0 */
/* shuffle - items of a sub-group pass sums by register. It needs OpenCL C 2.0 and
 * cl_khr_subgroup_shuffle. */
#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle : enable

static int sub_fold(int sum, uint lane)
{
    for (uint active = get_sub_group_size(), stride; active > 1; active = stride) {
        stride = (active + 1) / 2;
        const uint from = lane + stride < active ? lane + stride : lane;
        const int other = sub_group_shuffle(sum, from); // shuffle
        if (from != lane)
            sum += other; // merge
    }
    return sum;
}

kernel void reduce(global const int *in, uint n, global int *out, local int *cells)
{
    const uint lane = get_sub_group_local_id(), lanes = get_sub_group_size();

    int sum = 0;
    for (uint i = get_global_id(0); i < n; i += get_global_size(0))
        sum += in[i]; // load/fetch
    sum = sub_fold(sum, lane);
    if (lane == 0)
        cells[get_sub_group_id()] = sum; // put
    barrier(CLK_LOCAL_MEM_FENCE); // barrier
    if (get_sub_group_id() != 0)
        return; /* there is no barrier left to be missed */
    sum = 0;
    for (uint sub = lane; sub < get_num_sub_groups(); sub += lanes)
        sum += cells[sub]; // get
    sum = sub_fold(sum, lane);
    if (lane == 0)
        out[get_group_id(0)] = sum; // leave/deliver
}
