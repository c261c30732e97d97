/* SPDX-License-Identifier: Apache-2.0 */
#include "fold/short_sum.h"
#include "fold/pair.h"

#include <string.h>

/* Exponent fields from this one on: 2^14 such numbers may have no sum. */
enum { LARGE_F64 = CLRI_ENDLESS_F64 - 16 };

/* ---- certificates ---- */

/* The one NaN, as results have it. */
static double settle_nan(double x)
{
    return x == x ? x : clri_f64_of_bits(CLRI_NAN_F64);
}

static bool rounds_f64(const clri_pair *pair, double *total)
{
    const clri_pair near = clri_pair_settle(*pair);

    *total = near.sum;
    return clri_pair_is_f64(near);
}

static bool rounds(const clri_pair *pair, bool is_narrow, double *total)
{
    float narrow;

    if (!is_narrow)
        return rounds_f64(pair, total);
    if (!clri_pair_is_f32(clri_pair_settle(*pair), &narrow))
        return false;
    *total = (double)narrow;
    return true;
}

bool clri_pairs_round(const clri_loops *loops, const clri_columns *columns, size_t from,
                      size_t count, bool is_narrow, bool may_overflow, double scale, double *totals,
                      bool *are_known)
{
    memset(are_known, true, count * sizeof *are_known);
    if (scale == 1 && loops->add_up_pairs(columns, from, count, is_narrow, totals))
        return true;
    if (is_narrow)
        loops->round_f32(columns, from, count, totals, are_known);
    else
        loops->round_f64(columns, from, count, scale, totals, are_known);
    for (size_t i = 0; i < count; i++)
        if (!are_known[i] && !clri_is_finite(columns->sum[from + i])) {
            totals[i] = settle_nan(columns->sum[from + i]);
            are_known[i] = !may_overflow;
        }
    return false;
}

/* ---- rows ---- */

bool clri_are_large(uint64_t most)
{
    return most >> 52 > LARGE_F64;
}

/* What is not finite is a part of sums that cannot overflow, too: of elements 2^-64 times as large.
 */
static bool add_scaled(const clri_loops *loops, const double *x, size_t count, double *total)
{
    const clri_pair pair = loops->pair_f64(x, count, 0x1p-64);

    *total = settle_nan(pair.sum);
    if (!clri_is_finite(pair.sum))
        return true;
    if (!rounds_f64(&pair, total) || fabs(*total) < 0x1p-900)
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
    if (clri_are_large(most))
        return add_scaled(loops, x, count, total);
    pair = loops->pair_f64(x, count, 1);
    return clri_is_finite(pair.sum) ? rounds_f64(&pair, total) : add_scaled(loops, x, count, total);
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
    return !clri_is_finite(pair.sum) || rounds(&pair, is_narrow, total) ||
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
    return lost == 0 && clri_is_finite(sum);
}
