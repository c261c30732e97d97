/* SPDX-License-Identifier: Apache-2.0 */
/*
 * expression - the maps of clr_reduction.map, read, typed and written anew in OpenCL C. Nothing of
 * the caller's text is handed on: numbers are converted and written again, names come from a table.
 */
#ifndef CLREDUCE_PROBLEM_EXPRESSION_EXPRESSION_H
#define CLREDUCE_PROBLEM_EXPRESSION_EXPRESSION_H

#include "base/status.h"

#include <stdbool.h>

typedef struct clri_expression {
    clr_type value;   /* I64, U64, F32 or F64; U8 for 0 or 1 */
    unsigned inputs;  /* 1 + the last of x, y, z, w that it names; at least 1 */
    bool uses_index;  /* names i */
    bool uses_total;  /* names n */
    bool uses_double; /* the text does */
    char *text;       /* owned: an OpenCL C 1.2 expression of x, y, z, w (scalars of the element's
                         value type) and i, n (ulong), with the functions of cl/expression */
    char *bits;       /* owned: likewise, but floats are compared, chosen and given signs by their
                         bits: x to w may be those of a double */
    bool bits_use_double;
} clri_expression;

/*
 * Reads a map over elements of the type. Returns CLR_OK, with an expression for the caller to free;
 * CLR_ERROR_ARGUMENT, with the column and what to do in the error's message; or CLR_ERROR_MEMORY.
 */
clr_status clri_expression_read(const char *map, clr_type element, clri_expression *expression,
                                clri_error *error);

/*
 * Likewise, of a condition: the text is 1 where the expression is not 0, a NaN included, and 0
 * where it is; the value U8.
 */
clr_status clri_condition_read(const char *condition, clr_type element, clri_expression *expression,
                               clri_error *error);
void clri_expression_free(clri_expression *expression);

#endif
