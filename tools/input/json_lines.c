/* SPDX-License-Identifier: Apache-2.0 */
/* json_lines - JSON lines as CSV. See json_lines.h. */
#include "json_lines.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* bytes that are read at a time */
#define READ_SIZE ((size_t)1 << 16)

/* a longer line is a document, and no line */
#define LINE_MOST ((size_t)1 << 24)

/* Bytes of JSON as they stand in a line. */
typedef struct token {
    const char *text; /* NULL: none */
    size_t size;
} token;

typedef struct text {
    char *bytes;
    size_t begin, end, room;
} text;

struct json_lines {
    text in, out;
    uint64_t line; /* lines of JSON so far */
    bool ended;    /* nothing follows `in` */
    bool has_head;
    char **names; /* of the columns */
    token *row;   /* their values in a line */
    size_t columns, next;
    text name; /* of the member that is taken, with those of the objects around it */
    bool failed;
    char fault[400];
};

json_lines *json_lines_open(void)
{
    return calloc(1, sizeof(json_lines));
}

void json_lines_close(json_lines *j)
{
    for (size_t i = 0; j && i < j->columns; i++)
        free(j->names[i]);
    if (j) {
        free(j->names);
        free(j->row);
        free(j->in.bytes);
        free(j->out.bytes);
        free(j->name.bytes);
    }
    free(j);
}

const char *json_lines_fault(const json_lines *j)
{
    return j->failed ? j->fault : NULL;
}

