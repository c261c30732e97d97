/* SPDX-License-Identifier: Apache-2.0 */
/*
 * launch_answer - where a run's record is written, and its way from there to the caller: to arrays
 * by copies on the device, to clr_run.host by a read, or, for a run that blocks, by mapping a
 * buffer that lies in host memory (device/host_buffer.h), which spares the copy.
 */
#ifndef CLREDUCE_SHAPE_LAUNCH_ANSWER_H
#define CLREDUCE_SHAPE_LAUNCH_ANSWER_H

#include "shape/run_job.h"

/* The record's buffer: the caller's, or the plan's own of a single record. */
cl_mem clri_record_buffer(const clr_plan *plan, const clr_run *run);

/* The record's index in the buffer. */
uint64_t clri_record_index(const clr_run *run);

/* Copies the record's fields to the run's arrays, one after the other. */
clr_status clri_launch_arrays(clri_launch *launch);

/* Copies or maps the record to clr_run.host. */
clr_status clri_launch_answer(clri_launch *launch);

#endif
