/* SPDX-License-Identifier: Apache-2.0 */
/*
 * input_csv - one column of CSV text as a list of numbers, for all that is no table. csv_text.h
 * reads the rows; this file takes their numbers, as far as the caller has room.
 */
#include "csv_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct csv_state {
    input_file *file;
    number_parser numbers;
    size_t element_size;
    csv_column column;
    csv_text text;
    csv_chunk chunk; /* the rows being taken */
    csv_rows rows;
    size_t row; /* the next of them */
    bool started;
    bool finished;
    bool looking; /* numbers are examined for their type, not kept */
    char *room;
    uint64_t done;
} csv_state;

static bool has_header(const csv_state *csv)
{
    return csv->column.number == 0 || csv->file->options->header;
}

/* ---- Numbers --------------------------------------------------------------------------------- */

static bool take_number(csv_state *csv, csv_field field, uint64_t line)
{
    number_status status =
        input_field_take(csv->file, &csv->numbers, field.text, field.text + field.size,
                         csv->looking ? NULL : csv->room, line);

    if (status == NUMBER_SKIPPED)
        return true;
    if (status != NUMBER_OK)
        return csv_text_fail_field(&csv->text, &csv->numbers, status, field, line, &csv->column);
    if (!csv->looking)
        csv->room += csv->element_size;
    csv->done++;
    return true;
}

static bool read_start(csv_state *csv)
{
    csv->started = true;
    return csv_text_open(&csv->text, csv->file, has_header(csv)) &&
           csv_text_want(&csv->text, &csv->column, 1);
}

/* Reads the next rows. */
static bool read_rows(csv_state *csv)
{
    if (csv->rows.fault != CSV_FAULT_NONE)
        return csv_text_fail(&csv->text, &csv->rows);
    csv->text.line += csv->rows.passed;
    csv->row = csv->rows.rows = 0;
    csv->rows.passed = 0;
    if (!csv_text_next(&csv->text, &csv->chunk))
        return false;
    csv->finished = csv->chunk.size == 0;
    if (!csv->finished)
        csv_rows_split(&csv->rows, &csv->text.form, csv->chunk.bytes, csv->chunk.size, SIZE_MAX);
    return true;
}

/* Goes on until there are `most` more numbers, or the end. */
static void go_on(csv_state *csv, uint64_t most)
{
    const input_file *file = csv->file;
    bool good = csv->started || read_start(csv);

    csv->done = 0;
    while (good && csv->done < most && !csv->finished &&
           (!csv->looking || input_facts_are_open(&file->facts))) {
        if (csv->row == csv->rows.rows) {
            good = read_rows(csv);
            continue;
        }
        const uint64_t line = csv->text.line + csv->rows.lines[csv->row] + 1;
        good = take_number(csv, csv->rows.fields[csv->row++], line);
    }
}

/* ---- The format ------------------------------------------------------------------------------ */

static bool csv_claims(input_file *file)
{
    return file->options->column != NULL;
}

/* --column is a number if it reads as a number. */
static bool choose_column(csv_state *csv)
{
    const number_parser whole = {.type = CLR_TYPE_U64};
    const char *column = csv->file->options->column;

    csv->column.name = column;
    if (number_parse(&whole, column, column + strlen(column), &csv->column.number) != NUMBER_OK)
        csv->column.number = 0;
    else if (csv->column.number == 0)
        return input_fail(csv->file, "has no column 0: columns count from 1");
    return true;
}

static void csv_retype(input_file *file)
{
    csv_state *csv = file->state;

    file->type = input_text_type(file);
    csv->numbers.type = file->type;
    csv->element_size = clr_type_size(file->type);
}

static bool csv_open(input_file *file)
{
    csv_state *csv = calloc(1, sizeof *csv);

    file->state = csv;
    file->count = INPUT_COUNT_UNKNOWN;
    if (!csv || !number_parser_open(&csv->numbers))
        return input_fail(file, "cannot be read: memory ran out");
    csv->file = file;
    csv_retype(file);
    return choose_column(csv);
}

static uint64_t csv_read(input_file *file, void *room, uint64_t capacity)
{
    csv_state *csv = file->state;

    csv->looking = false;
    csv->room = room;
    go_on(csv, capacity);
    return input_failed(file) ? 0 : csv->done;
}

static bool csv_look(input_file *file, uint64_t most, uint64_t *count)
{
    csv_state *csv = file->state;

    csv->looking = true;
    go_on(csv, most);
    *count = csv->done;
    return !input_failed(file);
}

static void csv_describe(const input_file *file, char *text, size_t size)
{
    const csv_state *csv = file->state;
    const char *column = file->options->column;
    const char separator = csv->text.form.delimiter;
    const bool by_name = csv->column.number == 0;
    const char *delimiter = separator == '\t'  ? "tabs"
                            : separator == ';' ? "semicolons"
                            : separator == ',' ? "commas"
                            : separator == ' ' ? "blanks"
                                               : "the delimiter that was said";
    input_quote quote = by_name ? input_quoted(column, strlen(column)) : (input_quote){""};

    snprintf(text, size, "CSV with %s, column %s%s, %s header line, its numbers read as %s, %s",
             delimiter, by_name ? quote.text : column, by_name ? " by name" : "",
             has_header(csv) ? "after a" : "no", clr_type_name(file->type),
             input_type_reason(file));
}

static void csv_close(input_file *file)
{
    csv_state *csv = file->state;

    if (csv) {
        number_parser_close(&csv->numbers);
        csv_text_close(&csv->text);
        csv_rows_free(&csv->rows);
        free(csv->chunk.bytes);
    }
    free(csv);
    file->state = NULL;
}

const file_format file_format_csv = {.name = "csv",
                                     .claims = csv_claims,
                                     .open = csv_open,
                                     .read = csv_read,
                                     .close = csv_close,
                                     .look = csv_look,
                                     .retype = csv_retype,
                                     .describe = csv_describe};
