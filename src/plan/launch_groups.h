/* SPDX-License-Identifier: Apache-2.0 */
/* launch_groups - the commands of results that groups have to themselves, or share. */
#ifndef CLREDUCE_PLAN_LAUNCH_GROUPS_H
#define CLREDUCE_PLAN_LAUNCH_GROUPS_H

#include "plan/enqueue.h"

/* Its kernels, of the plan's first program. */
extern const clri_stage_table clri_groups_table;
clr_status clri_groups_make(clr_plan *plan, clri_error *error);

/* All results of a run. */
clr_status clri_launch_groups(clri_launch *launch);

/* The results on the second program's list, or all results, if the list had too few places: a group
 * each, or, of axes, as many groups as for all results; and the giants, which are on a list of
 * their own. */
clr_status clri_launch_listed(clri_launch *launch);
clr_status clri_launch_listed_shared(clri_launch *launch);
clr_status clri_launch_listed_and_giants(clri_launch *launch);

/* Each kernel once, over no results. */
clr_status clri_try_groups(clri_launch *launch);

#endif
