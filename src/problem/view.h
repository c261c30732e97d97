/* SPDX-License-Identifier: Apache-2.0 */
/*
 * view - the arrays of a plan's run as memory of this process, for a run that the host folds: where
 * a run names a buffer and a place in it, a view has a pointer to that place. Who lists a run's
 * buffers (plan/buffer_check.c, the readers of shapes) names the pointer that a buffer's memory
 * belongs to by its offset in this struct. Pure.
 */
#ifndef CLREDUCE_PROBLEM_VIEW_H
#define CLREDUCE_PROBLEM_VIEW_H

#include <clreduce/clreduce.h>

typedef struct clri_view {
    clr_host_run run; /* of all but results: `arrays` and `record` are NULL */
    clr_host_arrays arrays[CLR_REDUCTIONS_MOST];
    void
        *output; /* clr_run.output's record: of plans of one result, which the host does not fold */
    const cl_ulong *count_at;    /* clr_run.count_at, or NULL */
    const cl_ulong *segments_at; /* clr_segments.count_at, or NULL */
} clri_view;

/* A pointer of a view, by its name. */
#define CLRI_IN_VIEW(member) offsetof(clri_view, member)

#endif
