/* SPDX-License-Identifier: Apache-2.0 */
/*
 * selection - the rows of operators that select (selection.def): medians and quantiles, the k
 * largest, the mode, distinct values. They stand beside the operators that fold (operator.def) and
 * have no lift, no fold and no state: what is found in parts of an input cannot be merged, so all
 * elements of a result must be at hand. Pure.
 */
#ifndef CLREDUCE_PROBLEM_SELECTION_H
#define CLREDUCE_PROBLEM_SELECTION_H

#include "base/status.h"

#include <clreduce/clreduce.h>
#include <stdbool.h>

/* What is looked for among elements in order. */
typedef enum clri_finds {
    CLRI_FINDS_QUANTILES,
    CLRI_FINDS_BEST,
    CLRI_FINDS_MODE,
    CLRI_FINDS_DISTINCT
} clri_finds;

/* How many values a result has. */
typedef enum clri_values { CLRI_VALUES_ONE, CLRI_VALUES_QUANTILES, CLRI_VALUES_K } clri_values;

typedef struct clri_selection {
    const char *name;
    clri_finds finds;
    clri_values values;
    const char *empty; /* the value of no elements, in words; NULL: none */
    const char *meaning;
} clri_selection;

/* The operator's row; NULL: it folds, or is none. */
const clri_selection *clri_selection_of(clr_operator op);

/* The operator of that name; 0: none selects. */
clr_operator clri_selection_from_name(const char *name);

/* The type of a selection's values on elements of `type`, which is one. */
clr_type clri_selection_result(clr_operator op, clr_interpolation interpolation, clr_type type);

/* Whether a quantile's value may lie between elements. */
bool clri_selection_is_between(clr_operator op, clr_interpolation interpolation);

/* How many values each of its results has. */
uint64_t clri_selection_values(const clr_reduction *reduction);

/* Checks a reduction's members that only operators that select have. CLR_ERROR_ARGUMENT or
 * CLR_ERROR_UNSUPPORTED, with a sentence, for a member that its operator does not use, as all are
 * for an operator that folds, and for a value that is out of range. */
clr_status clri_selection_check(const clr_reduction *reduction, clri_error *error);

/* Settles the plane of arrays of `count` results each: from one value of a result to the next. 0
 * becomes `count`. `*elements`: how many elements an array of all values has. CLR_ERROR_ARGUMENT,
 * with a sentence that names `arrays[index]`, for planes that overlap, and for a plane where a
 * result has one value, as of operators that fold. */
clr_status clri_selection_planes(const clr_reduction *reduction, size_t index, uint64_t count,
                                 uint64_t *plane, uint64_t *elements, clri_error *error);

/* Whether some of a caller's reductions select, as far as they can be read: what is wrong with them
 * is told by who reads them. */
bool clri_selects(const clr_reduction *reductions, size_t count);

#endif
