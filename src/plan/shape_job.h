/* SPDX-License-Identifier: Apache-2.0 */
/* shape_job - the numbers of a run's shape, read and found possible, as its launches need them. */
#ifndef CLREDUCE_PLAN_SHAPE_JOB_H
#define CLREDUCE_PLAN_SHAPE_JOB_H

#include "plan/plan.h"
#include "problem/shape.h"

typedef struct clri_shape_job {
    uint64_t count;        /* results */
    uint64_t longest;      /* elements that one of them may have */
    clri_rows rows;        /* of axes */
    clr_segments segments; /* of segments */
    clr_labels labels;     /* of labels */
    clr_runs runs;         /* of runs, whose segments are those that the plan finds */
} clri_shape_job;

/*
 * Reads what the run, of `count` elements, says of its shape. CLR_ERROR_ARGUMENT where that cannot
 * be, or is not what the plan is for; CLR_ERROR_UNSUPPORTED for results of more elements than the
 * device's groups take.
 */
clr_status clri_shape_job_read(const clr_plan *plan, const clr_run *run, uint64_t count,
                               clri_shape_job *shape, clri_error *error);

#endif
