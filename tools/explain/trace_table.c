/* SPDX-License-Identifier: Apache-2.0 */
/*
 * trace_table - the counts of steps and runs by name, and steps in a word. See trace_table.h.
 */
#include "trace_table.h"

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
TOTAL(barriers, counts.barriers)
TOTAL(items, item_count)
TOTAL(never_add, never_add)

static const trace_total totals[] = {
    {"launches", "launches", launches},
    {"groups", "groups", groups},
    {"steps", "steps of all groups", steps},
    {"barriers", "barriers", barriers},
    {"merges", "merges", merges},
    {"waves_full", "waves full", full},
    {"waves_divergent", "waves divergent", divergent},
    {"waves_idle", "waves idle", idle},
    {"bank_conflicts", "bank conflicts", conflicts},
    {"transactions", "transactions of 32 bytes", sectors},
    {"atomics", "atomic additions", atomics},
    {"items", "items of the first launch", items},
    {"never_add", "of them adding nothing", never_add},
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
};

const char *trace_kind_name(unsigned kind)
{
    return kind >= 1 && kind < sizeof kinds / sizeof kinds[0] ? kinds[kind] : NULL;
}

const char *trace_step_word(const trace_step *step)
{
    /* Of the kinds in a step, the first of these says most about it. */
    static const clr_trace_kind telling[] = {
        CLR_TRACE_LOAD,  CLR_TRACE_FETCH,  CLR_TRACE_SHUFFLE, CLR_TRACE_COLLECT,
        CLR_TRACE_MERGE, CLR_TRACE_ATOMIC, CLR_TRACE_LEAVE,   CLR_TRACE_DELIVER,
        CLR_TRACE_GET,   CLR_TRACE_PUT,    CLR_TRACE_BARRIER,
    };

    for (size_t i = 0; i < sizeof telling / sizeof telling[0]; i++) {
        if (trace_step_has(step, telling[i]))
            return trace_kind_name(telling[i]);
    }
    return trace_kind_name(CLR_TRACE_TURN);
}
