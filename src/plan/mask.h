/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mask - reads a run's mask, and finds the bytes of the caller's buffer that a run reads for it. A
 * mask of bits may begin at any bit, so that its first and last byte may have bits of other
 * elements.
 */
#ifndef CLREDUCE_PLAN_MASK_H
#define CLREDUCE_PLAN_MASK_H

#include "shape/made.h"

/* Reads clr_run.mask; all 0 without one. CLR_ERROR_ARGUMENT if it does not match the plan. */
clr_status clri_mask_read(const clr_plan *plan, const clr_run *run, clr_mask *mask,
                          clri_error *error);

/* The range of bytes in which the mask of `count` elements from number `first` on lies.
 * CLR_ERROR_ARGUMENT if there are more bits than 64 bits count. */
clr_status clri_mask_bytes(clr_mask_kind kind, uint64_t first, uint64_t count, uint64_t *first_byte,
                           uint64_t *byte_count, clri_error *error);

#endif
