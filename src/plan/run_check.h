/* SPDX-License-Identifier: Apache-2.0 */
/*
 * run_check - whether a run is complete and matches its plan. Makes no OpenCL call, and comes
 * before those that do: buffers and events are checked by buffer_check.h and wait_check.h.
 */
#ifndef CLREDUCE_PLAN_RUN_CHECK_H
#define CLREDUCE_PLAN_RUN_CHECK_H

#include "shape/run_job.h"

/* CLR_ERROR_ARGUMENT if the run does not fit; the job has the run, its index list and its count. */
clr_status clri_check_run(const clr_plan *plan, const clri_job *job, clri_error *error);

#endif
