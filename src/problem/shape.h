/* SPDX-License-Identifier: Apache-2.0 */
/*
 * shape - the table of shapes: name, members of clr_run, carrier, front, and what a plan may have.
 * Rows are in src/problem/shape/shape.def. A shape is how the caller describes results; a carrier
 * (shape/carrier.h) is how the device carries them, and below the readers no code depends on which
 * shape a row is. Pure.
 */
#ifndef CLREDUCE_PROBLEM_SHAPE_H
#define CLREDUCE_PROBLEM_SHAPE_H

#include "problem/shape/carried.h"
#include "problem/shape/front.h"

/* Features that a plan of a shape may have. */
typedef enum clri_may {
    CLRI_MAY_COUNT = 1,   /* element counts in device memory */
    CLRI_MAY_STRIDES = 2, /* strides of a mask */
    CLRI_MAY_TRACE = 4,
    CLRI_MAY_PARTS = 8,   /* input in parts, as streams deliver it */
    CLRI_MAY_STATES = 16, /* states of results in place of results */
    CLRI_MAY_INDEX = 32,  /* a list of the indices of elements */
    CLRI_MAY_HOST = 64,   /* the host's fold: src/fold/places.c finds each result's elements */
} clri_may;

/* Members of clr_run with a shape's numbers: their order, and bits for sets of them. */
enum {
#define CLRI_SHAPE_MEMBER(id, member) CLRI_IN_ORDER_##id,
#include "problem/shape/shape.def"
};

typedef enum clri_in {
#define CLRI_SHAPE_MEMBER(id, member) CLRI_IN_##id = 1 << CLRI_IN_ORDER_##id,
#include "problem/shape/shape.def"
} clri_in;

typedef struct clri_shape {
    const char *name;
    unsigned members; /* a set of clri_in */
    const clri_carrier *carrier;
    const clri_front *front; /* NULL: there is none */
    unsigned may;            /* a set of clri_may */
    const char *count_words; /* why COUNT is excluded, or NULL */
    clri_shape_reader *read;
} clri_shape;

/* A shape's row; NULL: no such shape. */
const clri_shape *clri_shape_of(clr_shape shape);

/* The names of the shapes that have all features of a set, as "flat, labels and runs". */
#define CLRI_SHAPE_NAMES_SIZE 80
const char *clri_shape_names(unsigned may, char names[CLRI_SHAPE_NAMES_SIZE]);

/* CLR_ERROR_ARGUMENT if an option is set that is for another shape. */
clr_status clri_shape_check_options(const clri_shape *shape, const clr_plan_options *options,
                                    clri_error *error);

/* CLR_ERROR_ARGUMENT unless the run has exactly the members of the shape. */
clr_status clri_shape_check_run(const clri_shape *shape, const clr_run *run, clri_error *error);

#endif
