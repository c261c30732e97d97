/* SPDX-License-Identifier: Apache-2.0 */
/*
 * lists - the parameters of kernels for elements and results: as many as a plan has inputs and
 * arrays, and some that only plans with masks, indices or axes have.
 */
#ifndef CLREDUCE_PLAN_LISTS_H
#define CLREDUCE_PLAN_LISTS_H

#include "plan/enqueue.h"

/*
 * The inputs, from element `skipped` on, or the list of indices, from entry `skipped` on, and the
 * inputs that it names; then the mask, from there on. No buffers for a run that reads nothing.
 */
const clri_list *clri_list_elements(clri_list *list, const clr_plan *plan, const clri_job *job,
                                    uint64_t skipped, bool are_read);

/* The elements of all results, and the axes on the device by which they belong to results, ... */
const clri_list *clri_list_by_axes(clri_list *list, const clri_launch *launch, cl_mem axes);

/* ... the same, with the inputs themselves in place of a list of their elements, ... */
const clri_list *clri_list_unlisted(clri_list *list, const clri_launch *launch, cl_mem axes);

/* ... or, of plans without axes, the offsets; kernels fold no result of more than `most` elements.
 */
const clri_list *clri_list_rows(clri_list *list, const clri_launch *launch, uint64_t most);

/* The arrays of results, NULL where the run has none, and the first place in them. */
const clri_list *clri_list_arrays(clri_list *list, const clri_launch *launch);

/* A list for results that are left to other kernels, and how many places it has. */
const clri_list *clri_list_places(clri_list *list, cl_mem memory, cl_uint most);
void clri_list_add_places(clri_list *list, cl_mem memory, cl_uint most);

/* Local memory of a group, and of its bins, as arguments; 0 where kernels declare it themselves. */
size_t clri_local_size(const clri_choice *choice, size_t group_size);
size_t clri_bins_size(const clri_choice *choice);

static inline size_t clri_local_argument(const clr_plan *plan, size_t group_size)
{
    return plan->choice.code.local_is_dynamic ? clri_local_size(&plan->choice, group_size) : 0;
}

static inline size_t clri_bins_argument(const clr_plan *plan)
{
    return plan->choice.code.local_is_dynamic ? clri_bins_size(&plan->choice) : 0;
}

#endif
