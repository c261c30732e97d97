/* SPDX-License-Identifier: Apache-2.0 */
/* launch_items - the commands of results that items or teams of items have to themselves, and then
 * of those among them that groups are to make. */
#ifndef CLREDUCE_PLAN_LAUNCH_ITEMS_H
#define CLREDUCE_PLAN_LAUNCH_ITEMS_H

#include "choose/row_grid.h"
#include "plan/enqueue.h"

clr_status clri_launch_items(clri_launch *launch);

/* Of results that have so many elements together, if none has any twice. */
clr_status clri_launch_teams(clri_launch *launch, uint64_t count);

/* Each kernel once, over no results. */
clr_status clri_try_items(clri_launch *launch);

#endif
