/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bench_task - what is to be measured: a request's operators over one array on one device. The
 * kinds of benchmark (three ways, a ladder of strategies, sizes) all begin with it.
 */
#ifndef CLREDUCE_TOOLS_BENCH_TASK_H
#define CLREDUCE_TOOLS_BENCH_TASK_H

#include "bench_data.h"
#include "command_request.h"
#include "options.h"

typedef struct bench_task {
    const options *o;
    clr_context *context;
    const request *request;         /* borrowed */
    char names[REQUEST_NAMES_SIZE]; /* of its operators */
    bench_data data;                /* borrowed: filled in, and not closed with the task */
} bench_task;

#endif
