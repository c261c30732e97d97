/* SPDX-License-Identifier: Apache-2.0 */
/*
 * made_shape - a shape for bench and explain to run, made as options ask for it: extents of an
 * array, offsets of segments, labels; and which elements belong to which result, for the host to
 * reduce results again. Uses no OpenCL, measures nothing.
 */
#ifndef CLREDUCE_TOOLS_MADE_SHAPE_H
#define CLREDUCE_TOOLS_MADE_SHAPE_H

#include "made_numbers.h"
#include "options.h"
#include <clreduce/clreduce.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct made_shape {
    clr_shape shape;
    const char *name;  /* "axes", "rows", "segments", "runs", "labels" or "labels along axes" */
    const char *drawn; /* of segments and labels: the kind by which they are drawn; else "" */
    uint64_t labels;   /* how many, with a result or several each; else 0 */
    uint64_t labelled; /* elements, or indices along axes, that have a label each; else 0 */
    uint64_t elements; /* of an input, all of which are read */
    uint64_t count;    /* results */
    uint64_t length;   /* of rows and, on average, of segments but giant ones; else 0 */

    size_t rank; /* of axes and rows */
    uint64_t extents[CLR_RANK_MOST];
    int64_t steps[CLR_RANK_MOST];   /* indices of the stored array from one element to the next */
    int64_t strides[CLR_RANK_MOST]; /* the same in elements */
    uint64_t first;                 /* place of the element whose indices are all 0 */
    bool is_view;                   /* stored elements are left out, or read in another order */
    unsigned reduced;               /* bit k: axis k is reduced */

    made_numbers numbers; /* of segments and runs count + 1 offsets, or `labelled` labels */
    made_numbers keys;    /* of runs: one an element */
} made_shape;

/* Whether the command line asks for a shape. */
bool made_shape_is_asked(const options *o);

/*
 * Refuses options that do not go together, and lengths of more than `count` elements. Returns 0, or
 * the exit code after a sentence.
 */
int made_shape_check_options(const options *o, uint64_t count);

/* Elements of the array that --extents describes, also those that a view leaves out. */
uint64_t made_shape_extents_count(const options *o);

/* Elements, or indices along axes, that have a label each, of `count` elements in all. */
uint64_t made_shape_labelled(const options *o, uint64_t count);

/*
 * The lengths to measure: of `--lengths all` those up to `count` elements; of a list all, as
 * made_shape_check_options() refuses longer ones; else the one of --length, or 0. Returns how many,
 * at most OPTIONS_SIZES_MOST.
 */
size_t made_shape_lengths(const options *o, uint64_t count, uint64_t lengths[OPTIONS_SIZES_MOST]);

/*
 * Makes the shape that the options ask for, with results of `length` elements, of `count` elements
 * in all, or a few less where rows do not come out even. The options have been checked, and
 * made_shape_close() is to be called in every case. Returns 0, or the exit code after a sentence.
 */
int made_shape_open(made_shape *s, const options *o, uint64_t count, uint64_t length);
void made_shape_close(made_shape *s);

/* The numbers that a run reads beside the elements: offsets, labels or keys; none of axes. */
const made_numbers *made_shape_read(const made_shape *s);

/* Elements of result number `k`. */
uint64_t made_shape_length(const made_shape *s, uint64_t k);

/* Copies the elements of result number `k`, of `size` bytes each, from the stored ones to `to`, one
 * behind the other. */
void made_shape_gather(const made_shape *s, uint64_t k, size_t size, const void *from, void *to);

/* The shape in words for tables: "rows of 1,024", "axis 0,2 of 3x4x5". */
#define MADE_SHAPE_TEXT_SIZE 512
void made_shape_text(const made_shape *s, char text[MADE_SHAPE_TEXT_SIZE]);

#endif
