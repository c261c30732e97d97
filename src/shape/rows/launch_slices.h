/* SPDX-License-Identifier: Apache-2.0 */
/*
 * launch_slices - few long results along axes: columns or lines are cut into slices, a group for
 * each, whose partials a second kernel folds. With as many groups as results most of a device
 * idles, and the items of a group that has one column read elements that lie apart: 2^24 x 16 f32
 * over axis 0 went at 900 GB/s on an H200, and goes at 4190
 * (docs/history/2026-11-23-columns-masks-keys-labels.md, "Slices"). Few columns that are no whole
 * vectors are dealt out to more columns, whose partials the same kernel folds.
 */
#ifndef CLREDUCE_SHAPE_LAUNCH_SLICES_H
#define CLREDUCE_SHAPE_LAUNCH_SLICES_H

#include "shape/run_job.h"

/* The stage's kernels, of the second program, and their memory, if the plan cuts results into
 * slices. */
extern const clri_stage_table clri_slices_table;
clr_status clri_slices_make(clr_plan *plan, clri_error *error);

clr_status clri_launch_slices(clri_launch *launch);

/* Launches each kernel once, over no results. */
clr_status clri_try_slices(clri_launch *launch);

#endif
