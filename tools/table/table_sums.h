/* SPDX-License-Identifier: Apache-2.0 */
/*
 * table_sums - the groups of a table and their reductions: the library reduces the piece of each
 * part by the part's own keys, and its accumulators are merged into those of all groups. So memory
 * goes by groups and pieces, not by rows; but all rows are one piece where an operator selects
 * among those of a group. All reducing is the library's.
 */
#ifndef CLREDUCE_TOOLS_TABLE_SUMS_H
#define CLREDUCE_TOOLS_TABLE_SUMS_H

#include "table_part.h"
#include "table_select.h"

/* A value's reductions, in the order of the operators: of those that fold, and the results of those
 * that select. A fold whose states another one has, as a sum has a mean's, is made of that one's
 * accumulator in the end. */
typedef struct table_total {
    clr_type type; /* of the elements; CLR_TYPE_DEFAULT: not known yet */
    clr_reduction reductions[CLR_REDUCTIONS_MOST];
    size_t makers[CLR_REDUCTIONS_MOST]; /* the reduction that has the states: another, or itself */
    clr_accumulator *at[CLR_REDUCTIONS_MOST];
    uint64_t room; /* groups that these have results for */
    table_selected selected[CLR_REDUCTIONS_MOST];
} table_total;

typedef struct table_sums {
    const table_request *r;
    clr_context *context;
    key_set keys;    /* of all groups */
    uint64_t *sizes; /* rows of each */
    size_t size_room;
    uint64_t rows;        /* of all pieces reduced, which indices count */
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

/* Notes what a part has read: numbers the keys that are new, by which groups are in order if parts
 * come in the order of their chunks, and joins the facts. Fixes the types of values once a part is
 * full: numbers of another type have all be read again. By one thread at a time, and so are: */
int table_sums_note(table_sums *s, table_part *p);

/* Reduces the piece of a part that has been noted; beside another thread's table_sums_note(). */
int table_sums_reduce(table_sums *s, table_part *p);

/* Adds a part's piece to that of another, which is reduced in place of both: a reduction takes as
 * long for the groups as for many rows. Behind table_sums_fix(). */
int table_sums_join(table_sums *s, table_part *p, table_part *from);

/* Fixes the types before the last pieces are reduced; makes the results behind these. */
int table_sums_fix(table_sums *s);
int table_sums_end(table_sums *s);

/* How many groups there are: one without --by, whatever it has. */
uint64_t table_sums_groups(const table_sums *s);

/* Whether values are known not to be whole. */
void table_sums_real(const table_sums *s, bool is_real[]);

/* Whether no number can change the type of a value any more. */
bool table_sums_are_typed(const table_sums *s);

#endif
