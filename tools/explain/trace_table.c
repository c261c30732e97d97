/* SPDX-License-Identifier: Apache-2.0 */
/*
 * trace_table - the counts of steps and runs by name, and steps in a word. See trace_table.h.
 */
#include "trace_table.h"
#include <inttypes.h>
#include <stdio.h>

/* ---- Columns ----------------------------------------------------------------------------------
 */

/* A column, and where its count is. */
typedef struct column_row {
    trace_column column;
    size_t offset;
} column_row;

// clang-format off
static const column_row columns[] = {
    {{"active",          "active", "items active",    false},   offsetof(trace_counts, active)},
    {{"waves_full",      "full",   "waves full",      true},    offsetof(trace_counts, full)},
    {{"waves_divergent", "diver",  "waves divergent", true},    offsetof(trace_counts, divergent)},
    {{"waves_idle",      "idle",   "waves idle",      true},    offsetof(trace_counts, idle)},
    {{"bank_conflicts",  "confl",  "bank conflicts",  true},    offsetof(trace_counts, conflicts)},
    {{"transactions",    "trans",  "transactions of 32 bytes", true},
                                                                offsetof(trace_counts, sectors)},
    {{"barriers",        "barr",   "barriers",        true},    offsetof(trace_counts, barriers)},
};
// clang-format on

const trace_column *trace_column_at(size_t index)
{
    return index < sizeof columns / sizeof columns[0] ? &columns[index].column : NULL;
}

uint64_t trace_column_value(const trace_column *column, const trace_counts *counts)
{
    const column_row *row = (const column_row *)column; /* its first member */

    return *(const uint64_t *)((const char *)counts + row->offset);
}

/* ---- Totals -----------------------------------------------------------------------------------
 */

#define TOTAL(name, member)                                                                        \
    static uint64_t name(const trace *t)                                                           \
    {                                                                                              \
        return t->member;                                                                          \
    }

TOTAL(launches, launch_count)
TOTAL(groups, group_count)
TOTAL(steps, step_count)
TOTAL(merges, counts.merges)
TOTAL(full, counts.full)
TOTAL(divergent, counts.divergent)
TOTAL(idle, counts.idle)
TOTAL(conflicts, counts.conflicts)
TOTAL(sectors, counts.sectors)
TOTAL(atomics, counts.atomics)
TOTAL(lost, counts.lost)
TOTAL(of_waves, counts.of_waves)
TOTAL(barriers, counts.barriers)
TOTAL(items, item_count)
TOTAL(never_add, never_add)

/* Where states are left there is nothing to add to. */
static uint64_t unguarded(const trace *t)
{
    return t->counts.handed == 0 ? t->counts.unguarded : 0;
}

static uint64_t unguarded_writes(const trace *t)
{
    return t->counts.handed == 0 ? 0 : t->counts.unguarded;
}

static const trace_total totals[] = {
    {"launches", "launches", launches, false},
    {"groups", "groups", groups, false},
    {"steps", "steps of all groups", steps, false},
    {"barriers", "barriers", barriers, false},
    {"barriers_of_waves", "barriers of a wave alone", of_waves, true},
    {"merges", "merges", merges, false},
    {"waves_full", "waves full", full, false},
    {"waves_divergent", "waves divergent", divergent, false},
    {"waves_idle", "waves idle", idle, false},
    {"bank_conflicts", "bank conflicts", conflicts, false},
    {"transactions", "transactions of 32 bytes", sectors, false},
    {"atomics", "atomic additions", atomics, false},
    {"unguarded", "unguarded additions", unguarded, true},
    {"unguarded_writes", "unguarded writes", unguarded_writes, true},
    {"lost", "of them lost", lost, true},
    {"items", "items of the first launch", items, false},
    {"never_add", "of them adding nothing", never_add, false},
};

const trace_total *trace_total_at(size_t index)
{
    return index < sizeof totals / sizeof totals[0] ? &totals[index] : NULL;
}

/* ---- Words ------------------------------------------------------------------------------------
 */

static const char *const kinds[] = {
    [CLR_TRACE_LOAD] = "load",       [CLR_TRACE_MERGE] = "merge",
    [CLR_TRACE_PUT] = "put",         [CLR_TRACE_GET] = "get",
    [CLR_TRACE_SHUFFLE] = "shuffle", [CLR_TRACE_COLLECT] = "collect",
    [CLR_TRACE_BARRIER] = "barrier", [CLR_TRACE_LEAVE] = "leave",
    [CLR_TRACE_FETCH] = "fetch",     [CLR_TRACE_ATOMIC] = "atomic",
    [CLR_TRACE_DELIVER] = "deliver", [CLR_TRACE_TURN] = "turn",
    [CLR_TRACE_READ] = "read",       [CLR_TRACE_WRITE] = "write",
    [CLR_TRACE_DRAW] = "draw",
};

const char *trace_kind_name(unsigned kind)
{
    return kind >= 1 && kind < sizeof kinds / sizeof kinds[0] ? kinds[kind] : NULL;
}

const char *trace_step_word(const trace_step *step)
{
    /* Of the kinds in a step, the first of these says most about it. */
    static const clr_trace_kind telling[] = {
        CLR_TRACE_WRITE,   CLR_TRACE_READ,  CLR_TRACE_LOAD,   CLR_TRACE_FETCH,   CLR_TRACE_SHUFFLE,
        CLR_TRACE_COLLECT, CLR_TRACE_MERGE, CLR_TRACE_ATOMIC, CLR_TRACE_DRAW,    CLR_TRACE_LEAVE,
        CLR_TRACE_DELIVER, CLR_TRACE_GET,   CLR_TRACE_PUT,    CLR_TRACE_BARRIER,
    };

    for (size_t i = 0; i < sizeof telling / sizeof telling[0]; i++) {
        if (trace_step_has(step, telling[i]))
            return trace_kind_name(telling[i]);
    }
    return trace_kind_name(CLR_TRACE_TURN);
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
