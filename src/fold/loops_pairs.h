/* SPDX-License-Identifier: Apache-2.0 */
/* loops_pairs - part of loops_text.h: sums of floats as pairs of doubles, of any data. */
#ifndef CLREDUCE_FOLD_LOOPS_PAIRS_H
#define CLREDUCE_FOLD_LOOPS_PAIRS_H

#include "fold/loops_vector.h"
#include "fold/pair.h"

/* ---- pairs ---- */

/* Sums side by side by TwoSum, whose errors are added up by TwoSum, too; `lost` is what these
 * additions lose, without signs. It is 0 where nothing is lost: sums that cancel, or come to the
 * very middle between two floats, need to know that. */
typedef struct pairs {
    vector sum, rest, lost;
} pairs;

/* *sum += x; returns what that loses. */
static inline vector two_sum(vector *sum, vector x)
{
    const vector next = *sum + x, back = next - *sum;
    const vector error = (*sum - (next - back)) + (x - back);

    *sum = next;
    return error;
}

static inline double two_sum_of_one(double *sum, double x)
{
    const double next = *sum + x, back = next - *sum;
    const double error = (*sum - (next - back)) + (x - back);

    *sum = next;
    return error;
}

static inline void add_to_pairs(pairs *to, vector x)
{
    to->lost += magnitudes(two_sum(&to->rest, two_sum(&to->sum, x)));
}

static inline void merge_lanes(pairs *to, const pairs *from)
{
    add_to_pairs(to, from->sum);
    to->lost += from->lost + magnitudes(two_sum(&to->rest, from->rest));
}

static inline clri_pair merge_pairs(clri_pair a, clri_pair b)
{
    const double error = two_sum_of_one(&a.sum, b.sum);
    const double first = two_sum_of_one(&a.rest, error), second = two_sum_of_one(&a.rest, b.rest);

    a.bound += b.bound + (fabs(first) + fabs(second));
    return a;
}

/* Numbers below 2^-900 are left out, as sums and products that come to be subnormal take a hundred
 * times as long; of 0 the sign stays. */
#define LEAST_KEPT 0x1p-900

static inline double keep_one(double x, double scale, bool *is_dropped)
{
    const bool is_tiny = fabs(x) < LEAST_KEPT;

    *is_dropped |= is_tiny && x != 0;
    return is_tiny ? copysign(0, x) : x * scale;
}

/* Of few elements, one by one. */
static clri_pair short_pair(const double *x, size_t count, double scale)
{
    bool is_dropped = false;
    double sum = keep_one(x[0], scale, &is_dropped), rest = 0, lost = 0;

    for (size_t i = 1; i < count; i++) {
        const double error = two_sum_of_one(&sum, keep_one(x[i], scale, &is_dropped));

        lost += fabs(two_sum_of_one(&rest, error));
    }
    return (clri_pair){sum, rest,
                       lost * (1 + 0x1p-20) + (is_dropped ? (double)count * LEAST_KEPT : 0)};
}

static inline vector keep(vector x, vector scale, words *dropped)
{
    const words sign = (words){0} + (UINT64_C(1) << 63);
    const words is_tiny = (words)(magnitudes(x) < LEAST_KEPT + (vector){0});

    *dropped |= (words)x & is_tiny;
    return (vector)((words)x & (~is_tiny | sign)) * scale;
}

/* Elements side by side add up to lanes, and lanes in pairs. -0 changes no sum, not even its sign.
 */
static clri_pair long_pair(const double *x, size_t count, double scale)
{
    enum { VECTORS = 2 };
    const vector none = -(vector){0}, scales = scale + (vector){0};
    pairs lanes[VECTORS];
    clri_pair made[DOUBLES];
    words dropped = {0};
    bool is_dropped = false;
    size_t i = 0;

    for (size_t k = 0; k < VECTORS; k++)
        lanes[k] = (pairs){none, (vector){0}, (vector){0}};
    for (; i + VECTORS * DOUBLES <= count; i += VECTORS * DOUBLES)
        for (size_t k = 0; k < VECTORS; k++) {
            vector next;

            memcpy(&next, x + i + k * DOUBLES, sizeof next);
            add_to_pairs(&lanes[k], keep(next, scales, &dropped));
        }
    for (size_t k = 0; i < count; k++, i += DOUBLES) {
        const size_t some = count - i < DOUBLES ? count - i : DOUBLES;
        vector next = none;

        memcpy(&next, x + i, some * sizeof *x);
        add_to_pairs(&lanes[k], keep(next, scales, &dropped));
    }
    merge_lanes(&lanes[0], &lanes[1]);
    for (size_t k = 0; k < DOUBLES; k++)
        made[k] = (clri_pair){lanes[0].sum[k], lanes[0].rest[k], lanes[0].lost[k]};
    for (size_t used = DOUBLES; used > 1; used /= 2)
        for (size_t k = 0; k < used / 2; k++)
            made[k] = merge_pairs(made[k], made[k + used / 2]);
    for (size_t k = 0; k < DOUBLES; k++)
        is_dropped |= dropped[k] << 1 != 0;
    made[0].bound *= 1 + 0x1p-20; /* which has been rounded, too */
    made[0].bound += is_dropped ? (double)count * LEAST_KEPT : 0;
    return made[0];
}

