/* SPDX-License-Identifier: Apache-2.0 */
/* early-return - wrong: items beyond the end leave, and others wait at a barrier. */
kernel void reduce(global const int *in, uint n, global int *out, local int *cells)
{
    const uint lid = get_local_id(0), size = get_local_size(0);
    const uint i = get_global_id(0);

    if (i >= n)
        return;
    int sum = in[i]; // load/fetch
    cells[lid] = sum; // put
    for (uint stride = 1; stride < size; stride *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE); // barrier
        if (lid % (2 * stride) == 0 && lid + stride < size) {
            sum += cells[lid + stride]; // get, merge
            cells[lid] = sum; // put
        }
    }
    if (lid == 0)
        out[get_group_id(0)] = sum; // leave/deliver
}
