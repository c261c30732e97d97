/* SPDX-License-Identifier: Apache-2.0 */
/*
 * row_sums - sums of many rows, segments or runs of floats that lie side by side, to results,
 * without a folder: finding a row's place and beginning its result takes 40 ns, in which vectors
 * add up a hundred elements. Neighbouring short rows are certified together, a block of elements at
 * a time: of f32 by the block's exponents, of f64 by what two grids leave. Rows of blocks that are
 * refused, and longer ones, have certificates of their own (short_sum.h).
 */
#ifndef CLREDUCE_FOLD_ROW_SUMS_H
#define CLREDUCE_FOLD_ROW_SUMS_H

#include "fold/places.h"

/* Whether the reduction's results can be such sums: `source` has its elements side by side, and
 * `arrays` receive the results. */
bool clri_row_sums_serve(const clri_fold_job *job, const clri_source *source,
                         const clri_folder *folder, const clr_host_arrays *arrays);

/* Writes results k to end - 1 up to one that it cannot tell, and returns that one's number, or
 * `end`. The rounding mode is set. `alone` is 0 at first: rows up to this one are summed up alone,
 * as a block was refused. */
uint64_t clri_row_sums(const clri_fold_job *job, const clri_fold_places *places,
                       const clri_source *source, const clri_folder *folder,
                       const clr_host_arrays *arrays, uint64_t k, uint64_t end, uint64_t *alone);

#endif
