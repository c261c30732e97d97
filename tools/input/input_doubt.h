/* SPDX-License-Identifier: Apache-2.0 */
/*
 * input_doubt - whether the separators of a text have two possible meanings: commas that may be
 * decimal points or stand between thousands, and two different separators. Watches the separators
 * go by, in constant memory, and refuses texts whose meaning only their author knows.
 *
 * Commas separate numbers if every line has equally many, two or more, and not all of them stand
 * before three digits.
 */
#ifndef CLREDUCE_TOOLS_INPUT_DOUBT_H
#define CLREDUCE_TOOLS_INPUT_DOUBT_H

#include "input_format.h"

/* The text around a comma, and its line; "" before the first comma. */
typedef struct doubt_place {
    char text[32];
    uint64_t line;
} doubt_place;

typedef struct input_doubt {
    char separator;    /* the first separator between two fields: ' ', ',' or ';'; or 0 */
    uint64_t line;     /* the line of `separator` */
    doubt_place comma; /* the first comma */
    bool is_list;      /* some comma is not followed by three digits */
    bool is_table;     /* some line has more than one comma */
} input_doubt;

/* Records the separator between fields of this line, at `at` in the buffer (or blanks in front).
 * False after a failure: the text already has another separator. */
bool input_doubt_separator(input_file *file, input_doubt *doubt, const number_parser *parser,
                           char separator, const char *at, uint64_t line);

/* Records field number `number` of its line, from 1, in the buffer: `is_list` unless the field,
 * from the second one on, begins with three digits and no fourth, as behind a comma between
 * thousands. */
static inline void input_doubt_field(input_doubt *doubt, const char *text, size_t size,
                                     uint64_t number)
{
    doubt->is_table |= number > 2;
    doubt->is_list |=
        number > 1 && !(size >= 3 && input_is_digit(text[0]) && input_is_digit(text[1]) &&
                        input_is_digit(text[2]) && (size == 3 || !input_is_digit(text[3])));
}

/* Lines of a text that differ in how many fields they have. */
typedef struct doubt_lines {
    uint64_t line, fields;
    uint64_t first_line, usual;
} doubt_lines;

/* At the end of a line that differs from the first: refuses the text if commas separate. */
bool input_doubt_uneven(input_file *file, const input_doubt *doubt, const number_parser *parser,
                        const doubt_lines *lines);

/* At the end: refuses the text if its commas have two possible meanings. */
bool input_doubt_settle(input_file *file, const input_doubt *doubt, const number_parser *parser);

/* The fields' separator in words: "commas". */
const char *input_doubt_plural(char separator);

#endif
