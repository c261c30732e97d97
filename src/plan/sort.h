/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sort - the stage of a plan of shape labels that sorts elements by their labels
 * (cl/sort_labels.cl): made ready, and the commands of a run.
 */
#ifndef CLREDUCE_PLAN_SORT_H
#define CLREDUCE_PLAN_SORT_H

#include "plan/enqueue.h"

/* Its kernels and their values. */
extern const clri_stage_table clri_sort_table;

/* Compiles the stage; allocates its buffers; lowers its groups to a limit, false if they are no
 * larger. */
clr_status clri_sort_make(clr_plan *plan, clri_error *error);
clr_status clri_sort_allocate(clr_plan *plan, clri_error *error);
bool clri_sort_lower(clr_plan *plan, uint64_t limit);

/* The numbers of elements in the order of their labels, of so many results, and these labels; and
 * the list of `count` elements with these numbers, or of the elements that a list's entries of
 * these numbers name. */
cl_mem clri_sorted_numbers(const clr_plan *plan, uint64_t results);
cl_mem clri_sorted_keys(const clr_plan *plan, uint64_t results);
clr_index clri_sorted_list(const clr_plan *plan, uint64_t results, uint64_t count);

/* Sorts. */
clr_status clri_launch_sort(clri_launch *launch);

/* Behind the reductions: makes of indices among a label's elements indices of the input. */
clr_status clri_launch_names(clri_launch *launch);

/* Each kernel once, over no elements and no results. */
clr_status clri_try_sort(clri_launch *launch);

#endif
