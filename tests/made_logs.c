/* SPDX-License-Identifier: Apache-2.0 */
/*
 * made_logs - logs made by the textbook's reductions in plain C. See made_logs.h.
 */
#include "made_logs.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define STATE_SIZE 8

static void note(made_log *log, uint32_t item, clr_trace_kind kind, uint64_t place, uint64_t size)
{
    assert(log->count < MADE_LOG_MOST);
    log->events[log->count++] = (clr_trace_event){.group = log->group,
                                                  .item = item,
                                                  .kind = kind,
                                                  .place = place,
                                                  .size = size,
                                                  .value = log->states[item]};
}

static void barrier(made_log *log)
{
    for (uint32_t i = 0; i < log->size; i++)
        note(log, i, CLR_TRACE_BARRIER, 0, 0);
}

static void put(made_log *log, uint32_t item, uint64_t cell)
{
    note(log, item, CLR_TRACE_PUT, cell, STATE_SIZE);
}

/* The item takes the state that lies in `cell`. */
static void get(made_log *log, uint32_t item, uint64_t cell, uint64_t state)
{
    note(log, item, CLR_TRACE_GET, cell, STATE_SIZE);
    log->events[log->count - 1].value = state;
}

/* It takes and merges it. */
static void merge_cell(made_log *log, uint32_t item, uint64_t cell, uint64_t state)
{
    get(log, item, cell, state);
    log->states[item] += state;
    note(log, item, CLR_TRACE_MERGE, 0, STATE_SIZE);
}

static void put_all(made_log *log)
{
    for (uint32_t i = 0; i < log->size; i++)
        put(log, i, i);
    barrier(log);
}

void made_interleaved(made_log *log)
{
    put_all(log);
    for (uint32_t stride = 1; stride < log->size; stride *= 2) {
        for (uint32_t i = 0; i < log->size; i += 2 * stride) {
            merge_cell(log, i, i + stride, log->states[i + stride]);
            put(log, i, i);
        }
        barrier(log);
    }
}

void made_strided(made_log *log)
{
    uint64_t cells[1024];

    put_all(log);
    memcpy(cells, log->states, sizeof cells);
    for (uint32_t stride = 1; stride < log->size; stride *= 2) {
        for (uint32_t i = 0; 2 * stride * i < log->size; i++) {
            uint32_t cell = 2 * stride * i;
            get(log, i, cell, cells[cell]);
            log->states[i] = cells[cell];
            merge_cell(log, i, cell + stride, cells[cell + stride]);
            cells[cell] = log->states[i];
            put(log, i, cell);
        }
        barrier(log);
    }
}

void made_sequential(made_log *log)
{
    put_all(log);
    for (uint32_t stride = log->size / 2; stride > 0; stride /= 2) {
        for (uint32_t i = 0; i < stride; i++) {
            merge_cell(log, i, i + stride, log->states[i + stride]);
            put(log, i, i);
        }
        barrier(log);
    }
}

void made_serial(made_log *log)
{
    put_all(log);
    for (uint32_t i = 1; i < log->size; i++)
        merge_cell(log, 0, i, log->states[i]);
}

/* Rounds of one sub-group; lane 0 has the sum. */
static void shuffle_rounds(made_log *log, uint32_t first, uint32_t lanes)
{
    for (uint32_t stride = lanes / 2; stride > 0; stride /= 2) {
        for (uint32_t i = first; i < first + lanes; i++)
            note(log, i, CLR_TRACE_SHUFFLE, i + stride < first + lanes ? i + stride : i,
                 STATE_SIZE);
        for (uint32_t i = first; i < first + stride; i++) {
            log->states[i] += log->states[i + stride];
            note(log, i, CLR_TRACE_MERGE, 0, STATE_SIZE);
        }
    }
}

void made_shuffle(made_log *log)
{
    uint32_t lanes = 16, leaders = log->size / lanes;

    for (uint32_t i = 0; i < leaders; i++) {
        shuffle_rounds(log, i * lanes, lanes);
        put(log, i * lanes, i);
    }
    barrier(log);
    for (uint32_t i = 1; i < leaders; i++) {
        log->states[i] = log->states[i * lanes];
        get(log, i, i, log->states[i]);
    }
    shuffle_rounds(log, 0, leaders);
}

/* qsort() is not stable: `place` of the sort is the order of making, kept aside. */
static const made_log *sorted;

static int by_group_and_item(const void *a, const void *b)
{
    size_t i = *(const size_t *)a, j = *(const size_t *)b;
    const clr_trace_event *x = &sorted->events[i], *y = &sorted->events[j];

    if (x->group != y->group)
        return x->group < y->group ? -1 : 1;
    if (x->item != y->item)
        return x->item < y->item ? -1 : 1;
    return i < j ? -1 : i > j;
}

/* From the order of making to that of the library: item by item. */
static void sort_log(made_log *log)
{
    size_t *order = calloc(log->count + 1, sizeof *order);
    clr_trace_event *events = calloc(log->count + 1, sizeof *events);

    assert(order != NULL && events != NULL);
    for (size_t i = 0; i < log->count; i++)
        order[i] = i;
    sorted = log;
    qsort(order, log->count, sizeof *order, by_group_and_item);
    for (size_t i = 0; i < log->count; i++)
        events[i] = log->events[order[i]];
    memcpy(log->events, events, log->count * sizeof *events);
    free(order);
    free(events);
}

void made_log_fill(made_log *log, uint32_t groups, uint32_t size, uint32_t loads, made_group fold)
{
    *log = (made_log){.size = size};
    for (log->group = 0; log->group < groups; log->group++) {
        for (uint32_t i = 0; i < size; i++)
            for (uint32_t n = 0; n < loads; n++) {
                uint64_t element = (uint64_t)log->group * size * loads + n * size + i;
                uint64_t before = n == 0 ? 0 : log->states[i];
                log->states[i] = element;
                note(log, i, CLR_TRACE_LOAD, element, 4);
                log->states[i] += before;
                if (n > 0)
                    note(log, i, CLR_TRACE_MERGE, 0, STATE_SIZE);
            }
        fold(log);
        note(log, 0, CLR_TRACE_LEAVE, log->group, STATE_SIZE);
    }
    sort_log(log);
}
