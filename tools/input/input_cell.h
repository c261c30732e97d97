/* SPDX-License-Identifier: Apache-2.0 */
/*
 * input_cell - a field of a table as a number, by the options about numbers in text: for columns,
 * whose type follows from all of their numbers, and for conditions. Knows nothing of rows. Any
 * thread may read.
 */
#ifndef CLREDUCE_TOOLS_INPUT_CELL_H
#define CLREDUCE_TOOLS_INPUT_CELL_H

#include "csv_rows.h"
#include "input_format.h"

typedef enum input_cell_kind {
    INPUT_CELL_WHOLE,   /* of at most 64 bits, and not -0 */
    INPUT_CELL_REAL,    /* any other number */
    INPUT_CELL_MISSING, /* empty, or a word for missing values */
    INPUT_CELL_TEXT,    /* no number */
    INPUT_CELL_RANGE    /* a number that the type does not hold */
} input_cell_kind;

typedef struct input_cell {
    input_cell_kind kind;
    bool negative; /* of a whole number */
    uint64_t magnitude;
    double real; /* nearest to the number, of both kinds */
} input_cell;

typedef struct input_cell_reader {
    const input_options *options;
    number_parser numbers; /* of f64 */
    bool is_plain;         /* numbers have a point and no thousands, and words are the usual ones */
} input_cell_reader;

bool input_cell_open(input_cell_reader *reader, const input_options *options);
void input_cell_close(input_cell_reader *reader);

input_cell input_cell_read(const input_cell_reader *reader, csv_field field);

/* Stores a number of the type, correctly rounded; the kind tells whether it is one. */
input_cell_kind input_cell_store(const input_cell_reader *reader, clr_type type, csv_field field,
                                 void *room);

#endif
