/* SPDX-License-Identifier: Apache-2.0 */
/* launch_host - the finish of strategies that fold partials on the host. */
#ifndef CLREDUCE_SHAPE_LAUNCH_HOST_H
#define CLREDUCE_SHAPE_LAUNCH_HOST_H

#include "shape/run_job.h"

/* Waits for the partials of `groups` groups, folds them, and delivers as cl/finish/deliver.cl
 * does. */
clr_status clri_finish_on_host(clri_launch *launch, const clri_job *job, uint32_t groups);

#endif
