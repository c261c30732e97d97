/* SPDX-License-Identifier: Apache-2.0 */
/* input_cell - a field of a table as a number. See input_cell.h. */
#include "input_cell.h"

#include <float.h>
#include <string.h>

bool input_cell_open(input_cell_reader *reader, const input_options *options)
{
    *reader = (input_cell_reader){.options = options,
                                  .numbers = {.type = CLR_TYPE_F64},
                                  .is_plain = number_is_unmarked(input_marks(options)) &&
                                              !options->missing_text};
    return number_parser_open(&reader->numbers);
}

void input_cell_close(input_cell_reader *reader)
{
    number_parser_close(&reader->numbers);
}

/* Digits, and a point among them, of a number below 10^18, which 64 bits hold. */
typedef struct few_digits {
    uint64_t mantissa;
    int count;
    int behind; /* the point */
    bool has_point;
} few_digits;

static bool read_few(const char *at, const char *end, few_digits *digits)
{
    const char *point = NULL;
    uint64_t mantissa = 0;
    const char *begin = at;

    if (end - at > 18)
        return false;
    for (; at < end; at++) {
        const unsigned digit = (unsigned)*at - '0';

        if (digit < 10)
            mantissa = 10 * mantissa + digit;
        else if (*at == '.' && !point)
            point = at;
        else
            return false;
    }
    *digits = (few_digits){.mantissa = mantissa,
                           .count = (int)(end - begin) - (point != NULL),
                           .behind = point ? (int)(end - point) - 1 : 0,
                           .has_point = point != NULL};
    return digits->count > 0;
}

/* Most numbers: both the digits and the power of ten are exact in a double, so that one division
 * rounds correctly (input_number.c). */
static bool read_short(csv_field field, input_cell *cell)
{
    static const double tens[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8, 1e9,
                                  1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18};
    const bool negative = field.size > 0 && *field.text == '-';
    few_digits digits;

    if (FLT_EVAL_METHOD != 0 ||
        !read_few(field.text + negative, field.text + field.size, &digits) ||
        digits.mantissa > UINT64_C(1) << DBL_MANT_DIG)
        return false;
    cell->kind =
        digits.has_point || (negative && digits.mantissa == 0) ? INPUT_CELL_REAL : INPUT_CELL_WHOLE;
    cell->negative = negative;
    cell->magnitude = digits.mantissa;
    cell->real = (double)digits.mantissa / tens[digits.behind];
    cell->real = negative ? -cell->real : cell->real;
    return true;
}

static input_cell_kind kind_of(number_status status)
{
    return status == NUMBER_OK ? INPUT_CELL_REAL
                               : (status == NUMBER_RANGE ? INPUT_CELL_RANGE : INPUT_CELL_TEXT);
}

/* Any number, in [begin, end). */
static input_cell read_any(const input_cell_reader *reader, const char *begin, const char *end)
{
    input_cell cell = {.kind = INPUT_CELL_TEXT};
    input_facts facts = {.is_open = true};
    uint64_t bits = 0;

    if (number_look(&reader->numbers, begin, end, &facts, &bits) != NUMBER_OK)
        return cell;
    cell.kind = kind_of(number_parse(&reader->numbers, begin, end, &cell.real));
    if (cell.kind != INPUT_CELL_REAL || facts.real || facts.beyond_all)
        return cell;
    cell.kind = INPUT_CELL_WHOLE;
    cell.negative = facts.negative;
    cell.magnitude = facts.negative ? 0 - bits : bits;
    return cell;
}

/* Words of --missing-text may be numbers, such as -999; others are missing if they are none. */
static bool is_listed(const input_cell_reader *reader, csv_field field)
{
    static const input_options none = {.missing_text = NULL};

    return reader->options->missing_text &&
           input_field_is_missing(reader->options, field.text, field.size) &&
           !input_field_is_missing(&none, field.text, field.size);
}

input_cell input_cell_read(const input_cell_reader *reader, csv_field field)
{
    const number_marks marks = input_marks(reader->options);
    const char *begin = field.text, *end = field.text + field.size;
    char unmarked[INPUT_TOKEN_MAX + 1];
    input_cell cell = {.kind = INPUT_CELL_TEXT};

    if (reader->is_plain && read_short(field, &cell))
        return cell;
    if (is_listed(reader, field))
        return (input_cell){.kind = INPUT_CELL_MISSING};
    if (number_is_unmarked(marks) || number_unmark(marks, &begin, &end, unmarked))
        cell = read_any(reader, begin, end);
    if (cell.kind == INPUT_CELL_TEXT &&
        input_field_is_missing(reader->options, field.text, field.size))
        cell.kind = INPUT_CELL_MISSING;
    return cell;
}

input_cell_kind input_cell_store(const input_cell_reader *reader, clr_type type, csv_field field,
                                 void *room)
{
    const number_marks marks = input_marks(reader->options);
    const number_parser typed = {.type = type, .locale = reader->numbers.locale};
    const char *begin = field.text, *end = field.text + field.size;
    char unmarked[INPUT_TOKEN_MAX + 1];
    input_cell_kind kind = INPUT_CELL_TEXT;

    if (is_listed(reader, field))
        return INPUT_CELL_MISSING;
    if (number_is_unmarked(marks) || number_unmark(marks, &begin, &end, unmarked))
        kind = kind_of(number_parse(&typed, begin, end, room));
    return kind == INPUT_CELL_TEXT &&
                   input_field_is_missing(reader->options, field.text, field.size)
               ? INPUT_CELL_MISSING
               : kind;
}
