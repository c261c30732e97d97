/* SPDX-License-Identifier: Apache-2.0 */
/*
 * table - rows of cells as text, as Markdown or as CSV. See table.h.
 */
#include "table.h"
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* least columns of a cell that is broken into lines */
#define NARROWEST 12

#define GAP          2
#define MOST_COLUMNS 64

/* ---- Filling --------------------------------------------------------------------------------- */

void table_open(table *t, const char *alignment)
{
    *t = (table){.alignment = alignment};
}

void table_close(table *t)
{
    for (size_t i = 0; i < t->count; i++)
        free(t->cells[i]);
    free(t->cells);
    *t = (table){0};
}

/* Adds a cell; takes over the text. */
static void add(table *t, char *text)
{
    if (t->count == t->room) {
        size_t room = t->room == 0 ? 128 : 2 * t->room;
        char **cells = realloc(t->cells, room * sizeof *cells);
        if (!cells) {
            free(text);
            t->failed = true;
            return;
        }
        t->cells = cells;
        t->room = room;
    }
    t->cells[t->count++] = text;
}

void table_cell(table *t, const char *format, ...)
{
    va_list arguments;
    char *text = NULL;

    va_start(arguments, format);
    if (vasprintf(&text, format, arguments) < 0)
        text = NULL;
    va_end(arguments);
    t->failed = t->failed || !text;
    add(t, text);
}

void table_row(table *t, const char *const texts[])
{
    for (size_t i = 0; t->alignment[i] != '\0'; i++)
        table_cell(t, "%s", texts[i]);
}

void table_rest(table *t, const char *text)
{
    size_t columns = strlen(t->alignment);

    table_cell(t, "%s", text);
    while (!t->failed && t->count % columns != 0)
        add(t, NULL);
}

/* ---- Plain ----------------------------------------------------------------------------------- */

/* Characters of UTF-8, each of which has a place on most terminals. */
static int width_of(const char *text)
{
    int width = 0;

    for (; *text != '\0'; text++)
        width += ((unsigned char)*text & 0xc0) != 0x80;
    return width;
}

/* The columns' widths, ignoring cells that span the rest of a row. */
static void measure(const table *t, size_t columns, int widths[])
{
    for (size_t i = 0; i < t->count; i++) {
        bool takes_rest = (i + 1) % columns != 0 && i + 1 < t->count && !t->cells[i + 1];
        int width = !t->cells[i] || takes_rest ? 0 : width_of(t->cells[i]);
        if (width > widths[i % columns])
            widths[i % columns] = width;
    }
}

/* Prints the text, broken at blanks, with all lines but the first indented. */
static void print_broken(const char *text, int indent, FILE *to)
{
    bool fits = indent <= TABLE_WIDTH - NARROWEST;
    size_t room = fits ? (size_t)(TABLE_WIDTH - indent) : NARROWEST;

    while (strlen(text) > room) {
        size_t length = room;
        while (length > 0 && text[length] != ' ')
            length--;
        if (length == 0) /* a word longer than a line */
            length = strcspn(text, " ");
        fprintf(to, "%.*s\n%*s", (int)length, text, indent, "");
        text += length + strspn(text + length, " ");
    }
    fprintf(to, "%s\n", text);
}

static void print_plain_row(const table *t, char *const *row, const int widths[], FILE *to)
{
    size_t columns = strlen(t->alignment);
    int used = 0;

    for (size_t i = 0; i < columns; i++) {
        bool last = i + 1 == columns || !row[i + 1];
        const int gap = row[i] ? widths[i] - width_of(row[i]) : 0;
        if (t->alignment[i] == 'r' && i + 1 == columns)
            fprintf(to, "%*s%s\n", gap, "", row[i]);
        else if (last)
            print_broken(row[i], used, to);
        else if (t->alignment[i] == 'r')
            fprintf(to, "%*s%s%*s", gap, "", row[i], GAP, "");
        else
            fprintf(to, "%s%*s", row[i], gap + GAP, "");
        if (last)
            return;
        used += widths[i] + GAP;
    }
}

static void print_plain(const table *t, FILE *to)
{
    int widths[MOST_COLUMNS] = {0};
    size_t columns = strlen(t->alignment);

    measure(t, columns, widths);
    for (size_t i = 0; i + columns <= t->count; i += columns)
        print_plain_row(t, t->cells + i, widths, to);
}

/* ---- Markdown -------------------------------------------------------------------------------- */

static void print_markdown_cell(const char *text, FILE *to)
{
    fputc(' ', to);
    for (; text && *text != '\0'; text++) {
        if (*text == '|')
            fputc('\\', to);
        fputc(*text, to);
    }
    fputs(" |", to);
}

static void print_markdown(const table *t, FILE *to)
{
    size_t columns = strlen(t->alignment);

    for (size_t i = 0; i < t->count; i++) {
        if (i % columns == 0)
            fputc('|', to);
        print_markdown_cell(t->cells[i], to);
        if ((i + 1) % columns != 0)
            continue;
        fputc('\n', to);
        if (i + 1 != columns)
            continue;
        fputc('|', to); /* the rule below the heading */
        for (size_t c = 0; c < columns; c++)
            fputs(t->alignment[c] == 'r' ? " ---: |" : " --- |", to);
        fputc('\n', to);
    }
}

/* ---- CSV ------------------------------------------------------------------------------------- */

void table_put_cell(const char *text, char separator, FILE *to)
{
    const char odd[] = {separator, '\n', '\r', '"', '\0'};

    if (!strpbrk(text, odd)) {
        fputs(text, to);
        return;
    }
    fputc('"', to);
    for (; *text != '\0'; text++) {
        if (*text == '"')
            fputc('"', to);
        fputc(*text, to);
    }
    fputc('"', to);
}

static void print_csv(const table *t, bool heading, FILE *to)
{
    size_t columns = strlen(t->alignment);

    for (size_t i = heading ? 0 : columns; i < t->count; i++) {
        const char *text = !t->cells[i] ? "" : t->cells[i];
        table_put_cell(text, ',', to);
        fputc((i + 1) % columns == 0 ? '\n' : ',', to);
    }
}

bool table_print(const table *t, table_form form, bool heading, FILE *to)
{
    if (t->failed)
        return false;
    if (form == TABLE_MARKDOWN)
        print_markdown(t, to);
    else if (form == TABLE_CSV)
        print_csv(t, heading, to);
    else
        print_plain(t, to);
    return true;
}
