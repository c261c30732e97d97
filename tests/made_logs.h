/* SPDX-License-Identifier: Apache-2.0 */
/*
 * made_logs - logs as clr_plan_trace() gives them, made in plain C by textbook reductions, for
 * tests of the analysis of traces, with known numbers.
 */
#ifndef CLREDUCE_TESTS_MADE_LOGS_H
#define CLREDUCE_TESTS_MADE_LOGS_H

#include <clreduce/lessons.h>
#include <stddef.h>
#include <stdint.h>

#define MADE_LOG_MOST 65536

/* Sums of the numbers 0, 1, 2, ... by groups whose states are 8 bytes. */
typedef struct made_log {
    clr_trace_event events[MADE_LOG_MOST];
    size_t count;
    uint64_t states[1024]; /* of the current group */
    uint32_t group;
    uint32_t size; /* items a group */
} made_log;

typedef void (*made_group)(made_log *log);

/* Folds of a group that has loaded its numbers. */
void made_interleaved(made_log *log);
void made_strided(made_log *log);
void made_sequential(made_log *log);
void made_serial(made_log *log);
void made_shuffle(made_log *log); /* in sub-groups of 16, then over their states */

/* Groups that load `loads` numbers an item, fold, and leave partials. */
void made_log_fill(made_log *log, uint32_t groups, uint32_t size, uint32_t loads, made_group fold);

#endif
