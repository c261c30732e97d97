/* SPDX-License-Identifier: Apache-2.0 */
/*
 * strided_rows - rows: results whose elements lie along strided axes, in elements; axes of one
 * element dropped, neighbours merged that lie as one. Shapes are read into them by
 * src/problem/shape. Pure.
 */
#ifndef CLREDUCE_PROBLEM_STRIDED_ROWS_H
#define CLREDUCE_PROBLEM_STRIDED_ROWS_H

#include "base/status.h"

#include <stdbool.h>

/* An axis: elements of each input from one index to the next, of the arrays of results, and of the
 * mask if there is one. */
typedef struct clri_axis {
    uint64_t extent;
    int64_t steps[CLR_INPUTS_MOST];
    int64_t result_step;
    int64_t mask_step;
} clri_axis;

/*
 * Results number 0 .. count - 1, of `length` elements each. The results' numbers run over the kept
 * axes, a result's elements over the reduced ones in row-major order; the fastest axis first.
 */
typedef struct clri_rows {
    uint64_t count;
    uint64_t length;
    unsigned kept_rank;
    unsigned reduced_rank;
    clri_axis kept[CLR_RANK_MOST];
    clri_axis reduced[CLR_RANK_MOST];
} clri_rows;

/* How far from its origin something reaches, in elements: both are 0 for one alone. */
typedef struct clri_reach {
    uint64_t below;
    uint64_t above;
} clri_reach;

/* Adds axes 0 .. rank - 1, the slowest first, to rows whose count and length are set: bit k of
 * `reduced` says that axis k is. */
void clri_rows_merge(const clri_axis *axes, unsigned rank, uint32_t reduced, unsigned inputs,
                     clri_rows *rows);

/* CLR_ERROR_ARGUMENT for strides that lead beyond all addresses, and for results that would be
 * written twice. */
clr_status clri_rows_check(const clri_rows *rows, unsigned inputs, clri_error *error);

/* Where it is all the same in which order a result's elements are numbered: reduced axes as they
 * lie in memory, axes along which an input repeats last, merged anew. */
void clri_rows_forget_order(clri_rows *rows, unsigned inputs);

/* What an input's elements reach; nothing if there are none. */
clri_reach clri_rows_reach(const clri_rows *rows, unsigned input);
clri_reach clri_rows_mask_reach(const clri_rows *rows);
clri_reach clri_rows_result_reach(const clri_rows *rows);

/* Whether the elements of a result lie one behind the other, in every input. */
bool clri_rows_are_contiguous(const clri_rows *rows, unsigned inputs);

#endif
