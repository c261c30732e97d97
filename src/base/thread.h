/* SPDX-License-Identifier: Apache-2.0 */
/* thread - starts threads of the library's own, which leave signals to the caller's. */
#ifndef CLREDUCE_BASE_THREAD_H
#define CLREDUCE_BASE_THREAD_H

#include <pthread.h>
#include <stdbool.h>

/* False if the system starts none; else the caller joins it. */
bool clri_thread_start(pthread_t *thread, void *(*work)(void *), void *data);

#endif
