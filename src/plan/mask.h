/* SPDX-License-Identifier: Apache-2.0 */
/* mask - the mask of a run: what a caller says of it, and what its kernels are told. */
#ifndef CLREDUCE_PLAN_MASK_H
#define CLREDUCE_PLAN_MASK_H

#include "plan/arguments.h"
#include "plan/plan.h"
#include "plan/run_job.h"

/* Reads clr_run.mask; what is not there is all 0. CLR_ERROR_ARGUMENT where it is not what the plan
 * is for. */
clr_status clri_mask_read(const clr_plan *plan, const clr_run *run, clr_mask *mask,
                          clri_error *error);

/* The bytes that have the mask's `count` elements from element `first` of the buffer on. */
clr_status clri_mask_bytes(clr_mask_kind kind, uint64_t first, uint64_t count, uint64_t *first_byte,
                           uint64_t *byte_count, clri_error *error);

/* What stands behind a kernel's inputs, if the plan has a mask: `skipped` elements before; no
 * buffer if nothing is read. */
void clri_bind_mask(clri_arguments *arguments, const clr_plan *plan, const clri_job *job,
                    uint64_t skipped, bool is_read);

#endif
