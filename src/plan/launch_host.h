/* SPDX-License-Identifier: Apache-2.0 */
/* launch_host - how strategies finish that fold on the host what groups have left. */
#ifndef CLREDUCE_PLAN_LAUNCH_HOST_H
#define CLREDUCE_PLAN_LAUNCH_HOST_H

#include "plan/enqueue.h"

/* What cl/finish/deliver.cl does, of the states of so many groups, which takes waiting for them. */
clr_status clri_finish_on_host(clri_launch *launch, const clri_job *job, uint32_t groups);

#endif
