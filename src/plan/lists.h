/* SPDX-License-Identifier: Apache-2.0 */
/*
 * lists - what kernels read and write, as the parameters that they have for it: as many as a plan
 * has inputs and arrays, and some that only plans with masks, indices or axes have.
 */
#ifndef CLREDUCE_PLAN_LISTS_H
#define CLREDUCE_PLAN_LISTS_H

#include "plan/enqueue.h"

/*
 * The inputs, from their element `skipped` on, or the list of indices from its entry on and behind
 * it what that names; then the mask, from there on. No buffers for a run that reads nothing.
 */
const clri_list *clri_list_elements(clri_list *list, const clr_plan *plan, const clri_job *job,
                                    uint64_t skipped, bool are_read);

/* The elements of all results, and whose they are: by axes on the device, ... */
const clri_list *clri_list_by_axes(clri_list *list, const clri_launch *launch, cl_mem axes);

/* ... or, of plans that have none, by offsets, where results have `most` elements at most. */
const clri_list *clri_list_rows(clri_list *list, const clri_launch *launch, uint64_t most);

/* The arrays that many results go to, NULL for those that nobody wants, and their first place. */
const clri_list *clri_list_arrays(clri_list *list, const clri_launch *launch);

/* Where the count of elements is that the device finds. */
const clri_list *clri_list_count_at(clri_list *list, const clr_run *run);

/* Places for results that are left to others: a list, and how many it has places for. */
const clri_list *clri_list_places(clri_list *list, cl_mem memory, cl_uint most);
void clri_list_add_places(clri_list *list, cl_mem memory, cl_uint most);

/* Local memory of a group of so many, and of its bins, which comes as an argument; 0 where kernels
 * have it themselves. */
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
