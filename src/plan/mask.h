/* SPDX-License-Identifier: Apache-2.0 */
/* mask - the mask of a run: what a caller says of it, and where in its buffer that is. */
#ifndef CLREDUCE_PLAN_MASK_H
#define CLREDUCE_PLAN_MASK_H

#include "plan/plan.h"

/* Reads clr_run.mask; what is not there is all 0. CLR_ERROR_ARGUMENT where it is not what the plan
 * is for. */
clr_status clri_mask_read(const clr_plan *plan, const clr_run *run, clr_mask *mask,
                          clri_error *error);

/* The bytes that have the mask's `count` elements from element `first` of the buffer on. */
clr_status clri_mask_bytes(clr_mask_kind kind, uint64_t first, uint64_t count, uint64_t *first_byte,
                           uint64_t *byte_count, clri_error *error);

#endif
