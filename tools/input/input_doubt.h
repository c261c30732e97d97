/* SPDX-License-Identifier: Apache-2.0 */
/*
 * input_doubt - whether separators of a text have two possible meanings: commas that may be decimal
 * points or separate thousands, and two different separators. Watches the separators go by, in
 * constant memory, and refuses texts whose meaning only their author knows.
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
    bool no_decimals;  /* some comma cannot be a decimal point */
    bool no_thousands; /* some comma is not followed by three digits */
    doubt_place zeros; /* the first comma followed by three digits that begin with 0 */
} input_doubt;

/* Records the separator between fields of this line, at `at` in the buffer (or blanks in front).
 * False after a failure: the text already has another separator. */
bool input_doubt_separator(input_file *file, input_doubt *doubt, char separator, const char *at,
                           uint64_t line);

/* A field that follows a comma. */
typedef struct doubt_field {
    const char *text; /* in the buffer */
    size_t size;
    bool is_close;     /* no blanks around the comma */
    uint64_t number;   /* in its line, from 1 */
    size_t first_size; /* of the line's first field */
    uint64_t line;
} doubt_field;

static inline bool input_doubt_cares(const input_doubt *doubt)
{
    return !doubt->no_decimals || !doubt->no_thousands;
}

void input_doubt_field(const input_file *file, input_doubt *doubt, const doubt_field *field);

/* At the end: refuses the text if its commas have two possible meanings. `lone_line` is a line of
 * one field in a text of longer lines; 0: none. */
bool input_doubt_settle(input_file *file, const input_doubt *doubt, uint64_t lone_line);

#endif
