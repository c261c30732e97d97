/* SPDX-License-Identifier: Apache-2.0 */
/*
 * launch_items - short results by the second program: an item, or a team of items, has a result to
 * itself, or a group brings many results to local memory (a stage) and its items fold them there. A
 * group is far too much for a short one: of exact norms of segments around 16, 256 and 4096
 * elements an H200 reads 1, 15 and 193 GB/s by groups, 845, 1129 and 1415 by teams
 * (docs/history/2026-11-23-rows-and-segments.md, "Teams").
 *
 * Results that these kernels cannot finish go on lists in device memory: those too long for a team,
 * giants, and exact sums that two or three doubles cannot certify. Short ones of the latter are
 * made again by items from integers (cl/reduce_again.cl), the others by groups (launch_groups.h). A
 * list that overflows leaves all results to groups. Lists are empty before and after each run that
 * was enqueued to its end.
 */
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

/* Makes the results on the lists, short ones again by items, longer ones by groups, and leaves the
 * lists empty; clri_launch_listed_by_groups() has groups make all, for kernels of a room's own. */
clr_status clri_launch_lists(clri_launch *launch);
clr_status clri_launch_listed_by_groups(clri_launch *launch);

/* Whether rows whose bits are in doubt are made again by a kernel of the second program, or left to
 * groups. */
bool clri_rows_are_made_again(const clr_plan *plan, const clri_shape_job *shape);
bool clri_rows_are_left(const clr_plan *plan, const clri_shape_job *shape);

/* Launches each kernel once, over no results. */
clr_status clri_try_items(clri_launch *launch);

#endif
