/* SPDX-License-Identifier: Apache-2.0 */
/* unroll-last - the last 32 items' steps are written out. Where those are one sub-group,
 * sub_group_barrier() does for barrier(). */
static int take(local int *cells, int sum, uint stride, uint active)
{
    const uint lid = get_local_id(0);

    barrier(CLK_LOCAL_MEM_FENCE); // barrier
    if (lid < stride && lid + stride < active) {
        sum += cells[lid + stride]; // get, merge
        cells[lid] = sum; // put
    }
    return sum;
}

kernel void reduce(global const int *in, uint n, global int *out, local int *cells)
{
    const uint lid = get_local_id(0), size = get_local_size(0);
    const uint i = get_group_id(0) * 2 * size + lid;

    int sum = i < n ? in[i] : 0; // load/fetch
    if (i + size < n)
        sum += in[i + size]; // load/fetch, merge
    cells[lid] = sum; // put
    for (uint active = size, stride; active > 32; active = stride) {
        stride = max((active + 1) / 2, 32u);
        sum = take(cells, sum, stride, active);
    }
    sum = take(cells, sum, 16, size);
    sum = take(cells, sum, 8, size);
    sum = take(cells, sum, 4, size);
    sum = take(cells, sum, 2, size);
    sum = take(cells, sum, 1, size);
    if (lid == 0)
        out[get_group_id(0)] = sum; // leave/deliver
}
