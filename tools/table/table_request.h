/* SPDX-License-Identifier: Apache-2.0 */
/*
 * table_request - what the command line asks of a table: the columns by which rows are grouped, the
 * values that are reduced, and the condition on rows. Their columns are looked for in the table's
 * header. All operators reduce each value, over the same groups.
 */
#ifndef CLREDUCE_TOOLS_TABLE_REQUEST_H
#define CLREDUCE_TOOLS_TABLE_REQUEST_H

#include "formula.h"
#include "input_table.h"
#include "operator_list.h"
#include "options.h"
#include "table_key.h"

/* A column may be a key by its text and by each part of its dates. */
enum { TABLE_COLUMNS_MOST = 256, TABLE_KEYS_MOST = ISO_SECOND * TABLE_COLUMNS_MOST };

/* A value that is reduced: a column, or the result of --map in each row. Operators of pairs have
 * two values. */
typedef struct table_value {
    int column; /* among the columns of a row; -1: the map */
    char *name; /* as the header says, or as it is typed */
} table_value;

typedef struct table_request {
    const options *o;
    const char *const *files;
    size_t file_count;
    options plain;           /* without --map and --where, which are applied when rows are read */
    operator_list operators; /* as named; `size` counts a group's rows, and reduces no value */
    operator_list reduced;   /* the operators but for `size`, */
    operator_list folds, selected; /* split into operators that fold and that select */
    clr_operator row_of; /* with --row the operator as named, which is folded as argmin or argmax */
    bool is_pair;        /* the values are x and y of one reduction */
    bool has_header;
    csv_column columns[TABLE_COLUMNS_MOST]; /* whose fields are read */
    char *names[TABLE_COLUMNS_MOST];        /* owned; columns[].name points to them */
    size_t column_count;
    table_key keys[TABLE_KEYS_MOST]; /* of --by */
    size_t key_count;
    table_value values[TABLE_COLUMNS_MOST];
    size_t value_count;
    bool has_where, has_map;
    formula where, map;
} table_request;

/*
 * Reads the options, opens the files, begins their progress bar, and finds the columns.
 * Returns 0, or the exit code after a sentence on standard error. Call table_request_close()
 * whatever the outcome.
 */
int table_request_open(table_request *r, const options *o, input_table *table);
void table_request_close(table_request *r);

/* Whether --by or --each makes several groups. */
bool table_request_has_groups(const table_request *r);

/* Whether the key of a group is the text of one field. */
bool table_request_has_text_key(const table_request *r);

/* Whether an operator's result has an index, which is a row's number among all rows. */
bool table_request_has_index(const table_request *r);

#endif
