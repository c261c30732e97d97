/* SPDX-License-Identifier: Apache-2.0 */
/* stride, solved - each step is as long as all items of all groups are many. */
kernel void reduce(global const int *in, uint n, global int *out, local int *cells)
{
    const uint lid = get_local_id(0), size = get_local_size(0);

    int sum = 0;
    for (uint i = get_global_id(0); i < n; i += get_global_size(0))
        sum += in[i];
    cells[lid] = sum;
    for (uint active = size, stride; active > 1; active = stride) {
        stride = (active + 1) / 2;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lid + stride < active) {
            sum += cells[lid + stride];
            cells[lid] = sum;
        }
    }
    if (lid == 0)
        atomic_add(out, sum);
}
