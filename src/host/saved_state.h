/* SPDX-License-Identifier: Apache-2.0 */
/* saved_state - takes a plan's saved state, for callers inside the library. */
#ifndef CLREDUCE_HOST_SAVED_STATE_H
#define CLREDUCE_HOST_SAVED_STATE_H

#include "shape/made.h"

/* As clr_plan_accumulator(), but a plan without a saved state gives an accumulator of no
 * elements. */
clr_status clri_saved_state_take(clr_plan *plan, size_t index, clr_accumulator **accumulator,
                                 clri_error *error);

/* Bytes of a plan's states on their way to the host. Zero-initialised: none. */
typedef struct clri_sent_states {
    unsigned char *bytes;
    cl_event arrival;
} clri_sent_states;

/* Begins to fetch the states of a plan that has run, without waiting; clri_sent_states_end() has to
 * follow. */
clr_status clri_sent_states_begin(clr_plan *plan, clri_sent_states *sent, clri_error *error);

/* Waits for them. */
clr_status clri_sent_states_await(clr_plan *plan, clri_sent_states *sent, clri_error *error);

/* As clri_saved_state_take(), of states that are there. */
clr_status clri_sent_states_take(const clr_plan *plan, size_t index, const clri_sent_states *sent,
                                 clr_accumulator **accumulator, clri_error *error);

/* Frees them, when they have arrived. */
void clri_sent_states_end(clri_sent_states *sent);

#endif
