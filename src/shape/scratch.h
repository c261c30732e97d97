/* SPDX-License-Identifier: Apache-2.0 */
/*
 * scratch - the memory of a plan's first program, of carriers that a strategy folds: partials of
 * groups, a ticket for each result that groups share, one record, axes, and a trace's logs. All of
 * it is allocated with the plan, as runs do not allocate. Tickets begin as 0, and kernels leave
 * them so.
 */
#ifndef CLREDUCE_SHAPE_SCRATCH_H
#define CLREDUCE_SHAPE_SCRATCH_H

#include "shape/made.h"

/* Bytes of the partials. Without elements the buffer stands in for them, too
 * (src/shape/arguments.c).
 */
uint64_t clri_scratch_states_size(const clri_choice *choice);

clr_status clri_scratch_allocate(clr_plan *plan, clri_error *error);

#endif
