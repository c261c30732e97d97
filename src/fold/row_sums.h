/* SPDX-License-Identifier: Apache-2.0 */
/*
 * row_sums - sums of many rows, segments or runs of floats that lie side by side, to results,
 * without a folder: finding a row's place and beginning its result takes 40 ns, in which vectors
 * add up a hundred elements. Neighbouring short rows make a block, which is summed up together:
 * exactly, if its numbers let it, else as pairs side by side. Longer rows have certificates of
 * their own (short_sum.h).
 */
#ifndef CLREDUCE_FOLD_ROW_SUMS_H
#define CLREDUCE_FOLD_ROW_SUMS_H

#include "fold/panel.h"
#include "fold/places.h"

/* Whether the reduction's results can be such sums: `source` has its elements side by side, and
 * `arrays` receive the results. */
bool clri_row_sums_serve(const clri_fold_job *job, const clri_source *source,
                         const clri_folder *folder, const clr_host_arrays *arrays);

/* Writes results of rows from k on, below `end`, which are at least one. The rounding mode is set.
 * `hard` is 0 at first: rows up to this one are not tried to be summed up exactly, as a block of
 * late could not be. */
void clri_row_sums(const clri_fold_job *job, const clri_fold_places *places,
                   const clri_source *source, const clri_folder *folder,
                   const clr_host_arrays *arrays, uint64_t k, uint64_t end, uint64_t *hard,
                   clri_panel *panel);

#endif
