/* SPDX-License-Identifier: Apache-2.0 */
/*
 * doctor_probe - work that may crash or hang, done in a child process. Drivers do both, and the one
 * who asks must survive to tell.
 */
#ifndef CLREDUCE_TOOLS_PROBE_H
#define CLREDUCE_TOOLS_PROBE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef enum probe_end {
    PROBE_RETURNED, /* `detail` is the function's, 0 .. 255 */
    PROBE_CRASHED,  /* `detail` is the signal */
    PROBE_HUNG,     /* it was killed after the time limit */
    PROBE_UNSTARTED /* `detail` is errno */
} probe_end;

#define PROBE_ANSWER_MOST 65536

typedef struct probe {
    probe_end end;
    int detail;
    size_t size;                        /* bytes of `answer` */
    char answer[PROBE_ANSWER_MOST + 1]; /* a 0 follows */
} probe;

/*
 * Calls `function` in a child process, which answers through the stream. What it prints elsewhere
 * is thrown away unless `noisy`.
 */
void probe_run(probe *p, int (*function)(const void *argument, FILE *answer), const void *argument,
               unsigned limit_seconds, bool noisy);

/* How it ended, for people, if not by returning: "crashed (Segmentation fault)". */
void probe_describe(const probe *p, char text[], size_t size);

#endif
