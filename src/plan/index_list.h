/* SPDX-License-Identifier: Apache-2.0 */
/* index_list - the list of indices by which a run finds its elements, if its plan takes one. */
#ifndef CLREDUCE_PLAN_INDEX_LIST_H
#define CLREDUCE_PLAN_INDEX_LIST_H

#include "plan/plan.h"

/*
 * Reads what the run says of its list, all of it 0 if the plan takes none, and how many elements
 * there are: the list's, or without one the first input's. CLR_ERROR_ARGUMENT where the plan and
 * the run differ on whether there is one.
 */
clr_status clri_index_read(const clr_plan *plan, const clr_run *run, clr_index *index,
                           uint64_t *count, clri_error *error);

/* Bytes of what a run's spans walk over: of an element, or of an index. */
size_t clri_walked_size(const clr_plan *plan);

#endif
