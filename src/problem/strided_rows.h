/* SPDX-License-Identifier: Apache-2.0 */
/*
 * strided_rows - rows: results whose elements lie along strided axes, with strides in elements.
 * Axes of one element are dropped and contiguous neighbours merged, so that most arrays come down
 * to one kept and one reduced axis, for which kernels have no loops over axes. Readers in
 * src/problem/shape make rows. Pure.
 */
#ifndef CLREDUCE_PROBLEM_STRIDED_ROWS_H
#define CLREDUCE_PROBLEM_STRIDED_ROWS_H

#include "base/status.h"

#include <stdbool.h>

/* An axis: its strides, in elements, in each input, in the arrays of results, and in the mask, if
 * there is one. */
typedef struct clri_axis {
    uint64_t extent;
    int64_t steps[CLR_INPUTS_MOST];
    int64_t result_step;
    int64_t mask_step;
} clri_axis;

/*
 * Results number 0 .. count - 1, of `length` elements each. Result numbers run over the kept axes,
 * a result's element numbers over the reduced axes. Both lists have the fastest axis first, as a
 * number is divided by its extent first (clri_axis_index()).
 */
typedef struct clri_rows {
    uint64_t count;
    uint64_t length;
    unsigned kept_rank;
    unsigned reduced_rank;
    clri_axis kept[CLR_RANK_MOST];
    clri_axis reduced[CLR_RANK_MOST];
} clri_rows;

/* A range of offsets, from `below` elements under an origin to `above` elements over it, both
 * included. */
typedef struct clri_reach {
    uint64_t below;
    uint64_t above;
} clri_reach;

/* The index along an axis of result, or element, number `*left`, which becomes the number for the
 * slower axes. Along the last axis the number is the index: no division. */
static inline int64_t clri_axis_index(const clri_axis *axis, bool is_last, uint64_t *left)
{
    const uint64_t whole = *left;

    *left = is_last ? 0 : whole / axis->extent;
    return (int64_t)(is_last ? whole : whole % axis->extent);
}

/* Adds axes 0 .. rank - 1, the slowest first as callers of the library list them, to rows whose
 * count and length are set and which have no axes yet; bit k of `reduced`: axis k is reduced. */
void clri_rows_merge(const clri_axis *axes, unsigned rank, uint32_t reduced, unsigned inputs,
                     clri_rows *rows);

/* CLR_ERROR_ARGUMENT for strides out of the address range, and for results that would be written
 * twice. */
clr_status clri_rows_check(const clri_rows *rows, unsigned inputs, clri_error *error);

/* For results that do not depend on the order of their elements: sorts the reduced axes by their
 * strides in the first input, the shortest first and strides of 0 last, and merges them again. */
void clri_rows_forget_order(clri_rows *rows, unsigned inputs);

/* The offsets of an input's elements, of the mask's, and of results, from that of element, or
 * result, 0. For checked rows that have elements, or results: else they mean nothing. */
clri_reach clri_rows_reach(const clri_rows *rows, unsigned input);
clri_reach clri_rows_mask_reach(const clri_rows *rows);
clri_reach clri_rows_result_reach(const clri_rows *rows);

/* Whether the elements of a result are contiguous, in every input. */
bool clri_rows_are_contiguous(const clri_rows *rows, unsigned inputs);

#endif
