/* SPDX-License-Identifier: Apache-2.0 */
/* last, solved - of g groups the last one draws g - 1: all other sums are there. */
static int tree(local int *cells, int sum)
{
    const uint lid = get_local_id(0), size = get_local_size(0);

    cells[lid] = sum;
    for (uint active = size, stride; active > 1; active = stride) {
        stride = (active + 1) / 2;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lid + stride < active) {
            sum += cells[lid + stride];
            cells[lid] = sum;
        }
    }
    return sum;
}

kernel void reduce(global const int *in, uint n, global int *out, local int *cells,
                   global int *sums, volatile global atomic_uint *ticket)
{
    const uint lid = get_local_id(0), size = get_local_size(0);
    local uint drawn[1];

    int sum = 0;
    for (uint i = get_global_id(0); i < n; i += get_global_size(0))
        sum += in[i];
    sum = tree(cells, sum);
    if (lid == 0) {
        sums[get_group_id(0)] = sum;
        atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_device);
        *drawn = atomic_fetch_add_explicit(ticket, 1u, memory_order_acq_rel, memory_scope_device);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (*drawn != get_num_groups(0) - 1)
        return;
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, memory_scope_device);
    sum = 0;
    for (uint k = lid; k < get_num_groups(0); k += size)
        sum += sums[k];
    sum = tree(cells, sum);
    if (lid == 0)
        *out = sum;
}
