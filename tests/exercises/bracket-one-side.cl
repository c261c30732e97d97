/* SPDX-License-Identifier: Apache-2.0 */
/* hint: wrong.*counts tell */
#define KEYS 32
#define SAMPLE 31
#define MARGIN 2

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
    barrier(CLK_LOCAL_MEM_FENCE);
    return sum;
}

/* How many of the group's keys there are up to the limit. */
static uint count_upto(local uint *cells, const uint *keys, uint limit)
{
    uint count = 0;

    for (uint k = 0; k < KEYS; k++)
        count += keys[k] <= limit;
    return sum_of(cells, count);
}

/* Every so-many-th key of the row, each put where it belongs: behind as many as are smaller. */
static void draw(global const float *row, uint n, local uint *drawn, local uint *sample)
{
    for (uint s = get_local_id(0); s < SAMPLE; s += get_local_size(0))
        drawn[s] = key_of(row[s * n / SAMPLE]);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint s = get_local_id(0); s < SAMPLE; s += get_local_size(0)) {
        uint place = 0;
        for (uint t = 0; t < SAMPLE; t++)
            place += drawn[t] < drawn[s] || (drawn[t] == drawn[s] && t < s);
        sample[place] = drawn[s];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}

kernel void kth(global const float *in, uint n, uint rank, global float *out, local uint *cells)
{
    const uint lid = get_local_id(0), size = get_local_size(0);
    global const float *row = in + get_group_id(0) * (size_t)n;
    local uint drawn[SAMPLE], sample[SAMPLE];
    uint keys[KEYS];

    for (uint k = 0, i = lid; k < KEYS; k++, i += size)
        keys[k] = i < n ? key_of(row[i]) : 0xffffffff;
    draw(row, n, drawn, sample);
    const uint place = rank * SAMPLE / n;
    uint low = place < MARGIN ? 0 : sample[place - MARGIN];
    uint high = place + MARGIN < SAMPLE ? sample[place + MARGIN] : 0xffffffff;
    const uint below = low == 0 ? 0 : count_upto(cells, keys, low - 1);
    const uint upto = high == 0xffffffff ? n : count_upto(cells, keys, high);
    if (rank < below) {
        high = low - 1;
        low = 0;
    }
    while (low < high) {
        const uint pivot = low + (high - low) / 2;
        const bool is_low = rank < count_upto(cells, keys, pivot);
        low = is_low ? low : pivot + 1;
        high = is_low ? pivot : high;
    }
    if (lid == 0)
        out[get_group_id(0)] = number_of(low);
}
