/* SPDX-License-Identifier: Apache-2.0 */
/*
 * input_table - files of CSV as one table: the fields of its rows, for columns that are named or
 * numbered, in chunks. Chunks are taken from the table one after the other, by one thread at a
 * time; any thread splits and reads the chunk that it has; then chunks are settled in their order,
 * by one thread at a time, so that the first failure is the first in the files. Every failure is
 * one sentence that names file, line and column.
 */
#ifndef CLREDUCE_TOOLS_INPUT_TABLE_H
#define CLREDUCE_TOOLS_INPUT_TABLE_H

#include "csv_text.h"
#include "input_cell.h"
#include "iso_date.h"

typedef struct input_table {
    const input_options *options;
    bool has_header;
    input_failure failure;
    input_file *files;
    csv_text *texts; /* one for each file */
    size_t count;
    size_t opened;  /* files whose first rows have been read */
    size_t current; /* number of the file that the next chunk is taken from */
    bool keeps;     /* the bytes of pipes are kept, so that they can be read again */
    const csv_column *columns;
    size_t column_count;
    input_cell_reader cells;
} input_table;

/* Rows of one file. Zero-initialised; free with input_chunk_free(). */
typedef struct input_chunk {
    csv_chunk chunk;
    csv_text *text;
    size_t file;
    csv_rows rows; /* their fields are in the order of the columns */
} input_chunk;

/* Opens the files, of which there is at least one, and reads the first rows of the first. False
 * after a failure, as with all functions here that return bool. Call input_table_close() whatever
 * the outcome. */
bool input_table_open(input_table *table, const char *const *paths, size_t count,
                      const input_options *options, bool has_header);
void input_table_close(input_table *table);

/* The failure's sentence. */
const char *input_table_error(const input_table *table);

/* How many columns the first file has, a column's name, and its field in the first row of values.
 */
size_t input_table_width(const input_table *table);
csv_field input_table_name(const input_table *table, size_t index);
csv_field input_table_sample(const input_table *table, size_t index);

/* Returns false, with the sentence that no column has this name. */
bool input_table_fail_name(input_table *table, const char *name, size_t size);

/* Says before the first chunk which columns rows are split into, in this order. The array is
 * borrowed. */
bool input_table_want(input_table *table, const csv_column *columns, size_t count);

/* Takes the next rows as a chunk; `*is_there` is false behind the last. */
bool input_table_next(input_table *table, input_chunk *chunk, bool *is_there);

/* Whether all rows have been taken, as far as is known. */
bool input_table_is_through(const input_table *table);

/* Splits the chunk's rows into fields. A fault stays in the chunk until input_table_settle(). */
void input_chunk_split(input_chunk *chunk);
void input_chunk_free(input_chunk *chunk);

/* The field of a row in column number `column`. */
static inline csv_field input_chunk_field(const input_chunk *chunk, size_t row, size_t column)
{
    return chunk->rows.fields[row * chunk->text->form.wanted + column];
}

/* Returns false, with the sentence that a field is missing or no number of the type. */
bool input_table_fail_cell(input_table *table, const input_chunk *chunk, size_t row, size_t column,
                           input_cell_kind kind, clr_type type);

/* The same for a field that is missing or no date with the part. */
bool input_table_fail_date(input_table *table, const input_chunk *chunk, size_t row, size_t column,
                           iso_part part);

/* Ends a chunk: reports the fault of its rows, if any, and counts its lines. */
bool input_table_settle(input_table *table, const input_chunk *chunk);

/* Begins again with the first row, for a column whose type a late number has changed. The bytes of
 * pipes are kept for this until input_table_forget(). */
bool input_table_again(input_table *table);
void input_table_forget(input_table *table);

#endif
