/* SPDX-License-Identifier: Apache-2.0 */
/*
 * trace_states - takes the values of a step's events into items and cells. See trace_states.h.
 */
#include "trace_states.h"
#include <stdlib.h>

bool trace_states_open(trace_states *states, const trace_group *group)
{
    *states = (trace_states){.count = group->item_count};
    states->cells = calloc(group->item_count, sizeof *states->cells);
    states->items = calloc(group->item_count, sizeof *states->items);
    states->active = calloc(group->item_count, sizeof *states->active);
    states->shown = states->items;
    return states->cells && states->items && states->active;
}

void trace_states_close(trace_states *states)
{
    free(states->cells);
    free(states->items);
    free(states->active);
}

/* Of the step before. */
static void forget(trace_states *states)
{
    for (uint32_t i = 0; i < states->count; i++) {
        states->active[i] = false;
        states->cells[i].is_new = false;
        states->items[i].is_new = false;
    }
}

void trace_states_step(trace_states *states, const trace_step *step)
{
    const bool is_merging = trace_step_has(step, CLR_TRACE_MERGE);
    bool changes_items = false;

    forget(states);
    for (size_t i = 0; i < step->entry_count; i++) {
        const clr_trace_event *event = step->entries[i].event;
        const trace_state state = {event->value, true, true};
        states->active[event->item] |= trace_is_active(event, is_merging);
        if (trace_kind_of(event->kind)->shows_state) {
            states->items[event->item] = state;
            changes_items = true;
        } else if (event->kind == CLR_TRACE_PUT && event->place < states->count) {
            states->cells[event->place] = state;
        }
    }
    if (!changes_items && !trace_step_has(step, CLR_TRACE_PUT))
        return;
    states->shows_cells = trace_step_has(step, CLR_TRACE_PUT);
    states->shown = states->shows_cells ? states->cells : states->items;
}
