/* SPDX-License-Identifier: Apache-2.0 */
/*
 * trace_cut - finds the round of each event, sorts the rounds, and numbers those in which something
 * happened. See trace_cut.h.
 */
#include "trace_cut.h"
#include <stdlib.h>
#include <string.h>

/* A barrier is of the last round of its epoch, whichever that is. */
#define LAST_ROUND SIZE_MAX

/* Where an item stands while its events are read one by one. */
typedef struct position {
    size_t epoch; /* barriers that the item has met */
    size_t round; /* of the epoch */
    bool has_put; /* in this round */
} position;

/* An event's round, and in the end its step. */
typedef struct cut {
    size_t epoch, round;
    size_t event;
    size_t step;
} cut;

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

static void find_rounds(cut *cuts, const clr_trace_event *events, size_t count)
{
    position at = {0};

    for (size_t i = 0; i < count; i++) {
        const bool is_first = i == 0 || events[i - 1].item != events[i].item;
        at = advance(at, is_first ? NULL : &events[i - 1], &events[i]);
        cuts[i] = (cut){.epoch = at.epoch,
                        .round = events[i].kind == CLR_TRACE_BARRIER ? LAST_ROUND : at.round,
                        .event = i};
    }
}

static int by_round(const void *a, const void *b)
{
    const cut *x = a, *y = b;

    if (x->epoch != y->epoch)
        return x->epoch < y->epoch ? -1 : 1;
    return x->round < y->round ? -1 : x->round > y->round;
}

static int by_event(const void *a, const void *b)
{
    const cut *x = a, *y = b;

    return x->event < y->event ? -1 : x->event > y->event;
}

/* Numbers the rounds in which something happened, which are the steps; returns how many. */
static size_t number_steps(cut *cuts, size_t count)
{
    size_t step = 0;

    qsort(cuts, count, sizeof *cuts, by_round);
    for (size_t i = 1; i < count; i++) {
        const bool ends = cuts[i].round == LAST_ROUND;
        step += cuts[i].epoch != cuts[i - 1].epoch || (cuts[i].round != cuts[i - 1].round && !ends);
        cuts[i].step = step;
    }
    qsort(cuts, count, sizeof *cuts, by_event);
    return step + 1;
}

/* Sorts the events into their steps; within a step they keep their order. */
static void fill_steps(const cut *cuts, const clr_trace_event *events, size_t count,
                       trace_step *steps, size_t step_count, trace_entry *entries)
{
    for (size_t i = 0; i < count; i++)
        steps[cuts[i].step].entry_count++;
    for (size_t s = 0; s < step_count; s++) {
        steps[s].entries = entries;
        entries += steps[s].entry_count;
        steps[s].entry_count = 0;
    }
    for (size_t i = 0; i < count; i++) {
        trace_step *step = &steps[cuts[i].step];
        step->entries[step->entry_count++].event = &events[i];
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

size_t trace_cut(const clr_trace_event *events, size_t count, trace_step *steps,
                 trace_entry *entries)
{
    cut *cuts = calloc(count, sizeof *cuts);

    if (!cuts)
        return 0;
    find_rounds(cuts, events, count);
    const size_t step_count = number_steps(cuts, count);
    fill_steps(cuts, events, count, steps, step_count, entries);
    for (size_t s = 0; s < step_count; s++)
        count_turns(&steps[s]);
    free(cuts);
    return step_count;
}
