/* SPDX-License-Identifier: Apache-2.0 */
/* key - the sixth exercise: the group halves a range of keys, which are unsigned integers. But a float's bits,
 * taken for one, are in the numbers' order as long as no number is negative. */
#define KEYS 32

/* In the numbers' order: -0 before +0, all NaNs last. */
static uint key_of(float number)
{
    const uint bits = as_uint(number);

    /* Yours: which bits of which numbers are to be turned over? */
    return bits;
}

static float number_of(uint key)
{
    /* Yours: and back. */
    return as_float(key);
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
    barrier(CLK_LOCAL_MEM_FENCE);
    return sum;
}

kernel void kth(global const float *in, uint n, uint rank, global float *out, local uint *cells)
{
    const uint lid = get_local_id(0), size = get_local_size(0);
    global const float *row = in + get_group_id(0) * (size_t)n;
    uint keys[KEYS], low = 0, high = 0xffffffff;

    for (uint k = 0, i = lid; k < KEYS; k++, i += size)
        keys[k] = i < n ? key_of(row[i]) : 0xffffffff;
    while (low < high) {
        const uint pivot = low + (high - low) / 2;
        uint count = 0;
        for (uint k = 0; k < KEYS; k++)
            count += keys[k] <= pivot;
        count = sum_of(cells, count);
        low = rank < count ? low : pivot + 1;
        high = rank < count ? pivot : high;
    }
    if (lid == 0)
        out[get_group_id(0)] = number_of(low);
}
