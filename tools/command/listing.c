/* SPDX-License-Identifier: Apache-2.0 */
/* listing - rows of results. See listing.h. */
#include "listing.h"
#include "document.h"
#include "sentence.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Results of more columns are listed with tabs instead: a terminal's line is far shorter. */
#define ALIGNED_MOST 63

output_form listing_usual(output_form form)
{
    return form != OUTPUT_PLAIN ? form : isatty(STDOUT_FILENO) ? OUTPUT_TABLE : OUTPUT_TSV;
}

void listing_open(listing *l, output_form form)
{
    *l = (listing){.form = form, .is_seen = isatty(STDOUT_FILENO) == 1};
}

static bool grow(listing *l)
{
    const size_t room = l->room ? 2 * l->room : 16;

    if (l->columns < l->room)
        return true;
    char **names = realloc(l->names, room * sizeof *names);
    l->names = names ? names : l->names;
    char *alignment = realloc(l->alignment, room + 1);
    l->alignment = alignment ? alignment : l->alignment;
    l->room = names && alignment ? room : l->room;
    return names && alignment;
}

void listing_column(listing *l, const char *name, bool is_number)
{
    char *own = strdup(name);

    if (!own || !grow(l)) {
        free(own);
        l->failed = true;
        return;
    }
    l->names[l->columns] = own;
    l->alignment[l->columns++] = is_number ? 'r' : 'l';
    l->alignment[l->columns] = '\0';
}

/* ---- Cells ----------------------------------------------------------------------------------- */

static void put_as_it_is(listing *l, const char *text, size_t column)
{
    const char separator = l->form == OUTPUT_CSV ? ',' : '\t';

    if (l->form == OUTPUT_TABLE) {
        table_cell(&l->aligned, "%s", text);
        return;
    }
    table_put_cell(text, separator, stdout);
    putchar(column + 1 == l->columns ? '\n' : separator);
}

/* Puts a cell or a column's name, in all forms but JSON. On a terminal without control characters:
 * a cell may be text of a file, whose escape sequences the terminal would obey. A pipe gets its
 * bytes as they are. */
static void put(listing *l, const char *text, size_t column)
{
    char *tame = l->is_seen ? strdup(text) : NULL;

    l->failed |= l->is_seen && !tame;
    if (tame)
        sentence_tame(tame);
    if (!l->failed)
        put_as_it_is(l, tame ? tame : text, column);
    free(tame);
}

/* Puts the columns' names, in front of the first row. */
static void put_names(listing *l)
{
    if (l->form == OUTPUT_TABLE && l->columns > ALIGNED_MOST)
        l->form = OUTPUT_TSV;
    if (l->form == OUTPUT_TABLE)
        table_open(&l->aligned, l->alignment);
    for (size_t i = 0; i < l->columns && l->form != OUTPUT_JSONL; i++)
        put(l, l->names[i], i);
}

/* Adds a member to the row's object, and prints a full one. */
static void put_member(listing *l, json_t *member, size_t column)
{
    if (column == 0)
        l->row = json_object();
    json_object_set_new(l->row, l->names[column], member);
    if (column + 1 == l->columns)
        l->failed = !document_print_line(l->row) || l->failed;
}

static void put_cell(listing *l, const char *text, json_t *member)
{
    const size_t column = l->columns > 0 ? l->at % l->columns : 0;

    if (!l->failed && l->at == 0)
        put_names(l);
    l->at++;
    if (l->failed)
        json_decref(member);
    else if (l->form == OUTPUT_JSONL)
        put_member(l, member, column);
    else
        put(l, text, column);
}

void listing_text(listing *l, const char *text)
{
    put_cell(l, text, l->form == OUTPUT_JSONL ? document_text(text) : NULL);
}

void listing_number(listing *l, const char *text)
{
    put_cell(l, text, l->form == OUTPUT_JSONL ? document_number(text) : NULL);
}

void listing_value(listing *l, clr_type type, const void *value)
{
    char text[OUTPUT_TEXT_SIZE];

    output_result(type, value, text);
    put_cell(l, text, l->form == OUTPUT_JSONL ? document_result(type, value) : NULL);
}

void listing_absent(listing *l, const char *word)
{
    put_cell(l, word, l->form == OUTPUT_JSONL ? json_null() : NULL);
}

bool listing_close(listing *l)
{
    bool good = !l->failed;

    if (good && l->at == 0)
        put_names(l);
    if (good && l->form == OUTPUT_TABLE)
        good = table_print(&l->aligned, TABLE_PLAIN, true, stdout);
    if (!good)
        errno = ENOMEM;
    table_close(&l->aligned);
    for (size_t i = 0; i < l->columns; i++)
        free(l->names[i]);
    free(l->names);
    free(l->alignment);
    *l = (listing){0};
    return good && output_flush();
}
