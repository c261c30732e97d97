/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sheet - members of a document as cells of a table. See sheet.h.
 */
#include "sheet.h"
#include "document.h"
#include "table.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COLUMNS_MOST 64
#define MEMBER_SIZE  32

/* What is found along the path; NULL if there is no such member. */
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

static void add_cell(table *t, const sheet_column *column, const json_t *fact)
{
    const char *digits = document_digits(fact);

    if (digits && column->digits != 0)
        table_cell(t, "%.*g", column->digits, strtod(digits, NULL));
    else if (digits || json_is_string(fact))
        table_cell(t, "%s", digits ? digits : json_string_value(fact));
    else if (json_is_boolean(fact))
        table_cell(t, "%s", json_is_true(fact) ? "yes" : "no");
    else
        table_cell(t, "%s", column->none);
}

static void add_row(table *t, const sheet *s, const json_t *row, const json_t *document)
{
    for (const sheet_column *column = s->columns; column->name; column++) {
        const json_t *own = follow(row, column->path);
        add_cell(t, column, own ? own : follow(document, column->path));
    }
}

bool sheet_print(const sheet *s, const json_t *document, bool heading)
{
    const json_t *rows = s->rows ? json_object_get(document, s->rows) : NULL;
    char alignment[COLUMNS_MOST + 1] = "";
    table t;

    for (size_t i = 0; s->columns[i].name; i++)
        alignment[i] = 'l';
    table_open(&t, alignment);
    for (size_t i = 0; s->columns[i].name; i++)
        table_cell(&t, "%s", s->columns[i].name);
    if (!rows)
        add_row(&t, s, document, document);
    for (size_t i = 0; i < json_array_size(rows); i++)
        add_row(&t, s, json_array_get(rows, i), document);
    const bool printed = table_print(&t, TABLE_CSV, heading, stdout);
    table_close(&t);
    return printed;
}
