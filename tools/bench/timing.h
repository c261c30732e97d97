/* SPDX-License-Identifier: Apache-2.0 */
/*
 * timing - a series of measured times, its median and spread, and when there are enough of them.
 * Knows nothing of what was measured.
 */
#ifndef CLREDUCE_TOOLS_TIMING_H
#define CLREDUCE_TOOLS_TIMING_H

#include <stdbool.h>
#include <stddef.h>

/* All in seconds. Zero-initialised, a series is empty. */
typedef struct timing {
    double *times; /* in ascending order */
    size_t count;
    size_t room;
} timing;

/* False if memory ran out. */
bool timing_add(timing *t, double seconds);
void timing_free(timing *t);

/* The time that a `part` of the runs, from 0 to 1, did not exceed: 0.5 is the median. */
double timing_quantile(const timing *t, double part);

/* The distance of the quartiles as a part of the median. */
double timing_spread(const timing *t);

/* Whether the runs agree: at least 10, quartiles within 3 % of the median. */
bool timing_is_steady(const timing *t);

#endif
