/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rows - which numbers of the input belong to which of many results: along axes of an array, by
 * length, between offsets, by label, or by runs of equal keys. Applies the options of shape_row.c
 * to the files, and cuts the input into pieces. Uses no OpenCL.
 */
#ifndef CLREDUCE_TOOLS_ROWS_H
#define CLREDUCE_TOOLS_ROWS_H

#include "feed.h"
#include "key_file.h"
#include "label_file.h"
#include "options.h"
#include "shape_row.h"
#include "strided.h"

typedef struct rows {
    const shape_row *row; /* the option given */
    bool keepdims;
    uint64_t inputs;
    uint64_t elements; /* elements of an input */
    uint64_t count;    /* results */
    uint64_t length;   /* elements of each result along axes */

    size_t rank; /* axes of the arrays, with the files' strides */
    strided_axis axes[CLR_INPUTS_MOST][CLR_RANK_MOST];
    unsigned reduced; /* bit k: axis k is reduced */

    uint64_t *offsets; /* of segments: count + 1 offsets, ascending; of labels once elements
                          are sorted by label */
    labels labels;
    uint64_t bins;       /* number of labels */
    uint64_t kept;       /* results of a label: several where labels lie along axes */
    uint64_t *order;     /* labels along axes: indices along these axes, sorted by label */
    uint64_t *occurring; /* labels that occur, without --bins and -o; NULL: all are printed */
    uint64_t absent;     /* labels that do not occur */
    bool has_bins;       /* --bins gives the number of labels */
    keys keys;           /* of --keys, whose runs are segments; name is NULL without --keys */
} rows;

/*
 * Results first .. first + count - 1 and their elements, begin .. end - 1 of each input. Of an
 * input cut across a kept axis they lie scattered, and end - begin is their number.
 */
typedef struct rows_piece {
    uint64_t first, count;
    uint64_t begin, end;
    bool is_across;
} rows_piece;

/* Refuses options that exclude each other. Returns 0, or the exit code after a sentence. */
int rows_check_options(const options *o);

/*
 * Applies the options to these files, of `elements` elements each, and reads offsets, labels or
 * keys; without an option there is one result of all. Call rows_close() whatever the outcome.
 * Returns 0 or the exit code.
 */
int rows_open(rows *s, const options *o, const feed *f, uint64_t elements);
void rows_close(rows *s);

/* Refuses an array of more axes than the library takes; `name` is for messages. Returns 0 or the
 * exit code. */
int rows_check_rank(size_t rank, const char *name);

/* Sets which axes are reduced, as --axis says, and by that the results' number and length; the axes
 * have been read. Returns 0 or the exit code. */
int rows_reduce_axes(rows *s, const options *o, const char *name);

/* Reads the arrays' axes, and which of them are reduced. Returns 0 or the exit code. */
int rows_open_axes(rows *s, const options *o, const feed *f);

/* A result's index, for rows of shape_row.h. */
void rows_name_by_index(const rows *s, uint64_t row, char *text);

/* Whether the input can be reduced in pieces of whole results, in the order it comes. */
bool rows_can_be_cut(const rows *s);

/* Whether the input, once it is all in memory, can at least be cut along a kept axis. */
bool rows_can_be_cut_across(const rows *s);

/*
 * Sets the piece that follows `piece`, initially all 0: results of at most `elements_most` elements
 * together, at least one result. False past the last.
 */
bool rows_next(const rows *s, uint64_t elements_most, uint64_t results_most, rows_piece *piece);

/* The axes of the piece as an array of its own: extents and strides, in the order of the file's
 * axes. */
void rows_piece_axes(const rows *s, const rows_piece *piece, size_t number,
                     strided_axis axes[CLR_RANK_MOST]);

/* Copies the elements, of `size` bytes each, of a piece that is cut across to a contiguous array;
 * `all` is the whole input number `number`. */
void rows_gather(const rows *s, const rows_piece *piece, size_t number, size_t size,
                 const void *all, void *to);

/* Elements of result number `row`. */
uint64_t rows_length(const rows *s, uint64_t row);

/* Elements of the longest result, for which those of labels are counted. */
uint64_t rows_longest(rows *s);

/* Whether a result is printed: not if its label does not occur, unless all results are asked
 * for. */
bool rows_is_told(const rows *s, uint64_t row);

/* Refuses labels, of which the file has `count`, unless there is one for each element of the input
 * `of`, or for each index along the labelled axes. Returns 0 or the exit code. */
int rows_check_labels(const rows *s, uint64_t count, const char *of);

/* Sets the number of labels, and by it that of results; refuses 2^64 results or more.
 * Returns 0 or the exit code. */
int rows_set_bins(rows *s, uint64_t bins);

/* Finds the labels that occur among those that have been read, unless all are printed. Returns
 * 0 or the exit code. */
int rows_find_occurring(rows *s, const options *o);

/* Reports that there is no memory for the results by label. Returns the exit code. */
int rows_refuse_labels(const rows *s);

/* Sorts the indices along labelled axes by label; false if memory ran out. */
bool rows_sort_labelled(rows *s);

/* Where a result's label begins in the sorted list of indices. */
uint64_t rows_label_begin(const rows *s, uint64_t row);

/* Counts the elements of each label, for rows_length(); if memory ran out `offsets` is NULL. */
void rows_count_labels(rows *s);

/*
 * The elements of result number `row` of the piece, of `size` bytes each, contiguous: within
 * `room`, which has the piece's elements (by label: sorted), or copied to `scratch`.
 */
const void *rows_elements(const rows *s, const rows_piece *piece, uint64_t row, size_t number,
                          size_t size, const void *room, void *scratch);

/* Axes along which a result's elements lie. */
typedef struct rows_along {
    size_t rank;
    strided_axis axes[CLR_RANK_MOST];
} rows_along;

/* Where, in `room`, the piece's kept index number `row` begins, and the reduced axes from there. */
const char *rows_kept_begin(const rows *s, const rows_piece *piece, uint64_t row, size_t number,
                            size_t size, const void *room, rows_along *reduced);

/* The axes of the results: their number and extents. */
size_t rows_result_extents(const rows *s, uint64_t extents[CLR_RANK_MOST]);

/* A result's name: its index, as "3" or "[0,2]"; "" for a single result without axes; its key for
 * --keys. */
#define ROWS_NAME_SIZE (24 * CLR_RANK_MOST)
void rows_name(const rows *s, uint64_t row, char text[ROWS_NAME_SIZE]);

/* A result's name in messages: "the only one" if it has none, "7 (run 2)" for --keys. */
void rows_place(const rows *s, uint64_t row, char text[ROWS_NAME_SIZE]);

#endif
