/* SPDX-License-Identifier: Apache-2.0 */
/*
 * trace_cell - what became of unguarded writes: whose value lasted, and whose was lost because
 * another item overwrote it without having read it. Pure.
 */
#ifndef CLREDUCE_TOOLS_TRACE_CELL_H
#define CLREDUCE_TOOLS_TRACE_CELL_H

#include <clreduce/lessons.h>
#include <stdbool.h>
#include <stddef.h>

/*
 * Sets `lost` of each event: whether it is a CLR_TRACE_WRITE whose value is in nothing that was
 * delivered or fetched afterwards. False if memory ran out.
 */
bool trace_cell_find_lost(const clr_trace_event *events, size_t count, bool *lost);

#endif
