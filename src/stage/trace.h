/* SPDX-License-Identifier: Apache-2.0 */
/*
 * trace - what the work-items of a traced plan logged, as events. cl/trace/on.cl writes the logs:
 * for each item a stretch of memory with a count and that many records, whose order over all items
 * is a counter of the device.
 *
 * The host reads the logs behind every launch, blocking: traces are lessons, and the next launch
 * writes to the same memory. A failure here does not fail the run, whose result is right;
 * clr_plan_trace() reports it.
 */
#ifndef CLREDUCE_STAGE_TRACE_H
#define CLREDUCE_STAGE_TRACE_H

#include "base/status.h"

#include <clreduce/lessons.h>
#include <stdbool.h>

typedef struct clri_trace {
    cl_mem log;
    uint32_t *words; /* the log on the host */
    clr_trace_event *events;
    size_t count;
    size_t capacity;
    uint32_t launches;  /* of the run so far */
    clri_error failure; /* of the last run's trace, which is none of the run's own */
} clri_trace;

/* Makes logs for launches of up to `items` work-items. */
clr_status clri_trace_open(clri_trace *trace, cl_context context, size_t items, clri_error *error);
void clri_trace_close(clri_trace *trace);

/* Forgets the last run. */
void clri_trace_clear(clri_trace *trace);

/*
 * Waits for the launch enqueued last, or its events, and takes over what its items logged. If that
 * fails the run goes on: clri_trace_tell() will say so.
 */
void clri_trace_collect(clri_trace *trace, cl_command_queue queue, cl_uint wait_count,
                        const cl_event *wait_list, size_t groups, size_t group_size);

/* The last run's events, or why they are not all there. */
clr_status clri_trace_tell(const clri_trace *trace, const clr_trace_event **events, size_t *count,
                           clri_error *error);

#endif
