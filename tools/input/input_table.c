/* SPDX-License-Identifier: Apache-2.0 */
/* input_table - files of CSV as one table. See input_table.h. */
#include "input_table.h"

#include "input_date.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Files ----------------------------------------------------------------------------------- */

/* Opens the next file, and reads its first rows. */
static bool begin_file(input_table *table)
{
    input_file *file = &table->files[table->opened];
    csv_text *text = &table->texts[table->opened];

    if (file->fd < 0 && !input_file_open(file))
        return false;
    table->opened++;
    if (table->keeps && !file->replaying && !input_file_mark(file))
        return false;
    if (!table->options->text && file_format_npy.claims(file))
        return input_fail(file, "%s is for CSV text, but this is read as npy",
                          table->options->column ? "--column" : "--by");
    if (file->array && input_field_name(file))
        return input_fail(file, "what follows the last colon names no column: --column does");
    if (input_failed(file) || !csv_text_open(text, file, table->has_header))
        return false;
    return !table->columns || csv_text_want(text, table->columns, table->column_count);
}

/* A regular file can be opened again; a pipe is kept open. */
static void end_file(input_table *table)
{
    if (table->files[table->current].reopens)
        input_file_close(&table->files[table->current]);
    table->current++;
}

bool input_table_open(input_table *table, const char *const *paths, size_t count,
                      const input_options *options, bool has_header)
{
    *table = (input_table){.options = options, .has_header = has_header, .keeps = true};
    table->files = calloc(count, sizeof *table->files);
    table->texts = calloc(count, sizeof *table->texts);
    if (!table->files || !table->texts || !input_cell_open(&table->cells, options)) {
        table->failure.failed = true;
        return false;
    }
    table->count = count;
    for (size_t i = 0; i < count; i++)
        table->files[i] = (input_file){.path = paths[i],
                                       .options = options,
                                       .failure = &table->failure,
                                       .type = CLR_TYPE_F64,
                                       .is_table = true,
                                       .tape = {.file = -1},
                                       .fd = -1};
    return begin_file(table);
}

void input_table_close(input_table *table)
{
    for (size_t i = 0; i < table->count; i++) {
        csv_text_close(&table->texts[i]);
        input_file_close(&table->files[i]);
    }
    free(table->files);
    free(table->texts);
    free(table->failure.sentence);
    input_cell_close(&table->cells);
    *table = (input_table){0};
}

const char *input_table_error(const input_table *table)
{
    return table->failure.sentence ? table->failure.sentence : "out of memory";
}

/* ---- Columns --------------------------------------------------------------------------------- */

size_t input_table_width(const input_table *table)
{
    return (size_t)table->texts->form.width;
}

csv_field input_table_name(const input_table *table, size_t index)
{
    return csv_text_name(table->texts, index);
}

csv_field input_table_sample(const input_table *table, size_t index)
{
    const csv_rows *first = &table->texts->first;
    const size_t row = table->has_header;

    /* the second row may be too short, as its chunk will tell */
    const bool is_there = row + 1 < first->rows || (row < first->rows && index < first->width);

    return is_there ? first->fields[row * input_table_width(table) + index] : (csv_field){"", 0};
}

bool input_table_fail_name(input_table *table, const char *name, size_t size)
{
    return csv_text_fail_name(table->texts, (csv_field){name, size});
}

bool input_table_want(input_table *table, const csv_column *columns, size_t count)
{
    table->columns = columns;
    table->column_count = count;
    return csv_text_want(table->texts, columns, count);
}

/* ---- Chunks ---------------------------------------------------------------------------------- */

bool input_table_next(input_table *table, input_chunk *chunk, bool *is_there)
{
    *is_there = false;
    while (!*is_there && table->current < table->count) {
        if (table->current == table->opened && !begin_file(table))
            return false;
        chunk->file = table->current;
        chunk->text = &table->texts[table->current];
        if (!csv_text_next(chunk->text, &chunk->chunk))
            return false;
        *is_there = chunk->chunk.size > 0;
        if (!*is_there)
            end_file(table);
    }
    return true;
}

bool input_table_is_through(const input_table *table)
{
    const csv_text *text = &table->texts[table->count - 1];

    return table->current == table->count ||
           (table->current + 1 == table->count && table->current < table->opened && text->ended &&
            text->rest_size == 0);
}

void input_chunk_split(input_chunk *chunk)
{
    csv_rows_split(&chunk->rows, &chunk->text->form, chunk->chunk.bytes, chunk->chunk.size,
                   SIZE_MAX);
}

void input_chunk_free(input_chunk *chunk)
{
    free(chunk->chunk.bytes);
    csv_rows_free(&chunk->rows);
}

bool input_table_settle(input_table *table, const input_chunk *chunk)
{
    csv_text *text = chunk->text;

    if (table->failure.failed)
        return false;
    if (chunk->rows.fault != CSV_FAULT_NONE)
        return csv_text_fail(text, &chunk->rows);
    text->line += chunk->rows.passed;
    return true;
}

/* ---- Failures -------------------------------------------------------------------------------- */

bool input_table_fail_cell(input_table *table, const input_chunk *chunk, size_t row, size_t column,
                           input_cell_kind kind, clr_type type)
{
    static const number_status statuses[] = {[INPUT_CELL_MISSING] = NUMBER_MISSING,
                                             [INPUT_CELL_TEXT] = NUMBER_MALFORMED,
                                             [INPUT_CELL_RANGE] = NUMBER_RANGE};
    csv_text *text = chunk->text;
    const uint64_t line = text->line + chunk->rows.lines[row] + 1;

    text->file->type = type;
    return csv_text_fail_field(text, &table->cells.numbers, statuses[kind],
                               input_chunk_field(chunk, row, column), line,
                               &table->columns[column]);
}

bool input_table_fail_date(input_table *table, const input_chunk *chunk, size_t row, size_t column,
                           iso_part part)
{
    char reason[INPUT_REASON_SIZE];

    input_date_reason(table->options, input_chunk_field(chunk, row, column), part, reason);
    return csv_text_fail_at(chunk->text, chunk->text->line + chunk->rows.lines[row] + 1,
                            &table->columns[column], reason);
}

/* ---- Reading twice --------------------------------------------------------------------------- */

void input_table_forget(input_table *table)
{
    table->keeps = false;
    for (size_t i = 0; i < table->opened; i++)
        input_file_unmark(&table->files[i]);
}

bool input_table_again(input_table *table)
{
    for (size_t i = 0; i < table->opened; i++) {
        input_file *file = &table->files[i];

        if (!file->rereads && !file->taping)
            return input_fail(file, "has numbers of one column in several types, and cannot be "
                                    "read once more: say -t f64 or -t i64");
        csv_text_close(&table->texts[i]);
        if (!input_file_rewind(file))
            return false;
    }
    table->opened = table->current = 0;
    return true;
}
