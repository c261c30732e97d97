/* SPDX-License-Identifier: Apache-2.0 */
/*
 * trace_cell - follows each cell's writes back from the last, and numbers them as they happened.
 * See trace_cell.h.
 */
#include "trace_cell.h"
#include "trace_steps.h"
#include <stdlib.h>

/* A write, and the item's read just before it, whose value the write has folded in. */
typedef struct cell_write {
    const clr_trace_event *event;
    const clr_trace_event *read; /* NULL: it was written without one */
    uint64_t cell;               /* 0: the one cell; else a place of states, counted from 1 */
    size_t index;                /* of the event */
    bool lasts;
    uint64_t order; /* of a write that lasts: its place right before the next read of its value */
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
            writes[found++] = (cell_write){&events[i], item.read, cell, i, false, 0};
            item.read = NULL;
        }
        item.before = &events[i];
    }
    qsort(writes, found, sizeof *writes, by_order);
    return found;
}

/* The event by which a later launch delivers the write's cell, or fetches it; NULL: the log has no
 * such event. */
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

/* The cell's last write: that of the value which a later launch found, as the device may number
 * writes in another order than it makes them; without such a launch the one numbered last. */
static cell_write *last_of(cell_write *writes, size_t count, const clr_trace_event *end)
{
    const uint64_t cell = writes[count - 1].cell;

    for (size_t i = count; end && i-- > 0;)
        if (writes[i].cell == cell && writes[i].event->value == end->value)
            return &writes[i];
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
 * The write whose value the read of `from` found; NULL if it found what the cell began with. A
 * write numbered behind the read is taken only where no earlier one has the value: what items do at
 * the same time is numbered one after the other.
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

/* A place in the order of happening for an event, by its number; the even places between them are
 * for events that are moved. */
static uint64_t order_of(const clr_trace_event *event)
{
    return 2 * event->place + 1;
}

/* The order right before the first read that found the write's value; `reader` did. */
static uint64_t order_before_reads(const cell_write *writes, size_t count, const cell_write *write,
                                   const cell_write *reader)
{
    const clr_trace_event *first = reader->read;

    for (size_t i = 0; i < count; i++) {
        const clr_trace_event *read = writes[i].cell == write->cell ? writes[i].read : NULL;
        if (read && read->value == write->event->value && read->place > write->event->place &&
            read->place < first->place)
            first = read;
    }
    return order_of(first) - 1;
}

/* Marks the writes that last in the last write's cell: itself, the write that it read from, and so
 * on. */
static void mark_lasting(cell_write *writes, size_t count, const clr_trace_event *end)
{
    cell_write *write = last_of(writes, count, end);

    write->order = UINT64_MAX;
    while (write) {
        const cell_write *reader = write;
        write->lasts = true;
        write = reader->read ? read_from(writes, count, reader) : NULL;
        if (write)
            write->order = order_before_reads(writes, count, write, reader);
    }
}

static bool is_last_of_cell(const cell_write *writes, size_t count, size_t index)
{
    for (size_t i = index + 1; i < count; i++)
        if (writes[i].cell == writes[index].cell)
            return false;
    return true;
}

/* ---- The order in which it happened ---------------------------------------------------------- */

/* An unguarded read or write. */
typedef struct cell_turn {
    const clr_trace_event *event;
    uint64_t order; /* see order_of() */
    trace_fate *fate;
} cell_turn;

static int by_turn(const void *a, const void *b)
{
    const cell_turn *x = a, *y = b;

    if (x->event->launch != y->event->launch)
        return x->event->launch < y->event->launch ? -1 : 1;
    if (x->order != y->order)
        return x->order < y->order ? -1 : 1;
    return x->event->place < y->event->place ? -1 : x->event->place > y->event->place;
}

/* Turns the orders of unguarded reads and writes into their numbers. */
static bool number_turns(const clr_trace_event *events, size_t count, trace_fate *fates)
{
    cell_turn *turns = calloc(count + 1, sizeof *turns);
    size_t found = 0;

    if (!turns)
        return false;
    for (size_t i = 0; i < count; i++)
        if (trace_kind_of(events[i].kind)->is_unguarded)
            turns[found++] = (cell_turn){&events[i], fates[i].order, &fates[i]};
    qsort(turns, found, sizeof *turns, by_turn);
    for (size_t i = 0; i < found; i++)
        turns[i].fate->order = i;
    free(turns);
    return true;
}

/* ---- The interface --------------------------------------------------------------------------- */

bool trace_cell_follow(const clr_trace_event *events, size_t count, trace_fate *fates)
{
    cell_write *writes = calloc(count + 1, sizeof *writes);

    if (!writes)
        return false;
    const size_t found = find_writes(events, count, writes);
    for (size_t i = 0; i < found; i++)
        if (is_last_of_cell(writes, found, i))
            mark_lasting(writes, i + 1, find_end(&writes[i], events, count));
    for (size_t i = 0; i < count; i++)
        fates[i] = (trace_fate){false, order_of(&events[i])};
    for (size_t i = 0; i < found; i++) {
        trace_fate *fate = &fates[writes[i].index];
        fate->is_lost = !writes[i].lasts;
        fate->order = writes[i].lasts ? writes[i].order : fate->order;
    }
    free(writes);
    return number_turns(events, count, fates);
}
