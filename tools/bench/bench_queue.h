/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bench_queue - OpenCL as programs that measure call it: a queue whose commands have times by the
 * device's clock, buffers, kernels of a text, and how a call that failed is told. Each function
 * returns 0, or the exit code after a sentence on standard error.
 */
#ifndef CLREDUCE_TOOLS_BENCH_QUEUE_H
#define CLREDUCE_TOOLS_BENCH_QUEUE_H

#include <clreduce/clreduce.h>

/* Makes an in-order queue on the context's device, whose events have times. */
int bench_queue_open(clr_context *context, cl_command_queue *queue);

/* Waits for all that is in the queue. */
int bench_queue_finish(cl_command_queue queue);

/* Makes a buffer; `host` is clCreateBuffer()'s. */
int bench_queue_buffer(clr_context *context, cl_mem_flags flags, size_t size, void *host,
                       cl_mem *buffer);

/* Writes to a buffer's beginning, and reads from it. Both wait until it is done. */
int bench_queue_write(cl_command_queue queue, cl_mem buffer, size_t size, const void *from);
int bench_queue_read(cl_command_queue queue, cl_mem buffer, size_t size, void *to);

/* Compiles a text for the context's device, and makes one of its kernels. */
int bench_queue_build(clr_context *context, const char *text, const char *how, cl_program *program);
int bench_queue_kernel(cl_program program, const char *name, cl_kernel *kernel);

/* Says which call failed. */
int bench_queue_fail(const char *call, cl_int code);

/* The device's time of an event, 0 if it does not tell. */
cl_ulong bench_queue_time(cl_event event, cl_profiling_info what);

/* Seconds between two of the device's times; 0 if its clock stands still. */
double bench_queue_between(cl_ulong start, cl_ulong end);

#endif
