/* SPDX-License-Identifier: Apache-2.0 */
/*
 * input_text - numbers as text, separated by white space, commas, semicolons and line ends, with
 * comments from '#' to the end of the line. Owns finding the tokens and saying where a bad one
 * is, for which CSV has the same helpers. Memory is the file's buffer, whatever the lines are.
 */
#include "input_format.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct text_state {
    number_parser parser;
    size_t element_size;
    uint64_t line;       /* number of the line, from 1 */
    uint64_t line_start; /* position of its first byte */
    uint64_t first_line; /* the line with the first token, 0 before that */
    bool in_comment;
} text_state;

/* ---- What CSV uses too -------------------------------------------------------------------- */

bool input_text_skip_mark(input_file *file)
{
    static const char mark[] = {'\xef', '\xbb', '\xbf'};

    if (!input_file_fill(file, sizeof mark, sizeof mark))
        return false;
    if (input_file_buffered(file) >= sizeof mark &&
        memcmp(file->buffer + file->begin, mark, sizeof mark) == 0)
        input_file_consume(file, sizeof mark);
    return true;
}

static bool is_control(char character)
{
    unsigned char byte = (unsigned char)character;

    return byte < ' ' || byte == 0x7f;
}

input_quote input_quoted(const char *text, size_t size)
{
    size_t shown = size < 40 ? size : 40;
    input_quote quote;
    char *out = quote.text;

    /* Not to cut a character of UTF-8 in two. */
    while (shown < size && shown > 0 && ((unsigned char)text[shown] & 0xc0) == 0x80)
        shown--;
    *out++ = '"';
    for (size_t i = 0; i < shown; i++)
        *out++ = is_control(text[i]) ? '?' : text[i];
    *out++ = '"';
    strcpy(out, shown < size ? "..." : "");
    return quote;
}

bool input_is_binary(const char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (is_control(bytes[i]) && !(bytes[i] >= '\t' && bytes[i] <= '\r'))
            return true;
    return false;
}

bool input_fail_binary(input_file *file)
{
    return input_fail(file,
                      "is not text: it has bytes that no text has, near byte %" PRIu64
                      "; if it is raw binary, say so and its type: --raw -t TYPE%s",
                      file->position, file->options->text ? ", without --text" : "");
}

const char *input_number_complaint(number_status status, clr_type type)
{
    if (status == NUMBER_RANGE)
        return "does not fit the type";
    return type <= CLR_TYPE_U64 ? "is not a whole number of type" : "is not a number of type";
}

/* ---- Tokens ------------------------------------------------------------------------------- */

/* What ends a token: 1 for separators; 2 for what is more than that. NUL is behind the buffer. */
static const unsigned char ends_token[256] = {
    [' '] = 1,  ['\t'] = 1, ['\n'] = 1, ['\r'] = 1, ['\v'] = 1,
    ['\f'] = 1, [','] = 1,  [';'] = 1,  ['#'] = 2,  ['\0'] = 2,
};

static bool is_separator(char character)
{
    return ends_token[(unsigned char)character] == 1;
}

/* Consumes the rest of a comment as far as the buffer has it. */
static void skip_comment(input_file *file, text_state *text)
{
    const char *start = file->buffer + file->begin;
    const char *stop = memchr(start, '\n', input_file_buffered(file));

    text->in_comment = !stop;
    input_file_consume(file, stop ? (size_t)(stop - start) : input_file_buffered(file));
}

static void skip_separators(input_file *file, text_state *text)
{
    const char *start = file->buffer + file->begin;
    const char *at = start;

    for (; is_separator(*at); at++)
        if (*at == '\n') {
            text->line++;
            text->line_start = file->position + (uint64_t)(at - start) + 1;
        }
    text->in_comment = *at == '#';
    input_file_consume(file, (size_t)(at - start));
}

/*
 * Goes to the next token and has all of it in the buffer, with the byte that ends it. False at
 * the end of the file and after a failure.
 */
