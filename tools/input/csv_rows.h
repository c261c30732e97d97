/* SPDX-License-Identifier: Apache-2.0 */
/*
 * csv_rows - rows of CSV in memory: bytes become the fields that are wanted, in place. Knows
 * quotes, blanks around fields, comments and every kind of line end; nothing of files, names and
 * numbers. Several threads split chunks of one text, each of which begins with a row and ends
 * behind one.
 */
#ifndef CLREDUCE_TOOLS_CSV_ROWS_H
#define CLREDUCE_TOOLS_CSV_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A field without blanks around it and without its quotes; not ended by a NUL. */
typedef struct csv_field {
    const char *text;
    size_t size;
} csv_field;

/* How rows are written, and which of their fields are wanted. */
typedef struct csv_form {
    char delimiter;       /* ' ': any run of blanks */
    char comment;         /* begins a line that is no row; 0: nothing does */
    uint64_t width;       /* fields of each row; 0: any number of them */
    const int16_t *slots; /* for each field of a row, its place among those wanted, or -1; NULL: all
                             are wanted, each at its own place */
    size_t wanted;        /* how many fields of a row are wanted */
} csv_form;

/* Bytes of memory that a caller has behind a text, for csv_rows_split() to write to. */
enum { CSV_BYTES_BEHIND = 64 };

/* Longer than any field: a quote that is not closed before is a mistake. */
#define CSV_FIELD_MOST ((size_t)1 << 20)

typedef enum csv_fault {
    CSV_FAULT_NONE,
    CSV_FAULT_QUOTE,  /* a quote is out of place */
    CSV_FAULT_OPEN,   /* a quote is not closed before the text ends */
    CSV_FAULT_LONG,   /* a quote is not closed within CSV_FIELD_MOST bytes */
    CSV_FAULT_UNEVEN, /* a row has another number of fields */
    CSV_FAULT_MEMORY
} csv_fault;

/* Rows, as far as they have no fault. Zero-initialised; memory is kept from call to call. */
typedef struct csv_rows {
    csv_field *fields; /* row by row, the wanted ones */
    uint32_t *lines;   /* for each row, the lines in front of it */
    size_t rows;
    size_t room;
    uint64_t passed; /* lines of all bytes split; with a fault, in front of the faulty row */
    csv_fault fault;
    uint64_t width;        /* fields of the last row, or of the faulty one */
    uint64_t first_width;  /* fields of the first row */
    size_t behind;         /* bytes up to the end of the first row */
    uint64_t behind_lines; /* lines up to there */
    size_t end;            /* bytes split, unless there is a fault */
} csv_rows;

/*
 * Splits up to `most` rows of [bytes, bytes + size), behind which a line end and NULs are written.
 * Fields with quotes in them lose these in place, so that the bytes can be split once. Without
 * `slots`, `wanted` is the most fields that are kept of a row.
 */
void csv_rows_split(csv_rows *rows, const csv_form *form, char *bytes, size_t size, size_t most);
void csv_rows_free(csv_rows *rows);

/* Bytes of whole rows at the start of a text, behind the last of which more may follow; 0: there is
 * no end of a row. */
size_t csv_rows_whole(const char *bytes, size_t size, char comment);

#endif
