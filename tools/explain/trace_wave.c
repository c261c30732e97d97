/* SPDX-License-Identifier: Apache-2.0 */
/*
 * trace_wave - counts a step's activity and accesses, wave by wave. See trace_wave.h.
 */
#include "trace_wave.h"
#include <stdlib.h>

#define WORD_SIZE 4

/* One wave's part of a step. */
typedef struct wave {
    const trace_machine *machine;
    trace_entry *entries;
    size_t entry_count;
    uint32_t first_item;
    uint32_t lanes;  /* fewer in the last wave of a group that does not fill it */
    bool is_merging; /* some item of the group merges in this step */
} wave;

/* ---- Who is active --------------------------------------------------------------------------- */

typedef struct activity {
    uint32_t active;
    uint32_t merges;
    uint32_t longest; /* merges of the lane with the most */
} activity;

static activity observe(const wave *w)
{
    activity seen = {0};
    uint32_t merges = 0;
    bool is_active = false;

    for (size_t i = 0; i < w->entry_count; i++) {
        const clr_trace_event *event = w->entries[i].event;
        merges += event->kind == CLR_TRACE_MERGE;
        is_active |= trace_is_active(event, w->is_merging);
        if (i + 1 < w->entry_count && w->entries[i + 1].event->item == event->item)
            continue;
        seen.active += is_active;
        seen.merges += merges;
        seen.longest = merges > seen.longest ? merges : seen.longest;
        merges = 0;
        is_active = false;
    }
    return seen;
}

static bool ever_adds(const wave *w, const bool *adds)
{
    for (uint32_t i = 0; i < w->lanes; i++)
        if (adds[w->first_item + i])
            return true;
    return false;
}

/* Sorts the wave into one of a step's counts: without work, and then whether it waits or has no
 * lane that ever adds; divergent, if some lanes have work; partial or full. A lane's merges
 * beyond its first keep the other lanes waiting, but where input is read: there each lane merges
 * all elements, or states, that it has read. */
static void count_activity(const wave *w, const trace_step *step, const bool *adds,
                           trace_counts *counts)
{
    const activity seen = observe(w);
    bool reads_input =
        trace_step_has(step, CLR_TRACE_LOAD) || trace_step_has(step, CLR_TRACE_FETCH);

    counts->active += seen.active;
    counts->merges += seen.merges;
    if (seen.active == 0) {
        counts->idle++;
        if (w->is_merging)
            *(ever_adds(w, adds) ? &counts->waiting : &counts->useless) += 1;
        return;
    }
    *(seen.active < w->lanes        ? &counts->divergent
      : w->lanes < w->machine->wave ? &counts->partial
                                    : &counts->full) += 1;
    if (w->is_merging)
        counts->idle_lanes += w->lanes - seen.active;
    if (seen.longest > 1 && !reads_input)
        counts->alone += seen.longest - 1;
}

/* ---- Accesses to memory ---------------------------------------------------------------------- */

/* One instruction of the wave: an entry a lane, in rising order of lanes. */
typedef struct access {
    const wave *wave;
    trace_entry **entries;
    size_t count;
} access;

static uint64_t first_word(const trace_entry *entry)
{
    return entry->event->place * entry->event->size / WORD_SIZE;
}

static uint64_t words_of(const trace_entry *entry)
{
    uint64_t words = (entry->event->size + WORD_SIZE - 1) / WORD_SIZE;

    return words == 0 ? 1 : words;
}

/* The number of distinct words that the lanes of a pass want of a bank: lanes that want one word
 * get it together. */
static uint64_t words_of_bank(trace_entry *const *entries, size_t count, uint32_t banks,
                              uint32_t bank)
{
    uint64_t distinct = 0;

    for (size_t i = 0; i < count; i++)
        for (uint64_t w = 0; w < words_of(entries[i]); w++) {
            uint64_t word = first_word(entries[i]) + w;
            bool is_known = word % banks != bank;
            for (size_t j = 0; j < i && !is_known; j++)
                is_known = word - first_word(entries[j]) < words_of(entries[j]);
            distinct += !is_known;
        }
    return distinct;
}

