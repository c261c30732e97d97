/* SPDX-License-Identifier: Apache-2.0 */
/* log - calls the user's log callback, if there is one. */
#ifndef CLREDUCE_BASE_LOG_H
#define CLREDUCE_BASE_LOG_H

#include <clreduce/clreduce.h>

typedef struct clri_log {
    clr_log write; /* or NULL */
    void *user;
} clri_log;

void clri_log_say(const clri_log *log, clr_log_level level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
