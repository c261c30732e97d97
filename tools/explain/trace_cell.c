/* SPDX-License-Identifier: Apache-2.0 */
/*
 * trace_cell - follows each cell's writes back from the last. See trace_cell.h.
 */
#include "trace_cell.h"
#include <stdlib.h>

/* A write, and the read that it goes back to. */
typedef struct cell_write {
    const clr_trace_event *event;
    const clr_trace_event *read; /* NULL: it was written without one */
    uint64_t cell;               /* 0: the one cell; else a place of states, counted from 1 */
    size_t index;                /* of the event */
    bool lasts;
} cell_write;

/* The events of an item that its next write goes back to. */
typedef struct cell_item {
    const clr_trace_event *before;
    const clr_trace_event *read;
} cell_item;

static bool is_same_item(const clr_trace_event *a, const clr_trace_event *b)
{
    return a && a->launch == b->launch && a->group == b->group && a->item == b->item;
}

static int by_order(const void *a, const void *b)
{
    const cell_write *x = a, *y = b;

    if (x->event->launch != y->event->launch)
        return x->event->launch < y->event->launch ? -1 : 1;
    return x->event->place < y->event->place ? -1 : x->event->place > y->event->place;
}

/* The writes in the order in which they happened. */
static size_t find_writes(const clr_trace_event *events, size_t count, cell_write *writes)
{
    cell_item item = {NULL, NULL};
    size_t found = 0;

    for (size_t i = 0; i < count; i++) {
        if (!is_same_item(item.before, &events[i]))
            item = (cell_item){NULL, NULL};
        if (events[i].kind == CLR_TRACE_READ)
            item.read = &events[i];
        if (events[i].kind == CLR_TRACE_WRITE) {
            const bool is_left = item.before && item.before->kind == CLR_TRACE_LEAVE;
            const uint64_t cell = is_left ? item.before->place + 1 : 0;
            writes[found++] = (cell_write){&events[i], item.read, cell, i, false};
            item.read = NULL;
        }
        item.before = &events[i];
    }
    qsort(writes, found, sizeof *writes, by_order);
    return found;
}

/* The last read of the write's cell, by a later launch; NULL if the log has none. */
static const clr_trace_event *find_end(const cell_write *write, const clr_trace_event *events,
                                       size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (events[i].launch <= write->event->launch)
            continue;
        if (write->cell == 0
                ? events[i].kind == CLR_TRACE_DELIVER
                : events[i].kind == CLR_TRACE_FETCH && events[i].place + 1 == write->cell)
            return &events[i];
    }
    return NULL;
}

/* The cell's last write; where devices write in another order than they count, the value tells. */
static cell_write *last_of(cell_write *writes, size_t count, const clr_trace_event *end)
{
    const uint64_t cell = writes[count - 1].cell;

    for (size_t i = count; end && i-- > 0;) {
        if (writes[i].cell == cell && writes[i].event->value == end->value)
            return &writes[i];
    }
    return &writes[count - 1];
}

/* The cell's value before all writes: that of the first read. */
static uint64_t first_value(const cell_write *writes, size_t count, uint64_t cell)
{
    const clr_trace_event *first = NULL;

    for (size_t i = 0; i < count; i++) {
        const clr_trace_event *read = writes[i].cell == cell ? writes[i].read : NULL;
        if (read && (!first || read->place < first->place))
            first = read;
    }
    return first ? first->value : 0;
}

/*
 * The write whose value the read of `from` found; NULL if it found what the cell began with. One
 * that counts as later is taken only where nothing else has the value: items at once count one
 * after the other.
 */
static cell_write *read_from(cell_write *writes, size_t count, const cell_write *from)
{
    cell_write *later = NULL;

    for (size_t i = count; i-- > 0;) {
        cell_write *write = &writes[i];
        if (write->cell != from->cell || write->event->value != from->read->value || write->lasts)
            continue;
        if (write->event->place < from->read->place)
            return write;
        later = write;
    }
    return first_value(writes, count, from->cell) == from->read->value ? NULL : later;
}

/* Marks the writes that last in the last write's cell: itself, the write that it read from, and so
 * on. */
static void mark_lasting(cell_write *writes, size_t count, const clr_trace_event *end)
{
    cell_write *write = last_of(writes, count, end);

    while (write) {
        write->lasts = true;
        write = write->read ? read_from(writes, count, write) : NULL;
    }
}

static bool is_last_of_cell(const cell_write *writes, size_t count, size_t index)
{
    for (size_t i = index + 1; i < count; i++) {
        if (writes[i].cell == writes[index].cell)
            return false;
    }
    return true;
}

bool trace_cell_find_lost(const clr_trace_event *events, size_t count, bool *lost)
{
    cell_write *writes = calloc(count + 1, sizeof *writes);

    if (!writes)
        return false;
    const size_t found = find_writes(events, count, writes);
    for (size_t i = 0; i < found; i++) {
        if (is_last_of_cell(writes, found, i))
            mark_lasting(writes, i + 1, find_end(&writes[i], events, count));
    }
    for (size_t i = 0; i < found; i++)
        lost[writes[i].index] = !writes[i].lasts;
    free(writes);
    return true;
}
