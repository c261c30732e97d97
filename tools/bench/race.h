/* SPDX-License-Identifier: Apache-2.0 */
/*
 * race - contestants timed in turns, so that whatever disturbs the machine disturbs all of them:
 * bench's one way of measuring things side by side. Owns when a contestant has been timed enough;
 * knows nothing of what a contestant is.
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
    uint64_t repeat;      /* runs of each contestant; 0: until its times tell enough */
    uint64_t shortest_ns; /* after this long steady times are enough, after five times that any */
    void *user;

    /* One run of a contestant. Returns 0 or the exit code, as all of these do. */
    int (*run)(void *user, size_t index, double *seconds);

    /* Before each round, and around a contestant's turn, when `done` are done; NULL: nothing. */
    int (*round)(void *user);
    void (*start)(void *user, size_t index, size_t done);
    void (*stop)(void *user, size_t index);
} race;

/* Runs until every contestant has been timed enough. Returns 0, or the exit code after a sentence
 * on standard error. */
int race_run(const race *r);

/* The median of a contestant's times, in seconds; 0 of none. And its speed over so many bytes. */
double timed_median(const timed *t);
double timed_gb_per_s(const timed *t, uint64_t bytes);

#endif
