/* SPDX-License-Identifier: Apache-2.0 */
/* launch_slices - the commands that cut results into slices, and fold the states that these leave.
 */
#ifndef CLREDUCE_PLAN_LAUNCH_SLICES_H
#define CLREDUCE_PLAN_LAUNCH_SLICES_H

#include "plan/enqueue.h"

clr_status clri_enqueue_slices(clri_launch *launch);

/* Each kernel once, over no results. */
clr_status clri_try_slices(clri_launch *launch);

#endif
