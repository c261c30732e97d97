/* SPDX-License-Identifier: Apache-2.0 */
/* launch_items - the commands of results that items or teams of items have to themselves, or that
 * groups stage; and of the results among them that are left to groups. */
#ifndef CLREDUCE_PLAN_LAUNCH_ITEMS_H
#define CLREDUCE_PLAN_LAUNCH_ITEMS_H

#include "plan/enqueue.h"

/* The kernels of the second program, whose source is there, and the lists of results that they
 * leave to groups. */
extern const clri_stage_table clri_items_table;
clr_status clri_items_make_stage(clr_plan *plan, clri_error *error);
clr_status clri_items_make_lists(clr_plan *plan, clri_error *error);

/* All results of a run, of which some may be left to groups: of axes, by items, by teams, or
 * staged; and of segments. */
clr_status clri_launch_items(clri_launch *launch);
clr_status clri_launch_lines(clri_launch *launch);
clr_status clri_launch_staged(clri_launch *launch);
clr_status clri_launch_segments(clri_launch *launch);

/* Clears the lists of results that are left, unless they are empty; launches the groups that take
 * these results and clear the lists. */
clr_status clri_clear_lists(clri_launch *launch);
clr_status clri_launch_lists(clri_launch *launch);

/* Each kernel once, over no results. */
clr_status clri_try_items(clri_launch *launch);

#endif
