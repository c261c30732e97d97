/* SPDX-License-Identifier: Apache-2.0 */
/*
 * launch_index - the command that counts the indices of a list that name no element, if the caller
 * asks for the number. The reductions leave such indices out and do not count them; a stage in
 * front that reads every index counts them itself (clri_front.counts_outside).
 */
#ifndef CLREDUCE_PLAN_LAUNCH_INDEX_H
#define CLREDUCE_PLAN_LAUNCH_INDEX_H

#include "shape/run_job.h"

/* The stage's kernel, of the plan's first program; plans without a list have none. */
extern const clri_stage_table clri_outside_table;
clr_status clri_outside_make(clr_plan *plan, clri_error *error);

/* Counts the indices out of bounds, if the run asks for the count. */
clr_status clri_launch_outside(clri_launch *launch);

/* Launches the kernel on an empty list, on an in-order queue. */
clr_status clri_try_outside(clri_launch *launch);

#endif
