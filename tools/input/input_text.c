/* SPDX-License-Identifier: Apache-2.0 */
/*
 * input_text - numbers as text: lines of fields, with comments to the end of the line from '#', at
 * the start of the line or behind a blank. CR, LF and CR LF end a line. Fields are separated by
 * blanks, commas or semicolons, or by --delimiter; between two delimiters, and at a line's begin or
 * end beside a delimiter, is an empty field. A field has INPUT_TOKEN_MAX bytes at
 * most, which the file's buffer holds; a line may be of any length.
 */
#include "input_doubt.h"
#include "input_format.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Kinds of bytes: 0 for bytes of fields. */
enum {
    IS_BLANK = 1,
    IS_LINE_END = 2,
    IS_DELIMITER = 4,
    IS_COMMENT = 8,
    IS_NUL = 16,    /* NUL: behind the buffer, or in binary data */
    ENDS_FIELD = 32 /* blanks, where they are separators; delimiters, line ends and NUL */
};

typedef enum text_place { LINE_START, BEHIND_FIELD, BEHIND_DELIMITER } text_place;

typedef struct text_state {
    number_parser parser;
    size_t element_size;
    unsigned char kinds[256];
    bool has_begun;  /* the head has been read */
    char separator;  /* as --delimiter or the first line says; 0: neither does */
    bool is_by_head; /* the first line says it */
    bool decides;    /* nobody says it: `doubt` decides whether the text has one meaning alone */
    input_doubt doubt;

    uint64_t line;       /* number of the line, from 1 */
    uint64_t line_start; /* position of its first byte */
    text_place place;
    uint64_t fields;       /* of the line so far */
    uint64_t behind;       /* position behind the latest delimiter or line end */
    uint64_t after_return; /* position behind the latest CR, where an LF ends no other line */
    uint64_t gap;          /* bytes between the latest field and here */
    bool in_comment;

    uint64_t first_line; /* the line with the first field, 0 before */
    uint64_t usual;      /* fields of `first_line`, 0 before its end */
    bool is_told;        /* `usual` is from earlier files */
    bool is_compared;    /* with earlier files */
    uint64_t extents[2]; /* lines with fields, and their fields, for is_matrix */
} text_state;

/* ---- Lines ----------------------------------------------------------------------------------- */

static bool fail_uneven(input_file *file, const text_state *text, uint64_t line, uint64_t fields)
{
    char others[48] = "files before have lines of";

    if (!text->is_told)
        snprintf(others, sizeof others, "line %" PRIu64 " has", text->first_line);
    return input_fail(file,
                      "line %" PRIu64 " has %" PRIu64 " field%s, but %s %" PRIu64
                      ": --length and --axis take lines of equally many; if lines mean nothing, "
                      "write one number on each",
                      line, fields, fields == 1 ? "" : "s", others, text->usual);
}

/* Refuses a line whose number of fields differs from the usual; lines without fields do not
 * count. */
static bool note_uneven(input_file *file, text_state *text)
{
    if (text->fields == 0)
        return true;
    if (text->usual == 0) {
        text->usual = text->fields;
        return true;
    }
    if (file->options->even_lines)
        return fail_uneven(file, text, text->line, text->fields);
    return !text->decides || input_doubt_uneven(file, &text->doubt, &text->parser,
                                                &(doubt_lines){text->line, text->fields,
                                                               text->first_line, text->usual});
}

static inline bool end_line(input_file *file, text_state *text)
{
    const bool is_even = text->fields == text->usual || note_uneven(file, text);

    text->extents[0] += text->fields > 0;
    text->fields = 0;
    text->place = LINE_START;
    return is_even;
}

static bool text_settle(input_file *file)
{
    const text_state *text = file->state;

    return !text->decides || input_doubt_settle(file, &text->doubt, &text->parser);
}

/* ---- Finding fields -------------------------------------------------------------------------- */

typedef enum text_found { FOUND_NOTHING, FOUND_FIELD, FOUND_EMPTY } text_found;

/* Consumes the rest of a comment within the buffer. */
static void skip_comment(input_file *file, text_state *text)
{
    const char *start = file->buffer + file->begin;
    const char *stop = input_find_line_end(start, input_file_buffered(file));

    text->in_comment = !stop;
    input_file_consume(file, stop ? (size_t)(stop - start) : input_file_buffered(file));
}

/* Whether a blank ends fields, and not --delimiter alone. */
static bool has_blanks(const text_state *text)
{
    return text->kinds[' '] & ENDS_FIELD;
}

/* Whether a byte of a field, not its first one, is the sign of comments but begins none, as no
 * blank is in front of it. */
static bool is_inside(const text_state *text, const char *at)
{
    return text->kinds[(unsigned char)*at] == IS_COMMENT &&
           !(text->kinds[(unsigned char)at[-1]] & IS_BLANK);
}

