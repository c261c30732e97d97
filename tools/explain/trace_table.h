/* SPDX-License-Identifier: Apache-2.0 */
/*
 * trace_table - the counts of steps and runs by name, and steps in a word: what text, JSON and
 * pictures have in common.
 */
#ifndef CLREDUCE_TOOLS_TRACE_TABLE_H
#define CLREDUCE_TOOLS_TRACE_TABLE_H

#include "trace_steps.h"

/* A count that every step has. */
typedef struct trace_column {
    const char *key;     /* in JSON */
    const char *heading; /* of a narrow column */
    const char *label;   /* in words */
    bool adds_up;        /* the sum over steps means something */
    size_t offset;       /* in trace_counts */
} trace_column;

/* The columns in the order of tables; NULL past the last. */
const trace_column *trace_column_at(size_t index);
uint64_t trace_column_value(const trace_column *column, const trace_counts *counts);

/* A number that a whole run has. */
typedef struct trace_total {
    const char *key;
    const char *label;
    size_t offset; /* in trace */
    bool is_rare;  /* told in text where it is not 0 */
} trace_total;

/* The totals in the order of tables; NULL past the last. */
const trace_total *trace_total_at(size_t index);
uint64_t trace_total_value(const trace_total *total, const trace *t);

/* A step in one word: the kind of its events that says most. */
const char *trace_step_word(const trace_step *step);

/* The item that drew a ticket in the step, and the consequence. False if none drew one. */
#define TRACE_DRAWN_SIZE 96
bool trace_step_drawn(const trace_step *step, char text[TRACE_DRAWN_SIZE]);

#endif
