/* SPDX-License-Identifier: Apache-2.0 */
/*
 * arguments - kernel parameters of which a plan has as many as it has inputs, arrays or scalars:
 * where elements are, where results go, and by what a carrier finds a result's elements. The texts
 * declare the same parameters in the same order (cl/shape/parameters.cl, parameters_by_index.cl,
 * and what src/compose/results.c writes of arrays), which tests/test_stage.c compares. Each
 * function begins anew in the caller's memory and returns it.
 */
#ifndef CLREDUCE_SHAPE_ARGUMENTS_H
#define CLREDUCE_SHAPE_ARGUMENTS_H

#include "shape/run_job.h"

/*
 * The inputs, or the index list with the inputs that it names, from element or entry `skipped` on;
 * then the mask from there on. NULL buffers for a run that reads nothing.
 */
const clri_arguments *clri_element_arguments(clri_arguments *arguments, const clr_plan *plan,
                                             const clri_job *job, uint64_t skipped, bool are_read);

/* The elements of all results, then the axes in device memory by which kernels find a result's. */
const clri_arguments *clri_row_arguments_by_axes(clri_arguments *arguments,
                                                 const clri_launch *launch, cl_mem axes);

/* The inputs themselves, not the index list that a sort has left, then the axes: for kernels that
 * walk over the sorted list and add its offsets to an input's own (cl/walk_labels.cl). */
const clri_arguments *clri_row_arguments_unindexed(clri_arguments *arguments,
                                                   const clri_launch *launch, cl_mem axes);

/* The elements of all results, then what the plan's carrier finds a result's by (its
 * add_arguments); kernels fold no result of more than `most` elements. */
const clri_arguments *clri_row_arguments(clri_arguments *arguments, const clri_launch *launch,
                                         uint64_t most);

/* Adds each variance's ddof, at most 2^64 - 2: kernels add 1, for the least count with a variance.
 */
void clri_add_ddofs(clri_arguments *arguments, const clri_pass *pass);

/* The arrays of results, NULL where the run has none, the first index in them, and the ddofs. */
const clri_arguments *clri_result_arguments(clri_arguments *arguments, const clri_launch *launch);

/* A list for results that are left to other kernels, and its number of places. */
const clri_arguments *clri_list_arguments(clri_arguments *arguments, cl_mem memory, cl_uint most);
void clri_add_list(clri_arguments *arguments, cl_mem memory, cl_uint most);

/* Bytes of a group's local memory, bins included, as kernel arguments; 0 where kernels declare
 * it. */
size_t clri_local_size(const clri_choice *choice, size_t group_size);
size_t clri_bins_size(const clri_choice *choice);

static inline size_t clri_local_argument(const clr_plan *plan, size_t group_size)
{
    return plan->choice->code.local_is_dynamic ? clri_local_size(plan->choice, group_size) : 0;
}

static inline size_t clri_bins_argument(const clr_plan *plan)
{
    return plan->choice->code.local_is_dynamic ? clri_bins_size(plan->choice) : 0;
}

#endif
