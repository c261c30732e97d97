/* SPDX-License-Identifier: Apache-2.0 */
/* csv_text - a file of CSV. See csv_text.h. */
#include "csv_text.h"

#include "json_lines.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* bytes of a chunk, which stay in a core's cache while they are split and read */
#define CHUNK_SIZE ((size_t)1 << 18)

/* a longer row has a quote that is never closed */
#define ROW_MOST ((size_t)1 << 24)

static bool fail_memory(const csv_text *text)
{
    return input_fail(text->file, "cannot be read: memory ran out");
}

/* ---- Chunks ---------------------------------------------------------------------------------- */

/* Makes room for `size` bytes that are split. */
static bool make_room(csv_chunk *chunk, size_t size)
{
    char *bytes =
        size <= chunk->room ? chunk->bytes : realloc(chunk->bytes, size + CSV_BYTES_BEHIND);

    if (!bytes)
        return false;
    chunk->bytes = bytes;
    chunk->room = size > chunk->room ? size : chunk->room;
    return true;
}

/* Has the chunk hold `size` bytes, or all that are left; of a pipe what it has. */
static bool read_up_to(csv_text *text, csv_chunk *chunk, size_t size)
{
    uint64_t want = size - chunk->size, got;

    if (!make_room(chunk, size))
        return fail_memory(text);
    if (!text->file->regular) {
        if (!input_file_fill(text->file, 1, INPUT_BUFFER_SIZE))
            return false;
        if (want > input_file_buffered(text->file) && input_file_buffered(text->file) > 0)
            want = input_file_buffered(text->file);
    }
    got = input_file_take(text->file, chunk->bytes + chunk->size, want);
    text->ended = got < want;
    if (memchr(chunk->bytes + chunk->size, '\0', (size_t)got))
        return input_fail_binary(text->file);
    chunk->size += (size_t)got;
    return !input_failed(text->file);
}

/* Leaves bytes behind the chunk's first `size` for the next chunk. */
static bool leave_rest(csv_text *text, csv_chunk *chunk, size_t size)
{
    const size_t left = chunk->size - size;
    char *rest = realloc(text->rest, left + 1);

    if (!rest)
        return fail_memory(text);
    memcpy(rest, chunk->bytes + size, left);
    text->rest = rest;
    text->rest_size = left;
    chunk->size = size;
    return true;
}

bool csv_text_next(csv_text *text, csv_chunk *chunk)
{
    const size_t rest = text->rest_size;
    size_t size = rest < CHUNK_SIZE ? CHUNK_SIZE : 2 * rest, whole = 0, looked = rest;

    chunk->size = 0;
    if (!make_room(chunk, size))
        return fail_memory(text);
    if (rest > 0)
        memcpy(chunk->bytes, text->rest, rest);
    chunk->size = rest;
    text->rest_size = 0;
    while (whole == 0 && !text->ended) {
        if (chunk->size == size) /* a pipe brings less at a time */
            size *= 2;
        if (!read_up_to(text, chunk, size))
            return false;
        if (chunk->size < 2 * looked && !text->ended)
            continue; /* a long row is not looked through for each piece that a pipe brings */
        looked = chunk->size;
        whole = csv_rows_whole(chunk->bytes, chunk->size, text->form.comment);
        if (whole == 0 && chunk->size >= ROW_MOST)
            return input_fail(text->file,
                              "line %" PRIu64 ": a row is longer than %zu bytes, as if a quote "
                              "were not closed",
                              text->line + 1, ROW_MOST);
    }
    return leave_rest(text, chunk, text->ended ? chunk->size : whole);
}

/* ---- The first rows -------------------------------------------------------------------------- */

/* Splits a copy of the bytes into two rows, of which `wanted` fields are kept. */
static bool split_copy(csv_text *text, const char *bytes, size_t size, size_t wanted)
{
    csv_form form = text->form;

    form.width = 0; /* blank lines in front of the first row are no rows */
    form.wanted = wanted;
    free(text->first_copy);
    text->first_copy = malloc(size + CSV_BYTES_BEHIND);
    if (!text->first_copy)
        return fail_memory(text);
    memcpy(text->first_copy, bytes, size);
    csv_rows_free(&text->first);
    csv_rows_split(&text->first, &form, text->first_copy, size, 2);
    return true;
}

/* Puts the bytes of a chunk behind the header in front of the rest again. */
static bool put_back(csv_text *text, const csv_chunk *chunk, size_t header)
{
    const size_t size = chunk->size - header;
    char *joined = malloc(size + text->rest_size + 1);

    if (!joined)
        return fail_memory(text);
    memcpy(joined, chunk->bytes + header, size);
    memcpy(joined + size, text->rest, text->rest_size);
    free(text->rest);
    text->rest = joined;
    text->rest_size += size;
    return true;
}

