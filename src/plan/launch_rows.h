/* SPDX-License-Identifier: Apache-2.0 */
/* launch_rows - the commands of a run whose results are many. */
#ifndef CLREDUCE_PLAN_LAUNCH_ROWS_H
#define CLREDUCE_PLAN_LAUNCH_ROWS_H

#include "plan/enqueue.h"

clr_status clri_launch_rows(clri_launch *launch);

/* Each kernel of groups once, over no results; and those that results of items take. */
clr_status clri_try_rows(clri_launch *launch);
clr_status clri_try_items(clri_launch *launch);

#endif
