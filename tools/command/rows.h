/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rows - which numbers of the input belong to which result, where there are many: along axes of an
 * array, by so many, between offsets, by label, or by runs of equal keys. Owns the meaning that the
 * options of shape_row.c have for the files at hand, and the pieces that files can be cut into.
 * Uses no OpenCL.
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
    const shape_row *row; /* of the option that asks for them */
    bool keepdims;
    uint64_t inputs;
    uint64_t elements; /* of an input */
    uint64_t count;    /* results */
    uint64_t length;   /* elements of each along axes */

    size_t rank; /* axes of the arrays, with the strides that their files have */
    strided_axis axes[CLR_INPUTS_MOST][CLR_RANK_MOST];
    unsigned reduced; /* bit k: axis k */

    uint64_t *offsets; /* of segments: count + 1, none below the one before; of labels, once the
                          elements are sorted by them, likewise */
    labels labels;
    uint64_t bins;   /* labels along axes: how many there are, ... */
    uint64_t kept;   /* ... the results of each, ... */
    uint64_t *order; /* ... and indices along these axes, once they are sorted by label */
    uint64_t
        *occurring;  /* without --bins and -o: the labels that have numbers; NULL: all are told */
    uint64_t absent; /* how many are not */
    bool has_bins;   /* --bins says how many labels there are */
    keys keys;       /* of --keys, whose runs are segments; name is NULL without */
} rows;

/*
 * Results first .. first + count - 1, which elements begin .. end - 1 of each input belong to; or,
 * if it is cut across, as many elements as that, which lie here and there.
 */
typedef struct rows_piece {
    uint64_t first, count;
    uint64_t begin, end;
    bool is_across;
} rows_piece;

/* Refuses options that do not go together. Returns 0, or the exit code after a sentence. */
int rows_check_options(const options *o);

/*
 * Finds out what the options mean for these files, which have `elements` elements each, and reads
 * the offsets, labels or keys. rows_close() is to be called in every case. Returns 0 or the exit
 * code, likewise.
 */
int rows_open(rows *s, const options *o, const feed *f, uint64_t elements);
void rows_close(rows *s);

/* What shape_row.c has of each option. */
int rows_open_axes(rows *s, const options *o, const feed *f);
int rows_open_length(rows *s, const options *o, const feed *f);
int rows_open_offsets(rows *s, const options *o, const feed *f);
int rows_open_labels(rows *s, const options *o, const feed *f);
int rows_open_labelled(rows *s, const options *o, const feed *f);
int rows_open_keys(rows *s, const options *o, const feed *f);
void rows_name_by_index(const rows *s, uint64_t row, char *text);
void rows_name_by_key(const rows *s, uint64_t row, char *text);

/* Whether the results can be had in pieces, one after the other as the input comes. */
bool rows_can_be_cut(const rows *s);

/* Whether they can at least be had by indices of an axis, of an input that is there as a whole. */
bool rows_can_be_cut_across(const rows *s);

/*
 * Sets the piece that follows `piece`, which is all 0 to begin with: as many results as have no
 * more than `elements_most` elements, but one at least. False if there is none.
 */
bool rows_next(const rows *s, uint64_t elements_most, uint64_t results_most, rows_piece *piece);

/* The axes of the piece's own array, in elements of it; in the order that the input's file has. */
void rows_piece_axes(const rows *s, const rows_piece *piece, size_t number,
                     strided_axis axes[CLR_RANK_MOST]);

/* Copies the elements, of `size` bytes each, of a piece that is cut across to where they are one
 * array without gaps; `all` is input number `number` as a whole. */
void rows_gather(const rows *s, const rows_piece *piece, size_t number, size_t size,
                 const void *all, void *to);

/* Elements of result number `row`. */
uint64_t rows_length(const rows *s, uint64_t row);

/* Whether a result is printed: not of a label that no number has, unless all are asked for. */
bool rows_is_told(const rows *s, uint64_t row);

/* Says that there are more results by label than there is room for. Returns the exit code. */
int rows_refuse_labels(const rows *s);

/* Sorts the indices that labels along axes lie at; false without room. */
bool rows_sort_labelled(rows *s);

/* The first of a label's indices on a sorted list, for a result of that label. */
uint64_t rows_label_begin(const rows *s, uint64_t row);

/* By label that is known once they are counted; without room for it `offsets` is NULL then. */
void rows_count_labels(rows *s);

/*
 * The elements of result number `row` of the piece, of `size` bytes each, one behind the other:
 * where they lie in `room`, which has the piece's, by label once they are sorted; or in `scratch`,
 * to where they are copied.
 */
const void *rows_elements(const rows *s, const rows_piece *piece, uint64_t row, size_t number,
                          size_t size, const void *room, void *scratch);

/* The axes of the results: how many there are, and their extents. */
size_t rows_result_extents(const rows *s, uint64_t extents[CLR_RANK_MOST]);

/* A result's name: its index, as "3" or "[0,2]"; "" if there is one without axes; by --keys its
 * key. */
#define ROWS_NAME_SIZE (24 * CLR_RANK_MOST)
void rows_name(const rows *s, uint64_t row, char text[ROWS_NAME_SIZE]);

/* Which result it is, in sentences: "the only one" if it has no name, "7 (run 2)" by --keys. */
void rows_place(const rows *s, uint64_t row, char text[ROWS_NAME_SIZE]);

#endif
