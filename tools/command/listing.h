/* SPDX-License-Identifier: Apache-2.0 */
/*
 * listing - results as rows of cells under the columns' names, in the form that --format names:
 * aligned, CSV, tabs, or an object for each row (JSON lines). Rows are printed as they come, but
 * for aligned ones, whose widths only the last row tells.
 */
#ifndef CLREDUCE_TOOLS_LISTING_H
#define CLREDUCE_TOOLS_LISTING_H

#include "output.h"
#include "table.h"
#include <clreduce/clreduce.h>
#include <jansson.h>

typedef struct listing {
    output_form form;
    char **names;
    size_t columns, room;
    size_t at;       /* cells so far */
    char *alignment; /* a letter for each column, as tables have it */
    table aligned;
    json_t *row;
    bool is_seen; /* on a terminal*/
    bool failed;  /* memory ran out */
} listing;

/* Whether the form is a listing. */
static inline bool listing_is(output_form form)
{
    return form >= OUTPUT_TABLE && form <= OUTPUT_JSONL;
}

/* The form where the user asks for none: aligned on a terminal, else tabs. */
output_form listing_usual(output_form form);

/* Begins a listing. Failures are told by listing_close(). */
void listing_open(listing *l, output_form form);

/* Adds a column, before the first cell. */
void listing_column(listing *l, const char *name, bool is_number);

/* The next cell, row by row: a text; the text of a number; a number, rounded as --digits says; no
 * value, in whose place texts have the word. */
void listing_text(listing *l, const char *text);
void listing_number(listing *l, const char *text);
void listing_value(listing *l, clr_type type, const void *value);
void listing_absent(listing *l, const char *word);

/* Prints what waits. False with errno set after a failure. */
bool listing_close(listing *l);

#endif
