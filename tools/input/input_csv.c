/* SPDX-License-Identifier: Apache-2.0 */
/*
 * input_csv - one column of CSV text, chosen by name or number. libcsv splits lines into fields;
 * this file recognises headers and missing values, and reports lines.
 */
#include "csv_text.h"

#include <csv.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* a longer field has a quote that is never closed */
#define FIELD_SIZE_MAX INPUT_BUFFER_SIZE

typedef struct csv_state {
    input_file *file;
    number_parser numbers;
    size_t element_size;
    struct csv_parser parser;
    bool has_parser;
    bool started;
    bool finished;
    bool by_name;
    bool looking; /* numbers are examined for their type, not kept */
    unsigned char delimiter;
    uint64_t usual;      /* fields of the first row, 0 before its end */
    uint64_t first_line; /* the line where the first row ends */
    bool is_between;     /* the next byte begins a row, or a comment */
    bool in_comment;
    bool after_return; /* the latest byte was a CR, so that an LF ends no other line */
    uint64_t line;     /* from 1; fields may contain line ends */
    uint64_t field;    /* fields of the row so far */
    uint64_t wanted;   /* number of the wanted field, from 1; 0: not known yet */
    char names[512];   /* the header's names, for the message if the column is not found */
    bool names_cut;
    char *room;
    uint64_t done;
} csv_state;

static bool fail_field(csv_state *csv, const char *reason)
{
    const char *column = csv->file->options->column;

    if (csv->by_name)
        return input_fail(csv->file, "line %" PRIu64 ", column %" PRIu64 " (%s): %s", csv->line,
                          csv->wanted, input_quoted(column, strlen(column)).text, reason);
    return input_fail(csv->file, "line %" PRIu64 ", column %" PRIu64 ": %s", csv->line, csv->wanted,
                      reason);
}

/* ---- Callbacks of libcsv --------------------------------------------------------------------- */

/* Adds a name to the message, as long as the longest name and "..." fit. */
static void note_name(csv_state *csv, const char *name, size_t size)
{
    size_t used = strlen(csv->names);
    size_t left = sizeof csv->names - used;
    const char *comma = used > 0 ? ", " : "";
    input_quote quote = input_quoted(name, size);

    if (csv->names_cut)
        return;
    csv->names_cut = left < sizeof(input_quote) + sizeof ", ...";
    snprintf(csv->names + used, left, "%s%s", comma, csv->names_cut ? "..." : quote.text);
}

static void match_name(csv_state *csv, const char *name, size_t size)
{
    const char *column = csv->file->options->column;

    note_name(csv, name, size);
    if (strlen(column) != size || memcmp(column, name, size) != 0)
        return;
    if (csv->wanted > 0)
        input_fail(csv->file,
                   "columns %" PRIu64 " and %" PRIu64 " are both named %s: choose one "
                   "by its number",
                   csv->wanted, csv->field, input_quoted(name, size).text);
    csv->wanted = csv->field;
}

static bool has_header(const csv_state *csv)
{
    return csv->by_name || csv->file->options->header;
}

/* Reports a field that is not a number; in a first row also that it may be a header's. */
static void fail_number(csv_state *csv, const char *text, size_t size, number_status status)
{
    const bool is_first = csv->usual == 0 && !has_header(csv);
    char reason[INPUT_REASON_SIZE], header_hint[192];

    snprintf(header_hint, sizeof header_hint,
             "if the first line is a header, say --header, or choose the column by its name, as in "
             "--column %s",
             size > 0 ? input_quoted(text, size).text : "NAME");
    input_field_reason(csv->file, &csv->numbers, status, text, size, is_first ? header_hint : NULL,
                       reason);
    fail_field(csv, reason);
}

static void take_number(csv_state *csv, const char *text, size_t size)
{
    number_status status = input_field_take(csv->file, &csv->numbers, text, text + size,
                                            csv->looking ? NULL : csv->room, csv->line);

    if (status == NUMBER_SKIPPED)
        return;
    if (status != NUMBER_OK) {
        fail_number(csv, text, size, status);
        return;
    }
    if (!csv->looking)
        csv->room += csv->element_size;
    csv->done++;
}

/* libcsv trims unquoted fields only. */
static void trim(const char **text, size_t *size)
{
    while (*size > 0 && (**text == ' ' || **text == '\t')) {
        ++*text;
        --*size;
    }
    while (*size > 0 && ((*text)[*size - 1] == ' ' || (*text)[*size - 1] == '\t'))
        --*size;
}