/* The end of the field whose first byte is at[-1]. */
static const char *end_of_field(const text_state *text, const char *at)
{
    const char *const most = at + INPUT_TOKEN_MAX;

    while (at <= most &&
           (!(text->kinds[(unsigned char)*at] & (ENDS_FIELD | IS_COMMENT)) || is_inside(text, at)))
        at++;
    return at;
}

/* Whether a comment begins here, and not a word such as "#N/A" or another field. */
static bool begins_comment(const input_file *file, const text_state *text, const char *at)
{
    const bool is_apart = text->place != BEHIND_DELIMITER || file->position != text->behind;
    const bool can_be_field = text->place != BEHIND_FIELD || has_blanks(text);

    if (text->kinds[(unsigned char)*at] != IS_COMMENT || !is_apart)
        return false;
    return !can_be_field ||
           !input_field_is_missing(file->options, at, (size_t)(end_of_field(text, at + 1) - at));
}

/* Finds an empty field, which consumes nothing: the delimiter behind it is still to come. */
static text_found find_empty(text_state *text)
{
    text->place = BEHIND_FIELD;
    text->fields++;
    text->gap = 0;
    input_doubt_field(&text->doubt, "", 0, text->fields);
    if (text->first_line == 0)
        text->first_line = text->line;
    return FOUND_EMPTY;
}

static bool pass_delimiter(input_file *file, text_state *text, const char *at)
{
    text->place = BEHIND_DELIMITER;
    return !text->decides || *at == text->doubt.separator ||
           input_doubt_separator(file, &text->doubt, &text->parser, *at, at, text->line);
}

/* Passes CR, LF or the LF of CR LF, which `text->behind` is behind. */
static bool pass_line_end(input_file *file, text_state *text, char end)
{
    const bool is_second = end == '\n' && text->after_return + 1 == text->behind;
    const bool is_even = is_second || end_line(file, text);

    text->line += !is_second;
    text->line_start = text->behind;
    if (end == '\r')
        text->after_return = text->behind;
    return is_even;
}

/* Consumes blanks, delimiters and line ends between fields, within the buffer. */
static text_found skip_to_field(input_file *file, text_state *text)
{
    const char *const start = file->buffer + file->begin;
    const char *at = start;
    text_found found = FOUND_NOTHING;
    bool good = true;

    for (; good && found == FOUND_NOTHING; at++) {
        const int kind = text->kinds[(unsigned char)*at] & ~ENDS_FIELD;

        if (kind == IS_BLANK)
            continue;
        if (kind == 0 || kind == IS_NUL || kind == IS_COMMENT)
            break;
        if (text->place == BEHIND_DELIMITER ||
            (text->place == LINE_START && kind == IS_DELIMITER)) {
            found = find_empty(text);
            break;
        }
        text->behind = file->position + (uint64_t)(at - start) + 1;
        good =
            kind == IS_DELIMITER ? pass_delimiter(file, text, at) : pass_line_end(file, text, *at);
    }
    text->gap += (uint64_t)(at - start);
    input_file_consume(file, (size_t)(at - start));
    return found;
}

/* Ends the last line at the end of the text. */
static text_found find_end(input_file *file, text_state *text)
{
    if (text->place == BEHIND_DELIMITER)
        return find_empty(text);
    if (!end_line(file, text) || !text_settle(file))
        return FOUND_NOTHING;
    text->extents[1] = text->usual;
    if (file->options->is_matrix && text->extents[0] == 0)
        input_fail(file, "has no numbers, and the matrix that --axis reduces is of lines of them");
    return FOUND_NOTHING;
}

/*
 * Buffers the next field, with the byte that ends it. FOUND_NOTHING at the end of the file and
 * after a failure.
 */
static text_found find_field(input_file *file, text_state *text)
{
    for (;;) {
        const bool was_comment = text->in_comment;
        const char *at;

        if (input_file_buffered(file) <= INPUT_TOKEN_MAX && !file->ended &&
            !input_file_fill(file, INPUT_TOKEN_MAX + 1, INPUT_BUFFER_SIZE))
            return FOUND_NOTHING;
        if (was_comment)
            skip_comment(file, text);
        else if (skip_to_field(file, text) == FOUND_EMPTY)
            return FOUND_EMPTY;
        if (input_failed(file))
            return FOUND_NOTHING;
        if (input_file_buffered(file) == 0 && file->ended)
            return find_end(file, text);
        at = file->buffer + file->begin;
        if (was_comment || (input_file_buffered(file) <= INPUT_TOKEN_MAX && !file->ended))
            continue;
        if (!begins_comment(file, text, at))
            return FOUND_FIELD;
        text->in_comment = true;
    }
}

/* ---- Taking fields --------------------------------------------------------------------------- */

/* Names line and column. Bytes that no text has are told first, as then every other sentence would
 * mislead. */
