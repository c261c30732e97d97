/* SPDX-License-Identifier: Apache-2.0 */
/*
 * csv_text - a file of CSV: what stands in front of its rows, the names of its columns, and its
 * rows in chunks, each of which csv_rows.h can split for itself. Shared by the files behind
 * input_table.h and input_csv.c.
 */
#ifndef CLREDUCE_TOOLS_CSV_TEXT_H
#define CLREDUCE_TOOLS_CSV_TEXT_H

#include "csv_rows.h"
#include "input_format.h"

/* A column, by its name or its number. */
typedef struct csv_column {
    const char *name; /* as typed; also of a number */
    uint64_t number;  /* from 1; 0: the column has the name */
} csv_column;

typedef struct csv_text {
    input_file *file;
    bool has_header;
    csv_form form;       /* of the rows behind the header */
    int16_t *slots;      /* form.slots */
    char *first_copy;    /* bytes of the first two rows, and their fields: */
    csv_rows first;      /* of the header, if there is one, and the row behind it; or of two rows */
    uint64_t first_line; /* of the first row */
    uint64_t line;       /* lines in front of the next chunk whose rows are taken */
    char *rest;          /* bytes that the next chunk begins with */
    size_t rest_size;
    bool ended; /* nothing follows the rest */
} csv_text;

/* Some whole rows. Zero-initialised; memory is kept from chunk to chunk. */
typedef struct csv_chunk {
    char *bytes;
    size_t size;
    size_t room;
} csv_chunk;

/* Begins an opened file, and reads its first rows. False after a failure, as with all functions
 * here that return bool. Call csv_text_close() whatever the outcome. */
bool csv_text_open(csv_text *text, input_file *file, bool has_header);
void csv_text_close(csv_text *text);

/* Field number `index` of the first row; its fields are text->form.width. */
csv_field csv_text_name(const csv_text *text, size_t index);

/* Finds the columns, which are the slots of rows from here on. */
bool csv_text_want(csv_text *text, const csv_column *columns, size_t count);

/* Reads the next rows; none at the end: then chunk->size is 0. */
bool csv_text_next(csv_text *text, csv_chunk *chunk);

/* Fails as there is no column of this name. Returns false. */
bool csv_text_fail_name(const csv_text *text, csv_field name);

/* Fails at a field of the column, on a line. Returns false. */
bool csv_text_fail_field(const csv_text *text, const number_parser *numbers, number_status status,
                         csv_field field, uint64_t line, const csv_column *column);

/* The same for any reason. */
bool csv_text_fail_at(const csv_text *text, uint64_t line, const csv_column *column,
                      const char *reason);

/* Reports the fault of rows that were split. Returns false. */
bool csv_text_fail(const csv_text *text, const csv_rows *rows);

/* ---- input_delimiter.c ------------------------------------------------------------------------
 */

/* The delimiter of CSV whose rows begin at the file's place, on line `line`: comma, tab or
 * semicolon, by the first row; if several occur, by an equal count in the second row. */
bool csv_find_delimiter(input_file *file, bool has_header, uint64_t line, char *delimiter);

#endif
