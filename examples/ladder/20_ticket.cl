/* SPDX-License-Identifier: Apache-2.0 */
/* ticket - the group that draws the last number folds all sums: one launch. It needs
 * OpenCL C 2.0's fences and atomics of device scope. */
static int tree(local int *cells, int sum)
{
    const uint lid = get_local_id(0), size = get_local_size(0);

    cells[lid] = sum; // put
    for (uint active = size, stride; active > 1; active = stride) {
        stride = (active + 1) / 2;
        barrier(CLK_LOCAL_MEM_FENCE); // barrier
        if (lid + stride < active) {
            sum += cells[lid + stride]; // get, merge
            cells[lid] = sum; // put
        }
    }
    return sum;
}

kernel void reduce(global const int *in, uint n, global int *out, local int *cells,
                   global int *sums, volatile global atomic_uint *ticket)
{
    const uint lid = get_local_id(0), size = get_local_size(0);
    global const int4 *in4 = (global const int4 *)in;
    local uint drawn[1];

    int4 four = 0;
    uint i = get_group_id(0) * 4 * size + lid;
    for (; i + 3 * size < n / 4; i += 4 * get_global_size(0))
        four += in4[i] + in4[i + size] + in4[i + 2 * size] + in4[i + 3 * size]; // load
    for (; i < n / 4; i += size)
        four += in4[i]; // load
    int sum = four.x + four.y + four.z + four.w;
    for (i = n / 4 * 4 + get_global_id(0); i < n; i += get_global_size(0))
        sum += in[i]; // load
    sum = tree(cells, sum);
    if (lid == 0) {
        sums[get_group_id(0)] = sum; // leave
        atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_device);
        *drawn = atomic_fetch_add_explicit(ticket, 1u, memory_order_acq_rel, // draw
                                           memory_scope_device);
    }
    barrier(CLK_LOCAL_MEM_FENCE); // barrier
    if (*drawn != get_num_groups(0) - 1)
        return; /* the whole group does, so that no barrier is missed */
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, memory_scope_device);
    sum = 0;
    for (uint k = lid; k < get_num_groups(0); k += size)
        sum += sums[k]; // fetch
    sum = tree(cells, sum);
    if (lid == 0)
        *out = sum; // deliver
}
