/* SPDX-License-Identifier: Apache-2.0 */
/* launch_slices - the commands that reduce slices of results, and fold the slices' partials. */
#ifndef CLREDUCE_SHAPE_LAUNCH_SLICES_H
#define CLREDUCE_SHAPE_LAUNCH_SLICES_H

#include "shape/run_job.h"

/* The stage's kernels, of the second program, and their memory, if the plan cuts results into
 * slices. */
extern const clri_stage_table clri_slices_table;
clr_status clri_slices_make(clr_plan *plan, clri_error *error);

clr_status clri_launch_slices(clri_launch *launch);

/* Launches each kernel once, over no results. */
clr_status clri_try_slices(clri_launch *launch);

#endif
