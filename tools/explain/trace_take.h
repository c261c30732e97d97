/* SPDX-License-Identifier: Apache-2.0 */
/*
 * trace_take - states that items take from cells of local memory too early: before the item that
 * puts them there has done so. Pure.
 */
#ifndef CLREDUCE_TOOLS_TRACE_TAKE_H
#define CLREDUCE_TOOLS_TRACE_TAKE_H

#include "trace_steps.h"

/*
 * Sets `is_early` of the group's entries, which are cut into steps: the item took from a cell
 * something else than the steps before it have put there. False if memory ran out.
 */
bool trace_take_mark(trace_group *group);

#endif
