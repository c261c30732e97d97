/* SPDX-License-Identifier: Apache-2.0 */
/* launch_rows - the commands of a run of many results: by groups, by items, by teams, or by
 * slices. */
#ifndef CLREDUCE_PLAN_LAUNCH_ROWS_H
#define CLREDUCE_PLAN_LAUNCH_ROWS_H

#include "plan/run_job.h"

clr_status clri_launch_rows(clri_launch *launch);

#endif