static bool fail_field(input_file *file, const text_state *text, size_t size, number_status status)
{
    const char *field = file->buffer + file->begin;
    const uint64_t at = size > 0 ? file->position : text->behind;
    const uint64_t column = at - text->line_start + 1;
    size_t around = input_file_buffered(file) < 256 ? input_file_buffered(file) : 256;
    const bool can_be_header = text->line == text->first_line && size > 0;
    char reason[INPUT_REASON_SIZE];

    if (status != NUMBER_MISSING && input_is_binary(field, around))
        return input_fail_binary(file);
    if (size > INPUT_TOKEN_MAX)
        return input_fail(file,
                          "line %" PRIu64 ", column %" PRIu64 ": %s is longer than any number",
                          text->line, column, input_quoted(field, size).text);
    input_field_reason(
        file, &text->parser, status, field, size,
        can_be_header ? "if this is a header line, choose a column with --column NAME" : NULL,
        reason);
    return input_fail(file, "line %" PRIu64 ", column %" PRIu64 ": %s", text->line, column, reason);
}

/* Counts a field of `size` bytes in its line. */
static bool enter_field(input_file *file, text_state *text, size_t size)
{
    const char *at = file->buffer + file->begin;

    if (text->place == BEHIND_FIELD && text->decides && text->doubt.separator != ' ' &&
        !input_doubt_separator(file, &text->doubt, &text->parser, ' ', at, text->line))
        return false;
    text->fields++;
    /* Thousands have no blank beside their comma: a field with one counts as no three digits. */
    if (text->place == BEHIND_DELIMITER)
        input_doubt_field(&text->doubt, at, text->gap == 1 ? size : 0, text->fields);
    if (text->first_line == 0)
        text->first_line = text->line;
    text->place = BEHIND_FIELD;
    text->gap = 0;
    return true;
}

/* Parses the field as an element of the room; without room examines its type. What follows `start`
 * up to `stop` is consumed, and the field ends at `end`, in front of blanks that end no field. A
 * field of no byte is a NUL's. */
static number_status take_field(input_file *file, text_state *text, text_found found, void *room)
{
    const char *start = file->buffer + file->begin;
    const char *end = start, *stop = start;
    number_status status;

    if (found == FOUND_FIELD) {
        stop =
            text->kinds[(unsigned char)*start] & ENDS_FIELD ? start : end_of_field(text, start + 1);
        for (end = stop; end > start && text->kinds[(unsigned char)end[-1]] == IS_BLANK;)
            end--;
        if (!enter_field(file, text, (size_t)(end - start)))
            return NUMBER_MALFORMED;
    }
    if (stop - start > INPUT_TOKEN_MAX) /* no field's end: blanks here may be inside the field */
        end = stop;
    status = end - start > INPUT_TOKEN_MAX || (found == FOUND_FIELD && end == start)
                 ? NUMBER_MALFORMED
                 : input_field_take(file, &text->parser, start, end, room, text->line);
    if (status != NUMBER_OK && status != NUMBER_SKIPPED)
        fail_field(file, text, (size_t)(end - start), status);
    input_file_consume(file, (size_t)(stop - start));
    return status;
}

/* ---- The format ------------------------------------------------------------------------------ */

/* The last format asked: files of no other format are text. */
static bool text_claims(input_file *file)
{
    (void)file;
    return true;
}

/* Blanks around fields are trimmed; they end fields only if no other separator is given. */
static void set_kinds(unsigned char kinds[256], const input_options *options, char delimiter)
{
    static const char blanks[] = " \t\v\f";
    const bool is_found = delimiter == 0 || delimiter == INPUT_DELIMITER_ANY;
    const unsigned char blank = is_found || delimiter == ' ' ? IS_BLANK | ENDS_FIELD : IS_BLANK;

    for (const char *at = blanks; *at; at++)
        kinds[(unsigned char)*at] = blank;
    kinds['\n'] = IS_LINE_END | ENDS_FIELD;
    kinds['\r'] = IS_LINE_END | ENDS_FIELD;
    kinds['\0'] = IS_NUL | ENDS_FIELD;
    if (is_found && !options->decimal_comma && options->thousands != ',')
        kinds[','] = IS_DELIMITER | ENDS_FIELD;
    if (is_found)
        kinds[';'] = IS_DELIMITER | ENDS_FIELD;
    else if (delimiter != ' ')
        kinds[(unsigned char)delimiter] = IS_DELIMITER | ENDS_FIELD;
    kinds[(unsigned char)(options->comment ? options->comment : '#')] = IS_COMMENT;
}

static void text_retype(input_file *file)
{
    text_state *text = file->state;

    file->type = input_text_type(file);
    text->parser.type = file->type;
    text->element_size = clr_type_size(file->type);
}

