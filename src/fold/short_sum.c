/* SPDX-License-Identifier: Apache-2.0 */
#include "fold/short_sum.h"
#include "fold/bits.h"

/* Between the exponents of the largest and the smallest element: sums of CLRI_SHORT elements of 25
 * bits, for which 5 bits more will do, are doubles of 53. */
enum { DISTANCE_MOST = 53 - 25 - 5 };

bool clri_short_sum_f32(const float *x, size_t count, double *total)
{
    uint32_t least = UINT32_MAX, most = 0;
    double sum = 0;

    for (size_t i = 0; i < count; i++) {
        const uint32_t magnitude = clri_bits_of_f32(x[i]) & (UINT32_MAX >> 1);
        const uint32_t below = magnitude - 1; /* of zeros, which do not count, the largest number */

        least = below < least ? below : least;
        most = magnitude > most ? magnitude : most;
        sum += (double)x[i];
    }
    *total = sum;
    /* All are multiples of the smallest one's last place, 2^(least - 23) in exponents, and any
     * partial sum is below 2^(most + 1 + 5): within 53 bits of each other no addition rounds. */
    return most < CLRI_INFINITY_F32 && (most >> 23) <= (least >> 23) + DISTANCE_MOST && sum != 0;
}

bool clri_short_sum_pair(const double *x, size_t count, double pair[2])
{
    double sum = x[0], rest = 0, lost = 0;

    for (size_t i = 1; i < count; i++) {
        const double next = sum + x[i], back = next - sum;
        const double error = (sum - (next - back)) + (x[i] - back);
        const double all = rest + error, back_rest = all - rest;

        /* What this addition to `rest` lost: a NaN counts, too, as it equals nothing. */
        lost += (rest - (all - back_rest)) + (error - back_rest) == 0 ? 0 : 1;
        sum = next;
        rest = all;
    }
    pair[0] = sum;
    pair[1] = rest;
    return lost == 0 && clri_bits_of_f64(sum) << 1 < CLRI_INFINITY_F64 << 1;
}

bool clri_short_sum_f64(const double *x, size_t count, double *total)
{
    double pair[2];
    const bool is_certain = clri_short_sum_pair(x, count, pair);

    *total = pair[0] + pair[1];
    return is_certain && *total != 0;
}
