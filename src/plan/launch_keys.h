/* SPDX-License-Identifier: Apache-2.0 */
/* launch_keys - the commands by which a run of a plan finds runs of equal keys. */
#ifndef CLREDUCE_PLAN_LAUNCH_KEYS_H
#define CLREDUCE_PLAN_LAUNCH_KEYS_H

#include "plan/enqueue.h"

/* Leaves the runs where the job's segments are, of a plan of that shape. */
clr_status clri_launch_keys(clri_launch *launch);

#endif
