/* SPDX-License-Identifier: Apache-2.0 */
/* launch_items - the commands for results by items, by teams of items, or by groups that stage them
 * in local memory; and for the results that these leave to groups. */
#ifndef CLREDUCE_SHAPE_LAUNCH_ITEMS_H
#define CLREDUCE_SHAPE_LAUNCH_ITEMS_H

#include "shape/run_job.h"

/* The kernels of the second program and its buffers: the lists of results that are left to
 * groups. */
extern const clri_stage_table clri_items_table;
clr_status clri_items_make_stage(clr_plan *plan, clri_error *error);

/* The lists alone, for kernels of a room's own. */
clr_status clri_items_make_lists(clr_plan *plan, clri_error *error);

/* Reduces all results of a run by items, by teams or staged; some results may be left to groups. */
clr_status clri_launch_items(clri_launch *launch);
clr_status clri_launch_lines(clri_launch *launch);
clr_status clri_launch_staged(clri_launch *launch);
clr_status clri_launch_segments(clri_launch *launch);

/* Whether groups stage most segments of a run in local memory. */
bool clri_segments_are_staged(const clr_plan *plan, const clri_shape_job *shape);

/* Clears the lists of left results, unless they are empty. */
clr_status clri_clear_lists(clri_launch *launch);

/* Makes the results on the lists, short ones again and the others by groups, and leaves the lists
 * empty; or all of them by groups, for kernels of a room's own. */
clr_status clri_launch_lists(clri_launch *launch);
clr_status clri_launch_listed_by_groups(clri_launch *launch);

/* Whether rows whose bits are in doubt are made again by a kernel of the second program, or left to
 * groups. */
bool clri_rows_are_made_again(const clr_plan *plan, const clri_shape_job *shape);
bool clri_rows_are_left(const clr_plan *plan, const clri_shape_job *shape);

/* Launches each kernel once, over no results. */
clr_status clri_try_items(clri_launch *launch);

#endif
