/* SPDX-License-Identifier: Apache-2.0 */
/* sequential-host - the same kernel, launched once: the host adds up the rest. */
kernel void reduce(global const int *in, uint n, global int *out, local int *cells)
{
    const uint lid = get_local_id(0), size = get_local_size(0);
    const uint i = get_global_id(0);

    int sum = i < n ? in[i] : 0; // load
    cells[lid] = sum; // put
    for (uint active = size, stride; active > 1; active = stride) {
        stride = (active + 1) / 2;
        barrier(CLK_LOCAL_MEM_FENCE); // barrier
        if (lid + stride < active) {
            sum += cells[lid + stride]; // get, merge
            cells[lid] = sum; // put
        }
    }
    if (lid == 0)
        out[get_group_id(0)] = sum; // leave
}
