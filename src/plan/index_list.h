/* SPDX-License-Identifier: Apache-2.0 */
/*
 * index_list - the list of indices of a run, by which elements are gathered. What kernels walk over
 * is then the list, and an input is looked up by it: so counts and strides are of the list's
 * entries.
 */
#ifndef CLREDUCE_PLAN_INDEX_LIST_H
#define CLREDUCE_PLAN_INDEX_LIST_H

#include "shape/made.h"

/*
 * Reads the run's index list (all 0 if the plan takes none), and the count of elements: the list's,
 * or without a list the first input's. CLR_ERROR_ARGUMENT if only one of plan and run has a list.
 */
clr_status clri_index_read(const clr_plan *plan, const clr_run *run, clr_index *index,
                           uint64_t *count, clri_error *error);

/* Bytes of an element of a run's spans: of the inputs, or of the index list. */
size_t clri_walked_size(const clr_plan *plan);

#endif
