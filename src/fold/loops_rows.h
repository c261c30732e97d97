/* SPDX-License-Identifier: Apache-2.0 */
/* loops_rows - part of loops_text.h: sums of neighbouring short rows. */
#ifndef CLREDUCE_FOLD_LOOPS_ROWS_H
#define CLREDUCE_FOLD_LOOPS_ROWS_H

#include "fold/loops_floats.h"

/* ---- rows ---- */

enum { ROW_BITS = 6 };
_Static_assert((int)CLRI_ROWS_LENGTH == 1 << ROW_BITS, "elements of a row");

/* All are multiples of the smallest one's last place, 2^53 of which are more than the sum of a row
 * of the largest: no addition rounds, in whatever order. */
static bool rows_f32(const float *x, size_t count, const uint32_t *ends, size_t rows,
                     double *totals)
{
    const clri_survey survey = survey_f32(x, count);
    size_t at = 0;

    if (survey.most >= CLRI_INFINITY_F32 ||
        (survey.most >> 23) + 25 + ROW_BITS > (survey.least >> 23) + 53)
        return false;
    for (size_t k = 0; k < rows; k++) {
        double sum = (double)x[at];

        for (at++; at < ends[k]; at++)
            sum += (double)x[at];
        totals[k] = sum;
    }
    return true;
}

/* Each number is cut at a grid of which row's sums are exact; so are those of what it leaves, if
 * that has a grid, too. */
static bool rows_f64(const double *x, size_t count, const uint32_t *ends, size_t rows,
                     double *totals)
{
    const clri_survey survey = survey_f64(x, count);
    const int exponent = (int)(survey.most >> 52) - 1022;
    const int first = exponent + ROW_BITS + 1, second = first - 52 + ROW_BITS + 1;
    double cut[CLRI_FOLD_BLOCK], left[CLRI_FOLD_BLOCK];
    uint64_t lost = 0;
    size_t at = 0;

    if (first > 1023 || second < -900)
        return false;
    const double coarse = 1.5 * power_of_two(first), fine = 1.5 * power_of_two(second);

    for (size_t i = 0; i < count; i++) {
        const double part = (coarse + x[i]) - coarse, rest = x[i] - part;

        cut[i] = part;
        left[i] = rest;
        lost |= clri_bits_of_f64(rest - ((fine + rest) - fine));
    }
    if (lost << 1)
        return false;
    for (size_t k = 0; k < rows; k++) {
        double sum = cut[at], rest = left[at];

        for (at++; at < ends[k]; at++) {
            sum += cut[at];
            rest += left[at];
        }
        totals[k] = sum + rest;
    }
    return true;
}

#endif
