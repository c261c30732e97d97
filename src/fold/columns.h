/* SPDX-License-Identifier: Apache-2.0 */
/*
 * columns - sums of neighbouring columns of floats, to results, without a folder: of an array whose
 * inner axis is kept a column's elements lie apart, and a cache line has one of each of its
 * columns. Columns are added up side by side, a tile of rows at a time, as vectors lie in memory:
 * exactly as long as each column's numbers let it (of f64 two grids, of f32 their exponents), then
 * as pairs with what these lose. A column whose rounding is in doubt is left to its folder.
 */
#ifndef CLREDUCE_FOLD_COLUMNS_H
#define CLREDUCE_FOLD_COLUMNS_H

#include "fold/panel.h"
#include "fold/places.h"

/* Whether the reduction's results can be such sums: neighbours lie side by side, in the input and
 * in `arrays`, which receive the results. */
bool clri_columns_serve(const clri_fold_job *job, const clri_source *source,
                        const clri_folder *folder, const clr_host_arrays *arrays);

/* Writes results of columns from k on, below `end`, which are at least one. The rounding mode is
 * set. */
void clri_columns_fold(const clri_fold_job *job, const clri_source *source,
                       const clri_folder *folder, const clr_host_arrays *arrays, uint64_t k,
                       uint64_t end, clri_panel *panel);

#endif
