/* SPDX-License-Identifier: Apache-2.0 */
/*
 * dependency - a run comes after the plan's last one, whatever queues they are given to, as they
 * share scratch memory.
 */
#ifndef CLREDUCE_PLAN_DEPENDENCY_H
#define CLREDUCE_PLAN_DEPENDENCY_H

#include "plan/plan.h"

/*
 * The event list that a run's first command waits for: the caller's, and the plan's last run
 * unless the queue's own order sees to that. Two lists become one by a marker, so that nothing
 * has to be allocated.
 */
typedef struct clri_dependency {
    bool in_order;      /* the queue keeps order by itself */
    cl_event events[2]; /* owned, or NULL */
    cl_uint wait_count;
    const cl_event *wait_list;
} clri_dependency;

/* Fills all but `in_order`, which must be settled before. */
clr_status clri_dependency_find(clr_plan *plan, const clr_run *run, clri_dependency *order,
                                clri_error *error);
void clri_dependency_release(clri_dependency *order);

/* Holds the queue for the plan, before anything is enqueued that could not be ordered without. */
clr_status clri_dependency_hold(const clr_plan *plan, cl_command_queue queue, clri_error *error);

/* Remembers what the next run has to come after. Takes over `event` and the hold on the queue. */
void clri_dependency_remember(clr_plan *plan, cl_command_queue queue, bool in_order,
                              cl_event event);

/* Releases an event, if there is one, and forgets it. */
void clri_event_release(cl_event *event);

#endif
