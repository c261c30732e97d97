/* SPDX-License-Identifier: Apache-2.0 */
/*
 * trace_verdict - what costs a run most: a row a kind of loss. See trace_verdict.h.
 */
#include "trace_verdict.h"
#include <inttypes.h>
#include <stdio.h>

/* ---- The losses, in turns, and how they are told -----------------------------------------------
 */

static double queue(const trace *t)
{
    return t->counts.atomics > t->launch_count ? (double)t->counts.atomics - 1 : 0;
}

static void tell_queue(const trace *t, char *text)
{
    snprintf(text, TRACE_SENTENCE_SIZE,
             "What costs most is the queue for one cell: %" PRIu64
             " additions go to it, one after the other.",
             t->counts.atomics);
}

static double chain(const trace *t)
{
    return (double)t->counts.alone;
}

static void tell_chain(const trace *t, char *text)
{
    snprintf(text, TRACE_SENTENCE_SIZE,
             "What costs most is one item merging for all: %" PRIu64 " of %" PRIu64
             " merges wait for an earlier one of the same item.",
             t->counts.alone, t->counts.merges);
}

static double divergence(const trace *t)
{
    return (double)t->counts.idle_lanes / t->machine.wave;
}

static void tell_divergence(const trace *t, char *text)
{
    snprintf(text, TRACE_SENTENCE_SIZE,
             "What costs most is divergence: %" PRIu64
             " times a lane has nothing to do while others of its wave merge.",
             t->counts.idle_lanes);
}

static double conflicts(const trace *t)
{
    return (double)t->counts.conflicts;
}

static void tell_conflicts(const trace *t, char *text)
{
    snprintf(text, TRACE_SENTENCE_SIZE,
             "What costs most are bank conflicts: local memory is passed over %" PRIu64
             " times more than its width would take.",
             t->counts.conflicts);
}

static double useless(const trace *t)
{
    return (double)t->counts.useless;
}

static void tell_useless(const trace *t, char *text)
{
    snprintf(text, TRACE_SENTENCE_SIZE,
             "What costs most is idle items: %" PRIu64 " of %" PRIu64
             " never add anything, and their waves are there for every step.",
             t->never_add, t->item_count);
}

static double waiting(const trace *t)
{
    return (double)t->counts.waiting;
}

static void tell_waiting(const trace *t, char *text)
{
    snprintf(text, TRACE_SENTENCE_SIZE,
             "What costs most is waiting: %" PRIu64
             " times a wave is kept while others merge, as the tree narrows to a single item.",
             t->counts.waiting);
}

static double scatter(const trace *t)
{
    return (double)t->counts.spare_sectors;
}

static void tell_scatter(const trace *t, char *text)
{
    const trace_counts *c = &t->counts;

    snprintf(text, TRACE_SENTENCE_SIZE,
             "What costs most is reading far apart: global memory moves %" PRIu64
             " sectors for the lanes of waves where %" PRIu64 " would do.",
             c->sectors, c->sectors - c->spare_sectors);
}

static const struct {
    const char *name;
    double (*turns)(const trace *t);
    void (*tell)(const trace *t, char *text);
} rows[] = {
    {"queue", queue, tell_queue},
    {"chain", chain, tell_chain},
    {"divergence", divergence, tell_divergence},
    {"bank_conflicts", conflicts, tell_conflicts},
    {"idle_items", useless, tell_useless},
    {"waiting", waiting, tell_waiting},
    {"scatter", scatter, tell_scatter},
};

#define ROW_COUNT (sizeof rows / sizeof rows[0])

/* ---- The verdict ------------------------------------------------------------------------------
 */

trace_loss trace_loss_at(const trace *t, size_t index)
{
    if (index >= ROW_COUNT)
        return (trace_loss){NULL, 0};
    return (trace_loss){rows[index].name, rows[index].turns(t)};
}

trace_loss trace_verdict(const trace *t, char sentence[TRACE_SENTENCE_SIZE])
{
    size_t worst = 0;

    for (size_t i = 1; i < ROW_COUNT; i++) {
        if (rows[i].turns(t) > rows[worst].turns(t))
            worst = i;
    }
    if (rows[worst].turns(t) == 0) {
        snprintf(sentence, TRACE_SENTENCE_SIZE, "No lane, bank or transaction is lost.");
        return (trace_loss){NULL, 0};
    }
    rows[worst].tell(t, sentence);
    return trace_loss_at(t, worst);
}
