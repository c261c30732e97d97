/* SPDX-License-Identifier: Apache-2.0 */
/*
 * native_fold - what a native run does when its queue gets there, on a thread of the driver: finds
 * the memory of its buffers, folds or selects, and writes results where the run wants them. It
 * has what it needs with it, or in the clri_native that runs of a plan share one after the other;
 * the plan may be gone. Calls no OpenCL.
 */
#ifndef CLREDUCE_PLAN_NATIVE_FOLD_H
#define CLREDUCE_PLAN_NATIVE_FOLD_H

#include "fold/fold.h"
#include "plan/buffer_check.h"
#include "select/select.h"
#include "stage/native_kernel.h"

/* What runs of one plan use in turn. */
typedef struct clri_native {
    cl_event last;        /* of the last run, or NULL: until it has ended all this is in use */
    clri_request request; /* of the domain that the caller asked for */
    clri_fold_room room;
    clri_select_room *selecting;           /* NULL before the first run that selects */
    atomic_int failure;                    /* a status, of a run that found no memory */
    void *where[CLRI_NATIVE_BUFFERS_MOST]; /* addresses of the run's root buffers */
} clri_native;

/* A run, with its numbers; pointers to buffers are found when it runs. */
typedef struct clri_native_run {
    clri_native_head head;
    clri_native *native;
    clri_view view;
    const clri_shape *shape;
    clri_rows rows;
    bool has_rows;
    int64_t mask_first;
    bool has_record; /* the view's output is a record, with these offsets; SIZE_MAX: no status */
    size_t value_offset, status_offset;
    double scalars[CLR_SCALARS_MOST];
    unsigned use_count;
    struct {
        unsigned root; /* of native->where */
        size_t offset;
        size_t view; /* CLRI_IN_VIEW() */
    } uses[CLRI_USES_MOST];
} clri_native_run;

/* A clri_native_function. */
void CL_CALLBACK clri_native_fold(void *run);

#endif
