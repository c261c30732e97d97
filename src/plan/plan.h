/* SPDX-License-Identifier: Apache-2.0 */
/*
 * plan - making kernels that a run lacks (ready.c), and releasing what a plan is made of. A plan
 * made for a typical run (clr_plan_options.like) has the kernels of that run alone; a run that goes
 * another way makes the others, and begins again.
 */
#ifndef CLREDUCE_PLAN_PLAN_H
#define CLREDUCE_PLAN_PLAN_H

#include "problem/shape/carried.h"
#include "shape/made.h"

/*
 * Makes the kernels that a run takes and the plan has not made yet. With `may_leave` kernels for
 * results on lists may stay unmade: the run looks at the lists. `*is_made`: some were made, and the
 * plan has other buffers than before. After a failure the plan is as without any kernels.
 */
clr_status clri_plan_make_for(clr_plan *plan, const clri_shape_job *shape, bool may_leave,
                              bool *is_made, clri_error *error);

/* Whether the plan has all kernels that a run may take. */
bool clri_plan_is_made_for(const clr_plan *plan, const clri_shape_job *shape);

/* Releases kernels and scratch memory, before another choice is tried. */
void clri_plan_unmake(clr_plan *plan);

/* Releases the plan of cells beside, alone. */
void clri_plan_unmake_cells(clr_plan *plan);

/* Releases the second program's kernels alone. */
void clri_plan_unmake_items(clr_plan *plan);

#endif
