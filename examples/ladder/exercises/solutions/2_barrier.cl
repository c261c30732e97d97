/* SPDX-License-Identifier: Apache-2.0 */
/* barrier, solved - in every turn all items wait, those without work, too. */
kernel void reduce(global const int *in, uint n, global int *out, local int *cells)
{
    const uint lid = get_local_id(0), size = get_local_size(0);
    const uint i = get_global_id(0);

    int sum = i < n ? in[i] : 0;
    cells[lid] = sum;
    for (uint stride = 1; stride < size; stride *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lid % (2 * stride) == 0 && lid + stride < size) {
            sum += cells[lid + stride];
            cells[lid] = sum;
        }
    }
    if (lid == 0)
        out[get_group_id(0)] = sum;
}
