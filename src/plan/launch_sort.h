/* SPDX-License-Identifier: Apache-2.0 */
/* launch_sort - the commands by which a run of a plan sorts elements by their labels. */
#ifndef CLREDUCE_PLAN_LAUNCH_SORT_H
#define CLREDUCE_PLAN_LAUNCH_SORT_H

#include "plan/enqueue.h"

/* Where the numbers of elements will be, in the order of the labels of so many results; and the
 * list of `count` elements that these are, or, of a list's entries, name. */
cl_mem clri_sorted_numbers(const clr_plan *plan, uint64_t results);
clr_index clri_sorted_list(const clr_plan *plan, uint64_t results, uint64_t count);

/* Leaves them there, the job's list, and where each label's begin where its segments do. */
clr_status clri_launch_sort(clri_launch *launch);

/* Behind the reductions: makes indices among a label's elements those in the input. */
clr_status clri_launch_names(clri_launch *launch);

/* Each kernel once, over no elements and no results. */
clr_status clri_launch_sort_each(clri_launch *launch);

#endif
