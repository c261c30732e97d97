/* SPDX-License-Identifier: Apache-2.0 */
/*
 * launch_runs - the commands of a run of shape runs: marks and folds runs as they are found, or
 * finds them and leaves their folding to carrier spans. The kernels here are of the second program,
 * as they fold as its teams do; a run that crosses chunks leaves partials at both sides, which a
 * single group joins.
 */
#ifndef CLREDUCE_SHAPE_LAUNCH_RUNS_H
#define CLREDUCE_SHAPE_LAUNCH_RUNS_H

#include "shape/run_job.h"

/* The kernels of the second program that fold runs as they are found, if the plan has them. */
extern const clri_stage_table clri_runs_table;
clr_status clri_runs_make(clr_plan *plan, clri_error *error);

clr_status clri_launch_runs(clri_launch *launch);

/* Launches each kernel once, over no keys. */
clr_status clri_try_runs(clri_launch *launch);

#endif
