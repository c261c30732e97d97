/* SPDX-License-Identifier: Apache-2.0 */
/*
 * trace_verdict - the losses of a run: a row a kind, with its turns and its sentence. See
 * trace_verdict.h.
 */
#include "trace_verdict.h"
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* Bytes of the input that a wave's turn brings: 32 lanes of 4 bytes. */
#define TURN_BYTES 128.0

/*
 * Turns of all waves in the time in which the host takes in one state. On an H200 sequential-host
 * takes 2.7 ms longer for 2^20 states than sequential, whose 2^20 groups take 1.1 ms for some 35
 * turns each (docs/measured.md).
 */
#define HOST_TURNS 85.0

/* ---- Counts of the run that is asked for ----------------------------------------------------- */

/* A count, by where it is in trace_counts; that of the first launch counts `times` times. */
static double weigh(const trace *t, size_t offset, double times)
{
    double sum = 0;

    for (size_t g = 0; g < t->group_count; g++) {
        const char *counts = (const char *)&t->groups[g].counts;
        sum +=
            (t->groups[g].launch == 0 ? times : 1) * (double)*(const uint64_t *)(counts + offset);
    }
    return sum;
}

#define READ_OFTEN(member)   weigh(t, offsetof(trace_counts, member), scale->reads)
#define FOLDED_OFTEN(member) weigh(t, offsetof(trace_counts, member), scale->trees)

/* ---- The losses, in turns, and how they are told --------------------------------------------- */

/* Makes NAME(), the turns of a loss, and tell_NAME(), its sentence with numbers of `t` and `scale`.
 */
#define LOSS(name, turns, ...)                                                                     \
    static double name(const trace *t, const trace_scale *scale)                                   \
    {                                                                                              \
        (void)scale;                                                                               \
        return turns;                                                                              \
    }                                                                                              \
    static void tell_##name(const trace *t, const trace_scale *scale, char *text)                  \
    {                                                                                              \
        (void)t, (void)scale;                                                                      \
        snprintf(text, TRACE_SENTENCE_SIZE, "What costs most " __VA_ARGS__);                       \
    }

/* While the one launch that reads the input runs, other compute units have nothing to do. */
static double idle_units(const trace *t, const trace_scale *scale)
{
    if (scale->groups == 0 || scale->groups >= scale->units)
        return 0;
    return READ_OFTEN(load_bytes) / TURN_BYTES * (double)(scale->units - scale->groups) /
           (double)scale->groups;
}

LOSS(units, idle_units(t, scale),
     "of %" PRIu64 " numbers is idle compute units: the device has %" PRIu64 ", and %" PRIu64
     " %s busy.",
     scale->count, scale->units, scale->groups, scale->groups == 1 ? "is" : "are")
LOSS(transfer, t->delivers ? 0 : FOLDED_OFTEN(handed) * HOST_TURNS,
     "of %" PRIu64 " numbers is the transfer: the host fetches %" PRIu64
     " states and adds them one after the other.",
     scale->count, scale->groups)
LOSS(loads, READ_OFTEN(load_bytes) / TURN_BYTES,
     "of %" PRIu64 " numbers is reading them, with %" PRIu64 " bytes in flight for each item.",
     scale->count, scale->in_flight)
LOSS(queue, t->counts.atomics > t->launch_count ? FOLDED_OFTEN(atomics) - 1 : 0,
     "is the queue for one cell: %" PRIu64 " additions go to it, one after the other.",
     t->counts.atomics)
LOSS(chain, FOLDED_OFTEN(alone),
     "is one item merging for all: %" PRIu64 " of %" PRIu64
     " merges wait for an earlier one of the same item.",
     t->counts.alone, t->counts.merges)
LOSS(divergence, FOLDED_OFTEN(idle_lanes) / t->machine.wave,
     "is divergence: %" PRIu64 " times a lane has nothing to do while others of its wave merge.",
     t->counts.idle_lanes)
LOSS(conflicts, FOLDED_OFTEN(conflicts),
     "are bank conflicts: local memory is passed over %" PRIu64
     " times more than its width would take.",
     t->counts.conflicts)
LOSS(useless, FOLDED_OFTEN(useless),
     "is idle items: %" PRIu64 " of %" PRIu64
     " never add anything, and their waves are there for every step.",
     t->never_add, t->item_count)
LOSS(waiting, FOLDED_OFTEN(waiting),
     "is waiting: %" PRIu64
     " times a wave is kept while others merge, as the tree narrows to a single item.",
     t->counts.waiting)
LOSS(scatter, READ_OFTEN(spare_sectors),
     "is reading far apart: global memory moves %" PRIu64
     " sectors for the lanes of waves where %" PRIu64 " would do.",
     t->counts.sectors, t->counts.sectors - t->counts.spare_sectors)

static const struct {
    const char *name;
    const char *word;
    double (*turns)(const trace *t, const trace_scale *scale);
    void (*tell)(const trace *t, const trace_scale *scale, char *text);
} rows[] = {
    {"queue", "the queue for one cell", queue, tell_queue},
    {"chain", "one item merging for all", chain, tell_chain},
    {"divergence", "divergence", divergence, tell_divergence},
    {"bank_conflicts", "bank conflicts", conflicts, tell_conflicts},
    {"idle_items", "idle items", useless, tell_useless},
    {"waiting", "waiting", waiting, tell_waiting},
    {"scatter", "reading far apart", scatter, tell_scatter},
    {"transfer", "the transfer to the host", transfer, tell_transfer},
    {"idle_units", "idle compute units", units, tell_units},
    {"loads", "reading", loads, tell_loads},
};

#define ROW_COUNT (sizeof rows / sizeof rows[0])

/* ---- The verdict ----------------------------------------------------------------------------- */

trace_loss trace_loss_at(const trace *t, const trace_scale *scale, size_t index)
{
    if (index >= ROW_COUNT)
        return (trace_loss){NULL, 0};
    return (trace_loss){rows[index].name, rows[index].turns(t, scale)};
}

/* The largest loss but for number `but`; ROW_COUNT if there is none. */
static size_t worst_of(const trace *t, const trace_scale *scale, size_t but)
{
    size_t worst = ROW_COUNT;
    double most = 0;

    for (size_t i = 0; i < ROW_COUNT; i++) {
        const double turns = i == but ? 0 : rows[i].turns(t, scale);
        if (turns > most) {
            most = turns;
            worst = i;
        }
    }
    return worst;
}

/* Reading as the largest loss says little about the rest of the kernel: the next loss is told, too.
 */
static void tell_next(const trace *t, const trace_scale *scale, size_t worst, char *sentence)
{
    const size_t next = worst_of(t, scale, worst);
    const size_t used = strlen(sentence);

    if (rows[worst].turns == loads && next != ROW_COUNT)
        snprintf(sentence + used, TRACE_SENTENCE_SIZE - used, " In the rest it is %s.",
                 rows[next].word);
}

trace_loss trace_verdict(const trace *t, const trace_scale *scale,
                         char sentence[TRACE_SENTENCE_SIZE])
{
    const size_t worst = worst_of(t, scale, ROW_COUNT);

    if (worst == ROW_COUNT) {
        snprintf(sentence, TRACE_SENTENCE_SIZE, "No lane, bank or transaction is lost.");
        return (trace_loss){NULL, 0};
    }
    rows[worst].tell(t, scale, sentence);
    tell_next(t, scale, worst, sentence);
    return trace_loss_at(t, scale, worst);
}
