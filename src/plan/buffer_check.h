/* SPDX-License-Identifier: Apache-2.0 */
/*
 * buffer_check - whether a run's buffers exist, belong to the plan's context, are large enough, and
 * do not overlap a buffer that is written. OpenCL checks none of this: a kernel that reads beyond a
 * buffer crashes a CPU's process or returns anything on a GPU. Sub-buffers are compared by their
 * parents' bytes. The buffers of a shape are listed by its reader (problem/shape/carried.h). A run
 * that the host folds has its buffers listed here, as it takes them for memory.
 */
#ifndef CLREDUCE_PLAN_BUFFER_CHECK_H
#define CLREDUCE_PLAN_BUFFER_CHECK_H

#include "shape/arrays.h"
#include "shape/run_job.h"

/* Inputs, a list of indices, a mask, counts, records, arrays of each reduction, a shape's own. */
enum {
    CLRI_USES_MOST =
        CLR_INPUTS_MOST + 5 + CLRI_ARRAY_ROWS * CLR_REDUCTIONS_MOST + CLRI_SHAPE_BUFFERS_MOST
};

/* A buffer that a run touches: the pointer of a view that stands for it points to this byte. */
typedef struct clri_use {
    cl_mem root; /* of a sub-buffer its parent */
    size_t offset;
    size_t view; /* CLRI_IN_VIEW() */
} clri_use;

typedef struct clri_uses {
    unsigned count;
    clri_use list[CLRI_USES_MOST];
} clri_uses;

/* Lists what the run touches. CLR_OK, CLR_ERROR_ARGUMENT, or CLR_ERROR_OPENCL if a driver would not
 * answer. */
clr_status clri_check_buffers(const clr_plan *plan, const clri_job *job, clri_uses *uses,
                              clri_error *error);

#endif
