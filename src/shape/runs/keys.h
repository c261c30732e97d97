/* SPDX-License-Identifier: Apache-2.0 */
/*
 * keys - the stage that finds runs of keys (key_runs.h): its kernels and buffers. The number of
 * runs stays on the device: kernels behind it read it from the buffer of counts, so that a run need
 * not wait for it.
 */
#ifndef CLREDUCE_SHAPE_KEYS_H
#define CLREDUCE_SHAPE_KEYS_H

#include "shape/run_job.h"

/* The stage's kernels and their values. */
extern const clri_stage_table clri_keys_table;

/* Makes the stage's kernels; allocates its buffers. */
clr_status clri_keys_make(clr_plan *plan, clri_error *error);
clr_status clri_keys_allocate(clr_plan *plan, clri_error *error);

cl_uint clri_key_size(const clr_runs *runs);

/* Finds runs, and leaves them as segments. */
clr_status clri_launch_keys(clri_launch *launch);

/* Marks where runs begin, for kernels that fold runs as they are found. */
clr_status clri_launch_marks(clri_launch *launch, const clri_key_grid *grid);

/* Launches each kernel once, over no keys. */
clr_status clri_try_keys(clri_launch *launch);

#endif
