/* SPDX-License-Identifier: Apache-2.0 */
/* saved_state - what a plan keeps between the parts of its input, for those who run plans
 * themselves. */
#ifndef CLREDUCE_HOST_SAVED_STATE_H
#define CLREDUCE_HOST_SAVED_STATE_H

#include "plan/plan.h"

/*
 * As clr_plan_accumulator(), whose arguments and failures it has, but for a plan that keeps
 * nothing: that is an accumulator of no elements.
 */
clr_status clri_saved_state_take(clr_plan *plan, size_t index, clr_accumulator **accumulator,
                                 clri_error *error);

#endif
