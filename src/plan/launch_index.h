/* SPDX-License-Identifier: Apache-2.0 */
/* launch_index - the command that counts indices of a list that are outside the inputs. */
#ifndef CLREDUCE_PLAN_LAUNCH_INDEX_H
#define CLREDUCE_PLAN_LAUNCH_INDEX_H

#include "plan/enqueue.h"

/* Counts them where the run wants that. */
clr_status clri_launch_outside(clri_launch *launch);

/* The same of an empty list, on an in-order queue. */
clr_status clri_try_outside(clri_launch *launch);

#endif
