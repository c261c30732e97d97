/* SPDX-License-Identifier: Apache-2.0 */
/*
 * shape_row - the table of the command's shapes: a row for each option that says which numbers make
 * a result, with the shape's properties. A new shape is a row and what it names, in a file of its
 * own beside rows_axes.c, rows_segments.c and rows_labels.c, in the list below.
 */
#pragma once

#include "options.h"

struct rows;
struct rows_piece;
struct feed;
struct shaped;
struct device_piece;
struct host_piece;

typedef struct shape_row {
    const char *option; /* its name */
    size_t member; /* offset and size in shape_options of the member that is not 0 if the option was
                      given */
    size_t size;
    bool names_file; /* the member is a file name */
    clr_shape shape; /* the plan's */

    bool has_axes;     /* the files' axes matter: their strides place the elements */
    bool counts_lines; /* results depend on the lines of a text: all must have as many fields */
    bool by_index;     /* elements are a list in index order, whatever the files' axes */
    bool has_offsets;  /* rows.offsets has each result's begin; else all results have rows.length
                          elements */
    bool is_scattered; /* a result's elements may be anywhere: the library takes the whole input at
                          once */
    bool is_labelled;  /* --labels with --axis: labels lie along axes, the other axes are kept */
    bool has_own_mask; /* --mask becomes the run's mask, as atomics by label take no condition; else
                          it is part of the reductions' condition */

    /* Reads the option, and the file that it names, if any. Returns 0, or the exit code after a
     * sentence. */
    int (*open)(struct rows *s, const options *o, const struct feed *f);

    /* Fills in the shape's member of a piece's run on the device; returns 0 or the exit code. And
     * of the same run on arrays in host memory; false if memory ran out. */
    int (*lend)(struct shaped *s, const struct rows_piece *piece, struct device_piece *d);
    bool (*give)(const struct shaped *s, const struct rows_piece *piece, struct host_piece *h);

    /* As rows_length() and rows_elements(). NULL: elements are along axes, or between offsets; a
     * row with functions of its own takes an array whole, not in pieces. */
    uint64_t (*length)(const struct rows *s, uint64_t row);
    const void *(*elements)(const struct rows *s, const struct rows_piece *piece, uint64_t row,
                            size_t number, size_t size, const void *room, void *scratch);

    /* Writes the begin of a result's line, its index or key; `text` has ROWS_NAME_SIZE bytes
     * (rows.h). */
    void (*name)(const struct rows *s, uint64_t row, char *text);
} shape_row;

/* The member of shape_options that a row's option sets: a number, or a file. */
#define SHAPE_NUMBER(name) .member = offsetof(shape_options, name), .size = sizeof(uint64_t)
#define SHAPE_FILE(name)                                                                           \
    .member = offsetof(shape_options, name), .size = sizeof(file_column), .names_file = true

/* The names of the table's rows, rows_of_axis and so on; the row for two options together is last.
 * rows_of_whole is in no table: without an option it makes a single result of all numbers. */
#define SHAPE_ROWS(ROW) ROW(axis) ROW(length) ROW(offsets) ROW(labels) ROW(keys) ROW(axis_labels)
#define SHAPE_ROW(name) extern const shape_row rows_of_##name;
SHAPE_ROWS(SHAPE_ROW)
SHAPE_ROW(whole)
#undef SHAPE_ROW

/* The row of the option given; NULL: a single result of all numbers. */
const shape_row *shape_row_of(const options *o);

/* The number of the table's options that were given. */
size_t shape_row_count(const options *o);

/* The file that the row's option names; NULL: none. */
const char *shape_row_file(const shape_row *row, const options *o);

/* The options in words, with `word` before the last: "--axis, --length and --keys". */
#define SHAPE_ROW_NAMES_SIZE 80
void shape_row_names(const char *word, char text[SHAPE_ROW_NAMES_SIZE]);