static void mark_bank(trace_entry **entries, size_t count, uint32_t banks, uint32_t bank)
{
    for (size_t i = 0; i < count; i++) {
        uint64_t behind = (bank + banks - first_word(entries[i]) % banks) % banks;
        entries[i]->is_conflict |= behind < words_of(entries[i]);
    }
}

/* The passes that conflicts of banks add for lanes that should be served in one pass, or, if a cell
 * is wider than all banks, in as many as its width takes. */
static uint64_t conflicts_of_pass(trace_entry **entries, size_t count, uint32_t banks)
{
    uint64_t needed = (words_of(entries[0]) + banks - 1) / banks;
    uint64_t most = needed;

    for (uint32_t bank = 0; bank < banks; bank++) {
        uint64_t words = words_of_bank(entries, count, banks, bank);
        if (words > needed)
            mark_bank(entries, count, banks, bank);
        most = words > most ? words : most;
    }
    return most - needed;
}

/* Wide cells are read by fewer lanes at once, as a pass brings each bank's word once. */
static void count_conflicts(const access *a, trace_counts *counts)
{
    uint32_t banks = a->wave->machine->banks;
    uint64_t fit = banks / words_of(a->entries[0]);
    uint64_t lanes = fit == 0 ? 1 : fit;

    for (size_t i = 0, end = 0; i < a->count; i = end) {
        uint64_t pass = (a->entries[i]->event->item - a->wave->first_item) / lanes;
        while (end < a->count &&
               (a->entries[end]->event->item - a->wave->first_item) / lanes == pass)
            end++;
        counts->conflicts += conflicts_of_pass(a->entries + i, end - i, banks);
    }
}

static void count_takes(const access *a, trace_counts *counts)
{
    for (size_t i = 0; i < a->count; i++)
        counts->early += a->entries[i]->is_early;
    count_conflicts(a, counts);
}

/* The byte that a place of global memory begins at; the one result and the one cell are at 0. */
static uint64_t address_of(const access *a, const clr_trace_event *event)
{
    switch (event->kind) {
    case CLR_TRACE_LOAD:
        return event->place * a->wave->machine->element_size;
    case CLR_TRACE_LEAVE:
    case CLR_TRACE_FETCH:
        return event->place * event->size;
    default:
        return 0;
    }
}

/* Whether an earlier lane's access touches the sector too. */
static bool is_touched(const access *a, size_t before, uint64_t sector)
{
    for (size_t i = 0; i < before; i++) {
        const clr_trace_event *event = a->entries[i]->event;
        uint64_t first = address_of(a, event) / TRACE_SECTOR_SIZE;
        uint64_t last = (address_of(a, event) + event->size - 1) / TRACE_SECTOR_SIZE;
        if (event->size != 0 && sector >= first && sector <= last)
            return true;
    }
    return false;
}

static void count_sectors(const access *a, trace_counts *counts)
{
    uint64_t sectors = 0, bytes = 0;

    for (size_t i = 0; i < a->count; i++) {
        const clr_trace_event *event = a->entries[i]->event;
        uint64_t address = address_of(a, event), end = address + event->size;
        bytes += event->size;
        for (uint64_t s = address / TRACE_SECTOR_SIZE; s * TRACE_SECTOR_SIZE < end; s++)
            sectors += !is_touched(a, i, s);
    }
    uint64_t fewest = (bytes + TRACE_SECTOR_SIZE - 1) / TRACE_SECTOR_SIZE;
    counts->sectors += sectors;
    counts->spare_sectors += sectors > fewest ? sectors - fewest : 0;
}

static void count_loads(const access *a, trace_counts *counts)
{
    for (size_t i = 0; i < a->count; i++)
        counts->load_bytes += a->entries[i]->event->size;
    count_sectors(a, counts);
}

