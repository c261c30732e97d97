/* SPDX-License-Identifier: Apache-2.0 */
/*
 * patience - a thread that waits, and writes if it is not told to end before. See patience.h.
 */
#include "patience.h"
#include "progress.h"
#include <pthread.h>
#include <stdbool.h>
#include <time.h>

enum { MOMENT_NS = 400000000, NS_A_SECOND = 1000000000, LINE_SIZE = 80 };

static bool is_off;
static bool is_started; /* the thread waits, or has written */
static pthread_t thread;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ended;
static bool has_ended; /* guarded by the mutex */
static bool is_shown;  /* the thread's, read when it has ended */
static FILE *terminal;
static char line[LINE_SIZE];

void patience_never(void)
{
    is_off = true;
}

static struct timespec moment_from_now(void)
{
    struct timespec at;

    clock_gettime(CLOCK_MONOTONIC, &at);
    at.tv_nsec += MOMENT_NS;
    at.tv_sec += at.tv_nsec / NS_A_SECOND;
    at.tv_nsec %= NS_A_SECOND;
    return at;
}

static void *wait_and_write(void *unused)
{
    const struct timespec until = moment_from_now();
    int code = 0;

    (void)unused;
    pthread_mutex_lock(&mutex);
    while (!has_ended && code == 0)
        code = pthread_cond_timedwait(&ended, &mutex, &until);
    is_shown = !has_ended;
    pthread_mutex_unlock(&mutex);
    if (is_shown)
        fprintf(terminal, "\r%.79s\r", line);
    return NULL;
}

static bool make_condition(void)
{
    pthread_condattr_t attributes;
    bool made;

    if (pthread_condattr_init(&attributes) != 0)
        return false;
    made = pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0 &&
           pthread_cond_init(&ended, &attributes) == 0;
    pthread_condattr_destroy(&attributes);
    return made;
}

void patience_start(FILE *to, const char *words)
{
    if (is_off || is_started || !progress_is_seen(fileno(to)) || !make_condition())
        return;
    terminal = to;
    snprintf(line, sizeof line, "%.79s", words);
    has_ended = is_shown = false;
    is_started = pthread_create(&thread, NULL, wait_and_write, NULL) == 0;
    if (!is_started)
        pthread_cond_destroy(&ended);
}

void patience_end(void)
{
    if (!is_started)
        return;
    pthread_mutex_lock(&mutex);
    has_ended = true;
    pthread_cond_signal(&ended);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    pthread_cond_destroy(&ended);
    if (is_shown)
        fprintf(terminal, "%79s\r", "");
    fflush(terminal);
    is_started = false;
}
