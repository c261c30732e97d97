/* SPDX-License-Identifier: Apache-2.0 */
/*
 * trace_verdict - what would cost most of a run over as many numbers as are asked for, from the
 * counts of a run over few. Every cost is in turns: the time in which a wave does one thing.
 *
 * The run that was traced is weighed, as a tree of its few numbers costs as much as their loads:
 * what is read happens as often as there are numbers, all else of the first launch once for each
 * group.
 */
#ifndef CLREDUCE_TOOLS_TRACE_VERDICT_H
#define CLREDUCE_TOOLS_TRACE_VERDICT_H

#include "trace_steps.h"

#define TRACE_SENTENCE_SIZE 256

/* The run that is asked for, beside the one that was traced. */
typedef struct trace_scale {
    uint64_t count;     /* numbers */
    uint64_t groups;    /* of its first launch */
    double reads;       /* numbers for each one that was traced */
    double trees;       /* groups for each one that was traced */
    uint64_t units;     /* compute units of the device */
    uint64_t in_flight; /* bytes that an item has on their way at a time */
} trace_scale;

/* One kind of loss. */
typedef struct trace_loss {
    const char *name;
    double turns;
} trace_loss;

/* Loss number `index` of the run that is asked for; its name is NULL past the last. */
trace_loss trace_loss_at(const trace *t, const trace_scale *scale, size_t index);

/* The largest loss; its name is NULL if nothing is lost. `sentence` says it in numbers. */
trace_loss trace_verdict(const trace *t, const trace_scale *scale,
                         char sentence[TRACE_SENTENCE_SIZE]);

#endif
