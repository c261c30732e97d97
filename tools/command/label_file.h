/* SPDX-License-Identifier: Apache-2.0 */
/*
 * label_file - the file with the label of each element, the number of its result: reads it or a
 * part of it, reports its errors, and sorts elements by label. Uses no OpenCL.
 */
#ifndef CLREDUCE_TOOLS_LABEL_FILE_H
#define CLREDUCE_TOOLS_LABEL_FILE_H

#include "input.h"
#include "options.h"
#include <clreduce/clreduce.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct labels {
    const char *name; /* of the file, for messages */
    clr_type type;    /* i32, u32, i64 or u64: shorter types have been converted */
    uint64_t first;   /* number of the first label that has been read, in the file */
    uint64_t count;   /* labels that have been read */
    unsigned char *at;
    input *in;      /* the file; NULL: the labels have been read */
    bool is_viewed; /* they are where the file is mapped */
} labels;

/*
 * Opens the file of --labels, whose labels are in index order if it has several axes. Call
 * labels_close() whatever the outcome. Returns 0, or the exit code after a sentence on standard
 * error, as all functions below do that return an int.
 */
int labels_open(labels *l, const options *o);
void labels_close(labels *l);

/* Reads `count` labels from number `first` on, fewer only at the file's end. */
int labels_read(labels *l, uint64_t first, uint64_t count);

/* Ends the mapping of the labels; refuses a file that has been truncated meanwhile. */
int labels_pass(labels *l);

/* Sets `*results` to the largest label + 1; refuses negative labels. */
int labels_find_results(const labels *l, uint64_t *results);

/* A bit set of the labels that occur: bit k % 64 of word k / 64 for label k. The caller frees
 * it; NULL if memory ran out. `*absent` is the number of labels in 0 .. results - 1 that do not
 * occur. */
uint64_t *labels_occurring(const labels *l, uint64_t results, uint64_t *absent);

/* The number of labels out of 0 .. results - 1, of elements whose truth, of `size` bytes, is not 0;
 * NULL: of all elements. */
uint64_t labels_outside(const labels *l, uint64_t results, const void *truths, size_t size);

/*
 * The begin of each result's elements when sorted by label, then the last one's end: results + 1
 * numbers, which the caller frees; NULL if memory ran out.
 */
uint64_t *labels_offsets(const labels *l, uint64_t results);

/*
 * Copies elements of `size` bytes sorted by label, stable, without elements whose label is out of
 * range. False if memory ran out.
 */
bool labels_sort(const labels *l, uint64_t results, const uint64_t *offsets, size_t size,
                 const void *from, void *to);

#endif
