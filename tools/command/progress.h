/* SPDX-License-Identifier: Apache-2.0 */
/*
 * progress - a line on standard error, if it is a terminal, for what takes long: a bar for counted
 * work of more than a second, or words for a wait of more than 0.4 s. It has no colours (so
 * NO_COLOR has no effect), and is wiped at the end. A thread draws it, so that it moves whatever is
 * waited for; without a terminal there is none. Calls come from one thread at a time, but for steps
 * of a bar.
 */
#ifndef CLREDUCE_TOOLS_PROGRESS_H
#define CLREDUCE_TOOLS_PROGRESS_H

#include <stdint.h>

#define PROGRESS_TOTAL_UNKNOWN UINT64_MAX

/* No line from now on. */
void progress_never(void);

/* The bar, until its end; there is one at a time. */
void progress_start(uint64_t total);
void progress_step(uint64_t done);

/* The same, of the bytes that are read from files meanwhile, which count themselves; a pipe shows
 * none as long as nothing comes. */
void progress_start_reading(uint64_t total);

/* For work that is not counted in bytes: the steps done of `total`, and a word for the current
 * step. */
void progress_tell(uint64_t done, const char *what);
void progress_end(void);

/* Before a sentence is written where the line stands. */
void progress_wipe(void);

/* Around a wait that nobody counts; in front of a bar, if there is one. Waits do not nest: words
 * within others are not shown. */
void progress_wait(const char *format, ...) __attribute__((format(printf, 1, 2)));
void progress_waited(void);

#endif
