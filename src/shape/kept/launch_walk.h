/* SPDX-License-Identifier: Apache-2.0 */
/*
 * launch_walk - the stage of the walk over sorted labels along axes: walking, joining labels that
 * cross tiles, and filling the results of labels that no index has. It runs behind the sort
 * (shape/sort/sort.h), whose list it reads; results that items are not sure of go on a list for
 * groups.
 */
#ifndef CLREDUCE_SHAPE_LAUNCH_WALK_H
#define CLREDUCE_SHAPE_LAUNCH_WALK_H

#include "shape/run_job.h"

/* Its kernels, the plan's second program, and their memory. */
extern const clri_stage_table clri_walk_table;
clr_status clri_walk_make_stage(clr_plan *plan, clri_error *error);

clr_status clri_launch_walk(clri_launch *launch);

/* Each kernel once, over no labels. */
clr_status clri_try_walk(clri_launch *launch);

#endif
