/* SPDX-License-Identifier: Apache-2.0 */
/*
 * trace_log - a log cut into groups and steps, whose counts are added up. See trace_log.h.
 */
#include "trace_log.h"
#include "trace_cell.h"
#include "trace_cut.h"
#include "trace_take.h"
#include "trace_wave.h"
#include <stdlib.h>
#include <string.h>

/* ---- Counts ---------------------------------------------------------------------------------- */

/* All members are of one type. */
static void add_counts(trace_counts *total, const trace_counts *part)
{
    uint64_t *to = (uint64_t *)total;
    const uint64_t *from = (const uint64_t *)part;

    for (size_t i = 0; i < sizeof *total / sizeof *to; i++)
        to[i] += from[i];
}

/* How many elements the event reads: an item that reads more than one adds them up. */
static uint64_t elements_read(const trace_machine *machine, const clr_trace_event *event)
{
    if (event->kind == CLR_TRACE_FETCH)
        return 1;
    return event->kind == CLR_TRACE_LOAD ? event->size / machine->element_size : 0;
}

/* For each item of the group whether it ever adds; items that never do are counted. NULL if memory
 * ran out. */
static bool *find_adding(const trace_machine *machine, trace_group *g)
{
    uint64_t *read = calloc(g->item_count, sizeof *read);
    bool *adds = calloc(g->item_count, sizeof *adds);

    for (size_t i = 0; read && adds && i < g->entry_count; i++) {
        const clr_trace_event *event = g->entries[i].event;
        read[event->item] += elements_read(machine, event);
        adds[event->item] |= trace_kind_of(event->kind)->adds || read[event->item] > 1;
    }
    for (uint32_t i = 0; adds && i < g->item_count; i++)
        g->never_add += !adds[i];
    free(read);
    return adds;
}

/* The wave to which all merging items of a step belong; -1: none merges, or items of several do. */
static int64_t merging_wave(const trace_machine *machine, const trace_step *step)
{
    int64_t wave = -1;

    for (size_t i = 0; i < step->entry_count; i++) {
        const clr_trace_event *event = step->entries[i].event;
        if (event->kind != CLR_TRACE_MERGE)
            continue;
        if (wave >= 0 && wave != event->item / machine->wave)
            return -1;
        wave = event->item / machine->wave;
    }
    return wave;
}

/* Counts barriers of the whole group between two steps in which items of one wave alone merge: the
 * wave's own order would do. */
static void count_apart(const trace_machine *machine, trace_group *g)
{
    for (size_t s = 0; s + 1 < g->step_count; s++) {
        const int64_t wave = merging_wave(machine, &g->steps[s]);
        g->steps[s].counts.apart = g->steps[s].counts.barriers && wave >= 0 &&
                                   wave == merging_wave(machine, &g->steps[s + 1]);
    }
}

static bool count_group(const trace_machine *machine, trace_group *g)
{
    bool *adds = find_adding(machine, g);
    bool fine = adds;

    for (size_t s = 0; fine && s < g->step_count; s++)
        fine = trace_wave_count(machine, &g->steps[s], adds, g->item_count);
    count_apart(machine, g);
    for (size_t s = 0; s < g->step_count; s++)
        add_counts(&g->counts, &g->steps[s].counts);
    free(adds);
    return fine;
}

static bool is_alike(const trace_group *a, const trace_group *b)
{
    if (a->launch != b->launch || a->step_count != b->step_count || a->item_count != b->item_count)
        return false;
    for (size_t s = 0; s < a->step_count; s++) {
        const trace_step *x = &a->steps[s], *y = &b->steps[s];
        if (x->kinds != y->kinds || memcmp(&x->counts, &y->counts, sizeof x->counts) != 0)
            return false;
    }
    return true;
}

static size_t first_alike(const trace *t, size_t index)
{
    size_t like = 0;

    while (!is_alike(&t->groups[like], &t->groups[index]))
        like++;
    return like;
}

/* ---- Groups ---------------------------------------------------------------------------------- */

/* How many events there are of the group that begins with the first of them. */
static size_t length_of_group(const clr_trace_event *events, size_t count)
{
    size_t length = 0;

    while (length < count && events[length].launch == events[0].launch &&
           events[length].group == events[0].group)
        length++;
    return length;
}

/* Work-items of a group. Later launches can have smaller groups: those are as large as they show.
 */
static uint32_t items_of(const trace_machine *machine, const clr_trace_event *events, size_t count)
{
    uint32_t items = events[0].launch == 0 ? machine->group_size : 1;

    for (size_t i = 0; i < count; i++)
        items = events[i].item + 1 > items ? events[i].item + 1 : items;
    return items;
}

static bool add_group(trace *t, const clr_trace_event *events, size_t count,
                      const trace_fate *fates, trace_entry *entries)
{
    trace_group *g = &t->groups[t->group_count];

    *g = (trace_group){.launch = events[0].launch,
                       .group = events[0].group,
                       .item_count = items_of(&t->machine, events, count),
                       .steps = t->steps + t->step_count,
                       .entries = entries,
                       .entry_count = count};
    g->step_count = trace_cut(events, count, g->steps, entries);
    if (g->step_count == 0)
        return false;
    for (size_t i = 0; i < count; i++) {
        entries[i].is_lost = fates[entries[i].event - events].is_lost;
        entries[i].order = fates[entries[i].event - events].order;
    }
    if (!trace_take_mark(g) || !count_group(&t->machine, g))
        return false;
    g->like = first_alike(t, (size_t)t->group_count);
    t->group_count++;
    t->step_count += g->step_count;
    t->launch_count = (uint64_t)g->launch + 1;
    if (g->launch == 0) {
        t->item_count += g->item_count;
        t->never_add += g->never_add;
    }
    for (size_t i = 0; i < g->step_count; i++)
        t->delivers |= trace_step_has(&g->steps[i], CLR_TRACE_DELIVER);
    add_counts(&t->counts, &g->counts);
    return true;
}

static bool add_groups(trace *t, const clr_trace_event *events, size_t count)
{
    trace_fate *fates = calloc(count + 1, sizeof *fates);
    bool fine = fates && trace_cell_follow(events, count, fates);

    for (size_t at = 0; fine && at < count;) {
        size_t length = length_of_group(events + at, count - at);
        fine = add_group(t, events + at, length, fates + at, t->entries + at);
        at += length;
    }
    free(fates);
    t->launches = t->launch_count;
    return fine;
}

trace *trace_create(const clr_trace_event *events, size_t count, const trace_machine *machine)
{
    trace *t = calloc(1, sizeof *t);

    if (!t)
        return NULL;
    /* A group and a step have an event at least. */
    t->machine = *machine;
    t->groups = calloc(count + 1, sizeof *t->groups);
    t->steps = calloc(count + 1, sizeof *t->steps);
    t->entries = calloc(count + 1, sizeof *t->entries);
    if (t->groups && t->steps && t->entries && add_groups(t, events, count)) {
        /* unguarded events write partials where kernels leave states, else they add to a result */
        *(t->counts.handed ? &t->unguarded_writes : &t->unguarded_additions) = t->counts.unguarded;
        return t;
    }
    trace_destroy(t);
    return NULL;
}

void trace_destroy(trace *t)
{
    if (!t)
        return;
    free(t->groups);
    free(t->steps);
    free(t->entries);
    free(t);
}
