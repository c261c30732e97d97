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
 * Sets the fate of each event. Devices that make vectors of items count their writes in another
 * order than they do them; as a value that is read afterwards is the last that was written, such a
 * write comes behind all others in front of that read. False if memory ran out.
 */
bool trace_cell_follow(const clr_trace_event *events, size_t count, trace_fate *fates);

#endif
