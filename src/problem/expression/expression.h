/* SPDX-License-Identifier: Apache-2.0 */
/*
 * expression - the maps and conditions of clr_reduction: parsed, typed, and written again in OpenCL
 * C. Nothing of the caller's text is passed on to a compiler: numbers are converted and printed,
 * names come from a table, so that a map from an untrusted source can compute, and no more.
 * docs/map.md has the language.
 */
#ifndef CLREDUCE_PROBLEM_EXPRESSION_EXPRESSION_H
#define CLREDUCE_PROBLEM_EXPRESSION_EXPRESSION_H

#include "base/status.h"
#include "problem/expression/expression_tree.h"

typedef struct clri_expression {
    clr_type value;   /* of the value: I64, U64, F32 or F64; U8 for a truth */
    unsigned inputs;  /* 1 + the last of x, y, z, w in use; at least 1 */
    unsigned scalars; /* 1 + the last of CLRI_SCALARS in use; 0: none */
    bool uses_index;  /* uses i */
    bool uses_total;  /* uses n */
    bool uses_double; /* `text` contains a double */
    char *text;       /* owned: an OpenCL C 1.2 expression of x, y, z, w (single values of the
                         element's), i, n (ulong) and scalars, with the functions of
                         cl/expression */
    char *bits; /* owned: as `text`, with comparisons, choices and signs of floats on their bits: x
                   to w may be the bits of a double */
    bool bits_use_double;
    clri_tree tree; /* owned: both texts are written from it */
} clri_expression;

/* Whether there is an expression, and it names i or n. */
static inline bool clri_expression_counts(const clri_expression *expression)
{
    return expression->text && (expression->uses_index || expression->uses_total);
}

/*
 * Reads a map over elements of a type. Returns CLR_OK, with an expression for the caller to free;
 * CLR_ERROR_ARGUMENT, with the column and advice in the error's message; or CLR_ERROR_MEMORY.
 */
clr_status clri_expression_read(const char *map, clr_type element, clri_expression *expression,
                                clri_error *error);

/*
 * The same for a condition: the text is 0 where the expression is 0, else 1 (of NaN, too), and of
 * type U8.
 */
clr_status clri_condition_read(const char *condition, clr_type element, clri_expression *expression,
                               clri_error *error);
void clri_expression_free(clri_expression *expression);

/* Copies an expression, which the caller frees, whatever the status. CLR_ERROR_MEMORY. */
clr_status clri_expression_copy(const clri_expression *expression, clri_expression *copy,
                                clri_error *error);

#endif
