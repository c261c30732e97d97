/* SPDX-License-Identifier: Apache-2.0 */
/*
 * short_sum - sums of floats side by side, of a few or of some thousand, such as the rows of an
 * array, where beginning and ending a folder's result would take longer than its additions. One
 * pass has the sum, in one double or two, and a bound of what these have lost; a certificate says
 * that no number within the bound is rounded to another result. So it does not matter how far
 * exponents lie apart: what is in doubt are sums that cancel, or come close to the middle between
 * two floats, of which nothing is told, and the folder begins anew. The rounding mode is set, and
 * contraction off.
 */
#ifndef CLREDUCE_FOLD_SHORT_SUM_H
#define CLREDUCE_FOLD_SHORT_SUM_H

#include "fold/loops.h"

enum {
    CLRI_SHORT = 24,        /* elements whose pair is added up one by one */
    CLRI_ROW_MOST = 1 << 14 /* elements of a row: of more the folder's loops are as fast */
};

/* Whether the sum of 1 to CLRI_ROW_MOST elements is `*total`, rounded once: to a double, or, if it
 * is to be narrow, to an f32. */
bool clri_short_sum_f32(const clri_loops *loops, const float *x, size_t count, bool is_narrow,
                        double *total);
bool clri_short_sum_f64(const clri_loops *loops, const double *x, size_t count, double *total);

/* The totals of columns, or of rows, and which are known: where rounding is not in doubt (pair.h).
 * Of 0 the sign is the pair's. The pairs are of elements times `scale`, a power of two from 2^-64
 * on; of sums that may overflow those that are not finite are not known. Whether all totals are
 * known, and none is 0: else some may be. */
bool clri_pairs_round(const clri_loops *loops, const clri_columns *columns, size_t from,
                      size_t count, bool is_narrow, bool may_overflow, double scale, double *totals,
                      bool *are_known);

/* Whether elements of such a size may have no sum. */
bool clri_are_large(uint64_t most);

/*
 * Adds elements as a pair of doubles by TwoSum (Knuth, The Art of Computer Programming 2, 4.2.2).
 * False: something was lost, or is not finite, for which the error is a NaN.
 */
bool clri_short_sum_pair(const double *x, size_t count, double pair[2]);

#endif
