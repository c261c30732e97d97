/* SPDX-License-Identifier: Apache-2.0 */
/* saved_state - takes a plan's saved state, for callers inside the library. */
#ifndef CLREDUCE_HOST_SAVED_STATE_H
#define CLREDUCE_HOST_SAVED_STATE_H

#include "shape/made.h"

/* As clr_plan_accumulator(), but a plan without a saved state gives an accumulator of no
 * elements. */
clr_status clri_saved_state_take(clr_plan *plan, size_t index, clr_accumulator **accumulator,
                                 clri_error *error);

#endif
