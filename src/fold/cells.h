/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cells - reductions by label without a sort: a cell of memory for each label, to which its
 * elements are added as they come. Sorted entries of 10^6 f64 take some 100 ns each, as they are
 * read in another order than they lie in; cells take 2 to 4, what counting by label costs
 * (docs/history/2026-11-30-host-fold.md).
 *
 * A cell of sums is an integer of two words. Floats are in fixed point, whose unit goes by the
 * largest element: bits below the last place of the second word are lost. A label that has lost
 * bits is doubtful: its elements are sorted after all, together with the elements of other doubtful
 * labels; if many of the first elements are lost, all elements are sorted. What is not finite
 * decides a label's result, whatever its cell has. So cells have the sums of tame data, and no data
 * are much slower than sorted ones. Cells of extremes have a key and the number of the first
 * element that has it, of first and last a number and the element's bits.
 *
 * What cells do not serve is sorted: maps and conditions, axes, states of bits (bitwise operators,
 * any and all, products of integers), floats of 16 bits, dot, squares of f64 and of integers of 64
 * bits, 2^31 entries and more, accumulators that ignore NaNs.
 */
#ifndef CLREDUCE_FOLD_CELLS_H
#define CLREDUCE_FOLD_CELLS_H

#include "fold/places.h"

/* A label's mark beside CLRI_SEEN_NAN, _PLUS and _MINUS. */
enum { CLRI_CELL_LOST = 1 << 7 };

typedef struct clri_cells {
    uint64_t results;
    clri_fixed values_unit, products_unit; /* of floats */
    /* One cell more than there are results: elements that no result has go there. NULL: not kept.
     */
    clri_words *values, *products, *extremes;
    uint32_t *counts;    /* elements of each label, if results depend on them */
    uint8_t *doubtful;   /* of each label whether its sum may not be what the cell has:
                            CLRI_CELL_LOST,   and CLRI_SEEN_... of what is not finite */
    bool are_all;        /* all labels are doubtful, whatever `doubtful` has */
    bool has_minus_zero; /* some element is -0: a label whose sum is 0 is doubtful, as it may have
                            elements of -0 alone; `doubtful` is there, for the caller to mark it */
} clri_cells;

typedef enum clri_cell { CLRI_CELL_NOTHING, CLRI_CELL_KNOWN, CLRI_CELL_DOUBTFUL } clri_cell;

/* Whether cells have the reduction that the folder is set to, and there are not many more labels
 * than entries. `source` has no evaluator, and `to_states` says that accumulators are wanted. */
bool clri_cells_serve(const clri_fold_job *job, const clri_source *source,
                      const clri_folder *folder, bool to_states);

/* Folds all entries, by `threads` threads. CLR_ERROR_MEMORY; `cells` are to be forgotten
 * in any case. */
clr_status clri_cells_fold(const clri_fold_job *job, const clri_source *source,
                           const clri_folder *folder, bool to_states, unsigned threads,
                           clri_cells *cells, clri_error *error);
void clri_cells_forget(clri_cells *cells);

/* Adds `count` elements, from number `from` on, to the cells of extremes at their places, by their
 * keys, or of first and last by their numbers (cells_extremes.c). */
void clri_cells_take_keys(clri_cells *cells, const clri_folder *folder, const uint32_t *places,
                          const int64_t *keys, uint64_t from, size_t count);
void clri_cells_take_ends(clri_cells *cells, const clri_folder *folder, const uint32_t *places,
                          const void *x, uint64_t from, size_t count);

/* Merges a thread's cells of extremes into another's. */
void clri_cells_merge_extremes(const clri_folder *folder, clri_cells *to, const clri_cells *from);

/* Makes a sum's result of its cell alone, where the folder has results of few elements at hand
 * (clri_folder.adds_short) and the label is not doubtful. False: clri_cells_put() has to tell. */
bool clri_cells_short_result(const clri_cells *cells, uint64_t label, const clri_folder *folder,
                             clri_state_result *result);

/* Makes a label's result the folder's, which then has its state and result. */
clri_cell clri_cells_put(const clri_cells *cells, uint64_t label, clri_folder *folder);

#endif
