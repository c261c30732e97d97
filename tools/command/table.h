/* SPDX-License-Identifier: Apache-2.0 */
/*
 * table - rows of cells as aligned text of at most 100 columns, as Markdown or as CSV. Knows
 * nothing of what the cells say.
 */
#ifndef CLREDUCE_TOOLS_TABLE_H
#define CLREDUCE_TOOLS_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef enum table_form { TABLE_PLAIN, TABLE_MARKDOWN, TABLE_CSV } table_form;

/* Columns of a terminal that plain text keeps to, where a cell that fills a row can be broken. */
#define TABLE_WIDTH 100

typedef struct table {
    const char *alignment; /* a letter a column: 'l' or 'r' */
    char **cells;          /* row by row, the heading first; NULL: taken by the cell before */
    size_t count;
    size_t room;
    bool failed; /* memory ran out; nothing is printed then */
} table;

/* An empty table with a column for each letter of `alignment`, which must live as long as it. */
void table_open(table *t, const char *alignment);
void table_close(table *t);

/* Adds a cell; a row is full after as many as there are columns. */
void table_cell(table *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Adds a heading, or a row of plain texts: one for each column. */
void table_row(table *t, const char *const texts[]);

/* Adds a cell that takes the rest of its row. */
void table_rest(table *t, const char *text);

/*
 * Prints heading and rows. Of a CSV table the heading can be left out: it belongs to the first one
 * of several. False if memory ran out on the way.
 */
bool table_print(const table *t, table_form form, bool heading, FILE *to);

#endif
