/* SPDX-License-Identifier: Apache-2.0 */
/* unroll-full - the group's size is known when compiled: every step is written out. */
#ifndef GROUP
#define GROUP 256
#endif

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
    const uint lid = get_local_id(0), size = GROUP;
    const uint i = get_group_id(0) * 2 * size + lid;

    int sum = i < n ? in[i] : 0; // load/fetch
    if (i + size < n)
        sum += in[i + size]; // load/fetch, merge
    cells[lid] = sum; // put
    sum = GROUP > 2048 ? take(cells, sum, 2048, size) : sum;
    sum = GROUP > 1024 ? take(cells, sum, 1024, size) : sum;
    sum = GROUP > 512 ? take(cells, sum, 512, size) : sum;
    sum = GROUP > 256 ? take(cells, sum, 256, size) : sum;
    sum = GROUP > 128 ? take(cells, sum, 128, size) : sum;
    sum = GROUP > 64 ? take(cells, sum, 64, size) : sum;
    sum = GROUP > 32 ? take(cells, sum, 32, size) : sum;
    sum = GROUP > 16 ? take(cells, sum, 16, size) : sum;
    sum = GROUP > 8 ? take(cells, sum, 8, size) : sum;
    sum = GROUP > 4 ? take(cells, sum, 4, size) : sum;
    sum = GROUP > 2 ? take(cells, sum, 2, size) : sum;
    sum = GROUP > 1 ? take(cells, sum, 1, size) : sum;
    if (lid == 0)
        out[get_group_id(0)] = sum; // leave/deliver
}
