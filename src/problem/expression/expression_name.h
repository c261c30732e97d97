/* SPDX-License-Identifier: Apache-2.0 */
/* expression_name - the names that a map may use, from the rows of expression_name.def: variables,
 * constants and functions, with their arguments and their spelling in OpenCL C. A name without a
 * row reaches no compiler. */
#ifndef CLREDUCE_PROBLEM_EXPRESSION_EXPRESSION_NAME_H
#define CLREDUCE_PROBLEM_EXPRESSION_EXPRESSION_NAME_H

#include <stddef.h>

/* The letters of scalars, numbers that runs give: CLR_SCALARS_MOST of them. */
#define CLRI_SCALARS "abcdpqrstu"

typedef enum clri_role {
    CLRI_ROLE_INPUT,
    CLRI_ROLE_INDEX,
    CLRI_ROLE_TOTAL,
    CLRI_ROLE_SCALAR,
    CLRI_ROLE_CONSTANT,
    CLRI_ROLE_REAL,     /* takes and gives floats; integers are converted */
    CLRI_ROLE_TEST,     /* takes floats as REAL does, gives 0 or 1 */
    CLRI_ROLE_EITHER,   /* integers give an integer, floats a float */
    CLRI_ROLE_INTEGER,  /* takes and gives integers */
    CLRI_ROLE_CLAMP,    /* written as a min of a max */
    CLRI_ROLE_TO_FLOAT, /* converts to a float */
    CLRI_ROLE_TO_DOUBLE
} clri_role;

typedef struct clri_name {
    const char *name;
    clri_role role;
    unsigned arguments;  /* 0: not a function */
    const char *integer; /* OpenCL C's function for integers */
    const char *real;    /* OpenCL C's function for floats */
    const char *bits;    /* the function on bits (cl/expression/bits.cl); NULL: needs arithmetic */
    double value;        /* of a constant */
} clri_name;

/* The row of the name, `length` bytes long; NULL: no such name. */
const clri_name *clri_name_find(const char *name, size_t length);

/* The row with the most similar name, for advice; NULL: none is similar. */
const clri_name *clri_name_nearest(const char *name, size_t length);

/* Row number `index`, NULL past the last. */
const clri_name *clri_name_at(size_t index);

#endif
