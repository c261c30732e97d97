/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sort - the stage that sorts elements by label: its kernels, its buffers, and what the carriers
 * behind it read of them. It also tells which elements index results name: kernels behind the sort
 * know an element by its place in the list.
 */
#ifndef CLREDUCE_SHAPE_SORT_H
#define CLREDUCE_SHAPE_SORT_H

#include "shape/run_job.h"

/* The stage's kernels and their values. */
extern const clri_stage_table clri_sort_table;

/* Makes the stage's kernels; allocates its buffers. */
clr_status clri_sort_make(clr_plan *plan, clri_error *error);
clr_status clri_sort_allocate(clr_plan *plan, clri_error *error);

/* The elements' numbers in the order of their labels, and the sorted labels; and the list of
 * `count` elements to gather: these numbers, or the entries of the caller's index list that they
 * name. */
cl_mem clri_sorted_numbers(const clr_plan *plan, uint64_t results);
cl_mem clri_sorted_keys(const clr_plan *plan, uint64_t results);
clr_index clri_sorted_list(const clr_plan *plan, uint64_t results, uint64_t count);

clr_status clri_launch_sort(clri_launch *launch);

/* After the reductions: turns indices among a label's elements into indices of the input. */
clr_status clri_launch_names(clri_launch *launch);

/* Launches each kernel once, over no elements and no results. */
clr_status clri_try_sort(clri_launch *launch);

#endif
