/* SPDX-License-Identifier: Apache-2.0 */
/* group-atomic - with so few groups, each may queue for the one cell. */
kernel void reduce(global const int *in, uint n, global int *out, local int *cells)
{
    const uint lid = get_local_id(0), size = get_local_size(0);

    int sum = 0;
    for (uint i = get_global_id(0); i < n; i += get_global_size(0))
        sum += in[i]; // load
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
        atomic_add(out, sum); // atomic
}
