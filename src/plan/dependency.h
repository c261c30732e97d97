/* SPDX-License-Identifier: Apache-2.0 */
/*
 * dependency - a run comes after the plan's last one, whatever queues they are given to, as they
 * share scratch memory; and if that one fails, what it was to leave there is not relied on.
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
    bool keeps_event;   /* the next run asks for how this one has ended */
    cl_event events[2]; /* owned, or NULL */
    cl_uint wait_count;
    const cl_event *wait_list;
} clri_dependency;

/* How a plan's last run has ended: untold, if its queue keeps order and it waits for nothing. */
typedef enum clri_ending {
    CLRI_ENDING_UNTOLD,
    CLRI_ENDING_TO_COME,
    CLRI_ENDING_WELL,
    CLRI_ENDING_FAILED
} clri_ending;

/* Looks at that: after a failure nothing is taken for done that the run was to leave on the device.
 */
clr_status clri_dependency_look(clr_plan *plan, clri_ending *ending, clri_error *error);

/* CLR_ERROR_OPENCL if a part that the plan's state stands for is known to have failed. */
clr_status clri_dependency_check_parts(const clr_plan *plan, clri_error *error);

/* Fills all but `in_order`, which must be settled before. */
clr_status clri_dependency_find(clr_plan *plan, const clr_run *run, clri_dependency *order,
                                clri_error *error);
void clri_dependency_release(clr_plan *plan, clri_dependency *order);

/*
 * Releases an event, if there is one, when the plan's commands so far are over, as far as there is
 * room for it: PoCL 3.1 ends the process where a command fails whose event nobody holds.
 */
void clri_dependency_hold_event(clr_plan *plan, cl_event *event);

/* Holds the queue for the plan, before anything is enqueued that could not be ordered without. */
clr_status clri_dependency_hold(const clr_plan *plan, cl_command_queue queue, clri_error *error);

/* Remembers what the next run has to come after. Takes over the hold on the queue and `*event`, or
 * releases that if nobody will ask for it. */
void clri_dependency_remember(clr_plan *plan, cl_command_queue queue, const clri_dependency *order,
                              cl_event *event);

/* Releases an event, if there is one, and forgets it. */
void clri_event_release(cl_event *event);

#endif
