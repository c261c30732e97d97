/* SPDX-License-Identifier: Apache-2.0 */
/*
 * race - contestants timed in turns, so that whatever disturbs the machine disturbs all of them:
 * bench's one way of measuring things side by side. It decides when a contestant has been timed
 * enough; a contestant is a number to it, and a function of the caller runs it.
 */
#ifndef CLREDUCE_TOOLS_RACE_H
#define CLREDUCE_TOOLS_RACE_H

#include "timing.h"
#include <stdint.h>

#define RACE_MOST        256
#define RACE_METHOD_SIZE 128

/* The times of a contestant. Zero-initialised, it has no turns. */
typedef struct timed {
    bool runs;                     /* it takes part */
    char method[RACE_METHOD_SIZE]; /* how its time is taken, for people */
    timing times;
    uint64_t spent_ns; /* on all its turns */
} timed;

typedef struct race {
    size_t count;
    timed *at[RACE_MOST];

    /* A contestant is done after `repeat` runs; if that is 0, after `shortest_ns` if its times are
     * steady by then (timing.h), else after five times as long. */
    uint64_t repeat;
    uint64_t shortest_ns;
    void *user; /* handed to the functions */

    /* Runs a contestant once. Returns 0 or the exit code, as round() does. */
    int (*run)(void *user, size_t index, double *seconds);

    /* Before each round, and before and after each turn of a contestant, with `done` contestants
     * done; NULL: nothing. */
    int (*round)(void *user);
    void (*start)(void *user, size_t index, size_t done);
    void (*stop)(void *user, size_t index);
} race;

/* Runs until every contestant has been timed enough. Returns 0, or the exit code after a sentence
 * on standard error. */
int race_run(const race *r);

/* The median of a contestant's times, in seconds; 0 without times. The speed of a contestant that
 * reads `bytes` in that time. */
double timed_median(const timed *t);
double timed_gb_per_s(const timed *t, uint64_t bytes);

#endif