/* Called by libcsv for each field. It passes NULL for an empty field without quotes, also between
 * two blanks, which are one separator. */
static void on_field(void *bytes, size_t size, void *data)
{
    csv_state *csv = data;
    const char *text = bytes ? bytes : "";

    if ((!bytes && csv->delimiter == ' ') || input_failed(csv->file))
        return;
    csv->field++;
    trim(&text, &size);
    if (csv->usual == 0 && has_header(csv)) {
        if (csv->by_name)
            match_name(csv, text, size);
    } else if (csv->field == csv->wanted) {
        take_number(csv, text, size);
    }
}

static void fail_uneven(csv_state *csv)
{
    input_fail(csv->file,
               "line %" PRIu64 " has %" PRIu64 " field%s, but %s on line %" PRIu64 " has %" PRIu64,
               csv->line, csv->field, csv->field == 1 ? "" : "s",
               has_header(csv) ? "the header" : "the first row", csv->first_line, csv->usual);
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

static void end_first_row(csv_state *csv)
{
    const char *column = csv->file->options->column;
    char reason[64];

    if (csv->wanted == 0)
        input_fail(csv->file, "has no column named %s; its columns are %s%s",
                   input_quoted(column, strlen(column)).text, csv->names,
                   header_advice(csv->file->options, csv->names));
    snprintf(reason, sizeof reason, "the line ends after column %" PRIu64, csv->field);
    if (csv->field < csv->wanted)
        fail_field(csv, reason);
    csv->usual = csv->field;
    csv->first_line = csv->line;
}

/* A row without fields is no row if others have several columns. */
static void end_blank_row(csv_state *csv)
{
    if (csv->usual == 1)
        take_number(csv, "", 0);
}

static void on_row(int end, void *data)
{
    csv_state *csv = data;

    (void)end;
    csv->is_between = true;
    if (input_failed(csv->file))
        return;
    if (csv->field == 0)
        end_blank_row(csv);
    else if (csv->usual == 0)
        end_first_row(csv);
    else if (csv->field != csv->usual)
        fail_uneven(csv);
    csv->field = 0;
}

/* Limits the memory that libcsv allocates for a quote that is never closed. */
static void *bounded_realloc(void *memory, size_t size)
{
    return size <= FIELD_SIZE_MAX ? realloc(memory, size) : NULL;
}

/* ---- Feeding libcsv -------------------------------------------------------------------------- */

static bool read_start(csv_state *csv)
{
    const input_options *options = csv->file->options;
    input_head head;
    char found = 0;

    if (csv->started)
        return true;
    if (!input_read_head(csv->file, &head))
        return false;
    csv->line += head.lines;
    csv->delimiter = (unsigned char)(options->delimiter ? options->delimiter : head.delimiter);
    if (csv->delimiter == ',' && options->decimal_comma)
        return input_fail(csv->file, "its first line says that commas separate fields, and "
                                     "--decimal that they stand in numbers: say --delimiter C for "
                                     "what separates");
    if (csv->delimiter == 0 && !csv_find_delimiter(csv->file, has_header(csv), csv->line, &found))
        return false;
    csv->delimiter = csv->delimiter ? csv->delimiter : (unsigned char)found;
    csv_set_delim(&csv->parser, csv->delimiter);
    csv->is_between = true;
    csv->started = true;
    return true;
}

static bool fail_parse(csv_state *csv)
{
    int error = csv_error(&csv->parser);

    if (error == CSV_EPARSE)
        return input_fail(csv->file, "line %" PRIu64 ": a quote is out of place", csv->line);
    return input_fail(csv->file,
                      "line %" PRIu64 ": a field is longer than %zu bytes, as if a quote "
                      "were not closed",
                      csv->line, FIELD_SIZE_MAX);
}

/* Gives libcsv bytes of a row. */
static bool parse_bytes(csv_state *csv, char *start, size_t size)
{
    /* libcsv knows a single delimiter */
    for (char *at = start; csv->delimiter == ' ' && at < start + size; at++)
        *at = *at == '\t' ? ' ' : *at;
    csv->is_between = false;
    return csv_parse(&csv->parser, start, size, on_field, on_row, csv) == size || fail_parse(csv);
}

/*
 * Feeds the next line, or as much of it as the room has space for: a byte ends at most one field,
 * so `most` bytes give at most `most` numbers, and libcsv need not be stopped.
 */
static bool feed(csv_state *csv, uint64_t most)
{
    input_file *file = csv->file;
    char *start = file->buffer + file->begin;
    size_t size = input_file_buffered(file);
    bool is_second_half; /* of CR LF, which ends one row */
    const char *stop;

    if (size > most)
        size = (size_t)most;
    stop = input_find_line_end(start, size);
    if (stop)
        size = (size_t)(stop - start) + 1;
    if (memchr(start, '\0', size))
        return input_fail_binary(file);
    is_second_half = csv->is_between && csv->after_return && *start == '\n';
    csv->in_comment |= csv->is_between && file->options->comment == *start;
    if (!csv->in_comment && !is_second_half && !parse_bytes(csv, start, size))
        return false;
    csv->in_comment = csv->in_comment && !stop;
    csv->line += stop && !(csv->after_return && *start == '\n');
    csv->after_return = start[size - 1] == '\r';
    input_file_consume(file, size);
    return !input_failed(file);
}

/* A column that is nowhere may be a command that failed in front of a pipe. */
static bool fail_nowhere(csv_state *csv)
{
    const char *column = csv->file->options->column;

    return input_fail(csv->file, "has no column %s: it %s",
                      input_quoted(column, strlen(column)).text,
                      csv->line > 1 ? "has no lines but comments and blank ones" : "is empty");
}

static bool finish(csv_state *csv)
{
    csv->finished = true;
    if (csv_fini(&csv->parser, on_field, on_row, csv))
        return input_fail(csv->file, "ends within a quoted field: a quote is not closed");
    if (!input_failed(csv->file) && csv->usual == 0)
        return fail_nowhere(csv);
    return !input_failed(csv->file);
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

    csv->by_name = number_parse(&whole, column, column + strlen(column), &csv->wanted) != NUMBER_OK;
    if (!csv->by_name && csv->wanted == 0)
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
    static const unsigned char options =
        CSV_STRICT | CSV_STRICT_FINI | CSV_APPEND_NULL | CSV_EMPTY_IS_NULL | CSV_REPALL_NL;
    csv_state *csv = calloc(1, sizeof *csv);

    file->state = csv;
    file->count = INPUT_COUNT_UNKNOWN;
    if (!csv || !number_parser_open(&csv->numbers) || csv_init(&csv->parser, options))
        return input_fail(file, "cannot be read: memory ran out");
    csv_set_realloc_func(&csv->parser, bounded_realloc);
    csv_set_blk_size(&csv->parser, INPUT_TOKEN_MAX);
    csv->has_parser = true;
    csv->file = file;
    csv_retype(file);
    csv->line = 1;
    return choose_column(csv);
}

/* Feeds until there are `most` more numbers, or the end. */
static void go_on(csv_state *csv, uint64_t most)
{
    input_file *file = csv->file;
    bool good = read_start(csv);

    csv->done = 0;
    while (good && csv->done < most && !csv->finished &&
           (!csv->looking || input_facts_are_open(&file->facts))) {
        good = input_file_fill(file, 1, INPUT_BUFFER_SIZE);
        if (good && input_file_buffered(file) > 0)
            good = feed(csv, most - csv->done);
        else if (good)
            good = finish(csv);
    }
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
    const char *delimiter = csv->delimiter == '\t'  ? "tabs"
                            : csv->delimiter == ';' ? "semicolons"
                            : csv->delimiter == ',' ? "commas"
                            : csv->delimiter == ' ' ? "blanks"
                                                    : "the delimiter that was said";
    input_quote quote = csv->by_name ? input_quoted(column, strlen(column)) : (input_quote){""};

    snprintf(text, size, "CSV with %s, column %s%s, %s header line, its numbers read as %s, %s",
             delimiter, csv->by_name ? quote.text : column, csv->by_name ? " by name" : "",
             has_header(csv) ? "after a" : "no", clr_type_name(file->type),
             input_type_reason(file));
}

static void csv_close(input_file *file)
{
    csv_state *csv = file->state;

    if (csv) {
        number_parser_close(&csv->numbers);
        if (csv->has_parser)
            csv_free(&csv->parser);
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
