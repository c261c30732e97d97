/* SPDX-License-Identifier: Apache-2.0 */
/*
 * trace_states - a group after each of its steps: which items were active in it, and the states, in
 * the cells of local memory where a step puts some there, else with its items.
 */
#ifndef CLREDUCE_TOOLS_TRACE_STATES_H
#define CLREDUCE_TOOLS_TRACE_STATES_H

#include "trace_steps.h"

/* A state, as far as the log tells. */
typedef struct trace_state {
    uint64_t value;
    bool is_known;
    bool is_new; /* the last step made it */
} trace_state;

typedef struct trace_states {
    uint32_t count; /* places: as many as the group has items */
    trace_state *cells;
    trace_state *items;
    const trace_state *shown; /* cells or items, whichever the last step changed */
    bool shows_cells;
    bool *active; /* an entry an item: whether it was active in the last step */
} trace_states;

/* Before the group's first step. False if memory ran out; to be closed in either case. */
bool trace_states_open(trace_states *states, const trace_group *group);
void trace_states_close(trace_states *states);

/* Takes the next step. */
void trace_states_step(trace_states *states, const trace_step *step);

#endif
