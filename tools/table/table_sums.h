/* SPDX-License-Identifier: Apache-2.0 */
/*
 * table_sums - the groups of a table and their reductions: parts of rows are gathered to a piece,
 * which the library reduces by its labels, and whose accumulators are merged into those of all
 * groups. So memory goes by groups and a piece, not by rows. All reducing is the library's.
 */
#ifndef CLREDUCE_TOOLS_TABLE_SUMS_H
#define CLREDUCE_TOOLS_TABLE_SUMS_H

#include "table_part.h"

/* A value's reductions, in the order of the operators. */
typedef struct table_total {
    clr_type type; /* of the elements; CLR_TYPE_DEFAULT: none has been reduced */
    clr_accumulator *at[CLR_REDUCTIONS_MOST];
    uint64_t room; /* groups that these have results for */
} table_total;

typedef struct table_sums {
    const table_request *r;
    clr_context *context;
    key_set keys;    /* of all groups */
    uint64_t *sizes; /* rows of each */
    size_t size_room;
    uint64_t rows; /* taken so far, or all if indices count them */

    table_cells *values; /* the piece */
    uint32_t *labels;    /* of its rows, by the groups that it has */
    size_t piece_rows;
    size_t piece_room;
    uint64_t *places; /* the groups that it has */
    uint32_t place_count;
    uint32_t *local; /* of each group its number in the piece, if places[] says the same */

    table_total *totals;  /* for each value; of a pair for the first */
    input_facts *facts;   /* of each value's numbers, those of an earlier reading too */
    bool is_to_be_reread; /* a number needs another type than those that were reduced before it */
} table_sums;

/* Each function returns 0, or the exit code after a sentence on standard error. Call
 * table_sums_close() whatever the outcome. */
int table_sums_open(table_sums *s, const table_request *r);
void table_sums_close(table_sums *s);

/* Forgets all but the facts. */
void table_sums_restart(table_sums *s);

/* Adds the rows of a part. */
int table_sums_add(table_sums *s, table_part *p);

/* Reduces what is left. */
int table_sums_end(table_sums *s);

/* How many groups there are: one without --by, whatever it has. */
uint64_t table_sums_groups(const table_sums *s);

/* Whether values are known not to be whole. */
void table_sums_real(const table_sums *s, bool is_real[]);

/* Whether no number can change the type of a value any more. */
bool table_sums_are_typed(const table_sums *s);

#endif
