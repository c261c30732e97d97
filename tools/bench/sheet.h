/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sheet - a document's facts as CSV: each column names the member of the JSON that it shows, so
 * that no fact is put together twice. Knows nothing of what the facts are.
 */
#ifndef CLREDUCE_TOOLS_SHEET_H
#define CLREDUCE_TOOLS_SHEET_H

#include <jansson.h>
#include <stdbool.h>

typedef struct sheet_column {
    const char *name;
    const char *path; /* from member to member: "input.count" */
    int digits;       /* of a number; 0: as many as JSON has */
    const char *none; /* what stands for a fact that is not there */
} sheet_column;

/* A member of the column's name, as it is; one elsewhere; a number of so many digits. */
#define SHEET_MEMBER(name)                                                                         \
    {                                                                                              \
        name, name, 0, ""                                                                          \
    }
#define SHEET_AT(name, path)                                                                       \
    {                                                                                              \
        name, path, 0, ""                                                                          \
    }
#define SHEET_NUMBER(name, digits)                                                                 \
    {                                                                                              \
        name, name, digits, ""                                                                     \
    }

/* Columns of the member `seconds` that bench_report_add_times() adds. */
#define SHEET_SECONDS                                                                              \
    {"median_s", "seconds.median", 9, ""}, {"fastest_s", "seconds.fastest", 9, ""},                \
        {"slowest_s", "seconds.slowest", 9, ""},                                                   \
        {"lower_quartile_s", "seconds.lower_quartile", 9, ""},                                     \
    {                                                                                              \
        "upper_quartile_s", "seconds.upper_quartile", 9, ""                                        \
    }

/* The columns end with one whose name is NULL. */
typedef struct sheet {
    const char *rows; /* the member whose elements are rows; NULL: the document is a row */
    const sheet_column *columns;
} sheet;

/*
 * Prints the document's rows. A column's member is looked for in the row, then in the document.
 * False if memory ran out on the way.
 */
bool sheet_print(const sheet *s, const json_t *document, bool heading);

#endif
