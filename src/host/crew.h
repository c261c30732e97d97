/* SPDX-License-Identifier: Apache-2.0 */
/*
 * crew - threads that copy memory together: one copies far less in a second than memory and the way
 * to a device can take. They live as long as one public call, so that no process has threads of the
 * library's that it does not know of, and no forked child lacks them.
 */
#ifndef CLREDUCE_HOST_CREW_H
#define CLREDUCE_HOST_CREW_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum {
    CLRI_CREW_MOST = 8,       /* threads, the caller's among them */
    CLRI_CREW_LEAST = 4 << 20 /* bytes: less is copied before a crew is together */
};

/* All zero, it is the calling thread alone. */
typedef struct clri_crew {
    pthread_t threads[CLRI_CREW_MOST - 1];
    unsigned thread_count; /* beside the caller's */
    pthread_mutex_t lock;
    pthread_cond_t begun, done;
    unsigned turn; /* the copy that goes on, counted from 1 */
    unsigned busy; /* threads that are not through with it */
    bool is_over;
    unsigned char *to;
    const unsigned char *from;
    size_t size;
    atomic_size_t next; /* the slice that nobody has taken yet */
} clri_crew;

/* As many threads, with the caller's, as are worth it here: one for each core that this thread may
 * run on, up to the most. More than eight copy no faster than the bus to an H200 takes it. */
unsigned clri_crew_wanted(void);

/* Makes a crew of so many threads, or of as many as there are to be had. */
void clri_crew_start(clri_crew *crew, unsigned threads);

/* memcpy() by all of them: returns when all is copied. */
void clri_crew_copy(clri_crew *crew, void *to, const void *from, size_t size);

/* Waits for the threads' ends; does nothing to the calling thread alone. */
void clri_crew_end(clri_crew *crew);

#endif
