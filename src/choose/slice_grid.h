/* SPDX-License-Identifier: Apache-2.0 */
/*
 * slice_grid - few results of many elements that are not contiguous, such as the columns of a tall
 * matrix: too few for an item each, and groups would read them element by element. They are cut
 * into slices, whose partials a second launch folds (cl/reduce_slices.cl). Here is how long slices
 * are and how groups share them out; 2^24 x 16 floats over axis 0 have 4190 GB/s so, 900 without
 * (docs/history/2026-11-23-columns-masks-keys-labels.md, "Slices"). Pure.
 */
#ifndef CLREDUCE_CHOOSE_SLICE_GRID_H
#define CLREDUCE_CHOOSE_SLICE_GRID_H

#include "choose/row_grid.h"

typedef struct clri_slice_grid {
    uint32_t slices;        /* of each result */
    uint64_t groups;        /* of a launch */
    uint64_t rows_a_launch; /* results with room for their partials; all columns have it */
    uint64_t length;        /* of a slice: elements of a column, or vectors of a line */
    uint32_t folded;        /* results, a power of two, whose partials a group folds */
    bool are_columns;       /* else lines; of columns alone: */
    clri_item_grid items;   /* vectors of results */
    uint32_t abreast;       /* vectors that a group has side by side */
    uint32_t across;        /* groups that have all vectors */
    uint32_t dealt;         /* columns that each column is dealt out to, or 1 */
    uint32_t rest; /* last elements of a column that make no whole deal: for the second launch */
} clri_slice_grid;

/* Slices of columns or lines. `slices` is 0 where results are of another kind, or too short. */
clri_slice_grid clri_slices_share(const clri_choice *items, const clri_rows *rows);

/*
 * Few columns that are no whole vectors, but lie in one piece, dealt out to more columns: element i
 * of a column goes to number i modulo `dealt` of its new columns. So elements lie as
 *
 *     a b c | d e f | g h i | j k l        four rows of three columns, or
 *     a b c   d e f   g h i   j k l        one row of twelve, three vectors
 *
 * and so do the states that slices leave: `dealt` as many slices of as many columns as there are.
 */
clri_rows clri_columns_dealt(const clri_rows *rows, uint32_t dealt);

/* clri_way_of_axes(), or slices: for few long columns, and for lines that groups would read element
 * by element. */
clri_way clri_way_with_slices(const clri_choice *items, const clri_choice *groups,
                              const clri_rows *rows);

#endif
