/* SPDX-License-Identifier: Apache-2.0 */
/* radix-select - a group finds the number of a rank in its row, a digit at a time: it counts keys
 * by their digit, and goes on with those in the bin in which the rank lies. */
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

/* Bin b gets the sum of bins 0 to b, in as many steps as a digit has bits; which is an even number,
 * so that the sums end where the counts were. */
static void scan(local uint *bins, local uint *other)
{
    for (uint stride = 1; stride < BINS; stride *= 2) {
        for (uint b = get_local_id(0); b < BINS; b += get_local_size(0))
            other[b] = bins[b] + (b < stride ? 0 : bins[b - stride]);
        barrier(CLK_LOCAL_MEM_FENCE);
        local uint *const sums = other;
        other = bins;
        bins = sums;
    }
}

kernel void kth(global const float *in, uint n, uint rank, global float *out)
{
    const uint lid = get_local_id(0), size = get_local_size(0);
    global const float *row = in + get_group_id(0) * (size_t)n;
    local uint bins[BINS], other[BINS], found[2];

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
        scan(bins, other);
        for (uint b = lid; b < BINS; b += size) {
            const uint before = b == 0 ? 0 : bins[b - 1];
            if (before <= rank && rank < bins[b]) { /* one bin of all */
                found[0] = b;
                found[1] = rank - before;
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
