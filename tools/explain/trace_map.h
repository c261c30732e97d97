/* SPDX-License-Identifier: Apache-2.0 */
/*
 * trace_map - which work-items read which element of the input, and make which result, as a run's
 * log has it. Pure.
 */
#ifndef CLREDUCE_TOOLS_TRACE_MAP_H
#define CLREDUCE_TOOLS_TRACE_MAP_H

#include "trace_steps.h"

typedef struct trace_reader {
    uint32_t group;
    uint32_t item;
    uint32_t times; /* how often the element is read, the last time by this one; 0: never */
} trace_reader;

/*
 * A reader for each of `count` elements, to be freed; those of the log are counted from number
 * `first` of these. NULL if memory ran out.
 */
trace_reader *trace_map(const trace *t, uint64_t first, uint64_t count);

/* Who turned to a result in the first launch. */
typedef struct trace_makers {
    uint64_t groups;
    uint64_t items;   /* of all these groups */
    uint64_t results; /* neighbours that one of them turned to at once, this one included */
} trace_makers;

trace_makers trace_makers_of(const trace *t, uint64_t result);

#endif
