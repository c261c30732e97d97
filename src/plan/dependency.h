/* SPDX-License-Identifier: Apache-2.0 */
/*
 * dependency - orders a run behind the plan's last run, which may be on another queue: both use the
 * same scratch memory. An in-order queue that had the last run orders this one by itself; else the
 * first command waits for the last run's event, or for a marker behind it.
 *
 * A run that failed may have left scratch memory half written: what it was to leave (axes, empty
 * lists, a carried state) is taken as not written. Before: the run's arguments are checked. After:
 * the plan holds the queue and, where the next run has to look at how this one ended, its event.
 */
#ifndef CLREDUCE_PLAN_DEPENDENCY_H
#define CLREDUCE_PLAN_DEPENDENCY_H

#include "shape/made.h"

/*
 * The event list that a run's first command waits for: the caller's events, and the plan's last run
 * unless an in-order queue orders it already. Two lists are merged by a marker, so that nothing is
 * allocated.
 */
typedef struct clri_dependency {
    bool in_order;      /* the queue is in-order */
    bool keeps_event;   /* the event is kept: the next run checks how this run ended */
    cl_event events[2]; /* owned, or NULL */
    cl_uint wait_count;
    const cl_event *wait_list;
} clri_dependency;

/* How a plan's last run ended; UNTOLD: not known, as an in-order queue kept no event. */
typedef enum clri_ending {
    CLRI_ENDING_UNTOLD,
    CLRI_ENDING_TO_COME,
    CLRI_ENDING_WELL,
    CLRI_ENDING_FAILED
} clri_ending;

/* Finds how the last run ended. After a failure, what the run was to leave on the device is
 * forgotten. */
clr_status clri_dependency_look(clr_plan *plan, clri_ending *ending, clri_error *error);

/* CLR_ERROR_OPENCL if a part contained in the plan's state is known to have failed. */
clr_status clri_dependency_check_parts(const clr_plan *plan, clri_error *error);

/* Fills all members but `in_order`, which must be set before. */
clr_status clri_dependency_find(clr_plan *plan, const clr_run *run, clri_dependency *order,
                                clri_error *error);
void clri_dependency_release(clr_plan *plan, clri_dependency *order);

/* Retains the queue for the plan: to be called before commands are enqueued, as the next run can be
 * ordered behind them only by their queue, and retaining it may fail. */
clr_status clri_dependency_hold(const clr_plan *plan, cl_command_queue queue, clri_error *error);

/* Stores queue and event for the next run's order. Takes over the reference to the queue and
 * `*event`, which is released if no run will check it. */
void clri_dependency_remember(clr_plan *plan, cl_command_queue queue, const clri_dependency *order,
                              cl_event *event);

#endif
