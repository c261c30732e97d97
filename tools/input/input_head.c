/* SPDX-License-Identifier: Apache-2.0 */
/*
 * input_head - what stands in front of a text's numbers, and is none of its lines: a byte order
 * mark, lines that are skipped, and a line that tells the delimiter.
 */
#include "input_format.h"

#include <inttypes.h>
#include <string.h>
#include <strings.h>

/* ---- A byte order mark ----------------------------------------------------------------------- */

static bool skip_mark(input_file *file)
{
    static const char mark[] = {'\xef', '\xbb', '\xbf'};

    if (!input_file_fill(file, sizeof mark, sizeof mark))
        return false;
    if (input_file_buffered(file) >= sizeof mark &&
        memcmp(file->buffer + file->begin, mark, sizeof mark) == 0)
        input_file_consume(file, sizeof mark);
    return true;
}

/* ---- Lines that are skipped ------------------------------------------------------------------ */

/* Consumes a line's end: CR, LF or CR LF. */
static bool pass_line_end(input_file *file)
{
    const bool is_return = file->buffer[file->begin] == '\r';

    input_file_consume(file, 1);
    if (!is_return)
        return true;
    if (!input_file_fill(file, 1, INPUT_BUFFER_SIZE))
        return false;
    if (input_file_buffered(file) > 0 && file->buffer[file->begin] == '\n')
        input_file_consume(file, 1);
    return true;
}

/* Consumes a line of any length; `*is_there`: the file had not ended. */
static bool skip_line(input_file *file, bool *is_there)
{
    const char *stop = NULL;

    for (*is_there = false; !stop;) {
        if (!input_file_fill(file, 1, INPUT_BUFFER_SIZE))
            return false;
        if (input_file_buffered(file) == 0)
            return true;
        *is_there = true;
        stop = input_find_line_end(file->buffer + file->begin, input_file_buffered(file));
        input_file_consume(file, stop ? (size_t)(stop - file->buffer) - file->begin
                                      : input_file_buffered(file));
    }
    return pass_line_end(file);
}

static bool skip_lines(input_file *file, uint64_t count)
{
    bool is_there = true;

    for (uint64_t i = 0; i < count; i++) {
        if (!skip_line(file, &is_there))
            return false;
        if (!is_there)
            return input_fail(file, "has %" PRIu64 " line%s, and --skip leaves out %" PRIu64, i,
                              i == 1 ? "" : "s", count);
    }
    return true;
}

/* ---- The line that tells the delimiter ------------------------------------------------------- */

static const char telling[] = "sep=";

#define TELLING_SIZE (sizeof telling - 1)

/* Further bytes of a slow pipe are awaited only behind the first letter. */
static bool read_delimiter(input_file *file, input_head *head)
{
    const char *at;

    if (!input_file_fill(file, 1, INPUT_BUFFER_SIZE))
        return false;
    if (input_file_buffered(file) == 0 || (file->buffer[file->begin] | ' ') != *telling)
        return true;
    if (!input_file_fill(file, TELLING_SIZE + 2, INPUT_BUFFER_SIZE))
        return false;
    at = file->buffer + file->begin;
    if (input_file_buffered(file) <= TELLING_SIZE || strncasecmp(at, telling, TELLING_SIZE) != 0 ||
        !input_is_delimiter(at[TELLING_SIZE]))
        return true;
    head->delimiter = at[TELLING_SIZE];
    at += TELLING_SIZE + 1; /* a line end, or the NUL behind the last byte */
    if (*at != '\n' && *at != '\r' && *at != '\0') {
        head->delimiter = 0;
        return true;
    }
    head->lines++;
    input_file_consume(file, TELLING_SIZE + 1);
    return *at == '\0' || pass_line_end(file);
}

bool input_read_head(input_file *file, input_head *head)
{
    *head = (input_head){.lines = file->options->skip};
    return skip_mark(file) && skip_lines(file, file->options->skip) && read_delimiter(file, head);
}
