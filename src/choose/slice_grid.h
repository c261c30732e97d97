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
    uint32_t dealt;         /* columns that each one is taken for, or 1 */
    uint32_t rest;          /* elements of a column that are in none of those */
} clri_slice_grid;

/* Columns and lines. `slices` is 0 where the results are of another kind, or too short. */
clri_slice_grid clri_slices_share(const clri_choice *items, const clri_rows *rows);

/*
 * Few columns that are no whole vectors, but lie in one piece, dealt out to more: of `dealt` rows
 * in turn each is of columns of their own, every `dealt`th element of one. So they lie as
 *
 *     a b c | d e f | g h i | j k l        four rows of three columns, or
 *     a b c   d e f   g h i   j k l        one row of twelve, three vectors
 *
 * and so do the states that slices leave: `dealt` as many slices of as many columns as there are.
 */
clri_rows clri_columns_dealt(const clri_rows *rows, uint32_t dealt);

/* As clri_way_of_axes(), or slices: of columns that are few and long, and of lines that groups
 * would take element by element. */
clri_way clri_way_with_slices(const clri_choice *items, const clri_choice *groups,
                              const clri_rows *rows);

#endif
