/* SPDX-License-Identifier: Apache-2.0 */
/* strided-index - the same tree and cells, but by the first items: full waves. */
kernel void reduce(global const int *in, uint n, global int *out, local int *cells)
{
    const uint lid = get_local_id(0), size = get_local_size(0);
    const uint i = get_global_id(0);

    int sum = i < n ? in[i] : 0; // load/fetch
    cells[lid] = sum; // put
    for (uint stride = 1; stride < size; stride *= 2) {
        const uint cell = 2 * stride * lid;
        barrier(CLK_LOCAL_MEM_FENCE); // barrier
        if (cell + stride < size) {
            sum = cells[cell] + cells[cell + stride]; // get, merge
            cells[cell] = sum; // put
        }
    }
    if (lid == 0)
        out[get_group_id(0)] = sum; // leave/deliver
}
