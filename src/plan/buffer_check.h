/* SPDX-License-Identifier: Apache-2.0 */
/*
 * buffer_check - whether a run's buffers exist, belong to the plan's context, are large enough, and
 * do not overlap a buffer that is written. OpenCL checks none of this: a kernel that reads beyond a
 * buffer crashes a CPU's process or returns anything on a GPU. Sub-buffers are compared by their
 * parents' bytes. The buffers of a shape are listed by its reader (problem/shape/carried.h).
 */
#ifndef CLREDUCE_PLAN_BUFFER_CHECK_H
#define CLREDUCE_PLAN_BUFFER_CHECK_H

#include "shape/run_job.h"

/* CLR_OK, CLR_ERROR_ARGUMENT, or CLR_ERROR_OPENCL if a driver would not answer. */
clr_status clri_check_buffers(const clr_plan *plan, const clri_job *job, clri_error *error);

#endif
