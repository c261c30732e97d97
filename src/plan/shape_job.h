/* SPDX-License-Identifier: Apache-2.0 */
/*
 * shape_job - the numbers of a run's shape for its launches: read by the shape's own reader, then
 * replaced by what stages in front leave, and held against what the plan has memory for.
 */
#ifndef CLREDUCE_PLAN_SHAPE_JOB_H
#define CLREDUCE_PLAN_SHAPE_JOB_H

#include "shape/run_job.h"

/*
 * Reads the shape of the job's run, whose elements and mask have been read, into the job and its
 * shape. CLR_ERROR_ARGUMENT if it is invalid or does not match the plan; CLR_ERROR_UNSUPPORTED if
 * the plan lacks the memory, or a result has more elements than the device's groups take.
 */
clr_status clri_shape_job_read(const clr_plan *plan, clri_job *job, clri_shape_job *shape,
                               clri_error *error);

/* Reads the shape of a typical run, of which nothing else is given. */
clr_status clri_shape_job_typical(const clr_plan *plan, const clr_run *like, clri_shape_job *shape,
                                  clri_error *error);

#endif
