/* SPDX-License-Identifier: Apache-2.0 */
/*
 * input_hint - a guess at what a field is that is not a number, and what can be done: a number with
 * other marks, a percentage, an amount of money, a number with a suffix, a time, a comment.
 */
#include "input_format.h"
#include "iso_date.h"

#include <stdio.h>
#include <string.h>

/* Whether the text is a number where numbers have these marks. */
static bool is_number(const number_parser *parser, number_marks marks, const char *begin,
                      const char *end)
{
    const number_parser real = {.type = CLR_TYPE_F64, .locale = parser->locale};
    char text[INPUT_TOKEN_MAX + 1], unmarked[INPUT_TOKEN_MAX + 1];
    double value;

    if (end - begin > INPUT_TOKEN_MAX)
        return false;
    memcpy(text, begin, (size_t)(end - begin)); /* a suffix must not follow the number */
    text[end - begin] = '\0';
    end = text + (end - begin);
    begin = text;
    return number_unmark(marks, &begin, &end, unmarked) &&
           number_parse(&real, begin, end, &value) == NUMBER_OK;
}

/* ---- Other marks ----------------------------------------------------------------------------- */

static bool guess_marks(const input_file *file, const number_parser *parser, const char *text,
                        size_t size, char hint[INPUT_HINT_SIZE])
{
    static const struct {
        number_marks marks;
        const char *hint;
    } rows[] = {
        {{',', 0}, "if its comma is a decimal point, say --decimal ,"},
        {{'.', ','}, "if its commas are between thousands, say --thousands ,"},
        {{',', '.'},
         "if its points are between thousands, and its comma is a decimal point, say --thousands . "
         "--decimal ,"},
        {{'.', '\''}, "--thousands \"'\" reads it"},
        {{'.', '_'}, "--thousands _ reads it"},
    };

    const bool is_comma = file->options->decimal_comma;

    *hint = '\0';
    if (is_comma && is_number(parser, (number_marks){'.', 0}, text, text + size))
        snprintf(hint, INPUT_HINT_SIZE, "--decimal , says that numbers have a comma, and no point");
    for (size_t i = 0; !*hint && i < sizeof rows / sizeof *rows; i++)
        if ((!is_comma || rows[i].marks.point == ',') &&
            is_number(parser, rows[i].marks, text, text + size))
            snprintf(hint, INPUT_HINT_SIZE, "%s", rows[i].hint);
    return *hint != '\0';
}

/* ---- Signs and suffixes ---------------------------------------------------------------------- */

/* "12%", "$5", "5 €": signs that are taken out without a change of the number that is left, unless
 * it is a percentage. */
static bool guess_sign(const input_file *file, const number_parser *parser, const char *text,
                       size_t size, char hint[INPUT_HINT_SIZE])
{
    static const char *const signs[] = {"%", "$", "\xe2\x82\xac" /* euro */, "\xc2\xa3" /* pound */,
                                        "\xc2\xa5" /* yen */};
    const number_marks marks = input_marks(file->options);
    const char *const minus = text + (size > 0 && *text == '-');

    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        const size_t sign = strlen(signs[i]);
        const char *begin = minus, *end = text + size;

        if ((size_t)(end - begin) <= sign)
            continue;
        if (memcmp(begin, signs[i], sign) == 0)
            begin += sign;
        else if (memcmp(end - sign, signs[i], sign) == 0)
            end -= sign;
        else
            continue;
        while (begin < end && *begin == ' ')
            begin++;
        while (begin < end && end[-1] == ' ')
            end--;
        if (!is_number(parser, marks, begin, end))
            continue;
        snprintf(hint, INPUT_HINT_SIZE, "sed 's/[%s]//g' in front takes its sign out%s", signs[i],
                 i == 0 ? ", after which numbers are in percent" : "");
        return true;
    }
    return false;
}

/* "12K", "1.5M", "10GiB". */
static bool guess_suffix(const input_file *file, const number_parser *parser, const char *text,
                         size_t size, char hint[INPUT_HINT_SIZE])
{
    const char *end = text + size;
    const bool has_byte = size > 1 && end[-1] == 'B';
    bool is_binary;

    end -= has_byte;
    is_binary = end - text > 1 && end[-1] == 'i';
    end -= is_binary;
    if (end - text < 2 || !strchr("kKMGTPEZY", end[-1]) ||
        !is_number(parser, input_marks(file->options), text, end - 1))
        return false;
    snprintf(hint, INPUT_HINT_SIZE, "numfmt %s%s in front makes a number of its suffix",
             is_binary        ? "--from=iec-i"
             : end[-1] == 'k' ? "--from=si"
                              : "--from=si (1K is 1000) or --from=iec (1024)",
             has_byte ? " --suffix=B" : "");
    return true;
}

/* ---- What is no number ----------------------------------------------------------------------- */

bool input_is_time(const char *text, size_t size)
{
    static const char signs[] = "-/.";
    size_t colons = 0, marks[sizeof signs - 1] = {0};

    for (size_t i = 0; i < size; i++) {
        const char *sign = memchr(signs, text[i], sizeof signs - 1);

        if (!input_is_digit(text[i]) && !sign && !memchr(":TZ+ ", text[i], 5))
            return false;
        colons += text[i] == ':';
        if (sign)
            marks[sign - signs]++;
    }
    return size > 0 && input_is_digit(*text) &&
           (colons > 0 || marks[0] > 1 || marks[1] > 1 || marks[2] == 2);
}

static bool guess_kind(const input_file *file, const number_parser *parser, const char *text,
                       size_t size, char hint[INPUT_HINT_SIZE])
{
    const char *const column = file->options->column;
    const char *const comment = memchr(text, '#', size);
    iso_date date;

    *hint = '\0';
    if (is_number(parser, (number_marks){'.', '.'}, text, text + size))
        snprintf(hint, INPUT_HINT_SIZE,
                 "if its points are between thousands, say --thousands . --decimal ,");
    else if (column && iso_date_read(text, size, &date))
        snprintf(hint, INPUT_HINT_SIZE,
                 "it is a date: clreduce min,max,mean --date reads dates, and --by 'day(time)' "
                 "groups by a column of them");
    else if (input_is_time(text, size))
        snprintf(hint, INPUT_HINT_SIZE, "it looks like a time or a date: choose %s",
                 column ? "another column" : "a column of numbers with --column");
    else if (comment && !column && !file->options->comment &&
             is_number(parser, input_marks(file->options), text, comment))
        snprintf(hint, INPUT_HINT_SIZE,
                 "'#' begins a comment at the start of a line or behind a blank");
    else if (comment == text && column && !file->options->comment)
        snprintf(hint, INPUT_HINT_SIZE, "--comment '#' leaves out lines that begin with it");
    return *hint != '\0';
}

void input_hint(const input_file *file, const number_parser *parser, const char *text, size_t size,
                char hint[INPUT_HINT_SIZE])
{
    *hint = '\0';
    if (is_number(parser, input_marks(file->options), text, text + size)) /* of another type */
        return;
    if (!guess_marks(file, parser, text, size, hint) &&
        !guess_sign(file, parser, text, size, hint) &&
        !guess_suffix(file, parser, text, size, hint))
        guess_kind(file, parser, text, size, hint);
}