static bool find_token(input_file *file, text_state *text)
{
    for (;;) {
        if (!input_file_fill(file, INPUT_TOKEN_MAX + 1, INPUT_BUFFER_SIZE))
            return false;
        if (text->in_comment)
            skip_comment(file, text);
        else
            skip_separators(file, text);
        if (input_file_buffered(file) == 0 && file->ended)
            return false;
        if (!text->in_comment && !is_separator(file->buffer[file->begin]) &&
            (input_file_buffered(file) > INPUT_TOKEN_MAX || file->ended))
            return true;
    }
}

static bool fail_token(input_file *file, const text_state *text, size_t size, number_status status)
{
    const char *token = file->buffer + file->begin;
    uint64_t column = file->position - text->line_start + 1;
    size_t around = input_file_buffered(file) < 256 ? input_file_buffered(file) : 256;
    const char *hint = input_raw_hint(token, size);

    if (*hint == '\0' && status == NUMBER_MALFORMED && text->line == text->first_line)
        hint = "; if this is a header line, choose a column with --column NAME";
    if (input_is_binary(token, around))
        return input_fail_binary(file);
    if (size > INPUT_TOKEN_MAX)
        return input_fail(file,
                          "line %" PRIu64 ", column %" PRIu64 ": %s is longer than any number",
                          text->line, column, input_quoted(token, size).text);
    return input_fail(file, "line %" PRIu64 ", column %" PRIu64 ": %s %s %s%s", text->line, column,
                      input_quoted(token, size).text, input_number_complaint(status, file->type),
                      clr_type_name(file->type), hint);
}

/* Takes the token as an element; without room only looks at what it is. */
static bool take_token(input_file *file, text_state *text, void *room)
{
    const char *start = file->buffer + file->begin;
    const char *at = start;
    number_status status;

    while (!ends_token[(unsigned char)*at] && at - start <= INPUT_TOKEN_MAX)
        at++;
    if (text->first_line == 0)
        text->first_line = text->line;
    if (at - start > INPUT_TOKEN_MAX)
        return fail_token(file, text, (size_t)(at - start), NUMBER_MALFORMED);
    status = room ? number_parse(&text->parser, start, at, room)
                  : number_look(&text->parser, start, at, &file->facts);
    if (status != NUMBER_OK)
        return fail_token(file, text, (size_t)(at - start), status);
    if (room)
        input_note_number(file, start, (size_t)(at - start), text->line);
    input_file_consume(file, (size_t)(at - start));
    return true;
}

/* ---- The format --------------------------------------------------------------------------- */

/* The last of the formats: what is nothing else is text. */
static bool text_claims(input_file *file)
{
    (void)file;
    return true;
}

static bool text_open(input_file *file)
{
    text_state *text = calloc(1, sizeof *text);

    file->state = text;
    file->type = input_text_type(file);
    file->count = INPUT_COUNT_UNKNOWN;
    if (!text || !number_parser_open(&text->parser, file->type))
        return input_fail(file, "cannot be read: memory ran out");
    text->element_size = clr_type_size(file->type);
    text->line = 1;
    return true;
}

static bool begin(input_file *file, text_state *text)
{
    if (file->position > 0)
        return true;
    if (!input_text_skip_mark(file))
        return false;
    text->line_start = file->position;
    return true;
}

static uint64_t text_read(input_file *file, void *room, uint64_t capacity)
{
    text_state *text = file->state;
    char *out = room;
    uint64_t done = 0;

    if (!begin(file, text))
        return 0;
    for (; done < capacity && find_token(file, text); done++, out += text->element_size)
        if (!take_token(file, text, out))
            return 0;
    return input_failed(file) ? 0 : done;
}

static bool text_look(input_file *file, uint64_t most, uint64_t *count)
{
    text_state *text = file->state;

    if (!begin(file, text))
        return false;
    for (*count = 0; *count < most && input_facts_are_open(&file->facts) && find_token(file, text);
         ++*count)
        if (!take_token(file, text, NULL))
            return false;
    return !input_failed(file);
}

static void text_describe(const input_file *file, char *text, size_t size)
{
    snprintf(text, size, "text, its numbers read as %s, %s", clr_type_name(file->type),
             input_type_reason(file));
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
                                      .describe = text_describe};
