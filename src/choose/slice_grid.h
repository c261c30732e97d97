/* SPDX-License-Identifier: Apache-2.0 */
/*
 * slice_grid - few results of many elements that do not lie in one piece: how they are cut into
 * slices, and how groups of items share those out (cl/reduce_slices.cl). Pure.
 */
#ifndef CLREDUCE_CHOOSE_SLICE_GRID_H
#define CLREDUCE_CHOOSE_SLICE_GRID_H

#include "choose/row_grid.h"

typedef struct clri_slice_grid {
    uint32_t slices;        /* of each result */
    uint64_t groups;        /* of a launch */
    uint64_t rows_a_launch; /* results whose states there is room for: of columns all of them */
    uint64_t length;        /* of a slice: elements of a column, or vectors of lines */
    uint32_t folded;        /* results, a power of two, whose states one group folds */
    bool are_columns;       /* else lines; if so: */
    clri_item_grid items;   /* vectors of results, ... */
    uint32_t abreast;       /* ... of which a group has so many ... */
    uint32_t across;        /* ... and so many groups all */
} clri_slice_grid;

/* Columns and lines. `slices` is 0 where the results are of another kind, or too short. */
clri_slice_grid clri_slices_share(const clri_choice *items, const clri_rows *rows);

/* As clri_way_of_axes(), or slices: of columns that are few and long, and of lines that groups
 * would take element by element. */
clri_way clri_way_with_slices(const clri_choice *items, const clri_choice *groups,
                              const clri_rows *rows);

#endif
