/* SPDX-License-Identifier: Apache-2.0 */
/* launch_runs - the kernels of shape runs: runs are found and folded by one kernel, or found first
 * and folded by others. */
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
