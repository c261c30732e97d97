/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tune_task - which reductions tune searches sizes for: one of each class of work and width of
 * elements, as rows of a tuning file are about no more than these; and the search for one of them.
 */
#ifndef CLREDUCE_TOOLS_TUNE_TASK_H
#define CLREDUCE_TOOLS_TUNE_TASK_H

#include "command_request.h"
#include "tune_file.h"

#define TUNE_TASKS_MOST 64
#define TUNE_NAME_SIZE  64

typedef struct tune_task {
    clr_operator op;
    clr_type type;
    clr_accuracy accuracy;
    tune_scope scope; /* of its plan, as is the name: once they are prepared */
    char name[TUNE_NAME_SIZE];
} tune_task;

typedef struct tune_tasks {
    tune_task at[TUNE_TASKS_MOST];
    size_t count;
    bool are_named; /* by the command line */
} tune_tasks;

/* The tasks that the command line names, or the usual ones. Each function returns 0, or the exit
 * code after a sentence on standard error. */
int tune_tasks_read(tune_tasks *tasks, const options *o);

/* Leaves out tasks that the device has no plan for, unless named, and all but a scope's first. */
int tune_tasks_prepare(tune_tasks *tasks, const options *o, clr_context *context);

/* Makes the data, and searches from `start`. */
int tune_task_search(const tune_task *task, const options *o, clr_context *context,
                     const tune_sizes *start, tune_time time, tune_finding *finding);

#endif
