/* SPDX-License-Identifier: Apache-2.0 */
/*
 * context - one device with its caches and each thread's last error. context_create opens it.
 */
#ifndef CLREDUCE_DEVICE_CONTEXT_H
#define CLREDUCE_DEVICE_CONTEXT_H

#include "device/host_memory.h"
#include "device/program.h"
#include "device/shelf.h"
#include "device/tuned.h"

#include <stdbool.h>
#include <sys/types.h>

typedef struct clri_thread_error clri_thread_error;
typedef struct clri_kept_text clri_kept_text;

struct clr_context {
    clr_device device; /* device.device is NULL until a device has been found */
    cl_context opencl; /* NULL until the context is open */
    clri_log log;
    clri_cache cache;
    clri_programs programs;
    clri_tuned tuned; /* of its device; nothing changes it once the context is there */
    pid_t process;
    pthread_key_t error_key; /* leads a thread to its own of the errors */
    pthread_mutex_t error_lock;
    clri_thread_error *errors; /* one a thread that has failed */
    pthread_mutex_t text_lock;
    clri_kept_text *texts; /* that have been handed out, each once */
    clri_host_memory host_memory;
    clri_shelf shelf; /* plans with their streams that one-call reductions have made */
};

/* A context without a device; NULL if there is no memory for it. clr_context_destroy() ends it. */
clr_context *clri_context_make(const clr_context_options *options);

/* Gives back everything but the errors: the context can then only tell what went wrong. */
void clri_context_close(clr_context *context);

/* A queue of the library's own, in-order; with a clock in it where the device has one. */
clr_status clri_context_queue(const clr_context *context, bool profiling, cl_command_queue *queue,
                              clri_error *error);

/*
 * Ends a public call: if `status` is a failure, `error` becomes the calling thread's last error.
 * Returns `status`, and leaves `error` clear.
 */
clr_status clri_context_settle(clr_context *context, clr_status status, clri_error *error);

/*
 * Takes a text, which is the context's afterwards, and returns it, or the same one that is kept
 * already. It lives as long as the context. NULL if `text` is, or if host memory ran out.
 */
const char *clri_context_keep(clr_context *context, char *text);

/* CLR_OK if this process may use the context. */
clr_status clri_context_check(const clr_context *context, clri_error *error);

#endif
