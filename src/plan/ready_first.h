/* SPDX-License-Identifier: Apache-2.0 */
/* ready_first - a plan's first program, which reduces everything that the plan is for: its kernels
 * for any carrier. */
#ifndef CLREDUCE_PLAN_READY_FIRST_H
#define CLREDUCE_PLAN_READY_FIRST_H

#include "shape/run_job.h"

/* Composes, compiles and creates the kernels of the plan's choice, and queries their needs. */
clr_status clri_first_make_kernels(clr_plan *plan, clri_report *report, clri_error *error);

/* Launches each kernel once, over no elements. */
clr_status clri_first_try(clri_launch *launch);

#endif
