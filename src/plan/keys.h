/* SPDX-License-Identifier: Apache-2.0 */
/*
 * keys - the stage of a plan of shape runs that finds where runs of equal keys begin
 * (cl/find_runs.cl): made ready, and the commands of a run.
 */
#ifndef CLREDUCE_PLAN_KEYS_H
#define CLREDUCE_PLAN_KEYS_H

#include "plan/enqueue.h"

/* Its kernels and their values. */
extern const clri_stage_table clri_keys_table;

/* Compiles the stage; allocates its buffers; lowers its groups to a limit, false if they are no
 * larger. */
clr_status clri_keys_make(clr_plan *plan, clri_error *error);
clr_status clri_keys_allocate(clr_plan *plan, clri_error *error);
bool clri_keys_lower(clr_plan *plan, uint64_t limit);

/* Bytes of a key. */
cl_uint clri_key_size(const clr_runs *runs);

/* Finds runs, which segments tell afterwards. */
clr_status clri_launch_keys(clri_launch *launch);

/* Marks where runs begin, for kernels that fold runs as they find them. */
clr_status clri_launch_marks(clri_launch *launch, const clri_key_grid *grid);

/* Each kernel once, over no keys. */
clr_status clri_try_keys(clri_launch *launch);

#endif
