/* SPDX-License-Identifier: Apache-2.0 */
/*
 * launch - the commands of a run in their order: the count of indices out of bounds, stages in
 * front, the reductions by their carrier. clri_launch_once() enqueues a trial's kernels in the same
 * way, over no elements.
 */
#ifndef CLREDUCE_PLAN_LAUNCH_H
#define CLREDUCE_PLAN_LAUNCH_H

#include "shape/run_job.h"

/* The commands of a run, before the first one. */
clri_commands clri_commands_of(clr_plan *plan, const clri_job *job, clri_error *error);

/* Enqueues all commands. `last` and `started` are valid also after a failure. */
clr_status clri_launch_all(clri_launch *launch);

/* Enqueues a trial's kernels on an in-order queue, in a run of no elements and no results. */
typedef clr_status clri_trial(clri_launch *launch);
clr_status clri_launch_once(clr_plan *plan, clri_trial *trial, cl_command_queue queue,
                            clri_error *error);

#endif
