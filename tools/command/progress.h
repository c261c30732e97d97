/* SPDX-License-Identifier: Apache-2.0 */
/*
 * progress - a bar on standard error, if it is a terminal, for work of more than a second. It has
 * no colours (so NO_COLOR has no effect) and is wiped at the end.
 */
#ifndef CLREDUCE_TOOLS_PROGRESS_H
#define CLREDUCE_TOOLS_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

#define PROGRESS_TOTAL_UNKNOWN UINT64_MAX

typedef struct progress {
    bool wanted;
    bool shown;
    uint64_t total; /* bytes or steps, or PROGRESS_TOTAL_UNKNOWN */
    uint64_t start_ns;
    uint64_t next_ns; /* time of the next update */
} progress;

/* Whether the descriptor is a terminal that a line can be wiped from. */
bool progress_is_seen(int descriptor);

void progress_start(progress *p, bool wanted, uint64_t total);
void progress_step(progress *p, uint64_t done);

/* For work that is not counted in bytes: the steps done of `total`, and a word for the current
 * step. */
void progress_tell(progress *p, uint64_t done, const char *what);
void progress_end(progress *p);

#endif
