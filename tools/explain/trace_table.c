/* SPDX-License-Identifier: Apache-2.0 */
/*
 * trace_table - tables of the counts, by where each is in its struct; and words of steps. See
 * trace_table.h.
 */
#include "trace_table.h"
#include <inttypes.h>
#include <stdio.h>

/* ---- Columns --------------------------------------------------------------------------------- */

#define IN_STEP(member) offsetof(trace_counts, member)

// clang-format off
static const trace_column columns[] = {
    {"active",          "active", "items active",             false, IN_STEP(active)},
    {"waves_full",      "full",   "waves full",               true,  IN_STEP(full)},
    {"waves_partial",   "part",   "waves partly filled",      true,  IN_STEP(partial)},
    {"waves_divergent", "diver",  "waves divergent",          true,  IN_STEP(divergent)},
    {"waves_idle",      "idle",   "waves idle",               true,  IN_STEP(idle)},
    {"bank_conflicts",  "confl",  "bank conflicts",           true,  IN_STEP(conflicts)},
    {"transactions",    "trans",  "transactions of 32 bytes", true,  IN_STEP(sectors)},
    {"barriers",        "barr",   "barriers",                 true,  IN_STEP(barriers)},
};
// clang-format on

const trace_column *trace_column_at(size_t index)
{
    return index < sizeof columns / sizeof columns[0] ? &columns[index] : NULL;
}

uint64_t trace_column_value(const trace_column *column, const trace_counts *counts)
{
    return *(const uint64_t *)((const char *)counts + column->offset);
}

/* ---- Totals ---------------------------------------------------------------------------------- */

#define OF_RUN(member) offsetof(trace, member)
#define IN_ALL(member) offsetof(trace, counts.member)

// clang-format off
static const trace_total totals[] = {
    {"launches",          "launches",                  OF_RUN(launches),     false},
    {"groups",            "groups",                    OF_RUN(group_count),  false},
    {"steps",             "steps of all groups",       OF_RUN(step_count),   false},
    {"barriers",          "barriers",                  IN_ALL(barriers),     false},
    {"barriers_of_waves", "barriers of a wave alone",  IN_ALL(of_waves),     true},
    {"merges",            "merges",                    IN_ALL(merges),       false},
    {"waves_full",        "waves full",                IN_ALL(full),         false},
    {"waves_partial",     "waves partly filled",       IN_ALL(partial),      false},
    {"waves_divergent",   "waves divergent",           IN_ALL(divergent),    false},
    {"waves_idle",        "waves idle",                IN_ALL(idle),         false},
    {"bank_conflicts",    "bank conflicts",            IN_ALL(conflicts),    false},
    {"transactions",      "transactions of 32 bytes",  IN_ALL(sectors),      false},
    {"atomics",           "atomic additions",          IN_ALL(atomics),      false},
    {"unguarded",         "unguarded additions",       OF_RUN(unguarded_additions), true},
    {"unguarded_writes",  "unguarded writes",          OF_RUN(unguarded_writes),    true},
    {"lost",              "of them lost",              IN_ALL(lost),         true},
    {"taken_early",       "states taken too early",    IN_ALL(early),        true},
    {"items",             "items of the first launch", OF_RUN(item_count),   false},
    {"never_add",         "of them adding nothing",    OF_RUN(never_add),    false},
};
// clang-format on

const trace_total *trace_total_at(size_t index)
{
    return index < sizeof totals / sizeof totals[0] ? &totals[index] : NULL;
}

uint64_t trace_total_value(const trace_total *total, const trace *t)
{
    return *(const uint64_t *)((const char *)t + total->offset);
}

/* ---- Words ----------------------------------------------------------------------------------- */

const char *trace_step_word(const trace_step *step)
{
    unsigned word = CLR_TRACE_TURN;

    for (unsigned kind = 1; trace_kind_of(kind); kind++)
        if (trace_step_has(step, kind) && trace_kind_of(kind)->rank < trace_kind_of(word)->rank)
            word = kind;
    return trace_kind_of(word)->name;
}

bool trace_step_drawn(const trace_step *step, char text[TRACE_DRAWN_SIZE])
{
    for (size_t i = 0; i < step->entry_count; i++) {
        const clr_trace_event *event = step->entries[i].event;
        if (event->kind != CLR_TRACE_DRAW)
            continue;
        snprintf(text, TRACE_DRAWN_SIZE, "item %" PRIu32 " draws ticket %" PRIu64 ": %s",
                 event->item, event->place,
                 event->size == 1 ? "the last one, so its group folds all states"
                                  : "not the last, so its group ends");
        return true;
    }
    return false;
}
