/* SPDX-License-Identifier: Apache-2.0 */
#include "host/crew.h"
#include "base/system.h"

#include <string.h>

enum { SLICE = 1 << 19 }; /* bytes that a thread copies at a time */

unsigned clri_crew_wanted(void)
{
    const unsigned cores = clri_thread_cores();

    return cores < CLRI_CREW_MOST ? cores : CLRI_CREW_MOST;
}

/* Copies slices until none is left. */
static void copy_slices(clri_crew *crew)
{
    size_t at;

    while ((at = atomic_fetch_add(&crew->next, SLICE)) < crew->size)
        memcpy(crew->to + at, crew->from + at, crew->size - at < SLICE ? crew->size - at : SLICE);
}

static void *work(void *data)
{
    clri_crew *crew = data;
    unsigned turn = 0;

    pthread_mutex_lock(&crew->lock);
    for (;;) {
        while (!crew->is_over && crew->turn == turn)
            pthread_cond_wait(&crew->begun, &crew->lock);
        if (crew->is_over)
            break;
        turn = crew->turn;
        pthread_mutex_unlock(&crew->lock);
        copy_slices(crew);
        pthread_mutex_lock(&crew->lock);
        if (--crew->busy == 0)
            pthread_cond_signal(&crew->done);
    }
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

void clri_crew_start(clri_crew *crew, unsigned threads)
{
    memset(crew, 0, sizeof *crew);
    if (threads < 2)
        return;
    pthread_mutex_init(&crew->lock, NULL);
    pthread_cond_init(&crew->begun, NULL);
    pthread_cond_init(&crew->done, NULL);
    while (crew->thread_count + 1 < threads && crew->thread_count + 1 < CLRI_CREW_MOST &&
           clri_thread_start(&crew->threads[crew->thread_count], work, crew))
        crew->thread_count++;
    if (crew->thread_count == 0) {
        pthread_cond_destroy(&crew->done);
        pthread_cond_destroy(&crew->begun);
        pthread_mutex_destroy(&crew->lock);
    }
}

void clri_crew_copy(clri_crew *crew, void *to, const void *from, size_t size)
{
    if (crew->thread_count == 0 || size <= SLICE) {
        memcpy(to, from, size);
        return;
    }
    pthread_mutex_lock(&crew->lock);
    crew->to = to;
    crew->from = from;
    crew->size = size;
    atomic_store(&crew->next, 0);
    crew->busy = crew->thread_count;
    crew->turn++;
    pthread_cond_broadcast(&crew->begun);
    pthread_mutex_unlock(&crew->lock);
    copy_slices(crew);
    pthread_mutex_lock(&crew->lock);
    while (crew->busy > 0)
        pthread_cond_wait(&crew->done, &crew->lock);
    pthread_mutex_unlock(&crew->lock);
}

void clri_crew_end(clri_crew *crew)
{
    if (crew->thread_count == 0)
        return;
    pthread_mutex_lock(&crew->lock);
    crew->is_over = true;
    pthread_cond_broadcast(&crew->begun);
    pthread_mutex_unlock(&crew->lock);
    while (crew->thread_count > 0)
        pthread_join(crew->threads[--crew->thread_count], NULL);
    pthread_cond_destroy(&crew->done);
    pthread_cond_destroy(&crew->begun);
    pthread_mutex_destroy(&crew->lock);
}
