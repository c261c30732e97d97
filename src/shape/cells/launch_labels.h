/* SPDX-License-Identifier: Apache-2.0 */
/*
 * launch_labels - the stage of cells: makes them ready, folds elements into them, and makes results
 * of them.
 *
 * Elements of more than 2^30 take several launches, between which cells that could overflow carry.
 * Minima and maxima of 64 bits take two turns over the elements, of high and of low halves, as
 * atomics of 32 bits compare one at a time. Sums of nothing but -0 are found by a last launch,
 * which reads elements only if some were -0 (cl/label/settle.cl).
 */
#ifndef CLREDUCE_SHAPE_LAUNCH_LABELS_H
#define CLREDUCE_SHAPE_LAUNCH_LABELS_H

#include "shape/run_job.h"

/* The stage's kernels, of the plan's first program. */
extern const clri_stage_table clri_labels_table;
clr_status clri_labels_make(clr_plan *plan, clri_error *error);

clr_status clri_launch_labels(clri_launch *launch);

/* Launches each kernel once, over no elements and no results. */
clr_status clri_try_labels(clri_launch *launch);

#endif
