/* SPDX-License-Identifier: Apache-2.0 */
/*
 * reducer - what a call for many results needs on the device, and leaves for the next of its kind:
 * a plan, a queue, and rooms for the arrays.
 */
#ifndef CLREDUCE_HOST_REDUCER_H
#define CLREDUCE_HOST_REDUCER_H

#include "host/host_call.h"
#include "host/room.h"

typedef struct clri_reducer {
    clr_context *context;
    clr_plan *plan;
    cl_command_queue queue;
    clr_plan_options options; /* what the plan has memory for */
    clri_ferry ferry;
    clri_room rooms[CLRI_HOST_ARRAYS_MOST];
} clri_reducer;

/* Takes what an earlier call of the key has left, if its plan has memory for as much as `options`
 * say, or makes it. `key` may be NULL. */
clr_status clri_reducer_take(clr_context *context, const char *key, const clr_reduction *reductions,
                             size_t count, const clr_plan_options *options, clri_reducer **reducer,
                             clri_error *error);

/* Takes it for a call, whose plan may be made for a typical run, and makes the key. */
clr_status clri_reducer_take_for(clr_context *context, const clr_reduction *reductions,
                                 size_t count, const clri_host_call *call, const clr_run *like,
                                 char **key, clri_reducer **reducer, clri_error *error);

/* Leaves it for the next call under the key, which it owns from then on; unless `is_well`, or
 * without a key, destroys it. The queue is idle. */
void clri_reducer_leave(clr_context *context, char *key, clri_reducer *reducer, bool is_well);

#endif
