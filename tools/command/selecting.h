/* SPDX-License-Identifier: Apache-2.0 */
/*
 * selecting - what operators that select ask of a job: all numbers of a result in memory at once,
 * within --memory, and one call of clr_reduce_shape() on them by the host. What folds beside them
 * is computed in the same call.
 */
#ifndef CLREDUCE_TOOLS_SELECTING_H
#define CLREDUCE_TOOLS_SELECTING_H

#include "job.h"

/* Refuses options that a request with such operators has no use for, and --interpolation without
 * them. Each function returns 0, or the exit code after a sentence on standard error. */
int selecting_check(const request *r);

/* Most elements of each input that may be in memory: by --memory, else half of all. */
uint64_t selecting_most(const job *j);

/* Reads the input ahead, if only its end tells how long it is; and refuses one of more elements
 * than may be in memory. */
int selecting_read(job *j);

/* Refuses so many elements, which are of one result, if they are more. */
int selecting_check_count(job *j, uint64_t count);

#endif
