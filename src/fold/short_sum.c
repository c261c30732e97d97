/* SPDX-License-Identifier: Apache-2.0 */
#include "fold/short_sum.h"
#include "fold/bits.h"

#include <math.h>

/* ---- certificates ---- */

static bool is_finite(double x)
{
    return clri_bits_of_f64(x) << 1 < CLRI_INFINITY_F64 << 1;
}

/* The pair as the nearest double and what that leaves, and how far from both the sum may be:
 * somewhat more than the bound, for the roundings of sums with it. 0 if the bound is. */
static clri_pair settle(const clri_pair *pair)
{
    const double sum = pair->rest == 0 ? pair->sum : pair->sum + pair->rest;
    const double back = sum - pair->sum;
    const double rest = (pair->sum - (sum - back)) + (pair->rest - back);
    const double bound = pair->bound;

    return (clri_pair){sum, rest, bound == 0 ? 0 : bound + (fabs(rest) + bound) * 0x1p-50};
}

/* Sums are rounded monotonically: where both ends of what is possible come to one double, all
 * between does. */
bool clri_pair_rounds_f64(const clri_pair *pair, double *total)
{
    const clri_pair near = settle(pair);

    *total = near.sum;
    if (near.sum == 0)
        return near.bound == 0;
    return near.sum + (near.rest - near.bound) == near.sum &&
           near.sum + (near.rest + near.bound) == near.sum && is_finite(near.sum);
}

/* As above, with ends that are doubles, which a part of 2^52 of the sum widens for their own
 * roundings. */
bool clri_pair_rounds_f32(const clri_pair *pair, float *total)
{
    const clri_pair near = settle(pair);
    const double reach = fabs(near.rest) + near.bound;
    const double margin = reach == 0 ? 0 : reach + fabs(near.sum) * 0x1p-52;

    *total = (float)(near.sum - margin);
    return clri_bits_of_f32(*total) == clri_bits_of_f32((float)(near.sum + margin)) &&
           is_finite(near.sum) && (near.sum != 0 || margin == 0);
}

/* ---- rows ---- */

/* The one NaN, as results have it. */
static double settle_nan(double x)
{
    return x == x ? x : clri_f64_of_bits(CLRI_INFINITY_F64 | UINT64_C(1) << 51);
}

/* What is not finite is a part of sums that cannot overflow, too: of elements 2^-64 times as large,
 * without those that are below 2^-900, for products that are subnormal take a hundred times as long.
 */
static bool add_scaled(const clri_loops *loops, const double *x, size_t count, double *total)
{
    double scaled[CLRI_ROW_MOST];
    clri_pair pair;

    for (size_t i = 0; i < count; i++)
        scaled[i] = fabs(x[i]) < 0x1p-900 ? 0 : x[i] * 0x1p-64;
    pair = loops->pair_f64(scaled, count);
    *total = settle_nan(pair.sum);
    if (!is_finite(pair.sum))
        return true;
    pair.bound += (double)count * 0x1p-964;
    if (!clri_pair_rounds_f64(&pair, total) || fabs(*total) < 0x1p-900)
        return false;
    *total *= 0x1p64;
    return true;
}

bool clri_short_sum_f64(const clri_loops *loops, const double *x, size_t count, double *total)
{
    const clri_pair pair = loops->pair_f64(x, count);

    return is_finite(pair.sum) ? clri_pair_rounds_f64(&pair, total)
                               : add_scaled(loops, x, count, total);
}

bool clri_short_sum_f32(const clri_loops *loops, const float *x, size_t count, float *total)
{
    const clri_pair pair = loops->pair_f32(x, count);

    *total = (float)settle_nan(pair.sum);
    return !is_finite(pair.sum) || clri_pair_rounds_f32(&pair, total);
}

/* ---- pairs that are the sum ---- */

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
    return lost == 0 && is_finite(sum);
}
