/* SPDX-License-Identifier: Apache-2.0 */
/* launch_flat - the commands of a run of one result: the kernels that the strategy's finish asks
 * for, part by part where the input is cut into several. */
#ifndef CLREDUCE_PLAN_LAUNCH_FLAT_H
#define CLREDUCE_PLAN_LAUNCH_FLAT_H

#include "plan/enqueue.h"

/* Its kernels, of the plan's first program. */
extern const clri_stage_table clri_flat_table;
clr_status clri_flat_make(clr_plan *plan, clri_error *error);

clr_status clri_launch_flat(clri_launch *launch);

/* Each kernel once, over no elements: the state stays in scratch memory, and no result is made, as
 * a custom operator's text may need elements for that. */
clr_status clri_try_flat(clri_launch *launch);

#endif
