/* SPDX-License-Identifier: Apache-2.0 */
/*
 * trace_verdict - what costs a run most, from its counts. Every cost is in turns: the time in which
 * a wave does one thing.
 */
#ifndef CLREDUCE_TOOLS_TRACE_VERDICT_H
#define CLREDUCE_TOOLS_TRACE_VERDICT_H

#include "trace_steps.h"

#define TRACE_SENTENCE_SIZE 256

/* One kind of loss. */
typedef struct trace_loss {
    const char *name;
    double turns;
} trace_loss;

/* Loss number `index`, counted from 0; its name is NULL past the last. */
trace_loss trace_loss_at(const trace *t, size_t index);

/* The largest loss; its name is NULL if nothing is lost. `sentence` says it in numbers. */
trace_loss trace_verdict(const trace *t, char sentence[TRACE_SENTENCE_SIZE]);

#endif
