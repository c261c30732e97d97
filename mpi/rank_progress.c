/* SPDX-License-Identifier: Apache-2.0 */
#include "rank_progress.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Pauses between two questions to MPI, which double from the first after a request has begun to the
 * longest. A question takes 14 us of a core, most of them to wake up: at a fixed pause of 20 us the
 * thread took 19 % of a core, so 2 % (docs/history/2026-11-29-mpi-openings.md, "The thread"). */
enum { FIRST_PAUSE_NS = 20000, LONGEST_PAUSE_NS = 1000000 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t has_news = PTHREAD_COND_INITIALIZER;
static pthread_t thread;
static bool is_running, is_ending;
static bool has_requests; /* perhaps */
static long pause_ns = FIRST_PAUSE_NS;

/* One question to MPI, without the mutex: a call of MPI may wait for another thread's, and callers
 * of clri_mpi_progress_wake() must not wait for that. A wake meanwhile sets `has_requests`
 * again. */
static void go_on(void)
{
    const struct timespec pause = {0, pause_ns};
    bool has_more;

    has_requests = false;
    if (pause_ns < LONGEST_PAUSE_NS)
        pause_ns *= 2;
    pthread_mutex_unlock(&mutex);
    has_more = clri_mpi_requests_go_on();
    if (has_more)
        nanosleep(&pause, NULL);
    pthread_mutex_lock(&mutex);
    has_requests |= has_more;
}

static void *work(void *unused)
{
    pthread_mutex_lock(&mutex);
    while (!is_ending)
        if (has_requests)
            go_on();
        else
            pthread_cond_wait(&has_news, &mutex);
    pthread_mutex_unlock(&mutex);
    return unused;
}

/* MPI_Finalize() deletes the attributes of MPI_COMM_SELF before all else. */
static int end_thread(MPI_Comm comm, int key, void *value, void *unused)
{
    (void)comm, (void)key, (void)value, (void)unused;
    pthread_mutex_lock(&mutex);
    is_ending = true;
    pthread_cond_signal(&has_news);
    pthread_mutex_unlock(&mutex);
    if (is_running)
        pthread_join(thread, NULL);
    return MPI_SUCCESS;
}

static clr_status check_level(clri_mpi_refusal *refusal)
{
    int level = MPI_THREAD_SINGLE;

    if (clri_mpi_check(refusal, MPI_Query_thread(&level), "MPI_Query_thread"))
        return refusal->status;
    return level == MPI_THREAD_MULTIPLE
               ? CLR_OK
               : clri_mpi_refuse(refusal, CLR_ERROR_UNSUPPORTED,
                                 "a thread for progress needs MPI_THREAD_MULTIPLE, and MPI gives "
                                 "%s: ask for it by MPI_Init_thread(), or go without the thread",
                                 level == MPI_THREAD_SINGLE     ? "MPI_THREAD_SINGLE"
                                 : level == MPI_THREAD_FUNNELED ? "MPI_THREAD_FUNNELED"
                                                                : "MPI_THREAD_SERIALIZED");
}

static clr_status end_with_mpi(clri_mpi_refusal *refusal)
{
    int key;

    if (clri_mpi_check(refusal,
                       MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, end_thread, &key, NULL),
                       "MPI_Comm_create_keyval") ||
        clri_mpi_check(refusal, MPI_Comm_set_attr(MPI_COMM_SELF, key, NULL), "MPI_Comm_set_attr"))
        return refusal->status;
    return clri_mpi_check(refusal, MPI_Comm_free_keyval(&key), "MPI_Comm_free_keyval");
}

/* All signals are blocked in the thread: they are for the process's own threads. */
static clr_status create_thread(clri_mpi_refusal *refusal)
{
    sigset_t all, before;

    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    is_running = pthread_create(&thread, NULL, work, NULL) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return is_running ? CLR_OK
                      : clri_mpi_refuse(refusal, CLR_ERROR_MEMORY, "no thread for progress");
}

static clr_status start(clri_mpi_refusal *refusal)
{
    if (clri_mpi_check_initialised(refusal) || check_level(refusal))
        return refusal->status;
    pthread_mutex_lock(&mutex);
    if (!is_running && !end_with_mpi(refusal)) {
        has_requests = true;
        create_thread(refusal);
    }
    pthread_mutex_unlock(&mutex);
    return refusal->status;
}

clr_status clri_mpi_progress_if_asked(clri_mpi_refusal *refusal)
{
    const char *asked = getenv("CLREDUCE_MPI_PROGRESS");

    if (!asked || !*asked)
        return CLR_OK;
    if (strcmp(asked, "thread") != 0)
        return clri_mpi_refuse(refusal, CLR_ERROR_ARGUMENT,
                               "CLREDUCE_MPI_PROGRESS is '%.40s': set it to 'thread', or unset it",
                               asked);
    return start(refusal);
}

void clri_mpi_progress_wake(void)
{
    pthread_mutex_lock(&mutex);
    has_requests = true;
    pause_ns = FIRST_PAUSE_NS;
    pthread_cond_signal(&has_news);
    pthread_mutex_unlock(&mutex);
}

clr_status clr_mpi_progress(char *reason, size_t reason_size)
{
    clri_mpi_refusal refusal = {CLR_OK, ""};

    start(&refusal);
    return clri_mpi_answer(&refusal, reason, reason_size);
}
