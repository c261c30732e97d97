/* SPDX-License-Identifier: Apache-2.0 */
/*
 * evaluator - maps and conditions on the host. The expression's tree becomes a list of steps, and a
 * step is one operation on all elements of a tile: its loop has no branches and runs at the speed
 * of vectors, where walking the tree for each element would cost a jump a node. It stands between
 * what reads elements (element_source.h) and the folder, which gets the map's values in place of
 * elements, and none of the elements that the condition leaves out.
 *
 * Only operations whose value is the same on every device are steps (operation.h): else the host's
 * answer would be another than the device's, and nobody could say which of them is right. The
 * caller has set the rounding mode; the evaluator serves results one after the other.
 */
#ifndef CLREDUCE_FOLD_EVALUATOR_H
#define CLREDUCE_FOLD_EVALUATOR_H

#include "fold/folder.h"
#include "problem/request.h"

typedef struct clri_evaluator clri_evaluator;

/* CLR_OK, or CLR_ERROR_UNSUPPORTED with the operation that devices may compute otherwise; `what`
 * the expression is called. */
clr_status clri_evaluable(const clri_expression *expression, const char *what, clri_error *error);

/* Makes an evaluator, or makes it another reduction's, whose map and condition are evaluable.
 * `scalars`: those of the run; `most`: elements of a result at most. CLR_ERROR_MEMORY. */
clr_status clri_evaluator_set(clri_evaluator **evaluator, const clri_request *request, size_t index,
                              const double *scalars, uint64_t most, clri_error *error);
void clri_evaluator_destroy(clri_evaluator *evaluator);

/* Begins a result in which n is `total`. */
void clri_evaluator_begin(clri_evaluator *evaluator, uint64_t total);

/* Folds what the map makes of the elements that the condition takes. */
void clri_evaluator_take(clri_evaluator *evaluator, const clri_tile *tile, clri_folder *folder);

#endif
