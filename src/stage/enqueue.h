/* SPDX-License-Identifier: Apache-2.0 */
/*
 * enqueue - the commands of a run, each behind the one before it, on either kind of queue. Which
 * commands a run has is its carrier's.
 *
 * An in-order queue orders commands by itself: there a command has an event only if somebody will
 * ask for it. On an out-of-order queue, and behind a first command that waits for the caller's
 * events and may fail with them, each command waits for the event of the one before: OpenCL fails a
 * command whose wait list has failed, so that no kernel reads what a failed one was to write.
 *
 * clri_commands is the progress of one run. Before the first command `after` has what the run waits
 * for; `last` and `started` hold also after a failure, as the commands that were enqueued still use
 * the plan's memory (src/plan/dependency.h).
 */
#ifndef CLREDUCE_STAGE_ENQUEUE_H
#define CLREDUCE_STAGE_ENQUEUE_H

#include "stage/launched.h"
#include "stage/stage.h"
#include "stage/trace.h"

/* Events held at most: room for the commands of a run and of the runs that wait behind it, as a
 * rule. A further event is released at once, without the protection of clri_held. */
enum { CLRI_HELD_MOST = 32 };

/* Events of earlier commands, owned as long as the commands may fail: PoCL 3.1 ends the process
 * where a command fails whose event nobody holds. */
typedef struct clri_held {
    cl_event events[CLRI_HELD_MOST];
    unsigned count;
} clri_held;

/* Takes over an event, if there is one. */
void clri_held_add(clri_held *held, cl_event *event);
void clri_held_release(clri_held *held);

/* Releases an event, if there is one, and forgets it. */
void clri_event_release(cl_event *event);

/* The next command's wait list, as two arguments of an OpenCL call. */
typedef struct clri_waits {
    cl_uint count;
    const cl_event *list;
} clri_waits;

/* Progress of a run's commands. */
typedef struct clri_commands {
    cl_command_queue queue;
    clri_waits after;  /* the first command's wait list */
    bool keeps_events; /* a caller or the next run needs the last command's event */
    bool is_end;       /* a run over no elements, behind parts that had all of them */
    clri_held *held;
    clri_launched *launched;
    clri_trace *trace; /* NULL: the plan is not traced */
    cl_event last;     /* of the last command enqueued, owned; NULL if it is not needed */
    bool started;      /* some command has been enqueued */
    clri_error *error;
} clri_commands;

clri_waits clri_waits_of(const clri_commands *commands);

/* Where to put the next command's event; NULL if the event is not needed. */
cl_event *clri_wanted_event(const clri_commands *commands, cl_event *event);

/* Records that a command has been enqueued; takes over its event. */
void clri_has_started(clri_commands *commands, cl_event event);

/* Of a blocking run: whether the last command is known to have failed. */
clr_status clri_check_last(const clri_commands *commands);

/* Fills bytes of a buffer from `offset` on with a pattern, which OpenCL copies at once. `does` is
 * the command's purpose, for messages. */
clr_status clri_enqueue_fill(clri_commands *commands, cl_mem buffer, const void *pattern,
                             size_t pattern_size, size_t offset, size_t size, const char *does);

/* A marker in the place of a command: of a run whose last step was work of the host, or that has
 * nothing to do. */
clr_status clri_enqueue_marker(clri_commands *commands);

/* Binds the values to a row's kernel and launches it. */
clr_status clri_enqueue_stage(clri_commands *commands, clri_stage *stage, size_t row,
                              const clri_value *values);

/* Binds and launches all kernels of the stage that have been created, in the order of its rows. */
clr_status clri_enqueue_each(clri_commands *commands, clri_stage *stage, const clri_value *values);

#endif
