/* SPDX-License-Identifier: Apache-2.0 */
/* serial - items meet in local memory; item 0 adds up, and queues for its group. */
kernel void reduce(global const int *in, uint n, global int *out, local int *cells)
{
    const uint lid = get_local_id(0), size = get_local_size(0);
    const uint i = get_global_id(0);

    int sum = i < n ? in[i] : 0; // load
    cells[lid] = sum; // put
    barrier(CLK_LOCAL_MEM_FENCE); // barrier
    if (lid == 0) {
        for (uint k = 1; k < size; k++)
            sum += cells[k]; // get, merge
        atomic_add(out, sum); // atomic
    }
}
