/* SPDX-License-Identifier: Apache-2.0 */
/* run_check - whether what a run was handed fits its plan: buffers, queue, events to wait for. */
#ifndef CLREDUCE_PLAN_RUN_CHECK_H
#define CLREDUCE_PLAN_RUN_CHECK_H

#include "plan/plan.h"
#include "plan/run_job.h"

/* Whether the run says all that it must, and nothing that contradicts the rest; the job has the
 * run, its list of indices and its count. */
clr_status clri_check_run(const clr_plan *plan, const clri_job *job, clri_error *error);

/* CLR_ERROR_EMPTY if a reduction of the plan has no value for `total` elements. */
clr_status clri_check_total(const clr_plan *plan, uint64_t total, clri_error *error);

/* Each returns CLR_OK, CLR_ERROR_ARGUMENT, or CLR_ERROR_OPENCL if a driver would not answer. */
clr_status clri_check_buffers(const clr_plan *plan, const clri_job *job, clri_error *error);
clr_status clri_check_waits(const clr_plan *plan, const clr_run *run, clri_error *error);

/* Whether the queue is one on the plan's device; `*in_order` tells its kind. */
clr_status clri_check_queue(const clr_plan *plan, cl_command_queue queue, bool *in_order,
                            clri_error *error);

#endif
