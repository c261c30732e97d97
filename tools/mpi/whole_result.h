/* SPDX-License-Identifier: Apache-2.0 */
/*
 * whole_result - the accumulators of all ranks become one on rank 0, which prints it as clreduce
 * prints the result of all elements.
 */
#ifndef CLREDUCE_TOOLS_WHOLE_RESULT_H
#define CLREDUCE_TOOLS_WHOLE_RESULT_H

#include "rank_states.h"
#include "world.h"

/* Collective. Returns 0, or the exit code after a sentence; perhaps on rank 0 alone. */
int whole_result_print(const rank_states *own, rank_share *from, world *w);

#endif