static clri_pair pair_f64(const double *x, size_t count, double scale)
{
    return (count <= SHORT ? short_pair : long_pair)(x, count, scale);
}

/* In doubles, of which n additions lose n 2^-53 of the sum of all magnitudes at most: n times the
 * largest. They lose nothing if all elements are multiples of some last place, 2^53 of which are
 * more than n times the largest. */
static clri_pair pair_f32(const float *x, size_t count)
{
    const double all = (double)count;
    double sums[LANES], bound;
    uint32_t most = 0, least = UINT32_MAX;
    size_t i = 0;

    for (size_t k = 0; k < LANES; k++)
        sums[k] = -0.0;
    for (; i + LANES <= count; i += LANES)
        for (size_t k = 0; k < LANES; k++)
            sums[k] += (double)x[i + k];
    for (size_t k = 0; i + k < count; k++)
        sums[k] += (double)x[i + k];
    for (size_t used = count < LANES ? count : LANES, half; used > 1; used = half) {
        half = (used + 1) / 2;
        for (size_t k = 0; k + half < used; k++)
            sums[k] += sums[k + half];
    }
    for (i = 0; i < count; i++) {
        const uint32_t magnitude = clri_bits_of_f32(x[i]) & (UINT32_MAX >> 1);

        const uint32_t below = magnitude - 1; /* 0 becomes the largest */

        most = magnitude > most ? magnitude : most;
        least = below < least ? below : least;
    }
    bound = all * (double)clri_f32_of_bits(most);
    if (bound <= (double)clri_f32_of_bits(least & CLRI_INFINITY_F32) * 0x1p29)
        return (clri_pair){sums[0], 0, 0};
    return (clri_pair){sums[0], 0, bound * all * 0x1p-52};
}

/* ---- rounding ---- */

static inline clri_pair settled(const clri_columns *columns, size_t c)
{
    return clri_pair_settle(
        (clri_pair){columns->sum[c], columns->rest[c], columns->lost[c] * (1 + 0x1p-20)});
}

static void round_f64(const clri_columns *columns, size_t from, size_t count, double scale,
                      double *restrict totals, bool *restrict are_known)
{
    const double least = scale < 1 ? LEAST_KEPT : 0, back = 1 / scale;

    for (size_t i = 0; i < count; i++) {
        const clri_pair near = settled(columns, from + i);

        totals[i] = near.sum * back;
        are_known[i] = clri_pair_is_f64(near) & (fabs(near.sum) >= least);
    }
}

static void round_f32(const clri_columns *columns, size_t from, size_t count,
                      double *restrict totals, bool *restrict are_known)
{
    for (size_t i = 0; i < count; i++) {
        float total;

        are_known[i] = clri_pair_is_f32(settled(columns, from + i), &total);
        totals[i] = (double)total;
    }
}

/* Totals of pairs of which each is the sum, and finite. False: some are not. */
static bool add_up_pairs(const clri_columns *columns, size_t from, size_t count, bool is_narrow,
                         double *restrict totals)
{
    const uint64_t of_rest = is_narrow ? UINT64_MAX >> 1 : 0;
    uint64_t others = 0; /* by bits, for the vectoriser */

    for (size_t i = 0; i < count; i++) {
        const double rest = columns->rest[from + i], total = columns->sum[from + i] + rest;

        totals[i] = total;
        others |= clri_bits_of_f64(columns->lost[from + i]) | clri_bits_of_f64(total - total);
        others |= clri_bits_of_f64(rest) & of_rest;
        others |= total == 0 ? UINT64_MAX : 0; /* which has a sign */
    }
    return !others;
}

#endif
