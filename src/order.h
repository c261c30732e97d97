/* SPDX-License-Identifier: Apache-2.0 */
/*
 * order - a run comes after the plan's last one, whatever queues they are given to, as they share
 * scratch memory.
 */
#ifndef CLREDUCE_SRC_ORDER_H
#define CLREDUCE_SRC_ORDER_H

#include "plan.h"

/*
 * The event list that a run's first command waits for: the caller's, and the plan's last run
 * unless the queue's own order sees to that. Two lists become one by a marker, so that nothing
 * has to be allocated.
 */
typedef struct clri_order {
    bool in_order;      /* the queue keeps order by itself */
    cl_event events[2]; /* owned, or NULL */
    cl_uint wait_count;
    const cl_event *wait_list;
} clri_order;

/* Fills all but `in_order`, which must be settled before. */
clr_status clri_order_find(clr_plan *plan, const clr_run *run, clri_order *order,
                           clri_error *error);
void clri_order_release(clri_order *order);

/* Holds the queue for the plan, before anything is enqueued that could not be ordered without. */
clr_status clri_order_hold(const clr_plan *plan, cl_command_queue queue, clri_error *error);

/* Remembers what the next run has to come after. Takes over `event` and the hold on the queue. */
void clri_order_remember(clr_plan *plan, cl_command_queue queue, bool in_order, cl_event event);

/* Releases an event, if there is one, and forgets it. */
void clri_event_release(cl_event *event);

#endif
