/* SPDX-License-Identifier: Apache-2.0 */
/* input_delimiter - what separates the fields of CSV, by its first rows. See csv_text.h. */
#include "csv_text.h"

#include <inttypes.h>

static const char candidates[] = {',', '\t', ';'};

#define CANDIDATE_COUNT (sizeof candidates)

/* How often each candidate for the delimiter occurs in a line, outside of quotes. */
typedef struct line_counts {
    uint64_t of[CANDIDATE_COUNT];
} line_counts;

static line_counts count_line(const char *at, const char *end)
{
    line_counts counts = {{0}};
    bool is_quoted = false;

    for (; at < end; at++) {
        is_quoted ^= *at == '"';
        for (size_t i = 0; !is_quoted && i < CANDIDATE_COUNT; i++)
            counts.of[i] += *at == candidates[i];
    }
    return counts;
}

/* Whether the line is no row: nothing is on it, or a comment. */
static bool is_passed_over(const input_options *options, const char *start, const char *stop)
{
    return start == stop || (options->comment != 0 && *start == options->comment);
}

/* Counts in the next row from `*at` on, as far as it fits the buffer; `*at` moves behind it. */
static bool count_next(input_file *file, size_t *at, line_counts *counts)
{
    const char *start, *stop;

    do {
        start = file->buffer + file->begin + *at;
        stop = input_find_line_end(start, input_file_buffered(file) - *at);
        while (!stop && !file->ended && input_file_buffered(file) < INPUT_BUFFER_SIZE) {
            if (!input_file_fill(file, input_file_buffered(file) + 1, INPUT_BUFFER_SIZE))
                return false;
            start = file->buffer + file->begin + *at;
            stop = input_find_line_end(start, input_file_buffered(file) - *at);
        }
        *at = stop ? (size_t)(stop - file->buffer) + 1 - file->begin : input_file_buffered(file);
    } while (stop && is_passed_over(file->options, start, stop));
    *counts = count_line(start, stop ? stop : file->buffer + file->end);
    return true;
}

/* Counts the candidates that occur equally often in two lines, and sets the last of them. */
static size_t find_common(const line_counts *a, const line_counts *b, char *delimiter)
{
    size_t found = 0;

    for (size_t i = 0; i < CANDIDATE_COUNT; i++) {
        if (a->of[i] == 0 || a->of[i] != b->of[i])
            continue;
        *delimiter = candidates[i];
        found++;
    }
    return found;
}

/*
 * Whether a comma may be found to separate: not if it is in numbers. Thousands between quotes stand
 * in tables that commas separate, which a header shows.
 */
static bool can_be_comma(const input_options *options, bool has_header)
{
    return !options->decimal_comma && (options->thousands != ',' || has_header);
}

static bool fail_several(input_file *file, const line_counts *first, uint64_t line)
{
    return input_fail(
        file,
        "line %" PRIu64 " can be separated by %s%s%s: say which with --delimiter "
        "C%s",
        line, first->of[0] > 0 ? "commas or " : "", first->of[1] > 0 ? "tabs" : "semicolons",
        first->of[1] > 0 && first->of[2] > 0 ? " or semicolons" : "",
        first->of[0] > 0 ? ", and with --decimal , if commas are decimal points" : "");
}

bool csv_find_delimiter(input_file *file, bool has_header, uint64_t line, char *delimiter)
{
    const bool has_comma = can_be_comma(file->options, has_header);
    line_counts first, second;
    size_t at = 0, found;

    *delimiter = has_comma && file->options->thousands != ',' ? ',' : ';';
    if (!count_next(file, &at, &first))
        return false;
    first.of[0] = has_comma ? first.of[0] : 0;
    found = find_common(&first, &first, delimiter);
    if (found > 1 && !count_next(file, &at, &second))
        return false;
    if (found < 2 || find_common(&first, &second, delimiter) == 1)
        return true;
    if (input_is_binary(file->buffer + file->begin, at))
        return input_fail_binary(file);
    return fail_several(file, &first, line);
}
