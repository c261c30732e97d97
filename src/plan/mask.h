/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mask - the mask of a run, and the bytes that it takes of the caller's buffer: bits begin at any
 * bit, so that bytes at both ends may be shared with others.
 */
#ifndef CLREDUCE_PLAN_MASK_H
#define CLREDUCE_PLAN_MASK_H

#include "shape/made.h"

/* Reads clr_run.mask; all 0 without one. CLR_ERROR_ARGUMENT if it does not match the plan. */
clr_status clri_mask_read(const clr_plan *plan, const clr_run *run, clr_mask *mask,
                          clri_error *error);

/* The range of bytes that has the mask of `count` elements from element `first` on. */
clr_status clri_mask_bytes(clr_mask_kind kind, uint64_t first, uint64_t count, uint64_t *first_byte,
                           uint64_t *byte_count, clri_error *error);

#endif
