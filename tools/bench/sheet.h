/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sheet - a document's facts as CSV: each column names the member of the JSON that it shows, so
 * that no fact is put together twice. Knows nothing of what the facts are.
 */
#ifndef CLREDUCE_TOOLS_SHEET_H
#define CLREDUCE_TOOLS_SHEET_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

typedef struct sheet {
    const char *rows; /* the member whose elements are rows; NULL: the document is a row */

    /* Between commas "op": a member of the column's name; "count=input.count": one elsewhere;
     * "*seconds": a column for each member of bench_report_seconds(). */
    const char *columns;
} sheet;

/*
 * Prints the document's rows. A column's member is looked for in the row, then in the document; one
 * that is null or not there leaves its cell empty. Seconds have 9 digits, other fractions 6. False
 * if memory ran out on the way.
 */
bool sheet_print(const sheet *s, const json_t *document, bool heading, FILE *to);

#endif
