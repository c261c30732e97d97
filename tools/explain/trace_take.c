/* SPDX-License-Identifier: Apache-2.0 */
/*
 * trace_take - follows the cells from step to step, and holds against them what items take. See
 * trace_take.h.
 */
#include "trace_take.h"
#include <stdlib.h>

/* A cell of local memory, as the steps so far leave it. */
typedef struct take_cell {
    uint64_t value;
    bool is_known;
} take_cell;

/* Marks what the step's items take from cells, as the steps before have left these. Only cells of a
 * tree are judged, of which each item has one: places below `count`, once a state was put there. */
static void mark_step(trace_step *step, const take_cell *cells, uint64_t count)
{
    for (size_t i = 0; i < step->entry_count; i++) {
        trace_entry *entry = &step->entries[i];
        const clr_trace_event *event = entry->event;
        entry->is_early = event->kind == CLR_TRACE_GET && event->place < count &&
                          cells[event->place].is_known && cells[event->place].value != event->value;
    }
}

/* Puts the step's states into the cells, for the steps behind it. */
static void put_step(const trace_step *step, take_cell *cells, uint64_t count)
{
    for (size_t i = 0; i < step->entry_count; i++) {
        const clr_trace_event *event = step->entries[i].event;
        if (event->kind == CLR_TRACE_PUT && event->place < count)
            cells[event->place] = (take_cell){event->value, true};
    }
}

bool trace_take_mark(trace_group *group)
{
    take_cell *cells = calloc(group->item_count, sizeof *cells);

    if (!cells)
        return false;
    for (size_t s = 0; s < group->step_count; s++) {
        mark_step(&group->steps[s], cells, group->item_count);
        put_step(&group->steps[s], cells, group->item_count);
    }
    free(cells);
    return true;
}
