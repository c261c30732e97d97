/* SPDX-License-Identifier: Apache-2.0 */
/*
 * shape - which elements belong to which result, once axes are read: sizes in elements, axes of one
 * element dropped, neighbours merged that lie as one. Pure.
 */
#ifndef CLREDUCE_PROBLEM_SHAPE_H
#define CLREDUCE_PROBLEM_SHAPE_H

#include "base/status.h"

#include <stdbool.h>

/* By what a shape's results are carried on the device. */
typedef enum clri_carrier {
    CLRI_CARRIER_ONE,   /* one result of all elements */
    CLRI_CARRIER_ROWS,  /* strided axes */
    CLRI_CARRIER_SPANS, /* offsets in memory */
    CLRI_CARRIER_CELLS, /* an accumulator in memory for each label */
} clri_carrier;

/* An axis: elements of each input from one index to the next, of the arrays of results, and of the
 * mask if there is one. */
typedef struct clri_axis {
    uint64_t extent;
    int64_t steps[CLR_INPUTS_MOST];
    int64_t result_step;
    int64_t mask_step;
} clri_axis;

/*
 * Results number 0 .. count - 1, of `length` elements each. Their numbers run over the kept axes,
 * those of a result's elements over the reduced ones in row-major order; the fastest axis first.
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

/* Whether `shape` is one, and what messages call it. */
bool clri_shape_is_known(clr_shape shape);
const char *clri_shape_name(clr_shape shape);

/* By what a known shape is carried. */
clri_carrier clri_shape_carrier(clr_shape shape);

/*
 * Reads a caller's axes for so many inputs of elements of that size. CLR_ERROR_ARGUMENT with a
 * sentence for axes that cannot be, sizes that overflow, and results that would be written twice.
 */
clr_status clri_rows_read(const clr_axes *asked, unsigned inputs, size_t element_size,
                          clri_rows *rows, clri_error *error);

/* The same with a mask of such strides, NULL being row-major. */
clr_status clri_rows_read_masked(const clr_axes *asked, unsigned inputs, size_t element_size,
                                 const int64_t *mask_strides, clri_rows *rows, clri_error *error);

/* Where it is all the same in which order a result's elements are numbered: reduced axes as they
 * lie in memory, those along which it repeats last, merged anew. */
void clri_rows_forget_order(clri_rows *rows, unsigned inputs);

/* What an input's elements reach; nothing if there are none. */
clri_reach clri_rows_reach(const clri_rows *rows, unsigned input);
clri_reach clri_rows_mask_reach(const clri_rows *rows);
clri_reach clri_rows_result_reach(const clri_rows *rows);

/* Whether the elements of a result lie one behind the other, in every input. */
bool clri_rows_are_contiguous(const clri_rows *rows, unsigned inputs);

#endif
