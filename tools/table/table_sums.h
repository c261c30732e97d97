/* SPDX-License-Identifier: Apache-2.0 */
/*
 * table_sums - the groups of a table and their reductions. The library reduces a part's rows, a
 * piece of them at a time, by the part's own keys, and the accumulators that come of it are merged
 * into those of all groups. So memory grows with the number of groups and the size of a piece, not
 * with the rows. Operators that select, such as a median, need all elements of a group at once:
 * with such an operator all rows are one piece.
 */
#ifndef CLREDUCE_TOOLS_TABLE_SUMS_H
#define CLREDUCE_TOOLS_TABLE_SUMS_H

#include "table_part.h"
#include "table_select.h"

/* The reductions of a value (a column, or two for operators of pairs), in the order of the
 * operators: accumulators of operators that fold, results of operators that select. A reduction may
 * be made of another one's accumulator in the end: a sum of a mean's, whose states have the sum. */
typedef struct table_total {
    clr_type type; /* of the elements; CLR_TYPE_DEFAULT: not known yet */
    clr_reduction reductions[CLR_REDUCTIONS_MOST];
    size_t makers[CLR_REDUCTIONS_MOST]; /* whose accumulator it is made of: another's, or its own */
    clr_accumulator *at[CLR_REDUCTIONS_MOST];
    uint64_t room; /* results of an accumulator: groups, with some to spare */
    table_selected selected[CLR_REDUCTIONS_MOST];
} table_total;

typedef struct table_sums {
    const table_request *r;
    clr_context *context;
    key_set keys;    /* of all groups */
    uint64_t *sizes; /* rows of each group */
    size_t size_room;
    uint64_t rows;        /* of the pieces reduced so far: results that are indices count on */
    table_total *totals;  /* for each value; a pair has its first value's */
    input_facts *facts;   /* what each value's numbers need of a type, also of an earlier reading */
    bool is_to_be_reread; /* a number has come that the type of the reduced ones cannot hold */
} table_sums;

/* Each function returns 0, or the exit code after a sentence on standard error. Call
 * table_sums_close() whatever the outcome. */
int table_sums_open(table_sums *s, const table_request *r);
void table_sums_close(table_sums *s);

/* Forgets all but the facts, as before the table is read again. */
void table_sums_restart(table_sums *s);

/* One thread at a time calls table_sums_note(), and one table_sums_reduce(); one may note a part
 * while another reduces a part.
 *
 * Notes what a part has read: gives its new keys the next numbers, so that groups are in the order
 * of their first rows if parts are noted in the order of the file, and joins its facts. With the
 * first part that is full the types of all values are fixed; a later number that its type cannot
 * hold sets `is_to_be_reread`. */
int table_sums_note(table_sums *s, table_part *p);

/* Reduces the piece of a part that has been noted. */
int table_sums_reduce(table_sums *s, table_part *p);

/* Appends the piece of part `from` to that of `p`, after table_sums_fix(): one reduction of both,
 * as each takes time for all groups, however few its rows are. */
int table_sums_join(table_sums *s, table_part *p, table_part *from);

/* Fixes the types that no full part has fixed, before the last pieces are reduced. */
int table_sums_fix(table_sums *s);

/* Makes the reductions that have another one's states, after the last piece. */
int table_sums_end(table_sums *s);

/* How many groups there are: without --by one, be it empty. */
uint64_t table_sums_groups(const table_sums *s);

/* For each value, whether a number that is not whole has been read. */
void table_sums_real(const table_sums *s, bool is_real[]);

/* Whether no number can change the type of a value any more. */
bool table_sums_are_typed(const table_sums *s);

#endif
