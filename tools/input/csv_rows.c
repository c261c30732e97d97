/* SPDX-License-Identifier: Apache-2.0 */
/* csv_rows - rows of CSV in memory. See csv_rows.h. */
#include "csv_rows.h"

#include <stdlib.h>
#include <string.h>

enum { STOPS = 5, BLOCK = CSV_BYTES_BEHIND };

/* A text while it is split. */
typedef struct splitter {
    const csv_form *form;
    char stops[STOPS]; /* bytes that end a field without quotes, and the quote */
    char *block;       /* bytes that have been looked at together, */
    uint64_t found;    /* and a bit for each one that is a stop */
    char *at;
    char *end; /* where a line end stands that the caller has added */
    uint64_t line;
    csv_fault fault;
} splitter;

static bool is_line_end(char character)
{
    return character == '\n' || character == '\r';
}

/* Whether the byte may stand around fields. */
static bool is_blank(char character)
{
    return character == ' ' || character == '\t';
}

static bool is_delimiter(const splitter *s, char character)
{
    return character == s->form->delimiter || (s->form->delimiter == ' ' && character == '\t');
}

/* Passes CR, LF or CR LF. */
static void pass_line_end(splitter *s)
{
    s->at += s->at[0] == '\r' && s->at[1] == '\n' && s->at + 1 < s->end ? 2 : 1;
    s->line++;
}

static csv_field trimmed(csv_field field)
{
    const char *begin = field.text, *end = begin + field.size;

    while (begin < end && is_blank(*begin))
        begin++;
    while (begin < end && is_blank(end[-1]))
        end--;
    return (csv_field){begin, (size_t)(end - begin)};
}

/* ---- Stops ----------------------------------------------------------------------------------- */

/* The lowest byte of the number is the first in memory. */
static uint64_t little_endian(uint64_t word)
{
    return __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? word : __builtin_bswap64(word);
}

/* Marks the block's stops by a bit each: compares bytes, of which a vector has many, and gathers
 * eight marks by a multiplication, which moves them all into one byte. */
static void look_at_block(splitter *s, char *at)
{
    unsigned char marks[BLOCK];

    for (int i = 0; i < BLOCK; i++)
        marks[i] = (unsigned char)((at[i] == s->stops[0]) | (at[i] == s->stops[1]) |
                                   (at[i] == s->stops[2]) | (at[i] == s->stops[3]) |
                                   (at[i] == s->stops[4]));
    s->block = at;
    s->found = 0;
    for (int i = 0; i < BLOCK; i += 8) {
        uint64_t word;

        memcpy(&word, marks + i, sizeof word);
        s->found |= (little_endian(word) * UINT64_C(0x0102040810204080) >> 56) << i;
    }
}

/* The first stop from a byte on; there is one, as a line end stands behind all bytes. Fields are a
 * few bytes long, and nobody can foresee how many: blocks of bytes are looked at without a branch.
 */
static char *next_stop(splitter *s, char *at)
{
    for (;; at = s->block + BLOCK) {
        if (at - s->block >= BLOCK)
            look_at_block(s, at);
        const uint64_t left = s->found >> (at - s->block);
        if (left != 0)
            return at + __builtin_ctzll(left);
    }
}

/* ---- Fields ---------------------------------------------------------------------------------- */

/* Counts the line ends between quotes. */
static void count_lines(splitter *s, const char *begin, const char *end)
{
    for (const char *at = begin; at < end; at++)
        s->line += *at == '\n' || (*at == '\r' && (at + 1 == end || at[1] != '\n'));
}

/* A field between quotes, in which two quotes are one. Behind it may be blanks alone. */
static csv_field take_quoted(splitter *s)
{
    char *begin = ++s->at, *to = begin;
    const char *from = begin, *quote;

    while ((quote = memchr(from, '"', (size_t)(s->end - from)))) {
        memmove(to, from, (size_t)(quote - from));
        to += quote - from;
        from = quote + 1;
        if (*from != '"' || from == s->end)
            break;
        *to++ = '"';
        from++;
    }
    if (!quote) {
        s->fault = s->end - begin > (ptrdiff_t)CSV_FIELD_MOST ? CSV_FAULT_LONG : CSV_FAULT_OPEN;
        return (csv_field){begin, 0};
    }
    count_lines(s, begin, quote);
    for (s->at = begin + (from - begin); is_blank(*s->at) && !is_delimiter(s, *s->at);)
        s->at++;
    if (!is_delimiter(s, *s->at) && !is_line_end(*s->at))
        s->fault = CSV_FAULT_QUOTE;
    return (csv_field){begin, (size_t)(to - begin)};
}

/* Takes the next field, with the blanks around it; a delimiter or a line end stands behind it. */
static csv_field take_field(splitter *s)
{
    char *begin = s->at, *stop = next_stop(s, begin);

    s->at = stop;
    if (*stop != '"')
        return (csv_field){begin, (size_t)(stop - begin)};
    while (is_blank(*begin))
        begin++;
    if (begin == stop)
        return take_quoted(s);
    s->fault = CSV_FAULT_QUOTE;
    return (csv_field){begin, 0};
}

/* ---- Rows ------------------------------------------------------------------------------------ */

