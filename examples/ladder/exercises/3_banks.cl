/* SPDX-License-Identifier: Apache-2.0 */
/* banks - the third exercise: in step `step`, item `lid` of a group of `size` (a power of two) adds cell
 * other() to cell mine(); where other() is size, it adds nothing. The tree is right, and its waves
 * are full. But neighbours touch cells far apart, many of them in one bank. */
static uint mine(uint lid, uint step, uint size)
{
    /* Yours: another cell. */
    return lid * (2u << step);
}

static uint other(uint lid, uint step, uint size)
{
    /* Yours: another cell, and another end. */
    const uint cell = lid * (2u << step) + (1u << step);
    return cell < size ? cell : size;
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
