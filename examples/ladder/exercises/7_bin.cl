/* SPDX-License-Identifier: Apache-2.0 */
/* bin - the seventh exercise: keys are counted by a digit. But the next digit is found in the first bin,
 * whichever the rank lies in. */
#define BITS 8
#define BINS (1u << BITS)

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

kernel void kth(global const float *in, uint n, uint rank, global float *out)
{
    const uint lid = get_local_id(0), size = get_local_size(0);
    global const float *row = in + get_group_id(0) * (size_t)n;
    local uint bins[BINS], found[2];

    uint key = 0, known = 0; /* the digits found, and all bits of them */
    for (int shift = 32 - BITS; shift >= 0; shift -= BITS) {
        for (uint b = lid; b < BINS; b += size)
            bins[b] = 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint i = lid; i < n; i += size) {
            const uint mine = key_of(row[i]);
            if ((mine & known) == key)
                atomic_inc(&bins[mine >> shift & (BINS - 1)]);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lid == 0) {
            found[0] = 0;
            found[1] = rank;
            for (uint b = 0, before = 0; b < BINS; before += bins[b++]) {
                /* Yours: does the rank lie in this bin? And which rank is it among the keys there? */
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        key |= found[0] << shift;
        rank = found[1];
        known |= (BINS - 1) << shift;
    }
    if (lid == 0)
        out[get_group_id(0)] = number_of(key);
}