/* Bytes of blank lines at the start of a chunk, and how many lines these are. */
static size_t count_blank(const csv_chunk *chunk, uint64_t *lines)
{
    size_t at = 0;

    for (*lines = 0; at < chunk->size && strchr("\r\n", chunk->bytes[at]); ++*lines)
        at += chunk->bytes[at] == '\r' && at + 1 < chunk->size && chunk->bytes[at + 1] == '\n' ? 2
                                                                                               : 1;
    return at;
}

/* Reads a chunk with two rows, if there are two, and splits a copy of them: a pipe may have
 * brought the first row alone. */
static bool read_two(csv_text *text, csv_chunk *chunk)
{
    bool good = csv_text_next(text, chunk) && split_copy(text, chunk->bytes, chunk->size, 0);

    while (good && text->first.rows < 2 && text->first.fault == CSV_FAULT_NONE && !text->ended)
        good = put_back(text, chunk, 0) && csv_text_next(text, chunk) &&
               split_copy(text, chunk->bytes, chunk->size, 0);
    return good;
}

/* Reads the first rows; a header leaves the text, and so do blank lines in front of them. */
static bool read_first(csv_text *text)
{
    csv_chunk chunk = {0};
    uint64_t blank_lines;
    bool good = read_two(text, &chunk);
    const bool has_rows = good && text->first.rows > 0;

    if (good && !has_rows && text->first.fault != CSV_FAULT_NONE)
        good = csv_text_fail(text, &text->first);
    text->form.width = has_rows ? text->first.first_width : 0;
    if (has_rows)
        good = split_copy(text, chunk.bytes, text->first.end, (size_t)text->form.width);
    if (good && has_rows)
        text->first_line = text->line + text->first.lines[0] + 1;
    const size_t blank = count_blank(&chunk, &blank_lines);
    if (good)
        good = put_back(text, &chunk, text->has_header ? text->first.behind : blank);
    if (good && has_rows)
        text->line += text->has_header ? text->first.behind_lines : blank_lines;
    free(chunk.bytes);
    return good;
}

bool csv_text_open(csv_text *text, input_file *file, bool has_header)
{
    const input_options *options = file->options;
    input_head head;
    char delimiter;

    *text = (csv_text){.file = file, .has_header = has_header};
    if ((!options->text && !input_check_magic(file)) || !input_read_head(file, &head))
        return false;
    if (file->is_json && !has_header)
        return input_fail(file, "is JSON lines, whose columns have names and no numbers");
    text->line = head.lines - (file->is_json ? JSON_LINES_HEAD : 0);
    delimiter = options->delimiter ? options->delimiter : head.delimiter;
    if (delimiter == INPUT_DELIMITER_ANY)
        return input_fail(file, "CSV is separated by one character: --delimiter any is for text");
    if (delimiter == ',' && options->decimal_comma)
        return input_fail(file, "its first line says that commas separate fields, and "
                                "--decimal that they stand in numbers: say --delimiter C for "
                                "what separates");
    if (delimiter == 0 && !csv_find_delimiter(file, has_header, text->line + 1, &delimiter))
        return false;
    text->form = (csv_form){.delimiter = delimiter,
                            .comment = file->is_json ? JSON_LINES_COMMENT : options->comment};
    return read_first(text);
}

void csv_text_close(csv_text *text)
{
    free(text->first_copy);
    csv_rows_free(&text->first);
    free(text->slots);
    free(text->rest);
    *text = (csv_text){0};
}

csv_field csv_text_name(const csv_text *text, size_t index)
{
    return text->first.fields[index];
}

/* ---- Columns --------------------------------------------------------------------------------- */

static bool is_name(csv_field field, const char *name)
{
    return strlen(name) == field.size && memcmp(name, field.text, field.size) == 0;
}

/* The names of the columns, as far as they fit. */
static void list_names(const csv_text *text, char names[512])
{
    size_t used = 0;

    names[0] = '\0';
    for (size_t i = 0; i < text->form.width; i++) {
        const csv_field field = csv_text_name(text, i);
        const bool fits = 512 - used > sizeof(input_quote) + sizeof ", ...";

        used += (size_t)snprintf(names + used, 512 - used, "%s%s", i > 0 ? ", " : "",
                                 fits ? input_quoted(field.text, field.size).text : "...");
        if (!fits)
            return;
    }
}

/* Advice where a column is not found, as the line taken for a header may be none. */
static const char *header_advice(const input_options *options, const char *names)
{
    if (strncmp(names, "\"#", 2) == 0 && !options->comment)
        return "; --comment '#' leaves out lines that begin with it, --skip N the first N lines";
    if (options->thousands == ',' && strchr(names, ',') && !strstr(names, "\", "))
        return "; --delimiter , says that commas outside of quotes separate fields";
    return "";
}

