/* SPDX-License-Identifier: Apache-2.0 */
#include "base/thread.h"

#include <signal.h>

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
