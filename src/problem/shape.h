/* SPDX-License-Identifier: Apache-2.0 */
/*
 * shape - the table of shapes: what each is called, how a run tells its numbers, what carries its
 * results and what a plan of it may have. Rows are src/problem/shape/shape.def; below the readers
 * (src/problem/shape) nothing asks which shape a row is. Pure.
 */
#ifndef CLREDUCE_PROBLEM_SHAPE_H
#define CLREDUCE_PROBLEM_SHAPE_H

#include "problem/shape/carried.h"

/* The stage in front of the reductions. */
typedef enum clri_front {
    CLRI_FRONT_NOTHING,
    CLRI_FRONT_RUNS, /* finds runs of keys: choose/key_runs.h */
    CLRI_FRONT_SORT, /* sorts labels that atomics do not fold: choose/label_sort.h */
} clri_front;

/* What a plan of a shape may have. */
typedef enum clri_may {
    CLRI_MAY_COUNT = 1,   /* counts of elements that are on the device */
    CLRI_MAY_STRIDES = 2, /* strides of a mask */
    CLRI_MAY_TRACE = 4,
    CLRI_MAY_PARTS = 8, /* its input in parts, as streams hand it over */
} clri_may;

/* The members of clr_run that have a shape's numbers. */
typedef enum clri_in {
    CLRI_IN_AXES = 1,
    CLRI_IN_SEGMENTS = 2,
    CLRI_IN_LABELS = 4,
    CLRI_IN_RUNS = 8,
} clri_in;

typedef struct clri_shape {
    const char *name;
    unsigned members; /* of clri_in */
    clri_carrier carrier;
    clri_front front;
    unsigned may;            /* of clri_may */
    const char *count_words; /* why it may not have a count on the device, or NULL */
    clri_shape_reader *read;
} clri_shape;

/* A shape's row, NULL if there is no such shape. */
const clri_shape *clri_shape_of(clr_shape shape);

/* The names of the shapes that may have all of it, as "flat, labels and runs". */
#define CLRI_SHAPE_NAMES_SIZE 80
const char *clri_shape_names(unsigned may, char names[CLRI_SHAPE_NAMES_SIZE]);

/* CLR_ERROR_ARGUMENT if a number is given that is for plans of another shape. */
clr_status clri_shape_check_options(const clri_shape *shape, const clr_plan_options *options,
                                    clri_error *error);

/* CLR_ERROR_ARGUMENT unless the run has the numbers of the shape, and of no other. */
clr_status clri_shape_check_run(const clri_shape *shape, const clr_run *run, clri_error *error);

#endif