static void count_left(const access *a, trace_counts *counts)
{
    counts->handed += a->count;
    count_sectors(a, counts);
}

static void count_atomics(const access *a, trace_counts *counts)
{
    counts->atomics += a->count;
    count_sectors(a, counts);
}

/* Counts no sectors: of a state that is left in global memory its CLR_TRACE_LEAVE has counted
 * them. */
static void count_unguarded(const access *a, trace_counts *counts)
{
    counts->unguarded += a->count;
    for (size_t i = 0; i < a->count; i++)
        counts->lost += a->entries[i]->is_lost;
}

static void count_wave_barriers(const access *a, trace_counts *counts)
{
    counts->of_waves += a->entries[0]->event->place == 1;
}

/* How accesses of each kind are counted; other kinds touch no memory. */
static void (*const counting[])(const access *, trace_counts *) = {
    [CLR_TRACE_LOAD] = count_loads,      [CLR_TRACE_PUT] = count_conflicts,
    [CLR_TRACE_GET] = count_takes,       [CLR_TRACE_LEAVE] = count_left,
    [CLR_TRACE_FETCH] = count_sectors,   [CLR_TRACE_ATOMIC] = count_atomics,
    [CLR_TRACE_DELIVER] = count_sectors, [CLR_TRACE_READ] = count_sectors,
    [CLR_TRACE_WRITE] = count_unguarded, [CLR_TRACE_BARRIER] = count_wave_barriers,
};

/* Order by kind, then by the lane's turn, then by lane, so that accesses which are one instruction
 * of the wave lie one behind the other. */
static int by_instruction(const void *a, const void *b)
{
    const trace_entry *x = *(trace_entry *const *)a, *y = *(trace_entry *const *)b;

    if (x->event->kind != y->event->kind)
        return x->event->kind < y->event->kind ? -1 : 1;
    if (x->turn != y->turn)
        return x->turn < y->turn ? -1 : 1;
    return x->event->item < y->event->item ? -1 : x->event->item > y->event->item;
}

static bool count_accesses(const wave *w, trace_counts *counts)
{
    trace_entry **sorted = malloc((w->entry_count + 1) * sizeof(trace_entry *));

    if (!sorted)
        return false;
    for (size_t i = 0; i < w->entry_count; i++)
        sorted[i] = &w->entries[i];
    qsort(sorted, w->entry_count, sizeof *sorted, by_instruction);
    for (size_t i = 0, end = 0; i < w->entry_count; i = end) {
        uint32_t kind = sorted[i]->event->kind;
        while (end < w->entry_count && sorted[end]->event->kind == kind &&
               sorted[end]->turn == sorted[i]->turn)
            end++;
        if (kind < sizeof counting / sizeof counting[0] && counting[kind])
            counting[kind](&(access){w, sorted + i, end - i}, counts);
    }
    free(sorted);
    return true;
}

/* ---- A step ---------------------------------------------------------------------------------- */

bool trace_wave_count(const trace_machine *machine, trace_step *step, const bool *adds,
                      uint32_t item_count)
{
    size_t at = 0;

    for (uint32_t first = 0; first < item_count; first += machine->wave) {
        uint32_t rest = item_count - first;
        wave w = {.machine = machine,
                  .entries = step->entries + at,
                  .first_item = first,
                  .lanes = rest < machine->wave ? rest : machine->wave,
                  .is_merging = trace_step_has(step, CLR_TRACE_MERGE)};
        while (at < step->entry_count && step->entries[at].event->item < first + w.lanes)
            at++;
        w.entry_count = (size_t)(step->entries + at - w.entries);
        count_activity(&w, step, adds, &step->counts);
        if (!count_accesses(&w, &step->counts))
            return false;
    }
    step->counts.barriers = trace_step_has_group_barrier(step);
    return true;
}
