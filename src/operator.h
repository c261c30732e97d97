/* SPDX-License-Identifier: Apache-2.0 */
/*
 * operator - the operators' rows, the accuracy levels' names, and which level an operator keeps.
 */
#ifndef CLREDUCE_SRC_OPERATOR_H
#define CLREDUCE_SRC_OPERATOR_H

#include <clreduce/clreduce.h>
#include <stdbool.h>

typedef enum clri_operator_kind {
    CLRI_ADDITIVE,
    CLRI_MULTIPLICATIVE,
    CLRI_ORDERED
} clri_operator_kind;

typedef struct clri_operator {
    const char *name; /* and the name of its piece */
    clri_operator_kind kind;
    bool has_empty_value;
    const char *collective; /* OpenCL's own functions, NULL where it has none */
    const char *atomic_32;
    const char *atomic_64;
} clri_operator;

/* The operator's row, NULL if it is none. */
const clri_operator *clri_operator_of(clr_operator op);

/*
 * The level that holds when `asked` is asked for: one at least as strong, or CLR_ACCURACY_DEFAULT
 * if this version has none for the operator on that type.
 */
clr_accuracy clri_operator_accuracy(clr_operator op, clr_type type, clr_accuracy asked);

#endif
