/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sheet - members of a document as cells of a table. See sheet.h.
 */
#include "sheet.h"
#include "document.h"
#include "table.h"
#include <stdlib.h>
#include <string.h>

#define COLUMNS_MOST   64
#define MEMBER_SIZE    32
#define PATH_SIZE      64
#define SECONDS_DIGITS 9
#define DIGITS         6

/* The member at the end of the path; NULL if there is none. */
static const json_t *follow(const json_t *from, const char *path)
{
    while (from && *path != '\0') {
        const size_t length = strcspn(path, ".");
        char member[MEMBER_SIZE];
        snprintf(member, sizeof member, "%.*s", (int)length, path);
        from = json_object_get(from, member);
        path += length + (path[length] == '.');
    }
    return from;
}

static void add_cell(table *t, const char *path, const json_t *fact)
{
    const char *digits = fact ? document_digits(fact) : NULL;

    if (digits && strspn(digits, "0123456789") < strlen(digits))
        table_cell(t, "%.*g", strstr(path, "seconds.") ? SECONDS_DIGITS : DIGITS,
                   strtod(digits, NULL));
    else if (digits || json_is_string(fact))
        table_cell(t, "%s", digits ? digits : json_string_value(fact));
    else
        table_cell(t, "%s", json_is_true(fact) ? "yes" : json_is_false(fact) ? "no" : "");
}

/* The column's member in the row, else in the document; without a document its heading. */
static void add(table *t, const char *name, const char *path, const json_t *row,
                const json_t *document)
{
    const json_t *own = follow(row, path);

    if (document)
        add_cell(t, path, own && !json_is_null(own) ? own : follow(document, path));
    else
        table_cell(t, "%s", name);
}

static void add_seconds(table *t, const char *at, const json_t *row, const json_t *document)
{
    static const char *const parts[] = {"median", "fastest", "slowest", "lower_quartile",
                                        "upper_quartile"};
    char name[MEMBER_SIZE], path[PATH_SIZE];

    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        snprintf(name, sizeof name, "%s_s", parts[i]);
        snprintf(path, sizeof path, "%s.%s", at, parts[i]);
        add(t, name, path, row, document);
    }
}

static void add_row(table *t, const char *columns, const json_t *row, const json_t *document)
{
    char column[PATH_SIZE];

    for (const char *at = columns; *at != '\0'; at += *at == ',') {
        const size_t length = strcspn(at, ",");
        snprintf(column, sizeof column, "%.*s", (int)length, at);
        at += length;
        char *behind = strchr(column, '=');
        if (behind)
            *behind++ = '\0';
        if (column[0] == '*')
            add_seconds(t, column + 1, row, document);
        else
            add(t, column, behind ? behind : column, row, document);
    }
}

bool sheet_print(const sheet *s, const json_t *document, bool heading, FILE *to)
{
    const json_t *rows = s->rows ? json_object_get(document, s->rows) : NULL;
    char alignment[COLUMNS_MOST + 1] = "";
    table t;

    table_open(&t, alignment);
    add_row(&t, s->columns, NULL, NULL);
    memset(alignment, 'l', t.count); /* a letter a column */
    if (!rows)
        add_row(&t, s->columns, document, document);
    for (size_t i = 0; i < json_array_size(rows); i++)
        add_row(&t, s->columns, json_array_get(rows, i), document);
    const bool printed = table_print(&t, TABLE_CSV, heading, to);
    table_close(&t);
    return printed;
}
