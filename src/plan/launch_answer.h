/* SPDX-License-Identifier: Apache-2.0 */
/* launch_answer - where a run's record is written, and how it comes to the host from there. */
#ifndef CLREDUCE_PLAN_LAUNCH_ANSWER_H
#define CLREDUCE_PLAN_LAUNCH_ANSWER_H

#include "plan/enqueue.h"

/* The buffer for the record: the caller's, or the plan's own, which has room for a single record.
 */
cl_mem clri_record_buffer(const clr_plan *plan, const clr_run *run);

/* The record's number in that buffer. */
uint64_t clri_record_index(const clr_run *run);

/* Copies the record's fields to the arrays that the run wants them in, one after the other. */
clr_status clri_launch_arrays(clri_launch *launch);

/* Brings the record to clr_run.host. */
clr_status clri_launch_answer(clri_launch *launch);

#endif
