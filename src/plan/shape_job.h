/* SPDX-License-Identifier: Apache-2.0 */
/*
 * shape_job - the numbers of a run's shape, by the shape's own reader, with what stages in front
 * leave: as launches need them.
 */
#ifndef CLREDUCE_PLAN_SHAPE_JOB_H
#define CLREDUCE_PLAN_SHAPE_JOB_H

#include "plan/plan.h"
#include "problem/shape/carried.h"

/*
 * Reads what the run, of `count` elements and with that mask, says of its shape. CLR_ERROR_ARGUMENT
 * where that cannot be, or is not what the plan is for; CLR_ERROR_UNSUPPORTED for more than the
 * plan has memory for, or results of more elements than the device's groups take.
 */
clr_status clri_shape_job_read(const clr_plan *plan, const clr_run *run, uint64_t count,
                               const clr_mask *mask, clri_shape_job *shape, clri_error *error);

#endif
