/* SPDX-License-Identifier: Apache-2.0 */
/*
 * crew - threads that copy memory together, as one thread is slower than memory and the bus. They
 * live within one public call: a process has no threads that it does not know of, and a forked
 * child lacks none.
 */
#ifndef CLREDUCE_HOST_CREW_H
#define CLREDUCE_HOST_CREW_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    CLRI_CREW_MOST = 8 /* threads, the caller included */
};

/* Whether a crew, whose threads have to start, copies `size` bytes sooner than the driver does by
 * itself: a sum of 4 MiB of f32 takes an H200 0.41 ms by the driver's copy, and 0.64 by a crew's
 * (docs/history/2026-11-29-one-call.md). */
static inline bool clri_crew_pays(uint64_t size)
{
    return size > 4 << 20;
}

/* Zero-initialised: the calling thread alone. */
typedef struct clri_crew {
    pthread_t threads[CLRI_CREW_MOST - 1];
    unsigned thread_count; /* without the caller */
    pthread_mutex_t lock;
    pthread_cond_t begun, done;
    unsigned turn; /* number of the current copy, from 1 */
    unsigned busy; /* threads still at the current copy */
    bool is_over;
    unsigned char *to;
    const unsigned char *from;
    size_t size;
    atomic_size_t next; /* first slice that no thread has taken */
} clri_crew;

/* Threads worth having, the caller included: one for each core that this thread may run on, up to
 * CLRI_CREW_MOST. More than eight fill the bus to an H200 no faster. */
unsigned clri_crew_wanted(void);

/* Starts up to `threads` threads, the caller included. */
void clri_crew_start(clri_crew *crew, unsigned threads);

/* memcpy() by all threads; returns when it is complete. */
void clri_crew_copy(clri_crew *crew, void *to, const void *from, size_t size);

/* Joins the threads; a crew of the calling thread alone has none. */
void clri_crew_end(clri_crew *crew);

#endif
