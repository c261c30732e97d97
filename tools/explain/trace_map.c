/* SPDX-License-Identifier: Apache-2.0 */
/*
 * trace_map - looks through the log for loads of elements and turns to a result. See trace_map.h.
 */
#include "trace_map.h"
#include <stdlib.h>

/* Places of the log have 32 bits: places in front of the first element wrap around. */
static void add_load(trace_reader *readers, uint64_t first, uint64_t count,
                     const clr_trace_event *event, uint32_t element_size)
{
    const uint64_t begin = (uint32_t)(first + event->place);

    for (uint64_t i = begin; i < begin + event->size / element_size && i < count; i++)
        readers[i] = (trace_reader){event->group, event->item, readers[i].times + 1};
}

trace_reader *trace_map(const trace *t, uint64_t first, uint64_t count)
{
    trace_reader *readers = calloc(count + 1, sizeof *readers);

    for (size_t g = 0; readers && g < t->group_count; g++) {
        const trace_group *group = &t->groups[g];
        for (size_t i = 0; i < group->entry_count; i++)
            if (group->entries[i].event->kind == CLR_TRACE_LOAD)
                add_load(readers, first, count, group->entries[i].event, t->machine.element_size);
    }
    return readers;
}

/* Whether the event's item turned to the result. */
static bool turns_to(const clr_trace_event *event, uint64_t result)
{
    return event->kind == CLR_TRACE_TURN && event->place <= result &&
           result < event->place + event->size;
}

static uint64_t count_makers(const trace_group *group, uint64_t result, uint64_t *results)
{
    uint64_t items = 0;

    for (size_t i = 0; i < group->entry_count; i++) {
        const clr_trace_event *event = group->entries[i].event;
        if (!turns_to(event, result))
            continue;
        items++;
        *results = event->size;
    }
    return items;
}

trace_makers trace_makers_of(const trace *t, uint64_t result)
{
    trace_makers makers = {0};

    for (size_t g = 0; g < t->group_count && t->groups[g].launch == 0; g++) {
        const uint64_t items = count_makers(&t->groups[g], result, &makers.results);
        makers.groups += items != 0;
        makers.items += items;
    }
    return makers;
}
