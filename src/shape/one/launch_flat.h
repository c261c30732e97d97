/* SPDX-License-Identifier: Apache-2.0 */
/* launch_flat - the commands of a run of a single result: the kernels of the strategy's finish,
 * part by part where the input is cut. */
#ifndef CLREDUCE_SHAPE_LAUNCH_FLAT_H
#define CLREDUCE_SHAPE_LAUNCH_FLAT_H

#include "shape/run_job.h"

/* The stage's kernels, of the plan's first program. */
extern const clri_stage_table clri_flat_table;
clr_status clri_flat_make(clr_plan *plan, clri_error *error);

clr_status clri_launch_flat(clri_launch *launch);

/* Launches each kernel once, over no elements: the state stays in scratch memory and is not lowered
 * to a result, as a custom operator's text may require elements for it. */
clr_status clri_try_flat(clri_launch *launch);

#endif
