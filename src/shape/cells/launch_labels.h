/* SPDX-License-Identifier: Apache-2.0 */
/* launch_labels - the commands of a run whose results are by label, folded by atomics. */
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
