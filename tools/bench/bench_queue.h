/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bench_queue - a queue that measures: its commands' times by the device's clock, and how its
 * calls' failures are told.
 */
#ifndef CLREDUCE_TOOLS_BENCH_QUEUE_H
#define CLREDUCE_TOOLS_BENCH_QUEUE_H

#include <clreduce/clreduce.h>

/*
 * Makes an in-order queue on the context's device, whose events have times. Returns 0, or the exit
 * code after a sentence on standard error.
 */
int bench_queue_open(clr_context *context, cl_command_queue *queue);

/* Waits for all that is in the queue. Returns 0 or the exit code, likewise. */
int bench_queue_finish(cl_command_queue queue);

/* Says which call failed. Returns the exit code. */
int bench_queue_fail(const char *call, cl_int code);

/* The device's time of an event, 0 if it does not tell. */
cl_ulong bench_queue_time(cl_event event, cl_profiling_info what);

/* Seconds between two of the device's times; 0 if its clock stands still. */
double bench_queue_between(cl_ulong start, cl_ulong end);

#endif
