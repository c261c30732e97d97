/* SPDX-License-Identifier: Apache-2.0 */
/* hint: spread over 4 waves.*Lanes at work should be neighbours */
static uint mine(uint lid, uint step, uint size)
{
    return lid;
}

static uint other(uint lid, uint step, uint size)
{
    return lid % (2u << step) == 0 ? lid + (1u << step) : size;
}

kernel void reduce(global const int *in, uint n, global int *out, local int *cells)
{
    const uint lid = get_local_id(0), size = get_local_size(0);
    const uint i = get_global_id(0);

    cells[lid] = i < n ? in[i] : 0;
    for (uint step = 0; 1u << step < size; step++) {
        const uint from = other(lid, step, size);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (from < size)
            cells[mine(lid, step, size)] += cells[from];
    }
    if (lid == 0)
        out[get_group_id(0)] = cells[0];
}
