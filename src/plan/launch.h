/* SPDX-License-Identifier: Apache-2.0 */
/*
 * launch - the commands of a run, enqueued one after the other: the kernels that the strategy's
 * finish asks for, part by part where the input is cut into several, and reading the result back.
 */
#ifndef CLREDUCE_PLAN_LAUNCH_H
#define CLREDUCE_PLAN_LAUNCH_H

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

/* Enqueues all commands. `last` and `started` hold also on failure. */
clr_status clri_launch_all(clri_launch *launch);

/*
 * Enqueues each kernel of the plan once on an in-order queue, over no elements: what comes of it
 * stays in scratch memory, and no result is made, for which the operator's own text may take some.
 */
clr_status clri_launch_trial(clr_plan *plan, cl_command_queue queue, clri_error *error);

#endif
