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

/*
 * Cuts the events of one group, which are item by item. `steps` has room for as many steps as
 * there are events, and is zeroed; `entries` for as many entries. Sets all of the steps but their
 * counts; returns how many there are, 0 if memory ran out.
 */
size_t trace_cut(const clr_trace_event *events, size_t count, trace_step *steps,
                 trace_entry *entries);

#endif
