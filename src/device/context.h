/* SPDX-License-Identifier: Apache-2.0 */
/*
 * context - one device with all that outlives a call on it: compiled programs, the disk cache,
 * designs of plans, tuning rows, objects that one call leaves for the next, and each thread's last
 * error. Every public call that uses a device has a context; any number of threads may share one.
 * After fork() it can do nothing but report so, as OpenCL drivers do not survive that.
 * context_create.c opens it.
 */
#ifndef CLREDUCE_DEVICE_CONTEXT_H
#define CLREDUCE_DEVICE_CONTEXT_H

#include "device/host_memory.h"
#include "device/program.h"
#include "device/shelf.h"
#include "device/tuned.h"

#include <stdatomic.h>
#include <stdbool.h>

typedef struct clri_thread_error clri_thread_error;
typedef struct clri_kept_text clri_kept_text;

/* One object that a call leaves for the next, whichever thread makes it; zero-initialised. */
typedef struct clri_spare {
    _Atomic(void *) thing;
    void (*_Atomic destroy)(void *thing);
} clri_spare;

/* Whether plans may be folded by the host in the caller's queue (stage/native_kernel.h); set to
 * FAILS where nobody wants it. */
enum { CLRI_NATIVE_UNTRIED, CLRI_NATIVE_WORKS, CLRI_NATIVE_FAILS };

struct clr_context {
    bool is_host;           /* of the device "host": OpenCL is never called */
    uint64_t host_elements; /* most elements of a call on host arrays that the host computes */
    clr_device device;      /* device.device is NULL until a device has been found */
    cl_context opencl;      /* NULL until the context is open */
    clri_log log;
    clri_cache cache;
    clri_programs programs;
    clri_lru designs; /* what equal plans share: src/shape/design.h */
    clri_tuned tuned; /* the device's rows; constant once the context is open */
    int64_t process;
    pthread_key_t error_key; /* thread -> its entry of `errors` */
    pthread_mutex_t error_lock;
    clri_thread_error *errors; /* one for each thread that has failed */
    pthread_mutex_t text_lock;
    clri_kept_text *texts; /* handed out to callers, each text once */
    clri_host_memory host_memory;
    clri_shelf reducers;     /* what one-call reductions left for the next call: src/host */
    clri_spare host_reducer; /* kept from the last call that the host computed */
    atomic_int native;       /* CLRI_NATIVE_... */
};

/* A context without a device; NULL if memory ran out. clr_context_destroy() frees it. */
clr_context *clri_context_make(const clr_context_options *options);

/* Releases everything but the errors: from then on the context can only report what failed. */
void clri_context_close(clr_context *context);

/* An in-order queue; its commands can be timed if `profiling`. */
clr_status clri_context_queue(const clr_context *context, bool profiling, cl_command_queue *queue,
                              clri_error *error);

/*
 * Ends a public call: if `status` is a failure, `error` becomes the calling thread's last error.
 * Returns `status`, and leaves `error` clear.
 */
clr_status clri_context_return(clr_context *context, clr_status status, clri_error *error);

/* Moves another public call's failure, which that call has recorded for the thread, to `error`. */
clr_status clri_context_again(const clr_context *context, clr_status status, clri_error *error);

/* Takes over `text`; returns it, or an equal text kept before. The text lives as long as the
 * context. NULL if `text` is NULL or host memory ran out. */
const char *clri_context_keep(clr_context *context, char *text);

/* CLR_OK if this process may use the context's device: it is open, not inherited by fork(), and not
 * the host, for which the status is CLR_ERROR_UNSUPPORTED. */
clr_status clri_context_check(const clr_context *context, clri_error *error);

/* The same of calls that the host may compute. */
clr_status clri_context_check_open(const clr_context *context, clri_error *error);

/* Takes the object that a call has left, or NULL; leaves one in place of another. */
void *clri_spare_take(clri_spare *spare);
void clri_spare_leave(clri_spare *spare, void *thing, void (*destroy)(void *thing));

#endif
