/* SPDX-License-Identifier: Apache-2.0 */
/* launch_keys - the commands by which a run of a plan finds runs of equal keys. */
#ifndef CLREDUCE_PLAN_LAUNCH_KEYS_H
#define CLREDUCE_PLAN_LAUNCH_KEYS_H

#include "plan/enqueue.h"

/* Bytes of a key. */
cl_uint clri_key_size(const clr_runs *runs);

/* Leaves a bit a key, of whether a run begins there, and how many do in each stretch. */
clr_status clri_launch_marks(clri_launch *launch, const clri_key_grid *grid);

/* Leaves the runs where the job's segments are, of a plan of that shape. */
clr_status clri_launch_keys(clri_launch *launch);

#endif
