/* SPDX-License-Identifier: Apache-2.0 */
/*
 * input_doubt - whether the separators of a text can be read in two ways: commas that may be
 * decimal points or stand between thousands, and two separators beside each other. Sees them go by,
 * keeps a few words whatever the text's length, and refuses what only its writer can decide.
 */
#ifndef CLREDUCE_TOOLS_INPUT_DOUBT_H
#define CLREDUCE_TOOLS_INPUT_DOUBT_H

#include "input_format.h"

/* Some text around a comma, as it stands there, and its line; "" before there is one. */
typedef struct doubt_place {
    char text[32];
    uint64_t line;
} doubt_place;

typedef struct input_doubt {
    char separator;    /* the first one that stood between two fields: ' ', ',' or ';'; or 0 */
    uint64_t line;     /* where that was */
    doubt_place comma; /* the first comma */
    bool no_decimals;  /* some comma is no decimal point */
    bool no_thousands; /* some comma does not stand before three digits */
    doubt_place zeros; /* the first comma before three digits that begin with 0 */
} input_doubt;

/* Tells that fields of this line are separated by another separator than those before; it stands
 * `at` this byte of the buffer, or blanks stand before it. False after a failure: it is the second.
 */
bool input_doubt_separator(input_file *file, input_doubt *doubt, char separator, const char *at,
                           uint64_t line);

/* A field that follows a comma. */
typedef struct doubt_field {
    const char *text; /* in the buffer */
    size_t size;
    bool is_close;     /* to the comma, as is the field before */
    uint64_t number;   /* of its line, from 1 */
    size_t first_size; /* of the line's first field */
    uint64_t line;
} doubt_field;

static inline bool input_doubt_cares(const input_doubt *doubt)
{
    return !doubt->no_decimals || !doubt->no_thousands;
}

void input_doubt_field(const input_file *file, input_doubt *doubt, const doubt_field *field);

/* At the end: refuses the text if its commas have two meanings. `lone_line` is a line of one field
 * where others have more; 0 if there is none. */
bool input_doubt_settle(input_file *file, const input_doubt *doubt, uint64_t lone_line);

#endif
