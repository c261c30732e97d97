/* SPDX-License-Identifier: Apache-2.0 */
/*
 * wait_check - whether the plan may use a run's queue and wait for the run's events. An event that
 * has failed already is refused here: PoCL 3.1 never returns from waiting for it.
 */
#ifndef CLREDUCE_PLAN_WAIT_CHECK_H
#define CLREDUCE_PLAN_WAIT_CHECK_H

#include "shape/made.h"

/* CLR_OK, CLR_ERROR_ARGUMENT, or CLR_ERROR_OPENCL if a driver does not answer, or an event has
 * already failed. */
clr_status clri_check_waits(const clr_plan *plan, const clr_run *run, clri_error *error);

/* Whether the queue is on the plan's device; `*in_order` tells its kind. */
clr_status clri_check_queue(const clr_plan *plan, cl_command_queue queue, bool *in_order,
                            clri_error *error);

#endif
