/* SPDX-License-Identifier: Apache-2.0 */
/*
 * expression_name - the names that a map may use: variables, constants and functions, from the rows
 * of expression_name.def. Owns what each takes and how OpenCL C spells it.
 */
#ifndef CLREDUCE_PROBLEM_EXPRESSION_EXPRESSION_NAME_H
#define CLREDUCE_PROBLEM_EXPRESSION_EXPRESSION_NAME_H

#include <stddef.h>

typedef enum clri_role {
    CLRI_ROLE_INPUT,
    CLRI_ROLE_INDEX,
    CLRI_ROLE_TOTAL,
    CLRI_ROLE_CONSTANT,
    CLRI_ROLE_REAL,     /* takes and gives floats, or integers made floats */
    CLRI_ROLE_TEST,     /* takes what REAL takes, gives 0 or 1 */
    CLRI_ROLE_EITHER,   /* of integers an integer, of floats a float */
    CLRI_ROLE_INTEGER,  /* takes and gives integers */
    CLRI_ROLE_CLAMP,    /* stands for a min of a max */
    CLRI_ROLE_TO_FLOAT, /* converts */
    CLRI_ROLE_TO_DOUBLE
} clri_role;

typedef struct clri_name {
    const char *name;
    clri_role role;
    unsigned arguments;  /* 0: no function */
    const char *integer; /* OpenCL C's function of integers */
    const char *real;    /* and of floats */
    const char *bits;    /* cl/expression/bits.cl's of floats' bits; NULL: it takes arithmetic */
    double value;        /* of a constant */
} clri_name;

/* The row of that name, `length` bytes long; NULL if there is none. */
const clri_name *clri_name_find(const char *name, size_t length);

/* A row with a name so similar that it may have been meant, or NULL. */
const clri_name *clri_name_nearest(const char *name, size_t length);

/* Row number `index`, NULL past the last. */
const clri_name *clri_name_at(size_t index);

#endif
