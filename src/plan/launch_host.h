/* SPDX-License-Identifier: Apache-2.0 */
/* launch_host - the finish of strategies that fold partials on the host. */
#ifndef CLREDUCE_PLAN_LAUNCH_HOST_H
#define CLREDUCE_PLAN_LAUNCH_HOST_H

#include "plan/run_job.h"

/* Waits for the partials of `groups` groups, folds them, and delivers as cl/finish/deliver.cl
 * does. */
clr_status clri_finish_on_host(clri_launch *launch, const clri_job *job, uint32_t groups);

#endif
