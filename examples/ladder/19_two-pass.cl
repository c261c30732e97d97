/* SPDX-License-Identifier: Apache-2.0 */
/* two-pass - the same loads by groups that stay: tile after tile until all is done. */
kernel void reduce(global const int *in, uint n, global int *out, local int *cells)
{
    const uint lid = get_local_id(0), size = get_local_size(0);
    global const int4 *in4 = (global const int4 *)in;

    int4 four = 0;
    uint i = get_group_id(0) * 4 * size + lid;
    for (; i + 3 * size < n / 4; i += 4 * get_global_size(0))
        four += in4[i] + in4[i + size] + in4[i + 2 * size] + in4[i + 3 * size]; // load/fetch
    for (; i < n / 4; i += size)
        four += in4[i]; // load/fetch
    int sum = four.x + four.y + four.z + four.w;
    for (i = n / 4 * 4 + get_global_id(0); i < n; i += get_global_size(0))
        sum += in[i]; // load/fetch
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
        out[get_group_id(0)] = sum; // leave/deliver
}
