/* SPDX-License-Identifier: Apache-2.0 */
/*
 * thread - threads that share a work and end with it, so all within one public call: a process has
 * no threads that it does not know of, and a forked child lacks none.
 */
#ifndef CLREDUCE_BASE_THREAD_H
#define CLREDUCE_BASE_THREAD_H

#include "base/system.h"

#include <stdbool.h>
#include <stdint.h>

enum { CLRI_THREADS_MOST = 32 };

/* Units of a work, numbered from 0, that threads claim one after the other. */
typedef struct clri_units {
    uint64_t next, end;
    pthread_mutex_t lock; /* CLRI_UNLOCKED */
} clri_units;

#define CLRI_UNLOCKED (pthread_mutex_t) PTHREAD_MUTEX_INITIALIZER

/* Claims a unit for the calling thread. False: none is left. */
bool clri_units_claim(clri_units *units, uint64_t *unit);

/* Calls work(data, number) in up to CLRI_THREADS_MOST threads, with numbers from 0 on: the caller
 * has number 0. Returns when all have returned. Where the system starts fewer, numbers are missing:
 * threads claim what they do, and no number has a share of its own. */
void clri_thread_share(unsigned threads, void (*work)(void *data, unsigned number), void *data);

#endif
