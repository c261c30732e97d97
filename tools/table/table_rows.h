/* SPDX-License-Identifier: Apache-2.0 */
/*
 * table_rows - the rows that --row asks for: those that hold the smallest or largest value of each
 * group, with their files and lines. The files are read once more, by one thread, up to the last of
 * these rows.
 */
#ifndef CLREDUCE_TOOLS_TABLE_ROWS_H
#define CLREDUCE_TOOLS_TABLE_ROWS_H

#include "table_sums.h"

/* Rows by group. Zero-initialised; free with table_rows_free(). */
typedef struct table_rows {
    size_t width; /* columns of the first file, */
    char **names; /* which have these names, or numbers without a header */
    csv_column *columns;
    uint64_t groups;
    uint64_t *lines; /* of each group's row, from 1; 0: the group has none */
    char **files;    /* the name of its file; */
    char **fields;   /* and its fields, `width` of them; NULL: no row */
} table_rows;

/* Finds the rows of all groups. Returns 0, or the exit code after a sentence on standard error. */
int table_rows_find(table_rows *rows, const table_request *r, const table_sums *sums,
                    input_table *table);
void table_rows_free(table_rows *rows);

#endif
