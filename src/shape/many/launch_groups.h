/* SPDX-License-Identifier: Apache-2.0 */
/*
 * launch_groups - results with a group each, or with several groups where results are few and long:
 * the first program of rows, spans and kept, which can fold every result.
 *
 * Groups that share a result leave partials, which a second launch folds, or the last group by a
 * ticket (choose/automatic.c). Behind the second program's items, groups fold the results on its
 * lists: those too long for a team or in doubt, and giants, several groups to each. The launch that
 * reads a list last clears it (cl/finish/list.cl).
 */
#ifndef CLREDUCE_SHAPE_LAUNCH_GROUPS_H
#define CLREDUCE_SHAPE_LAUNCH_GROUPS_H

#include "shape/run_job.h"
#include "shape/scratch.h"

/* The stage's kernels, of the plan's first program. */
extern const clri_stage_table clri_groups_table;
clr_status clri_groups_make(clr_plan *plan, clri_error *error);

/* What rows of carriers whose first program goes so have in common. */
#define CLRI_BY_GROUPS                                                                             \
    .is_many = true, .make = clri_groups_make, .allocate = clri_scratch_allocate,                  \
    .try = clri_try_groups

/* Reduces all results of a run. */
clr_status clri_launch_groups(clri_launch *launch);

/* Reduces the results on a list of the second program's, or all results if the list overflowed: a
 * group each; and the giants, which have a list of their own. */
clr_status clri_launch_listed(clri_launch *launch, cl_mem list);
clr_status clri_launch_listed_and_giants(clri_launch *launch, cl_mem list);

/* Reduces the results on a list that slices leave, each by as many groups as clri_launch_groups()
 * has for it: they are few and long, so that a group for each would leave most of the device idle.
 */
clr_status clri_launch_listed_shared(clri_launch *launch);

/* Launches each kernel once, over no results. */
clr_status clri_try_groups(clri_launch *launch);

#endif
