/* SPDX-License-Identifier: Apache-2.0 */
/*
 * trace_cell - what became of unguarded writes: whose value lasted, and whose was lost because
 * another item overwrote it without having read it; and in which order they happened. Pure.
 */
#ifndef CLREDUCE_TOOLS_TRACE_CELL_H
#define CLREDUCE_TOOLS_TRACE_CELL_H

#include <clreduce/lessons.h>
#include <stdbool.h>
#include <stddef.h>

/* An event's fate. */
typedef struct trace_fate {
    bool is_lost;   /* a CLR_TRACE_WRITE whose value is in nothing that was delivered or fetched */
    uint64_t order; /* of an unguarded read or write: how many happened before it */
} trace_fate;

/*
 * Sets the fate of each event. A device that runs items as lanes of a vector may number their
 * writes in another order than it makes them. But a read finds the value that was written last: the
 * write of this value is placed right before the read. False if memory ran out.
 */
bool trace_cell_follow(const clr_trace_event *events, size_t count, trace_fate *fates);

#endif
