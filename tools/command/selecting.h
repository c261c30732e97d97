/* SPDX-License-Identifier: Apache-2.0 */
/*
 * selecting - what operators that select ask of a job: all numbers of a result in memory at once,
 * within --memory, and one call of clr_reduce_shape() on them by the host. What folds beside them
 * is computed in the same call.
 */
#ifndef CLREDUCE_TOOLS_SELECTING_H
#define CLREDUCE_TOOLS_SELECTING_H

#include "job.h"

/* Refuses options that a request with such operators has no use for. Each function returns 0, or
 * the exit code after a sentence on standard error. */
int selecting_check(const request *r);

/* Refuses --interpolation without operators that it is for. */
int selecting_check_interpolation(const options *o, const operator_list *operators);

/* Most bytes of numbers that may be in memory, by --memory, else half of all; and so most elements
 * of each input. */
uint64_t selecting_bytes_most(const options *o);
uint64_t selecting_most(const job *j);

/* Reads the input ahead, if only its end tells how long it is; and refuses one of more elements
 * than may be in memory. */
int selecting_read(job *j);

/* Refuses `count` elements of one result if memory may not hold them. */
int selecting_check_count(job *j, uint64_t count);

#endif