/* A column that is nowhere may be a command that failed in front of a pipe. */
bool csv_text_fail_name(const csv_text *text, csv_field name)
{
    const input_quote quote = input_quoted(name.text, name.size);
    char names[512];

    if (name.size > 0 && strspn(name.text, "0") >= name.size)
        return input_fail(text->file, "has no column 0: columns count from 1");
    if (text->form.width == 0)
        return input_fail(text->file, "has no column %s: it %s", quote.text,
                          text->line > 0 || text->first.passed > 0
                              ? "has no lines but comments and blank ones"
                              : "is empty");
    list_names(text, names);
    return input_fail(text->file, "has no column named %s; its columns are %s%s", quote.text, names,
                      header_advice(text->file->options, names));
}

/* Finds the number of a column by its name. */
static bool find_name(const csv_text *text, const char *name, uint64_t *number)
{
    *number = 0;
    for (size_t i = 0; i < text->form.width; i++) {
        if (!is_name(csv_text_name(text, i), name))
            continue;
        if (*number > 0)
            return input_fail(text->file,
                              "columns %" PRIu64 " and %zu are both named %s: choose one by its "
                              "number",
                              *number, i + 1, input_quoted(name, strlen(name)).text);
        *number = i + 1;
    }
    return *number > 0 || csv_text_fail_name(text, (csv_field){name, strlen(name)});
}

bool csv_text_want(csv_text *text, const csv_column *columns, size_t count)
{
    const uint64_t width = text->form.width;

    if (width == 0 && count > 0)
        return csv_text_fail_name(text, (csv_field){columns[0].name, strlen(columns[0].name)});
    text->slots = malloc(width * sizeof *text->slots + 1);
    if (!text->slots)
        return fail_memory(text);
    memset(text->slots, 0xff, width * sizeof *text->slots);
    for (size_t i = 0; i < count; i++) {
        uint64_t number = columns[i].number;

        if (number == 0 && !find_name(text, columns[i].name, &number))
            return false;
        if (number > width)
            return input_fail(text->file,
                              "line %" PRIu64 ", column %" PRIu64 ": the line ends after column "
                              "%" PRIu64,
                              text->first_line, number, width);
        if (text->slots[number - 1] >= 0)
            return input_fail(text->file, "%s and %s are one column: name it in one way",
                              columns[text->slots[number - 1]].name, columns[i].name);
        text->slots[number - 1] = (int16_t)i;
    }
    text->form.slots = text->slots;
    text->form.wanted = count;
    return true;
}

bool csv_text_fail(const csv_text *text, const csv_rows *rows)
{
    const uint64_t line = text->line + rows->passed + 1;

    if (rows->fault == CSV_FAULT_QUOTE)
        return input_fail(text->file, "line %" PRIu64 ": a quote is out of place", line);
    if (rows->fault == CSV_FAULT_LONG)
        return input_fail(text->file,
                          "line %" PRIu64 ": a field is longer than %zu bytes, as if a quote were "
                          "not closed",
                          line, CSV_FIELD_MOST);
    if (rows->fault == CSV_FAULT_OPEN)
        return input_fail(text->file,
                          "line %" PRIu64 ": ends within a quoted field: a quote is not closed",
                          line);
    if (rows->fault == CSV_FAULT_MEMORY)
        return fail_memory(text);
    return input_fail(
        text->file,
        "line %" PRIu64 " has %" PRIu64 " field%s, but %s on line %" PRIu64 " has %" PRIu64, line,
        rows->width, rows->width == 1 ? "" : "s", text->has_header ? "the header" : "the first row",
        text->first_line, text->form.width);
}

/* The number of a column in the file, from 1. */
static uint64_t number_of(const csv_text *text, const csv_column *column)
{
    uint64_t number = column->number;

    if (number == 0)
        find_name(text, column->name, &number);
    return number;
}

/* In the first row the field may be a header's. */
bool csv_text_fail_field(const csv_text *text, const number_parser *numbers, number_status status,
                         csv_field field, uint64_t line, const csv_column *column)
{
    const bool may_be_header = line == text->first_line && !text->has_header;
    const bool is_header = text->has_header && is_name(field, column->name);
    char reason[INPUT_REASON_SIZE], hint[192] = "the header stands here once more: name several "
                                                "files one by one, each with its own";

    if (!is_header)
        snprintf(
            hint, sizeof hint,
            "if the first line is a header, say --header, or choose the column by its name, as in "
            "--column %s",
            field.size > 0 ? input_quoted(field.text, field.size).text : "NAME");
    input_field_reason(text->file, numbers, status, field.text, field.size,
                       may_be_header || is_header ? hint : NULL, reason);
    return csv_text_fail_at(text, line, column, reason);
}

bool csv_text_fail_at(const csv_text *text, uint64_t line, const csv_column *column,
                      const char *reason)
{
    const uint64_t number = number_of(text, column);

    if (column->number != 0)
        return input_fail(text->file, "line %" PRIu64 ", column %" PRIu64 ": %s", line, number,
                          reason);
    return input_fail(text->file, "line %" PRIu64 ", column %" PRIu64 " (%s): %s", line, number,
                      input_quoted(column->name, strlen(column->name)).text, reason);
}
