/* SPDX-License-Identifier: Apache-2.0 */
/* launch_index - the command that counts indices of a list that are outside the inputs. */
#ifndef CLREDUCE_PLAN_LAUNCH_INDEX_H
#define CLREDUCE_PLAN_LAUNCH_INDEX_H

#include "plan/enqueue.h"

/* Its kernel, of the plan's first program; nothing of plans without a list. */
extern const clri_stage_table clri_outside_table;
clr_status clri_outside_make(clr_plan *plan, clri_error *error);

/* Counts these indices, if the run asks for their number. */
clr_status clri_launch_outside(clri_launch *launch);

/* The same of an empty list, on an in-order queue. */
clr_status clri_try_outside(clri_launch *launch);

#endif
