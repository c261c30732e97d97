/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rank_states - the accumulators of a rank's elements, one for each reduction. Knows nothing of
 * MPI.
 */
#ifndef CLREDUCE_TOOLS_RANK_STATES_H
#define CLREDUCE_TOOLS_RANK_STATES_H

#include "rank_share.h"

typedef struct rank_states {
    const request *request;
    clr_accumulator *at[CLR_REDUCTIONS_MOST];
    uint64_t outside; /* labels that are no result's */
} rank_states;

/*
 * Makes them, of no elements and the share's results; the request is settled. Refuses operators
 * that have none, and more results by label than memory holds. Each function returns 0, or the exit
 * code after a sentence. Call rank_states_close() whatever the outcome.
 */
int rank_states_open(rank_states *s, const request *r, const rank_share *from);
void rank_states_close(rank_states *s);

/* Reduces all of the share on the context's device. */
int rank_states_take(rank_states *s, clr_context *context, rank_share *from);

#endif