static bool text_open(input_file *file)
{
    text_state *text = calloc(1, sizeof *text);

    file->state = text;
    file->count = INPUT_COUNT_UNKNOWN;
    if (!text || !number_parser_open(&text->parser))
        return input_fail(file, "cannot be read: memory ran out");
    text_retype(file);
    text->after_return = UINT64_MAX;
    return true;
}

/* Reads the head, which may tell the separator. */
static bool begin(input_file *file, text_state *text)
{
    const input_options *options = file->options;
    input_head head;

    if (text->has_begun)
        return true;
    text->has_begun = true;
    if (!input_read_head(file, &head))
        return false;
    text->is_by_head = options->delimiter == 0 && head.delimiter != 0;
    text->separator = text->is_by_head ? head.delimiter : options->delimiter;
    if (text->is_by_head && head.delimiter == ',' &&
        (options->decimal_comma || options->thousands == ','))
        return input_fail(file,
                          "its first line says that commas separate fields, and --%s that they "
                          "stand in numbers: say --delimiter C for what separates",
                          options->decimal_comma ? "decimal" : "thousands");
    set_kinds(text->kinds, options, text->separator);
    text->decides = text->separator == 0;
    text->line = 1 + head.lines;
    text->line_start = file->position;
    text->behind = file->position;
    text->usual = file->fields;
    text->is_told = file->fields != 0;
    return true;
}

/* Compares the lines that text_look() has counted, before any file was read, with the lines of
 * earlier files, which have been read since. */
static bool follow_files(input_file *file, text_state *text)
{
    const uint64_t fields = text->usual;

    if (text->is_compared || file->fields == 0)
        return true;
    text->is_told = true;
    text->usual = file->fields;
    return fields == 0 || fields == text->usual ||
           fail_uneven(file, text, text->first_line, fields);
}

static uint64_t text_read(input_file *file, void *room, uint64_t capacity)
{
    text_state *text = file->state;
    char *out = room;
    uint64_t done = 0;
    text_found found;

    if (!begin(file, text) || !follow_files(file, text))
        return 0;
    text->is_compared = true;
    while (done < capacity && (found = find_field(file, text)) != FOUND_NOTHING) {
        const number_status status = take_field(file, text, found, out);

        if (status == NUMBER_SKIPPED)
            continue;
        if (status != NUMBER_OK)
            return 0;
        done++;
        out += text->element_size;
    }
    if (file->options->even_lines)
        file->fields = text->usual;
    return input_failed(file) ? 0 : done;
}

static bool text_look(input_file *file, uint64_t most, uint64_t *count)
{
    text_state *text = file->state;
    text_found found;

    if (!begin(file, text))
        return false;
    *count = 0;
    while (*count < most && input_facts_are_open(&file->facts) &&
           (found = find_field(file, text)) != FOUND_NOTHING) {
        const number_status status = take_field(file, text, found, NULL);

        if (status != NUMBER_OK && status != NUMBER_SKIPPED)
            return false;
        *count += status == NUMBER_OK;
    }
    return !input_failed(file);
}

/* The fields' separator, and who says so. */
static void describe_separator(const text_state *text, char words[80])
{
    const char *const told = text->is_by_head ? "its first line says" : "--delimiter says";

    if (text->separator == INPUT_DELIMITER_ANY)
        snprintf(words, 80, "separated by blanks, commas and semicolons, as %s", told);
    else if (text->separator == '\t')
        snprintf(words, 80, "separated by tabs, as %s", told);
    else if (text->separator != 0 && text->separator != ' ')
        snprintf(words, 80, "separated by '%c', as %s", text->separator, told);
    else if (text->separator != 0)
        snprintf(words, 80, "separated by blanks, as %s", told);
    else if (text->doubt.separator != 0)
        snprintf(words, 80, "separated by %s", input_doubt_plural(text->doubt.separator));
    else
        snprintf(words, 80, "a number on each line");
}

static void text_describe(const input_file *file, char *text, size_t size)
{
    char separator[80];

    describe_separator(file->state, separator);
    snprintf(text, size, "text, %s, its numbers read as %s, %s", separator,
             clr_type_name(file->type), input_type_reason(file));
}

/* A matrix of the lines, known at the text's end. */
static input_shape text_shape(const input_file *file)
{
    const text_state *text = file->state;

    return (input_shape){file->options->is_matrix ? 2 : 1, text->extents, false};
}

static void text_close(input_file *file)
{
    text_state *text = file->state;

    if (text)
        number_parser_close(&text->parser);
    free(text);
    file->state = NULL;
}

const file_format file_format_text = {.name = "text",
                                      .claims = text_claims,
                                      .open = text_open,
                                      .read = text_read,
                                      .close = text_close,
                                      .look = text_look,
                                      .retype = text_retype,
                                      .settle = text_settle,
                                      .shape = text_shape,
                                      .describe = text_describe};
