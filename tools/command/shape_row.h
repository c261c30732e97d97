/* SPDX-License-Identifier: Apache-2.0 */
/*
 * shape_row - the table of the command's shapes: a row for each option that says which numbers make
 * a result, and the properties of the shape that other files ask about. A new shape is a row, and a
 * way to read what its option says (rows.c); if the library has it as another clr_shape, also the
 * member of clr_run that it fills (shaped_device.c).
 */
#ifndef CLREDUCE_TOOLS_SHAPE_ROW_H
#define CLREDUCE_TOOLS_SHAPE_ROW_H

#include "options.h"

struct rows;
struct feed;

typedef struct shape_row {
    const char *option; /* its name */
    size_t member;      /* of shape_options, and its size: not 0 if the option was given */
    size_t size;
    bool names_file; /* the member is a file's name */
    clr_shape shape; /* of the plan */

    bool has_axes;     /* the files' axes count; their strides say where each element lies */
    bool counts_lines; /* results depend on the lines of a text, which are to be even */
    bool by_index;     /* elements are a list in the order of indices, whatever axes files have */
    bool has_offsets;  /* rows.offsets has each result's; else all have rows.length elements */
    bool is_scattered; /* the elements of a result lie anywhere: the library takes all at once */
    bool is_labelled;  /* with --labels and --axis: labels lie along axes, others are kept */
    bool has_own_mask; /* a mask is the run's, and no condition of the reductions */

    /* Reads the option, and the file that it may name, for these files. Returns 0, or the exit code
     * after a sentence. */
    int (*open)(struct rows *s, const options *o, const struct feed *f);

    /* Writes the beginning of a result's line: its index among the results, or its key. */
    void (*name)(const struct rows *s, uint64_t row, char *text);
} shape_row;

/* The row of the option that was given; NULL: there is one result of all numbers. */
const shape_row *shape_row_of(const options *o);

/* How many of the options were given. */
size_t shape_row_count(const options *o);

/* The file that the row's option names, NULL if it names none. */
const char *shape_row_file(const shape_row *row, const options *o);

/* The options as a sentence has them, with `word` before the last: "--axis, --length and --keys".
 */
#define SHAPE_ROW_NAMES_SIZE 80
void shape_row_names(const char *word, char text[SHAPE_ROW_NAMES_SIZE]);

#endif
