/* SPDX-License-Identifier: Apache-2.0 */
/* input_doubt - separators with two possible meanings. See input_doubt.h. */
#include "input_doubt.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- The text around a comma ----------------------------------------------------------------- */

/* bytes shown on either side of a comma, at most */
#define SIDE_MOST 15

_Static_assert(SIDE_MOST <= INPUT_FRONT_SIZE, "bytes in front of a comma stay");

static bool is_side(char character)
{
    return !strchr(" \t\n\r\v\f;#", character); /* nor NUL, which follows the buffer */
}

/* Copies the text around the comma, up to other separators. */
static void note_place(const input_file *file, const char *comma, uint64_t line, doubt_place *place)
{
    size_t before = 0, behind = 1;
    char *out = place->text;

    while (before < SIDE_MOST && is_side(input_file_before(file, comma, before + 1)))
        before++;
    while (behind < SIDE_MOST && is_side(comma[behind]))
        behind++;
    for (size_t i = before; i > 0; i--)
        *out++ = input_file_before(file, comma, i);
    memcpy(out, comma, behind);
    out[behind] = '\0';
    place->line = line;
}

/* ---- Readings in words ----------------------------------------------------------------------- */

#define READINGS_SIZE 400

static const struct {
    number_marks marks;
    const char *options;
} readings[] = {
    {{'.', ','}, "--thousands ,"},
    {{',', 0}, "--decimal ,"},
    {{',', '.'}, "--thousands . --decimal ,"},
};

/* The number that the text is with these marks, as others write it; false if it is none. */
static bool read_whole(const number_parser *parser, number_marks marks, const char *text,
                       char number[INPUT_TOKEN_MAX + 1])
{
    const number_parser real = {.type = CLR_TYPE_F64, .locale = parser->locale};
    const char *begin = text, *end = text + strlen(text);
    double value;

    return number_unmark(marks, &begin, &end, number) &&
           number_parse(&real, begin, end, &value) == NUMBER_OK;
}

/* "1 and 5" for "1,5"; for more numbers "several numbers". */
static void read_apart(const char *text, char words[80])
{
    const char *comma = strchr(text, ',');

    if (comma && comma > text && comma[1] != '\0' && !strchr(comma + 1, ','))
        snprintf(words, 80, "%.*s and %s", (int)(comma - text), text, comma + 1);
    else
        snprintf(words, 80, "several numbers");
}

/* Every reading of the text around a comma, with the options that say it; `apart` says that the
 * comma separates. */
static void tell_readings(const number_parser *parser, const char *text, const char *apart,
                          char words[READINGS_SIZE])
{
    char number[INPUT_TOKEN_MAX + 1], numbers[80];
    size_t used;

    used =
        (size_t)snprintf(words, READINGS_SIZE, "%s may be ", input_quoted(text, strlen(text)).text);
    const size_t start = used;
    for (size_t i = 0; i < sizeof readings / sizeof *readings; i++) {
        /* without points among thousands the third reading is the second */
        if ((i == 2 && !strchr(text, '.')) || !read_whole(parser, readings[i].marks, text, number))
            continue;
        used += (size_t)snprintf(words + used, READINGS_SIZE - used, "%s%.40s (%s)",
                                 used > start ? ", " : "", number, readings[i].options);
    }
    read_apart(text, numbers);
    if (used > start)
        snprintf(words + used, READINGS_SIZE - used, " or %s (%s)", numbers, apart);
    else
        snprintf(words, READINGS_SIZE,
                 "commas may separate numbers (%s), be decimal points (--decimal ,) or stand "
                 "between thousands (--thousands ,)",
                 apart);
}

const char *input_doubt_plural(char separator)
{
    return separator == ',' ? "commas" : separator == ';' ? "semicolons" : "blanks";
}

/* ---- Two separators -------------------------------------------------------------------------- */

static bool fail_two(input_file *file, const input_doubt *doubt, const number_parser *parser,
                     char second, uint64_t line)
{
    char where[64] = "", words[READINGS_SIZE];

    if (doubt->line != line)
        snprintf(where, sizeof where, ", and %s do on line %" PRIu64,
                 input_doubt_plural(doubt->separator), doubt->line);
    else
        snprintf(where, sizeof where, " as well as %s", input_doubt_plural(doubt->separator));
    if (doubt->separator != ',' && second != ',')
        snprintf(words, sizeof words,
                 "--delimiter ';' if only semicolons do, --delimiter any if both do");
    else
        tell_readings(parser, doubt->comma.text, "--delimiter any", words);
    return input_fail(file, "line %" PRIu64 ": %s separate numbers%s: %s", line,
                      input_doubt_plural(second), where, words);
}

bool input_doubt_separator(input_file *file, input_doubt *doubt, const number_parser *parser,
                           char separator, const char *at, uint64_t line)
{
    if (separator == ',')
        note_place(file, at, line, &doubt->comma);
    if (doubt->separator != 0)
        return fail_two(file, doubt, parser, separator, line);
    doubt->separator = separator;
    doubt->line = line;
    return true;
}

/* ---- Commas ---------------------------------------------------------------------------------- */

bool input_doubt_uneven(input_file *file, const input_doubt *doubt, const number_parser *parser,
                        const doubt_lines *lines)
{
    char words[READINGS_SIZE];

    if (doubt->separator != ',')
        return true;
    tell_readings(parser, doubt->comma.text, "--delimiter ,", words);
    return input_fail(file,
                      "line %" PRIu64 " has %" PRIu64 " field%s between commas, and line %" PRIu64
                      " %" PRIu64 ": %s",
                      lines->line, lines->fields, lines->fields == 1 ? "" : "s", lines->first_line,
                      lines->usual, words);
}

bool input_doubt_settle(input_file *file, const input_doubt *doubt, const number_parser *parser)
{
    char words[READINGS_SIZE];

    if (doubt->separator != ',' || (doubt->is_table && doubt->is_list))
        return true;
    tell_readings(parser, doubt->comma.text, "--delimiter ,", words);
    return input_fail(file, "line %" PRIu64 ": %s, as %s", doubt->comma.line, words,
                      doubt->is_list ? "no line has more than one comma"
                                     : "three digits follow each comma");
}
