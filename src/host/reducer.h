/* SPDX-License-Identifier: Apache-2.0 */
/*
 * reducer - what a one-call reduction needs on the device, and leaves for the next call of its
 * kind: a plan, a queue, rooms for the arrays, and a stream where all elements go to one result and
 * are too many for one run. reducer_run.c makes the calls.
 *
 * One run takes the caller's memory in place, or a copy of it: making buffers, sending and waiting
 * are written here once, for all shapes. Elements of one result that the device has to copy, and
 * that several threads (crew.h) copy sooner than the driver, go by the stream, as its pieces need
 * 48 MiB of the device's memory however many elements there are; so do those that a buffer cannot
 * hold.
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
    clr_stream *stream;    /* NULL until a call has too many elements for one run */
    unsigned char *record; /* of a plan of one result: where its run leaves it; else NULL */
} clri_reducer;

/* Takes what an earlier call of the same kind has left on the context's shelf, if its plan has
 * memory for what this call has, or makes it. `key` receives the kind, NULL if memory ran out. */
clr_status clri_reducer_take(clr_context *context, const clr_reduction *reductions, size_t count,
                             clri_host_call *call, char **key, clri_reducer **reducer,
                             clri_error *error);

/* Makes the call, in pieces if the device needs it, and waits for what it writes. Of shape FLAT
 * CLR_ERROR_EMPTY or CLR_ERROR_OVERFLOW, too, with the record untouched. */
clr_status clri_reducer_run(clri_reducer *reducer, clri_host_call *call, clri_error *error);

/* Leaves it for the next call under the key, which it owns from then on; without a key, or after a
 * failure that is not the caller's or the data's, destroys it. The queue is idle. */
void clri_reducer_leave(clr_context *context, char *key, clri_reducer *reducer, clr_status status);

#endif
