/* SPDX-License-Identifier: Apache-2.0 */
/* ready_first - a plan's first program, which reduces everything that the plan is for: its kernels
 * for any carrier, and their scratch memory. */
#ifndef CLREDUCE_PLAN_READY_FIRST_H
#define CLREDUCE_PLAN_READY_FIRST_H

#include "plan/run_job.h"

/* Composes, compiles and creates the kernels of the plan's choice, and queries their needs. */
clr_status clri_first_make_kernels(clr_plan *plan, clri_report *report, clri_error *error);

/* Allocates the scratch memory of the plan's choice. */
clr_status clri_first_make_scratch(clr_plan *plan, clri_error *error);

/* Launches each kernel once, over no elements. */
clr_status clri_first_try(clri_launch *launch);

#endif
