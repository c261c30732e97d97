/* SPDX-License-Identifier: Apache-2.0 */
/*
 * table_select - the results of operators that select for the groups of a table. Parts of these
 * cannot be merged, so that a table with one keeps all its rows as the piece of one part
 * (table_part.h), whose values the host selects among in one call.
 */
#ifndef CLREDUCE_TOOLS_TABLE_SELECT_H
#define CLREDUCE_TOOLS_TABLE_SELECT_H

#include "table_request.h"

/* A value's results by one operator. */
typedef struct table_selected {
    clr_type type;
    uint64_t groups;
    uint64_t values;      /* of each group: as many as there are quantiles, else 1 */
    unsigned char *value; /* number v of group k is element v * groups + k; NULL: there are none */
    uint64_t *count;      /* of a mode: how many rows of each group have it */
    cl_int *status;       /* of each group */
} table_selected;

/* Refuses operators that a table does not have, and --interpolation without its own. Each function
 * returns 0, or the exit code after a sentence on standard error. */
int table_select_check(const options *o, const operator_list *selected);

/* Refuses more bytes than --memory allows, or half of all. */
int table_select_check_size(const table_request *r, uint64_t size);

/*
 * Selects by all of the request's operators that do, among a value's elements of the type, as `run`
 * has them. Its labels are the numbers of the groups, as both a piece and the table number these in
 * the order of the rows in which they first appear.
 */
int table_select(const table_request *r, clr_context *context, clr_type type,
                 const clr_host_run *run, uint64_t groups, table_selected selected[]);

void table_select_free(table_selected selected[]);

#endif
