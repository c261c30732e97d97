/* SPDX-License-Identifier: Apache-2.0 */
/*
 * trace_cut - a group's log cut into steps. See trace_cut.h.
 */
#include "trace_cut.h"
#include <stdlib.h>
#include <string.h>

bool trace_cutter_open(trace_cutter *c, size_t most_events)
{
    size_t room = most_events + 2;

    c->epoch_of = calloc(room, sizeof *c->epoch_of);
    c->step_of = calloc(room, sizeof *c->step_of);
    c->tally = calloc(room, sizeof *c->tally);
    return c->epoch_of && c->step_of && c->tally;
}

void trace_cutter_close(trace_cutter *c)
{
    free(c->epoch_of);
    free(c->step_of);
    free(c->tally);
}

/* Where an item stands while its events are read one by one. */
typedef struct position {
    size_t epoch;
    size_t round;
    bool has_put; /* in this round */
} position;

/* Moves on to the next event, whose predecessor is NULL if it is the item's first. */
static position advance(position at, const clr_trace_event *before, const clr_trace_event *event)
{
    if (!before)
        at = (position){0};
    else if (before->kind == CLR_TRACE_BARRIER)
        at = (position){.epoch = at.epoch + 1};

    if (event->kind == CLR_TRACE_SHUFFLE || (event->kind == CLR_TRACE_GET && at.has_put)) {
        at.round++;
        at.has_put = false;
    }
    at.has_put |= event->kind == CLR_TRACE_PUT;
    return at;
}

/* Finds epoch and round of each event, and in `tally` the rounds of each epoch. Returns the epochs.
 */
static size_t find_rounds(trace_cutter *c, const clr_trace_event *events, size_t count)
{
    position at = {0};
    size_t epochs = 0;

    memset(c->tally, 0, (count + 2) * sizeof *c->tally);
    for (size_t i = 0; i < count; i++) {
        bool is_first = i == 0 || events[i - 1].item != events[i].item;
        at = advance(at, is_first ? NULL : &events[i - 1], &events[i]);
        c->epoch_of[i] = at.epoch;
        c->step_of[i] = at.round;
        epochs = at.epoch + 1 > epochs ? at.epoch + 1 : epochs;
        if (at.round + 1 > c->tally[at.epoch])
            c->tally[at.epoch] = at.round + 1;
    }
    return epochs;
}

/* Numbers the rounds through all epochs. A barrier is of the last round of the epoch that it ends.
 */
static size_t number_rounds(trace_cutter *c, const clr_trace_event *events, size_t count,
                            size_t epochs)
{
    size_t rounds = 0;

    for (size_t e = 0; e <= epochs; e++) { /* the one past the last has none */
        size_t own = e < epochs ? c->tally[e] : 0;
        c->tally[e] = rounds;
        rounds += own;
    }
    for (size_t i = 0; i < count; i++) {
        const size_t *epoch = &c->tally[c->epoch_of[i]];
        c->step_of[i] =
            events[i].kind == CLR_TRACE_BARRIER ? epoch[1] - 1 : epoch[0] + c->step_of[i];
    }
    return rounds;
}

/* Numbers the rounds in which something happened: those are the steps. */
static size_t number_steps(trace_cutter *c, size_t count, size_t rounds)
{
    size_t steps = 0;

    memset(c->tally, 0, rounds * sizeof *c->tally);
    for (size_t i = 0; i < count; i++)
        c->tally[c->step_of[i]] = 1;
    for (size_t r = 0; r < rounds; r++) {
        bool is_step = c->tally[r] != 0;
        c->tally[r] = steps;
        steps += is_step;
    }
    for (size_t i = 0; i < count; i++)
        c->step_of[i] = c->tally[c->step_of[i]];
    return steps;
}

/* Sorts the events into their steps; within a step they keep their order. */
static void fill_steps(trace_cutter *c, const clr_trace_event *events, size_t count,
                       trace_step *steps, size_t step_count, trace_entry *entries)
{
    memset(c->tally, 0, step_count * sizeof *c->tally);
    for (size_t i = 0; i < count; i++)
        steps[c->step_of[i]].entry_count++;
    for (size_t s = 0; s < step_count; s++) {
        steps[s].entries = entries;
        entries += steps[s].entry_count;
    }
    for (size_t i = 0; i < count; i++) {
        trace_step *step = &steps[c->step_of[i]];
        step->entries[c->tally[c->step_of[i]]++].event = &events[i];
        step->kinds |= 1u << events[i].kind;
    }
}

/* Counts how many of its kind each item has done before. */
static void count_turns(trace_step *step)
{
    uint32_t done[32] = {0};

    for (size_t i = 0; i < step->entry_count; i++) {
        const clr_trace_event *event = step->entries[i].event;
        if (i > 0 && step->entries[i - 1].event->item != event->item)
            memset(done, 0, sizeof done);
        step->entries[i].turn = done[event->kind]++;
    }
}

size_t trace_cut(trace_cutter *c, const clr_trace_event *events, size_t count, trace_step *steps,
                 trace_entry *entries)
{
    size_t epochs = find_rounds(c, events, count);
    size_t rounds = number_rounds(c, events, count, epochs);
    size_t step_count = number_steps(c, count, rounds);

    fill_steps(c, events, count, steps, step_count, entries);
    for (size_t s = 0; s < step_count; s++)
        count_turns(&steps[s]);
    return step_count;
}
