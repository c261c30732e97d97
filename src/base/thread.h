/* SPDX-License-Identifier: Apache-2.0 */
/*
 * thread - threads of the library's own, with signals blocked, as handlers of the caller's must run
 * in the caller's threads: one that lives on, or several that share a work and end with it. Several
 * live within one public call: so a process has no threads that it does not know of, and a forked
 * child lacks none.
 */
#ifndef CLREDUCE_BASE_THREAD_H
#define CLREDUCE_BASE_THREAD_H

#include <pthread.h>
#include <stdbool.h>

/* False if the system starts none; else the caller joins it. */
bool clri_thread_start(pthread_t *thread, void *(*work)(void *), void *data);

/* Cores that the calling thread may run on, as its affinity says; 1 if nobody knows. */
unsigned clri_thread_cores(void);

enum { CLRI_THREADS_MOST = 32 };

/* Calls work(data, number) in up to CLRI_THREADS_MOST threads, with numbers from 0 on: the caller
 * has number 0. Returns when all have returned. Where the system starts fewer, numbers are missing:
 * threads claim what they do, and no number has a share of its own. */
void clri_thread_share(unsigned threads, void (*work)(void *data, unsigned number), void *data);

#endif
