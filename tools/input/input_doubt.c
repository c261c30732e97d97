/* SPDX-License-Identifier: Apache-2.0 */
/* input_doubt - separators with two possible meanings. See input_doubt.h. */
#include "input_doubt.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- The text around a comma ----------------------------------------------------------------- */

/* bytes shown on either side of a comma, at most */
#define SIDE_MOST 15

static bool is_side(char character)
{
    return !strchr(" \t\n\r\v\f;#", character); /* nor NUL, which follows the buffer */
}

/* Copies the text around the comma, within the buffer and up to other separators. */
static void note_place(const input_file *file, const char *comma, uint64_t line, doubt_place *place)
{
    const char *begin = comma, *end = comma + 1;

    while (begin > file->buffer && comma - begin < SIDE_MOST && is_side(begin[-1]))
        begin--;
    while (end - comma < SIDE_MOST && is_side(*end))
        end++;
    memcpy(place->text, begin, (size_t)(end - begin));
    place->text[end - begin] = '\0';
    place->line = line;
}

/* ---- Meanings in words ----------------------------------------------------------------------- */

/* Copies the text with `with`, one byte or none, for each comma. */
static void replace_commas(const char *text, const char *with, char replaced[32])
{
    for (; *text; text++) {
        const char *put = *text == ',' ? with : (const char[]){*text, '\0'};

        while (*put)
            *replaced++ = *put++;
    }
    *replaced = '\0';
}

static bool has_one_comma(const char *text)
{
    const char *comma = strchr(text, ',');

    return comma && !strchr(comma + 1, ',') && comma > text && input_is_digit(comma[1]);
}

/* "1 and 5" for "1,5"; for more numbers "several numbers". */
static void read_apart(const char *text, char words[80])
{
    const char *comma = strchr(text, ',');

    if (has_one_comma(text))
        snprintf(words, 80, "%.*s and %s", (int)(comma - text), text, comma + 1);
    else
        snprintf(words, 80, "several numbers");
}

/* ---- Two separators -------------------------------------------------------------------------- */

static const char *plural(char separator)
{
    return separator == ',' ? "commas" : separator == ';' ? "semicolons" : "blanks";
}

static bool fail_two(input_file *file, const input_doubt *doubt, char second, uint64_t line)
{
    const char *text = doubt->comma.text;
    char where[64] = "", point[32], apart[80], readings[256];

    if (doubt->line != line)
        snprintf(where, sizeof where, ", and %s do on line %" PRIu64, plural(doubt->separator),
                 doubt->line);
    else
        snprintf(where, sizeof where, " as well as %s", plural(doubt->separator));
    read_apart(text, apart);
    replace_commas(text, ".", point);
    if (doubt->separator != ',' && second != ',')
        snprintf(readings, sizeof readings,
                 "--delimiter ';' if only semicolons do, --delimiter any if both do");
    else if (has_one_comma(text))
        snprintf(readings, sizeof readings, "%s may be %s (--decimal ,) or %s (--delimiter any)",
                 input_quoted(text, strlen(text)).text, point, apart);
    else
        snprintf(readings, sizeof readings,
                 "%s may be several numbers (--delimiter any), or one with commas to be taken out",
                 input_quoted(text, strlen(text)).text);
    return input_fail(file, "line %" PRIu64 ": %s separate numbers%s: %s", line, plural(second),
                      where, readings);
}

bool input_doubt_separator(input_file *file, input_doubt *doubt, char separator, const char *at,
                           uint64_t line)
{
    if (separator == ',')
        note_place(file, at, line, &doubt->comma);
    if (doubt->separator != 0)
        return fail_two(file, doubt, separator, line);
    doubt->separator = separator;
    doubt->line = line;
    return true;
}

/* ---- Commas ---------------------------------------------------------------------------------- */

/* Three digits, possibly with a fraction. */
static bool is_thousand(const char *text, size_t size)
{
    return size >= 3 && input_is_digit(text[0]) && input_is_digit(text[1]) &&
           input_is_digit(text[2]) && (size == 3 || text[3] == '.');
}

void input_doubt_field(const input_file *file, input_doubt *doubt, const doubt_field *field)
{
    const bool is_close = field->is_close && field->size > 0;

    doubt->no_decimals |= !is_close || field->number > 2 || !input_is_digit(*field->text);
    /* before the first thousands' comma stand a sign and three digits at most */
    doubt->no_thousands |=
        !is_close || field->first_size > 4 || !is_thousand(field->text, field->size);
    if (!doubt->no_thousands && *field->text == '0' && doubt->zeros.line == 0)
        note_place(file, field->text - (field->text > file->buffer), field->line, &doubt->zeros);
}

static bool fail_thousands(input_file *file, const doubt_place *zeros)
{
    char apart[80], together[32];

    read_apart(zeros->text, apart);
    replace_commas(zeros->text, "", together);
    return input_fail(file,
                      "line %" PRIu64 ": %s may be %s, as three digits follow each comma (tr -d , "
                      "takes such commas out), or %s (--delimiter ,)",
                      zeros->line, input_quoted(zeros->text, strlen(zeros->text)).text, together,
                      apart);
}

static bool fail_decimals(input_file *file, const doubt_place *comma, uint64_t lone_line)
{
    char apart[80], point[32];

    read_apart(comma->text, apart);
    replace_commas(comma->text, ".", point);
    return input_fail(file,
                      "line %" PRIu64 ": %s may be %s (--decimal ,) or %s (--delimiter ,), as no "
                      "line has more than one comma, and line %" PRIu64 " has none",
                      comma->line, input_quoted(comma->text, strlen(comma->text)).text, point,
                      apart, lone_line);
}

bool input_doubt_settle(input_file *file, const input_doubt *doubt, uint64_t lone_line)
{
    if (doubt->separator != ',')
        return true;
    if (!doubt->no_thousands && doubt->zeros.line != 0)
        return fail_thousands(file, &doubt->zeros);
    if (!doubt->no_decimals && lone_line != 0)
        return fail_decimals(file, &doubt->comma, lone_line);
    return true;
}
