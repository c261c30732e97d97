/* SPDX-License-Identifier: Apache-2.0 */
/*
 * enqueue - one command of a run after the other, each behind the one before, whatever kind of
 * queue they go to.
 */
#ifndef CLREDUCE_PLAN_ENQUEUE_H
#define CLREDUCE_PLAN_ENQUEUE_H

#include "plan/dependency.h"
#include "plan/plan.h"
#include "plan/run_job.h"

/* How far the commands of a job have come. */
typedef struct clri_launch {
    clr_plan *plan;
    const clri_job *job;
    const clri_dependency *order;
    cl_event last; /* of the last command enqueued, owned; NULL if nobody needs it */
    bool started;  /* some command was enqueued */
    clri_error *error;
} clri_launch;

/* What the next command waits for, as two arguments of an OpenCL call. */
typedef struct clri_waits {
    cl_uint count;
    const cl_event *list;
} clri_waits;

clri_waits clri_waits_of(const clri_launch *launch);

/* Where the next command's event goes, NULL if nobody will ask for it. */
cl_event *clri_wanted_event(const clri_launch *launch, cl_event *event);

/* The command has been enqueued; takes over its event. */
void clri_has_started(clri_launch *launch, cl_event event);

/* Of a run that is waited for: whether the last command is known to have failed. */
clr_status clri_check_last(const clri_launch *launch);

/* Repeats a pattern in so many bytes of a buffer from `offset` on; OpenCL copies it at once. `does`
 * says what that is for. */
clr_status clri_enqueue_fill(clri_launch *launch, cl_mem buffer, const void *pattern,
                             size_t pattern_size, size_t offset, size_t size, const char *does);

/* Binds a row of the stage to the values and launches its kernel. */
clr_status clri_enqueue_stage(clri_launch *launch, clri_stage *stage, size_t row,
                              const clri_value *values);

/* The same of all rows whose kernels are made. */
clr_status clri_enqueue_each(clri_launch *launch, clri_stage *stage, const clri_value *values);

#endif
