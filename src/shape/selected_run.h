/* SPDX-License-Identifier: Apache-2.0 */
/*
 * selected_run - runs of plans that select, whether kernels do so (shape/ranks) or the host
 * (plan/native.h): which runs are refused, and where the values of a result lie.
 */
#ifndef CLREDUCE_SHAPE_SELECTED_RUN_H
#define CLREDUCE_SHAPE_SELECTED_RUN_H

#include "shape/run_job.h"

/* Refuses runs of parts, as parts of an input that selects cannot be merged, and without arrays
 * those of several values, as a record has one. */
clr_status clri_selected_check_run(const clri_launch *launch);

/* From a result's value to its next one: as the run says, else as far as its results reach, which
 * without gaps between them is their number. */
uint64_t clri_selected_plane(const clr_plan *plan, const clri_job *job);

#endif
