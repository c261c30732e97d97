/* SPDX-License-Identifier: Apache-2.0 */
/*
 * short_sum - sums of few floats side by side, such as the rows of a narrow array, where beginning
 * and ending a folder's result would take longer than its additions. One loop has the sum, and
 * whether it is certain: f32 by the distance of their exponents, f64 by errors of which nothing is
 * lost. Of data that is not certain, such as sums that cancel over hundreds of binades, nothing is
 * told, and the folder begins anew. The rounding mode is set, and contraction off.
 */
#ifndef CLREDUCE_FOLD_SHORT_SUM_H
#define CLREDUCE_FOLD_SHORT_SUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CLRI_SHORT = 24 }; /* elements; of more the folder's loops are as fast */

/*
 * Whether the sum of 1 to CLRI_SHORT elements is `*total`, rounded once; of f32 not rounded at all,
 * as it is a double. False of sums that are 0, too, whose sign goes by what all elements are.
 */
bool clri_short_sum_f32(const float *x, size_t count, double *total);
bool clri_short_sum_f64(const double *x, size_t count, double *total);

/*
 * Adds elements as a pair of doubles by TwoSum (Knuth, The Art of Computer Programming 2, 4.2.2).
 * False: something was lost, or is not finite, for which the error is a NaN.
 */
bool clri_short_sum_pair(const double *x, size_t count, double pair[2]);

#endif
