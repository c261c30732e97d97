/* SPDX-License-Identifier: Apache-2.0 */
/* table_rows - the rows that hold extremes. See table_rows.h. */
#include "table_rows.h"

#include "message.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A row that is looked for, by its number in the whole table. */
typedef struct wanted {
    uint64_t number;
    uint64_t group;
} wanted;

static int fail_memory(void)
{
    return message_fail(CODE_DEVICE, "out of memory for the rows.");
}

void table_rows_free(table_rows *rows)
{
    for (size_t i = 0; rows->names && i < rows->width; i++)
        free(rows->names[i]);
    for (uint64_t k = 0; rows->files && k < rows->groups; k++)
        free(rows->files[k]);
    for (uint64_t k = 0; rows->fields && k < rows->groups * rows->width; k++)
        free(rows->fields[k]);
    free(rows->names);
    free(rows->columns);
    free(rows->lines);
    free(rows->files);
    free(rows->fields);
    *rows = (table_rows){0};
}

/* ---- Columns --------------------------------------------------------------------------------- */

static bool is_once(const input_table *table, csv_field name)
{
    size_t same = 0;

    for (size_t i = 0; i < input_table_width(table); i++) {
        const csv_field other = input_table_name(table, i);
        same += other.size == name.size && memcmp(other.text, name.text, name.size) == 0;
    }
    return same == 1;
}

/* All columns of the first file: later ones are asked for these by their names, if each is there
 * once. */
static bool find_columns(table_rows *rows, const table_request *r, const input_table *table)
{
    rows->width = input_table_width(table);
    rows->names = calloc(rows->width + 1, sizeof *rows->names);
    rows->columns = calloc(rows->width + 1, sizeof *rows->columns);
    for (size_t i = 0; rows->names && rows->columns && i < rows->width; i++) {
        const csv_field name = input_table_name(table, i);
        const bool is_named = r->has_header && is_once(table, name);

        if (r->has_header)
            rows->names[i] = strndup(name.text, name.size);
        else if (asprintf(&rows->names[i], "%zu", i + 1) < 0)
            rows->names[i] = NULL;
        if (!rows->names[i])
            return false;
        rows->columns[i] = (csv_column){rows->names[i], is_named ? 0 : i + 1};
    }
    return rows->names && rows->columns;
}

/* ---- Numbers of rows ------------------------------------------------------------------------- */

static int compare_wanted(const void *a, const void *b)
{
    const wanted *x = a, *y = b;

    return (x->number > y->number) - (x->number < y->number);
}

/* The rows that are looked for, in the order of the files; NULL: memory ran out. */
static wanted *find_wanted(const table_sums *sums, uint64_t groups, size_t *count)
{
    const uint64_t room = sums->totals->room > groups ? sums->totals->room : groups;
    wanted *found = malloc((groups + 1) * sizeof *found);
    uint64_t *index = calloc(room + 1, sizeof *index);
    cl_int *status = calloc(room + 1, sizeof *status);
    const clr_host_arrays arrays = {.size = sizeof arrays, .index = index, .status = status};
    bool good = found && index && status;

    *count = 0;
    good = good && (!sums->totals->at[0] ||
                    clr_accumulator_results(sums->totals->at[0], &arrays, NULL, 0) == CLR_OK);
    for (uint64_t k = 0; good && sums->totals->at[0] && k < groups; k++)
        if (status[k] == CLR_OK)
            found[(*count)++] = (wanted){index[k], k};
    if (good)
        qsort(found, *count, sizeof *found, compare_wanted);
    free(index);
    free(status);
    if (good)
        return found;
    free(found);
    return NULL;
}

/* ---- Rows ------------------------------------------------------------------------------------ */

static bool take(table_rows *rows, const input_table *table, const input_chunk *chunk, size_t row,
                 uint64_t group)
{
    bool good;

    rows->lines[group] = chunk->text->line + chunk->rows.lines[row] + 1;
    rows->files[group] = strdup(table->files[chunk->file].name);
    good = rows->files[group] != NULL;
    for (size_t i = 0; good && i < rows->width; i++) {
        const csv_field field = input_chunk_field(chunk, row, i);

        rows->fields[group * rows->width + i] = strndup(field.text, field.size);
        good = rows->fields[group * rows->width + i] != NULL;
    }
    return good;
}

/* Reads the files from the first row to the last one that is looked for. */
static int read_rows(table_rows *rows, input_table *table, const wanted *of, size_t count)
{
    input_chunk chunk = {0};
    uint64_t number = 0;
    size_t next = 0;
    bool is_there = true, good = true;

    while (good && is_there && next < count && input_table_next(table, &chunk, &is_there) &&
           is_there) {
        input_chunk_split(&chunk);
        for (size_t row = 0; good && row < chunk.rows.rows; row++, number++)
            for (; good && next < count && of[next].number == number; next++)
                good = take(rows, table, &chunk, row, of[next].group);
        is_there = input_table_settle(table, &chunk);
    }
    input_chunk_free(&chunk);
    if (!good)
        return fail_memory();
    if (table->failure.failed)
        return message_fail(CODE_INPUT, "%s", input_table_error(table));
    return next == count
               ? CODE_FINE
               : message_fail(CODE_INPUT, "%s: has fewer rows than when it was first read.",
                              table->files[table->count - 1].name);
}

int table_rows_find(table_rows *rows, const table_request *r, const table_sums *sums,
                    input_table *table)
{
    const uint64_t groups = table_sums_groups(sums);
    size_t count;
    wanted *of = find_wanted(sums, groups, &count);
    int code = CODE_FINE;

    rows->groups = groups;
    rows->lines = calloc(groups + 1, sizeof *rows->lines);
    rows->files = calloc(groups + 1, sizeof *rows->files);
    if (!of || !rows->lines || !rows->files || !find_columns(rows, r, table))
        code = fail_memory();
    if (code == CODE_FINE)
        rows->fields = calloc(groups * rows->width + 1, sizeof *rows->fields);
    if (code == CODE_FINE && !rows->fields)
        code = fail_memory();
    if (code == CODE_FINE &&
        (!input_table_want(table, rows->columns, rows->width) || !input_table_again(table)))
        code = message_fail(CODE_INPUT, "%s", input_table_error(table));
    if (code == CODE_FINE)
        code = read_rows(rows, table, of, count);
    free(of);
    return code;
}
