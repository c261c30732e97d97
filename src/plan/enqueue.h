/* SPDX-License-Identifier: Apache-2.0 */
/*
 * enqueue - enqueues the commands of a run, each behind the one before, on in-order and
 * out-of-order queues.
 */
#ifndef CLREDUCE_PLAN_ENQUEUE_H
#define CLREDUCE_PLAN_ENQUEUE_H

#include "plan/dependency.h"
#include "plan/plan.h"
#include "plan/run_job.h"

/* Progress of a job's commands. */
typedef struct clri_launch {
    clr_plan *plan;
    const clri_job *job;
    const clri_dependency *order;
    cl_event last; /* of the last command enqueued, owned; NULL if no command or caller needs it */
    bool started;  /* some command has been enqueued */
    clri_error *error;
} clri_launch;

/* The next command's wait list, as two arguments of an OpenCL call. */
typedef struct clri_waits {
    cl_uint count;
    const cl_event *list;
} clri_waits;

clri_waits clri_waits_of(const clri_launch *launch);

/* Where to put the next command's event; NULL if the event is not needed. */
cl_event *clri_wanted_event(const clri_launch *launch, cl_event *event);

/* Records that a command has been enqueued; takes over its event. */
void clri_has_started(clri_launch *launch, cl_event event);

/* Of a blocking run: whether the last command is known to have failed. */
clr_status clri_check_last(const clri_launch *launch);

/* Fills bytes of a buffer from `offset` on with a pattern, which OpenCL copies at once. `does` is
 * the command's purpose, for messages. */
clr_status clri_enqueue_fill(clri_launch *launch, cl_mem buffer, const void *pattern,
                             size_t pattern_size, size_t offset, size_t size, const char *does);

/* Binds the values to a row's kernel and launches it. */
clr_status clri_enqueue_stage(clri_launch *launch, clri_stage *stage, size_t row,
                              const clri_value *values);

/* The same for all rows whose kernels have been created. */
clr_status clri_enqueue_each(clri_launch *launch, clri_stage *stage, const clri_value *values);

#endif
