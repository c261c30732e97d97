/* SPDX-License-Identifier: Apache-2.0 */
/*
 * trace_steps - the table of kinds of events, and questions that a step answers. See trace_steps.h.
 */
#include "trace_steps.h"

// clang-format off
static const trace_kind kinds[] = {
    /*                     name       rank waits  state  adds   unguarded */
    [CLR_TRACE_LOAD]    = {"load",     2, false, false, false, false},
    [CLR_TRACE_MERGE]   = {"merge",    6, false, true,  true,  false},
    [CLR_TRACE_PUT]     = {"put",     12, false, false, false, false},
    [CLR_TRACE_GET]     = {"get",     11, false, false, false, false},
    [CLR_TRACE_SHUFFLE] = {"shuffle",  4, false, false, false, false},
    [CLR_TRACE_COLLECT] = {"collect",  5, false, true,  false, false},
    [CLR_TRACE_BARRIER] = {"barrier", 13, true,  false, false, false},
    [CLR_TRACE_LEAVE]   = {"leave",    9, false, false, false, false},
    [CLR_TRACE_FETCH]   = {"fetch",    3, false, true,  false, false},
    [CLR_TRACE_ATOMIC]  = {"atomic",   7, false, true,  true,  false},
    [CLR_TRACE_DELIVER] = {"deliver", 10, false, true,  false, false},
    [CLR_TRACE_TURN]    = {"turn",    14, true,  false, false, false},
    [CLR_TRACE_READ]    = {"read",     1, false, false, false, true},
    [CLR_TRACE_WRITE]   = {"write",    0, false, false, true,  true},
    [CLR_TRACE_DRAW]    = {"draw",     8, false, false, false, false},
};
// clang-format on

const trace_kind *trace_kind_of(unsigned kind)
{
    return kind < sizeof kinds / sizeof kinds[0] && kinds[kind].name ? &kinds[kind] : NULL;
}

bool trace_step_has(const trace_step *step, unsigned kind)
{
    return (step->kinds >> kind & 1) != 0;
}

bool trace_step_is_unguarded(const trace_step *step)
{
    return trace_step_has(step, CLR_TRACE_READ) || trace_step_has(step, CLR_TRACE_WRITE);
}

bool trace_step_has_group_barrier(const trace_step *step)
{
    for (size_t i = 0; i < step->entry_count; i++) {
        const clr_trace_event *event = step->entries[i].event;
        if (event->kind == CLR_TRACE_BARRIER && event->place == 0)
            return true;
    }
    return false;
}

bool trace_is_active(const clr_trace_event *event, bool is_merging)
{
    if (is_merging)
        return event->kind == CLR_TRACE_MERGE;
    return !trace_kind_of(event->kind)->waits;
}

uint64_t trace_count_alike(const trace *t, size_t index)
{
    uint64_t alike = 0;

    for (size_t i = index + 1; i < t->group_count; i++)
        alike += t->groups[i].like == index;
    return alike;
}