static void keep(const csv_form *form, csv_field *row, uint64_t number, csv_field field)
{
    if (!form->slots && number < form->wanted)
        row[number] = trimmed(field);
    else if (form->slots && number < form->width && form->slots[number] >= 0)
        row[form->slots[number]] = trimmed(field);
}

static void pass_blanks(splitter *s)
{
    while (s->form->delimiter == ' ' && is_blank(*s->at))
        s->at++;
}

/* Takes a row that begins here; returns its number of fields. */
static uint64_t take_row(splitter *s, csv_field *row)
{
    uint64_t fields = 0;

    for (pass_blanks(s);; s->at++) {
        const csv_field field = take_field(s);

        if (s->fault != CSV_FAULT_NONE)
            return fields + 1;
        keep(s->form, row, fields++, field);
        if (s->form->delimiter == ' ') {
            pass_blanks(s);
            if (!is_line_end(*s->at)) {
                s->at--;
                continue;
            }
        }
        if (is_line_end(*s->at))
            return fields;
    }
}

/* Passes comments, and blank lines unless they are rows of a single field. */
static void pass_to_row(splitter *s)
{
    while (s->at < s->end) {
        if (s->form->comment != 0 && *s->at == s->form->comment)
            while (!is_line_end(*s->at))
                s->at++;
        else if (s->form->width == 1 || !is_line_end(*s->at))
            return;
        pass_line_end(s);
    }
}

/* Makes room for one more row. */
static bool make_room(csv_rows *rows, size_t wanted)
{
    const size_t room = rows->room ? 2 * rows->room : 64;

    if (rows->rows < rows->room)
        return true;
    csv_field *fields = realloc(rows->fields, (room * wanted + 1) * sizeof *fields);
    rows->fields = fields ? fields : rows->fields;
    uint32_t *lines = realloc(rows->lines, room * sizeof *lines);
    rows->lines = lines ? lines : rows->lines;
    rows->room = fields && lines ? room : rows->room;
    return fields && lines;
}

static bool split_row(csv_rows *rows, splitter *s)
{
    const uint64_t line = s->line;

    if (!make_room(rows, s->form->wanted)) {
        rows->fault = CSV_FAULT_MEMORY;
        return false;
    }
    rows->width = take_row(s, rows->fields + rows->rows * s->form->wanted);
    rows->fault = s->fault;
    if (s->fault == CSV_FAULT_NONE && s->form->width != 0 && rows->width != s->form->width)
        rows->fault = CSV_FAULT_UNEVEN;
    rows->passed = line;
    if (rows->fault != CSV_FAULT_NONE)
        return false;
    rows->lines[rows->rows++] = (uint32_t)line;
    pass_line_end(s);
    return true;
}

void csv_rows_split(csv_rows *rows, const csv_form *form, char *bytes, size_t size, size_t most)
{
    splitter s = {.form = form,
                  .stops = {'\n', '\r', '"', form->delimiter,
                            form->delimiter == ' ' ? '\t' : form->delimiter},
                  .at = bytes,
                  .end = bytes + size};

    bytes[size] = '\n';
    memset(bytes + size + 1, 0, CSV_BYTES_BEHIND - 1);
    look_at_block(&s, bytes);
    rows->rows = 0;
    rows->behind = 0;
    rows->end = size;
    rows->fault = CSV_FAULT_NONE;
    for (pass_to_row(&s); s.at < s.end && rows->rows < most; pass_to_row(&s)) {
        if (!split_row(rows, &s))
            return;
        if (rows->rows > 1)
            continue;
        rows->behind_lines = s.line;
        rows->first_width = rows->width;
        rows->behind = (size_t)(s.at - bytes) < size ? (size_t)(s.at - bytes) : size;
    }
    rows->passed = s.line;
    rows->end = (size_t)(s.at - bytes) < size ? (size_t)(s.at - bytes) : size;
}

void csv_rows_free(csv_rows *rows)
{
    free(rows->fields);
    free(rows->lines);
    *rows = (csv_rows){0};
}

/* ---- Whole rows ------------------------------------------------------------------------------ */

static const char *last_line_feed(const char *bytes, size_t size)
{
    while (size > 0 && bytes[size - 1] != '\n')
        size--;
    return size > 0 ? bytes + size - 1 : NULL;
}

/* Passes a line of a comment, or a row with line ends between quotes; NULL: it does not end. A CR
 * ends it if the byte behind is known. */
static const char *pass_row(const char *at, const char *end, char comment)
{
    const bool is_comment = comment != 0 && *at == comment;
    bool is_quoted = false;

    for (; at < end; at++) {
        is_quoted ^= *at == '"' && !is_comment;
        if (is_quoted || !is_line_end(*at))
            continue;
        if (*at == '\n')
            return at + 1;
        if (at + 1 < end)
            return at[1] == '\n' ? at + 2 : at + 1;
    }
    return NULL;
}

/* Without quotes and comments the last LF ends the last row. */
size_t csv_rows_whole(const char *bytes, size_t size, char comment)
{
    const char *last = bytes, *behind = bytes;
    const char *feed =
        comment != 0 || memchr(bytes, '"', size) ? NULL : last_line_feed(bytes, size);

    if (feed)
        return (size_t)(feed - bytes) + 1;
    while (behind && behind < bytes + size) {
        last = behind;
        behind = pass_row(behind, bytes + size, comment);
    }
    return (size_t)((behind ? behind : last) - bytes);
}
