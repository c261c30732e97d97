/* SPDX-License-Identifier: Apache-2.0 */
/*
 * host_call - a one-call reduction of host arrays, of any shape, read and checked: the arrays that
 * it reads and writes, and the run of the plan that their buffers make. The plan's own checks see
 * buffers; here is checked what these cannot know.
 */
#ifndef CLREDUCE_HOST_HOST_CALL_H
#define CLREDUCE_HOST_HOST_CALL_H

#include "problem/request.h"
#include "problem/shape.h"
#include "shape/arrays.h"
#include "shape/made.h"

/* Arrays of a call at most: inputs; indices, mask, offsets or labels, and ends; numbers of indices
 * and of labels outside and of runs, keys and ends of runs; results. */
enum {
    CLRI_HOST_ARRAYS_MOST = CLR_INPUTS_MOST + 4 + 5 + (CLRI_ARRAY_ROWS + 1) * CLR_REDUCTIONS_MOST
};

/* An array of the caller's, and where its buffer goes. */
typedef struct clri_host_array {
    char name[40];
    const void *read; /* or: */
    void *written;
    uint64_t count;
    size_t size; /* bytes of an element */
    cl_mem *buffer;
    bool is_of_results; /* as many are written as there are results */
} clri_host_array;

/* Not to be copied: it points to itself. */
typedef struct clri_host_call {
    clr_host_run asked;
    bool leaves_states; /* in place of results */
    const clri_shape *shape;
    clr_host_arrays results[CLR_REDUCTIONS_MOST];
    clri_rows rows;        /* of axes */
    size_t element_size;   /* set when the arrays are listed */
    uint64_t first_result; /* of a piece: its first result among those of the whole call */
    unsigned
        mask_bit; /* of a piece: the first byte's bit for the element whose indices are all 0 */
    /* the run, and what it points to */
    clr_run run;
    clr_axes axes;
    uint64_t extents[CLR_RANK_MOST]; /* of a piece, and its strides */
    int64_t strides[CLR_INPUTS_MOST + 1][CLR_RANK_MOST];
    clr_segments segments;
    clr_labels labels;
    clr_runs runs;
    clr_mask mask;
    clr_index index;
    clr_arrays arrays[CLR_REDUCTIONS_MOST];
    cl_ulong *run_count; /* the caller's, or: */
    cl_ulong own_run_count;
    unsigned count;
    clri_host_array list[CLRI_HOST_ARRAYS_MOST];
} clri_host_call;

/* Refuses members that the shape has nothing for, and those that lack their type.
 * CLR_ERROR_ARGUMENT with a sentence. */
clr_status clri_host_call_check(const clr_host_run *asked, const clri_shape *shape,
                                clri_error *error);

/* Reads the caller's structs for `reductions` reductions; without arrays if the call leaves states.
 * CLR_ERROR_ARGUMENT with a sentence. */
clr_status clri_host_call_read(const clr_host_run *asked, size_t reductions, clri_host_call *call,
                               clri_error *error);

/* What a plan for the call needs; `like` is a run with the axes alone. */
clr_plan_options clri_host_call_options(const clri_host_call *call, const clr_run *like);

/* Whether results go to the caller's record, as of shape FLAT, rather than to arrays, which
 * selections may have of every shape. */
static inline bool clri_host_call_has_record(const clri_host_call *call)
{
    return !call->shape->carrier->is_many && !call->leaves_states && !call->asked.arrays;
}

/* CLR_ERROR_ARGUMENT for a place of `size` bytes that the request's record, of `needed` bytes, does
 * not fit, or, if it is for a single value, that has another size, as a value of another type
 * would. */
clr_status clri_host_call_check_record(const clri_request *request, size_t needed, size_t size,
                                       bool is_single, clri_error *error);

/* Lists the arrays that the request reads and writes, and makes the run of them, whose buffers are
 * still to be set. CLR_ERROR_ARGUMENT for arrays that are missing, overlap, or are none of the
 * shape's. */
clr_status clri_host_call_make(clri_host_call *call, const clri_request *request,
                               clri_error *error);

static inline size_t clri_host_array_bytes(const clri_host_array *array)
{
    return (size_t)array->count * array->size;
}

#endif
