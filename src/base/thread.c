/* SPDX-License-Identifier: Apache-2.0 */
#include "base/thread.h"

#include <sched.h>
#include <signal.h>
#include <unistd.h>

/* Signals go to the caller's threads, but for faults: the memory may map a file, and the caller may
 * handle its truncation. */
static void block_signals(sigset_t *before)
{
    static const int faults[] = {SIGBUS, SIGSEGV, SIGFPE, SIGILL, SIGTRAP};
    sigset_t all;

    sigfillset(&all);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        sigdelset(&all, faults[i]);
    pthread_sigmask(SIG_BLOCK, &all, before);
}

bool clri_thread_start(pthread_t *thread, void *(*work)(void *), void *data)
{
    sigset_t before;
    bool is_started;

    block_signals(&before);
    is_started = pthread_create(thread, NULL, work, data) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return is_started;
}

unsigned clri_thread_cores(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
#ifdef __linux__
    cpu_set_t mine;

    if (sched_getaffinity(0, sizeof mine, &mine) == 0)
        cores = CPU_COUNT(&mine);
#endif
    return cores < 1 ? 1 : (unsigned)cores;
}

/* A thread's part in a shared work. */
typedef struct part {
    void (*work)(void *data, unsigned number);
    void *data;
    unsigned number;
} part;

static void *take_part(void *data)
{
    const part *mine = data;

    mine->work(mine->data, mine->number);
    return NULL;
}

void clri_thread_share(unsigned threads, void (*work)(void *data, unsigned number), void *data)
{
    pthread_t started[CLRI_THREADS_MOST];
    part parts[CLRI_THREADS_MOST];
    unsigned count = 1;

    for (; count < threads && count < CLRI_THREADS_MOST; count++) {
        parts[count] = (part){work, data, count};
        if (!clri_thread_start(&started[count], take_part, &parts[count]))
            break;
    }
    work(data, 0);
    while (--count > 0)
        pthread_join(started[count], NULL);
}
