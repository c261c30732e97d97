/* SPDX-License-Identifier: Apache-2.0 */
/*
 * label_file - the file that says which result each element belongs to: reading it, its errors,
 * and elements put in the order of their labels. Uses no OpenCL.
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
    const char *name; /* of the file, in sentences */
    clr_type type;    /* i32, u32, i64 or u64: narrower ones have been widened */
    uint64_t count;
    unsigned char *at;
    input *viewed; /* whose file has them where they are looked at; NULL: they have been read */
} labels;

/*
 * Reads the labels of --labels, in the order of their indices if the file has several axes.
 * labels_close() is to be called in every case. Returns 0, or the exit code after a sentence on
 * standard error, as all functions below do that return an int.
 */
int labels_read(labels *l, const options *o);
void labels_close(labels *l);

/* Ends the view of the labels; refuses a file that has been cut short meanwhile. */
int labels_pass(labels *l);

/* Sets `*results` to one more than the largest label; refuses labels below 0. */
int labels_find_results(const labels *l, uint64_t *results);

/* Bit k % 64 of word k / 64 for each label k that is there; the caller frees them; NULL if memory
 * ran out. `*absent` is how many of 0 .. results - 1 are not. */
uint64_t *labels_occurring(const labels *l, uint64_t results, uint64_t *absent);

/* Says that so many results are more than there is room for, and which label asks for them. Returns
 * the exit code. */
int labels_refuse(const labels *l, uint64_t results);

/* How many labels are not in 0 .. results - 1, of elements whose truth, of `size` bytes, is not 0;
 * NULL: of all. */
uint64_t labels_outside(const labels *l, uint64_t results, const void *truths, size_t size);

/*
 * Where the elements of each result begin when all are sorted by label, and where the last one
 * ends: results + 1 numbers, which the caller frees; NULL if memory ran out.
 */
uint64_t *labels_offsets(const labels *l, uint64_t results);

/*
 * Copies elements of `size` bytes in the order of their labels, elements of one label as they come,
 * without elements whose label is outside. False if memory ran out.
 */
bool labels_sort(const labels *l, uint64_t results, const uint64_t *offsets, size_t size,
                 const void *from, void *to);

#endif
