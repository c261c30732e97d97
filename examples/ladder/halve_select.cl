/* SPDX-License-Identifier: Apache-2.0 */
/* halve-select - a group finds the number of a rank in its row: items keep their keys in registers,
 * count those up to the middle of a range, and go on with the half in which the rank lies. */
#define KEYS 32

/* Unsigned integers in the numbers' order: -0 before +0, all NaNs last. */
static uint key_of(float number)
{
    const uint bits = as_uint(number);

    if (isnan(number))
        return 0xffffffff;
    return bits >> 31 ? ~bits : bits | 0x80000000;
}

static float number_of(uint key)
{
    return as_float(key >> 31 ? key & 0x7fffffff : ~key);
}

/* The sum over the group, for every item. */
static uint sum_of(local uint *cells, uint sum)
{
    const uint lid = get_local_id(0), size = get_local_size(0);

    cells[lid] = sum;
    for (uint active = size, stride; active > 1; active = stride) {
        stride = (active + 1) / 2;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lid + stride < active)
            cells[lid] += cells[lid + stride];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    sum = cells[0];
    barrier(CLK_LOCAL_MEM_FENCE); /* all have read it before the next sum is put there */
    return sum;
}

kernel void kth(global const float *in, uint n, uint rank, global float *out, local uint *cells)
{
    const uint lid = get_local_id(0), size = get_local_size(0);
    global const float *row = in + get_group_id(0) * (size_t)n;
    uint keys[KEYS];

    for (uint k = 0, i = lid; k < KEYS; k++, i += size)
        keys[k] = i < n ? key_of(row[i]) : 0xffffffff; /* above every pivot: counted by nobody */
    uint low = 0, high = 0xffffffff, below = 0, upto = n; /* how many keys are below, up to high */
    while (low < high && upto - below > 1) {
        const uint pivot = low + (high - low) / 2;
        uint count = 0;
        for (uint k = 0; k < KEYS; k++)
            count += keys[k] <= pivot;
        count = sum_of(cells, count);
        if (rank < count) {
            high = pivot;
            upto = count;
        } else {
            low = pivot + 1;
            below = count;
        }
    }
    if (low == high && lid == 0)
        out[get_group_id(0)] = number_of(low);
    for (uint k = 0, i = lid; low < high && k < KEYS; k++, i += size) {
        if (i < n && low <= keys[k] && keys[k] <= high) /* the only one */
            out[get_group_id(0)] = number_of(keys[k]);
    }
}
