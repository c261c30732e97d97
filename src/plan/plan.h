/* SPDX-License-Identifier: Apache-2.0 */
/*
 * plan - making kernels that a run lacks (ready.c), and releasing what a plan is made of. A plan
 * made for a typical run (clr_plan_options.like) has the kernels of that run alone; a run that goes
 * another way makes the others, and begins again.
 *
 * A run may leave results on lists for kernels behind it, but most runs leave none: a blocking run
 * first goes without these kernels, looks whether the lists are empty, and else makes the kernels.
 */
#ifndef CLREDUCE_PLAN_PLAN_H
#define CLREDUCE_PLAN_PLAN_H

#include "problem/shape/carried.h"
#include "shape/made.h"

/*
 * Makes the kernels that a run takes and the plan has not made yet. With `may_leave` the
 * kernels for results on lists may stay unmade. `*is_made`: kernels were made, and the plan has
 * other buffers than before. After a failure the plan is as without any kernels.
 */
clr_status clri_plan_make_for(clr_plan *plan, const clri_shape_job *shape, bool may_leave,
                              bool *is_made, clri_error *error);

/* Whether the plan has all kernels that a run may take. */
bool clri_plan_is_made_for(const clr_plan *plan, const clri_shape_job *shape);

/* Releases kernels and scratch memory, before another choice is tried. */
void clri_plan_unmake(clr_plan *plan);

/* Releases the plan within the plan alone, which folds runs of few results by cells (made.h). */
void clri_plan_unmake_cells(clr_plan *plan);

/* Releases the second program's kernels, by which items and teams make results, and no others. */
void clri_plan_unmake_items(clr_plan *plan);

#endif
