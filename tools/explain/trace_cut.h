/* SPDX-License-Identifier: Apache-2.0 */
/*
 * trace_cut - a group's log cut into steps. A barrier ends a step for all items of a group. Between
 * barriers, items that keep step without them (sub-groups) pass states in rounds: taking a state
 * by shuffle, or from local memory after having put one there, begins the item's next round, and
 * each round is a step.
 */
#ifndef CLREDUCE_TOOLS_TRACE_CUT_H
#define CLREDUCE_TOOLS_TRACE_CUT_H

#include "trace_steps.h"

/* Memory to work in, for groups of up to so many events. False if there is none. */
typedef struct trace_cutter {
    size_t *epoch_of; /* of each event: the barriers that its item has met before it */
    size_t *step_of;  /* of each event: its round of the epoch, and in the end its step */
    size_t *tally;
} trace_cutter;

bool trace_cutter_open(trace_cutter *c, size_t most_events);
void trace_cutter_close(trace_cutter *c);

/*
 * Cuts the events of one group, which are item by item. `steps` has room for as many steps as
 * there are events, and is zeroed; `entries` for as many entries. Sets all of the steps but their
 * counts; returns how many there are.
 */
size_t trace_cut(trace_cutter *c, const clr_trace_event *events, size_t count, trace_step *steps,
                 trace_entry *entries);

#endif
