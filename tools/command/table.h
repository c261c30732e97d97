/* SPDX-License-Identifier: Apache-2.0 */
/* table - rows of cells as aligned text of at most 100 columns, as Markdown or as CSV. */
#ifndef CLREDUCE_TOOLS_TABLE_H
#define CLREDUCE_TOOLS_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef enum table_form { TABLE_PLAIN, TABLE_MARKDOWN, TABLE_CSV } table_form;

/* columns of plain text, if a cell that spans a row can be broken */
#define TABLE_WIDTH 100

typedef struct table {
    const char *alignment; /* a letter for each column: 'l' or 'r' */
    char **cells;          /* row by row, the heading first; NULL: spanned by the cell before */
    size_t count;
    size_t room;
    bool failed; /* memory ran out; nothing is printed */
} table;

/* Makes an empty table with a column for each letter of `alignment`, which must outlive it. */
void table_open(table *t, const char *alignment);
void table_close(table *t);

/* Adds a cell; a row ends after the last column. */
void table_cell(table *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Adds a heading or a row: a text for each column. */
void table_row(table *t, const char *const texts[]);

/* Adds a cell that spans the rest of its row. */
void table_rest(table *t, const char *text);

/*
 * Prints heading and rows; without `heading` a CSV table continues the one before. False if memory
 * ran out.
 */
bool table_print(const table *t, table_form form, bool heading, FILE *to);

/* Prints a cell in front of a separator: in quotes if it would end the cell. */
void table_put_cell(const char *text, char separator, FILE *to);

#endif
