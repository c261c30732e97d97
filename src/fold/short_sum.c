/* SPDX-License-Identifier: Apache-2.0 */
#include "fold/short_sum.h"
#include "fold/bits.h"

#include <math.h>

/* Exponent fields from this one on: 2^14 such numbers may have no sum. */
enum { LARGE_F64 = CLRI_ENDLESS_F64 - 16 };

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
    return x == x ? x : clri_f64_of_bits(CLRI_NAN_F64);
}

/* What is not finite is a part of sums that cannot overflow, too: of elements 2^-64 times as large.
 */
static bool add_scaled(const clri_loops *loops, const double *x, size_t count, double *total)
{
    const clri_pair pair = loops->pair_f64(x, count, 0x1p-64);

    *total = settle_nan(pair.sum);
    if (!is_finite(pair.sum))
        return true;
    if (!clri_pair_rounds_f64(&pair, total) || fabs(*total) < 0x1p-900)
        return false;
    *total *= 0x1p64;
    return true;
}

/* Two grids (float_sum.h) take many tame elements sooner than a pair does. */
static bool add_at_grids(const clri_loops *loops, const double *x, size_t count, uint64_t most,
                         double *total)
{
    double parts[2];

    if (most == 0 || most >= CLRI_INFINITY_F64 ||
        !loops->extract_f64(x, count, (int)(most >> 52) - 1022, parts))
        return false;
    *total = parts[0] + parts[1];
    return *total != 0;
}

bool clri_short_sum_f64(const clri_loops *loops, const double *x, size_t count, double *total)
{
    const bool are_many = count > CLRI_ROWS_LENGTH;
    const uint64_t most = are_many ? loops->survey_f64(x, count).most : 0;
    clri_pair pair;

    if (are_many && add_at_grids(loops, x, count, most, total))
        return true;
    if (most >> 52 > LARGE_F64)
        return add_scaled(loops, x, count, total);
    pair = loops->pair_f64(x, count, 1);
    return is_finite(pair.sum) ? clri_pair_rounds_f64(&pair, total)
                               : add_scaled(loops, x, count, total);
}

static double two_sum(double *sum, double x)
{
    const double next = *sum + x, back = next - *sum;
    const double error = (*sum - (next - back)) + (x - back);

    *sum = next;
    return error;
}

static void merge(clri_pair *to, const clri_pair *from)
{
    const double error = two_sum(&to->sum, from->sum);
    const double first = two_sum(&to->rest, error), second = two_sum(&to->rest, from->rest);

    to->bound = (to->bound + from->bound + (fabs(first) + fabs(second))) * (1 + 0x1p-20);
}

static bool rounds(const clri_pair *pair, bool is_narrow, double *total)
{
    float narrow;

    if (!is_narrow)
        return clri_pair_rounds_f64(pair, total);
    if (!clri_pair_rounds_f32(pair, &narrow))
        return false;
    *total = (double)narrow;
    return true;
}

/* As doubles, of which a pair bounds what is lost. */
static bool add_as_doubles(const clri_loops *loops, const float *x, size_t count, bool is_narrow,
                           double *total)
{
    clri_pair all = {-0.0, 0, 0};
    double wide[CLRI_FOLD_BLOCK];

    for (size_t i = 0, some; i < count; i += some) {
        some = count - i < CLRI_FOLD_BLOCK ? count - i : CLRI_FOLD_BLOCK;
        for (size_t k = 0; k < some; k++)
            wide[k] = (double)x[i + k];
        const clri_pair part = loops->pair_f64(wide, some, 1);
        merge(&all, &part);
    }
    return rounds(&all, is_narrow, total);
}

bool clri_short_sum_f32(const clri_loops *loops, const float *x, size_t count, bool is_narrow,
                        double *total)
{
    const clri_pair pair = loops->pair_f32(x, count);

    *total = settle_nan(pair.sum);
    return !is_finite(pair.sum) || rounds(&pair, is_narrow, total) ||
           add_as_doubles(loops, x, count, is_narrow, total);
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