static bool fail(json_lines *j, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool fail(json_lines *j, const char *format, ...)
{
    va_list arguments;

    if (j->failed)
        return false;
    j->failed = true;
    va_start(arguments, format);
    vsnprintf(j->fault, sizeof j->fault, format, arguments);
    va_end(arguments);
    return false;
}

static bool fail_memory(json_lines *j)
{
    return fail(j, "cannot be read: memory ran out");
}

/* Makes room for `more` bytes behind the text's end. */
static bool reserve(json_lines *j, text *t, size_t more)
{
    if (t->begin > 0) {
        memmove(t->bytes, t->bytes + t->begin, t->end - t->begin);
        t->end -= t->begin;
        t->begin = 0;
    }
    if (t->room - t->end >= more)
        return true;
    const size_t room = 2 * t->room > t->end + more ? 2 * t->room : t->end + more;
    char *bytes = realloc(t->bytes, room);
    if (!bytes)
        return fail_memory(j);
    t->bytes = bytes;
    t->room = room;
    return true;
}

static void put(json_lines *j, const char *bytes, size_t size)
{
    if (j->failed || (j->out.room - j->out.end < size && !reserve(j, &j->out, size)))
        return;
    memcpy(j->out.bytes + j->out.end, bytes, size);
    j->out.end += size;
}

/* ---- Members --------------------------------------------------------------------------------- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Where the next byte that is no blank is. */
static size_t behind_blanks(const char *bytes, size_t size, size_t at)
{
    while (at < size && is_blank(bytes[at]))
        at++;
    return at;
}

static size_t first_byte(const char *bytes, size_t size)
{
    const bool has_mark = size >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0;

    return behind_blanks(bytes, size, has_mark ? 3 : 0);
}

bool json_lines_claims(const char *bytes, size_t size)
{
    const size_t at = first_byte(bytes, size);

    return at < size && bytes[at] == '{';
}

bool json_lines_is_array(const char *bytes, size_t size)
{
    const size_t at = first_byte(bytes, size), next = behind_blanks(bytes, size, at + 1);

    return next < size && bytes[at] == '[' && bytes[next] == '{';
}

static const char *skip_blanks(const char *at)
{
    while (is_blank(*at))
        at++;
    return at;
}

/* The end of a string, whose quote is at `at`. All of these rely on JSON that has been checked. */
static const char *end_of_string(const char *at)
{
    for (at++; *at != '"'; at++)
        at += *at == '\\';
    return at + 1;
}

static const char *end_of_array(const char *at)
{
    int depth = 0;

    do {
        depth += (*at == '[' || *at == '{') - (*at == ']' || *at == '}');
        at = *at == '"' ? end_of_string(at) : at + 1;
    } while (depth > 0);
    return at;
}

static const char *end_of_value(const char *at)
{
    return *at == '"'   ? end_of_string(at)
           : *at == '[' ? end_of_array(at)
                        : at + strcspn(at, ",} \t\r\n");
}

/* What a string means: its bytes, or of one with escapes a copy, which the caller frees. */
static char *unescaped(const char *quoted, size_t size)
{
    if (!memchr(quoted, '\\', size))
        return strndup(quoted + 1, size - 2);
    json_t *string = json_loadb(quoted, size, JSON_DECODE_ANY, NULL);
    char *copy = string ? strdup(json_string_value(string)) : NULL;
    json_decref(string);
    return copy;
}

/* The number of the column; j->columns: there is none. Members mostly come in one order. */
static size_t find_column(json_lines *j, const char *name)
{
    for (size_t k = 0; k < j->columns; k++) {
        const size_t i = (j->next + k) % j->columns;

        if (strcmp(j->names[i], name) == 0) {
            j->next = i + 1;
            return i;
        }
    }
    return j->columns;
}

static void add_column(json_lines *j, const char *name)
{
    char **names = realloc(j->names, (j->columns + 1) * sizeof *names), *own = strdup(name);

    j->names = names ? names : j->names;
    token *row = realloc(j->row, (j->columns + 1) * sizeof *row);
    j->row = row ? row : j->row;
    if (!names || !row || !own) {
        free(own);
        fail_memory(j);
        return;
    }
    j->names[j->columns] = own;
    j->row[j->columns++] = (token){NULL, 0};
}

/* Takes the value of the member that j->name names; while columns are looked for, the name. */
static void take_member(json_lines *j, const char *at, const char *end)
{
    const size_t column = find_column(j, j->name.bytes);

    if (column < j->columns && j->has_head && *at != 'n') /* null */
        j->row[column] = (token){at, (size_t)(end - at)};
    else if (column == j->columns && !j->has_head)
        add_column(j, j->name.bytes);
}

/* Appends bytes to j->name, behind the first `prefix`. */
static bool append_name(json_lines *j, size_t prefix, const char *bytes, size_t size)
{
    j->name.end = prefix;
    if (!reserve(j, &j->name, size + 1))
        return false;
    memcpy(j->name.bytes + prefix, bytes, size);
    j->name.end += size;
    j->name.bytes[j->name.end] = '\0';
    return true;
}

/* Has j->name end with a member's name, which is quoted. */
static bool name_member(json_lines *j, size_t prefix, const char *quoted, size_t size)
{
    if (!memchr(quoted, '\\', size))
        return append_name(j, prefix, quoted + 1, size - 2);
    char *key = unescaped(quoted, size);
    const bool good = key ? append_name(j, prefix, key, strlen(key)) : fail_memory(j);
    free(key);
    return good;
}

/* Takes the members of the object at `at`, whose own name is the first `prefix` bytes of theirs.
 * Returns its end. */
static const char *take_object(json_lines *j, size_t prefix, const char *at)
{
    for (at = skip_blanks(at + 1); *at != '}'; at = skip_blanks(at)) {
        const char *key_end = end_of_string(at), *end;

        if (!name_member(j, prefix, at, (size_t)(key_end - at)))
            return at;
        at = skip_blanks(skip_blanks(key_end) + 1);
        if (*at == '{') {
            if (!append_name(j, j->name.end, ".", 1))
                return at;
            end = take_object(j, j->name.end, at);
        } else {
            end = end_of_value(at);
            if (*at != '[')
                take_member(j, at, end);
        }
        if (j->failed)
            return at;
        at = skip_blanks(end);
        at += *at == ',';
    }
    return at + 1;
}

/* ---- Lines ----------------------------------------------------------------------------------- */

/* Checks a line, which a byte that is none of it follows, and takes its members. `*is_there`: it is
 * not blank. */
static bool take_line(json_lines *j, const char *at, size_t size, bool *is_there)
{
    json_error_t error;
    json_t *object;

    if (j->line == 1 && size >= 3 && memcmp(at, "\xef\xbb\xbf", 3) == 0) {
        at += 3;
        size -= 3;
    }
    for (; size > 0 && is_blank(*at); size--)
        at++;
    *is_there = size > 0;
    if (size == 0)
        return true;
    if (memchr(at, '\0', size)) /* which jansson passes in some places */
        return fail(j, "line %" PRIu64 ": has a NUL byte, which JSON has nowhere", j->line);
    object = json_loadb(at, size, JSON_DECODE_INT_AS_REAL, &error);
    if (!json_is_object(object)) {
        json_decref(object);
        return fail(j, "line %" PRIu64 ": is no JSON object, which each line is to be%s%.200s",
                    j->line, object ? "" : ": ", object ? "" : error.text);
    }
    json_decref(object);
    take_object(j, 0, at);
    return !j->failed;
}

/* The next whole line of [at, end); NULL: there is none. `*next` is behind it. */
static const char *end_of_line(const json_lines *j, const char *at, const char *end,
                               const char **next)
{
    const char *stop = at < end ? memchr(at, '\n', (size_t)(end - at)) : NULL;

    if (!stop && j->ended && at < end)
        stop = end;
    *next = stop == end ? end : stop + 1;
    return stop;
}

static void put_string(json_lines *j, const char *string)
{
    put(j, "\"", 1);
    for (const char *quote; (quote = strchr(string, '"')); string = quote + 1) {
        put(j, string, (size_t)(quote - string) + 1);
        put(j, "\"", 1);
    }
    put(j, string, strlen(string));
    put(j, "\"", 1);
}

static void put_value(json_lines *j, token value)
{
    if (!value.text)
        return;
    if (value.text[0] != '"') {
        put(j, value.text, value.size);
        return;
    }
    char *string = unescaped(value.text, value.size);
    if (string)
        put_string(j, string);
    else
        fail_memory(j);
    free(string);
}

static void put_row(json_lines *j)
{
    /* a lone column without a value would be a blank line, and no row */
    if (j->columns == 1 && !j->row->text)
        put(j, "\"\"", 2);
    for (size_t i = 0; i < j->columns; i++) {
        put(j, ",", i > 0);
        put_value(j, j->row[i]);
        j->row[i].text = NULL;
    }
    put(j, "\n", 1);
}

/* Finds the columns, which all lines at hand have, and puts their names. */
static void put_head(json_lines *j)
{
    const char *end = j->in.bytes + j->in.end, *next, *stop;
    bool is_there;

    for (const char *at = j->in.bytes + j->in.begin;
         !j->failed && (stop = end_of_line(j, at, end, &next)); at = next) {
        j->line++;
        take_line(j, at, (size_t)(stop - at), &is_there);
    }
    j->line = 0;
    j->has_head = true;
    put(j, "sep=,\n", 6);
    for (size_t i = 0; i < j->columns; i++) {
        put(j, ",", i > 0);
        put_string(j, j->names[i]);
    }
    put(j, "\n", 1);
}

static void put_rows(json_lines *j)
{
    const char *end = j->in.bytes + j->in.end, *next, *stop;
    bool is_there;

    for (const char *at = j->in.bytes + j->in.begin;
         !j->failed && (stop = end_of_line(j, at, end, &next)); at = next) {
        j->line++;
        if (!take_line(j, at, (size_t)(stop - at), &is_there))
            return;
        if (is_there)
            put_row(j);
        else
            put(j, "#\n", 2); /* so that lines are counted; blank, it were a row of a lone column */
        j->in.begin = (size_t)(next - j->in.bytes);
    }
}

/* ---- Bytes ----------------------------------------------------------------------------------- */

bool json_lines_is_through(const json_lines *j)
{
    return j->failed ||
           (j->ended && j->has_head && j->in.begin == j->in.end && j->out.begin == j->out.end);
}

size_t json_lines_read(json_lines *j, char *room, size_t size)
{
    const size_t held = j->in.end - j->in.begin;
    size_t made = j->out.end - j->out.begin;

    if (made == 0 && !j->failed) {
        j->out.begin = j->out.end = 0;
        if (!j->has_head && (j->ended || held >= JSON_LINES_FIRST))
            put_head(j);
        if (j->has_head)
            put_rows(j);
        made = j->out.end;
    }
    if (j->failed)
        return 0;
    made = made < size ? made : size;
    if (made > 0)
        memcpy(room, j->out.bytes + j->out.begin, made);
    j->out.begin += made;
    return made;
}

char *json_lines_room(json_lines *j, size_t *size)
{
    if (j->in.end - j->in.begin > LINE_MOST)
        fail(j,
             "line %" PRIu64
             ": is longer than %zu bytes, so that this is one JSON document, and no "
             "JSON lines: 'jq -c .' or 'jq -c .[]' makes lines of it",
             j->line + 1, LINE_MOST);
    if (j->failed || !reserve(j, &j->in, READ_SIZE + 1))
        return NULL;
    *size = j->in.room - j->in.end - 1; /* a NUL behind the last line ends every search */
    return j->in.bytes + j->in.end;
}

void json_lines_add(json_lines *j, size_t size)
{
    j->in.end += size;
    j->in.bytes[j->in.end] = '\0';
    j->ended = size == 0;
}
