/* SPDX-License-Identifier: Apache-2.0 */
/*
 * launch - the commands of a run, enqueued one after the other: the kernels that the strategy's
 * finish asks for, part by part where the input is cut into several, and reading the result back.
 */
#ifndef CLREDUCE_PLAN_LAUNCH_H
#define CLREDUCE_PLAN_LAUNCH_H

#include "plan/enqueue.h"

/* Enqueues all commands. `last` and `started` hold also on failure. */
clr_status clri_launch_all(clri_launch *launch);

/*
 * Enqueues each kernel of the plan once on an in-order queue, over no elements: what comes of it
 * stays in scratch memory, and no result is made, for which the operator's own text may take some.
 */
clr_status clri_launch_trial(clr_plan *plan, cl_command_queue queue, clri_error *error);

/* The same of the program of items, whose list groups take. */
clr_status clri_launch_items_trial(clr_plan *plan, cl_command_queue queue, clri_error *error);

/* And of the program that finds runs of keys. */
clr_status clri_launch_keys_trial(clr_plan *plan, cl_command_queue queue, clri_error *error);

/* And of the program that sorts labels. */
clr_status clri_launch_sort_trial(clr_plan *plan, cl_command_queue queue, clri_error *error);

#endif
