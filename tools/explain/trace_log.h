/* SPDX-License-Identifier: Apache-2.0 */
/*
 * trace_log - makes steps of the log of clr_plan_trace(): cuts it where the work-items of a group
 * waited for each other, and counts for each step who was at work and what that costs. Pure: knows
 * neither devices nor output.
 */
#ifndef CLREDUCE_TOOLS_TRACE_LOG_H
#define CLREDUCE_TOOLS_TRACE_LOG_H

#include "trace_steps.h"

/*
 * Makes steps of a run's events, which must outlive the trace. NULL if memory ran out. No events
 * make a trace without groups.
 */
trace *trace_create(const clr_trace_event *events, size_t count, const trace_machine *machine);
void trace_destroy(trace *t);

#endif
