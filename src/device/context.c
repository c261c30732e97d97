/* SPDX-License-Identifier: Apache-2.0 */
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS /* clCreateCommandQueue, for OpenCL 1.x */
#include "device/context.h"
#include "base/system.h"
#include "device/device.h"
#include "opencl/loader.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* ---- errors ---- */

/* A thread's last error. The thread finds it through the context's key; the context, which frees
 * it, in its list. So clr_context_error() needs no lock, and threads do not see each other's
 * errors. */
struct clri_thread_error {
    clri_thread_error *next;
    clr_context *context;
    clri_error error;
};

static const clr_error no_error = {sizeof no_error, CLR_OK, CL_SUCCESS, "", "", ""};
static const clr_error no_memory = {
    sizeof no_memory, CLR_ERROR_MEMORY, CL_SUCCESS, "", "host memory ran out", "",
};
static const clr_error no_context = {
    sizeof no_context,
    CLR_ERROR_ARGUMENT,
    CL_SUCCESS,
    "",
    "there is no context: it is NULL, or host memory ran out when it was to be created",
    "",
};

/* In place of a thread's record when there was no memory for one. */
static clri_thread_error forgotten;

/* Called when a thread ends. */
static void forget_thread(void *record)
{
    clri_thread_error *entry = record;
    clr_context *context = entry->context;

    if (entry == &forgotten)
        return;
    pthread_mutex_lock(&context->error_lock);
    for (clri_thread_error **at = &context->errors; *at; at = &(*at)->next)
        if (*at == entry) {
            *at = entry->next;
            break;
        }
    pthread_mutex_unlock(&context->error_lock);
    clri_error_clear(&entry->error);
    free(entry);
}

/* This thread's record, created if need be; NULL if there is no memory for it. */
static clri_thread_error *thread_record(clr_context *context)
{
    clri_thread_error *entry = pthread_getspecific(context->error_key);

    if (entry && entry != &forgotten)
        return entry;
    entry = calloc(1, sizeof *entry);
    if (!entry || pthread_setspecific(context->error_key, entry) != 0) {
        free(entry);
        pthread_setspecific(context->error_key, &forgotten);
        return NULL;
    }
    entry->context = context;
    pthread_mutex_lock(&context->error_lock);
    entry->next = context->errors;
    context->errors = entry;
    pthread_mutex_unlock(&context->error_lock);
    return entry;
}

clr_status clri_context_return(clr_context *context, clr_status status, clri_error *error)
{
    clri_thread_error *entry = status == CLR_OK ? NULL : thread_record(context);

    if (entry)
        clri_error_move(&entry->error, error);
    else
        clri_error_clear(error);
    return status;
}

clr_status clri_context_again(const clr_context *context, clr_status status, clri_error *error)
{
    if (status != CLR_OK)
        clri_fail_again(error, clr_context_error(context));
    return status;
}

const clr_error *clr_context_error(const clr_context *context)
{
    clri_thread_error *entry;

    if (!context)
        return &no_context;
    entry = pthread_getspecific(context->error_key);
    if (entry == &forgotten)
        return &no_memory;
    return entry ? clri_error_show(&entry->error) : &no_error;
}

clr_status clri_context_check_open(const clr_context *context, clri_error *error)
{
    if (context->is_host)
        return CLR_OK;
    if (!context->opencl)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "this context's creation failed, so it can do nothing: destroy it");
    if (context->process != clri_process())
        return clri_fail(error, CLR_ERROR_FORKED,
                         "this context was created by the process's parent, and OpenCL drivers "
                         "do not survive fork(): create a context after it");
    return CLR_OK;
}

clr_status clri_context_check(const clr_context *context, clri_error *error)
{
    if (context->is_host)
        return clri_fail(
            error, CLR_ERROR_UNSUPPORTED,
            "the context's device is \"host\", which makes one-call reductions of host "
            "arrays and accumulators: this call needs a context of an OpenCL device");
    return clri_context_check_open(context, error);
}

/* ---- what calls leave ---- */

void *clri_spare_take(clri_spare *spare)
{
    return atomic_exchange(&spare->thing, NULL);
}

void clri_spare_leave(clri_spare *spare, void *thing, void (*destroy)(void *thing))
{
    void *other;

    atomic_store(&spare->destroy, destroy);
    other = atomic_exchange(&spare->thing, thing);
    if (other)
        destroy(other);
}

static void empty(clri_spare *spare)
{
    void *thing = clri_spare_take(spare);

    if (thing)
        atomic_load (&spare->destroy)(thing);
}

/* ---- texts ---- */

struct clri_kept_text {
    clri_kept_text *next;
    char *text;
};

static clri_kept_text *find_text(clr_context *context, const char *text)
{
    clri_kept_text *kept = context->texts;

    while (kept && strcmp(kept->text, text) != 0)
        kept = kept->next;
    return kept;
}

const char *clri_context_keep(clr_context *context, char *text)
{
    clri_kept_text *kept = text ? calloc(1, sizeof *kept) : NULL;
    clri_kept_text *earlier;

    if (!kept) {
        free(text);
        return NULL;
    }
    kept->text = text;
    pthread_mutex_lock(&context->text_lock);
    earlier = find_text(context, text);
    if (!earlier) {
        kept->next = context->texts;
        context->texts = kept;
    }
    pthread_mutex_unlock(&context->text_lock);
    if (!earlier)
        return text;
    free(text);
    free(kept);
    return earlier->text;
}

static void forget_texts(clr_context *context)
{
    while (context->texts) {
        clri_kept_text *kept = context->texts;

        context->texts = kept->next;
        free(kept->text);
        free(kept);
    }
}

/* ---- opening and closing ---- */

/* Designs without a plan that stay in memory, and the bytes that they may hold: a design has 80 KiB
 * and up to three programs. */
enum { DESIGNS_SPARE = 16, DESIGNS_BYTES = 64 << 20 };

clr_context *clri_context_make(const clr_context_options *options)
{
    clr_context *context = calloc(1, sizeof *context);

    if (!context)
        return NULL;
    if (pthread_key_create(&context->error_key, forget_thread) != 0) {
        free(context);
        return NULL;
    }
    pthread_mutex_init(&context->error_lock, NULL);
    pthread_mutex_init(&context->text_lock, NULL);
    clri_host_memory_open(&context->host_memory);
    clri_lru_open(&context->designs, DESIGNS_SPARE, DESIGNS_BYTES);
    clri_shelf_open(&context->reducers);
    context->process = clri_process();
    context->log = (clri_log){options->log, options->log_user};
    return context;
}

/* In this order, as streams and reducers hold plans, plans designs, and designs programs. */
void clri_context_close(clr_context *context)
{
    if (!context->opencl)
        return;
    if (context->process == clri_process()) { /* a forked child must not touch queues */
        clri_shelf_close(&context->reducers);
    }
    clri_host_memory_close(&context->host_memory, context->process != clri_process());
    clri_lru_close(&context->designs);
    clri_programs_close(&context->programs);
    clri_cache_close(&context->cache);
    clri_tuned_free(&context->tuned);
    clReleaseContext(context->opencl);
    context->opencl = NULL;
}

clr_status clri_context_queue(const clr_context *context, bool profiling, cl_command_queue *queue,
                              clri_error *error)
{
    const cl_device_id device = context->device.device;
    const cl_command_queue_properties wanted = profiling ? CL_QUEUE_PROFILING_ENABLE : 0;
    const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, wanted, 0};
    const bool modern =
        clri_known(context->device.opencl_version, 0) >= 200 && clri_loader_knows_2_0();
    cl_int code;

    if (modern)
        *queue = clCreateCommandQueueWithProperties(context->opencl, device, list, &code);
    else
        *queue = clCreateCommandQueue(context->opencl, device, wanted, &code);
    if (*queue)
        return CLR_OK;
    return clri_fail_opencl(error, code,
                            modern ? "clCreateCommandQueueWithProperties" : "clCreateCommandQueue",
                            "creating a queue");
}

void clr_context_destroy(clr_context *context)
{
    if (!context)
        return;
    clri_context_close(context);
    empty(&context->host_reducer);
    pthread_key_delete(context->error_key); /* no thread's end calls forget_thread() any more */
    while (context->errors) {
        clri_thread_error *entry = context->errors;

        context->errors = entry->next;
        clri_error_clear(&entry->error);
        free(entry);
    }
    forget_texts(context);
    pthread_mutex_destroy(&context->text_lock);
    pthread_mutex_destroy(&context->error_lock);
    free(context);
}

const clr_device *clr_context_device(const clr_context *context)
{
    return context && (context->is_host || context->device.device) ? &context->device : NULL;
}

cl_context clr_context_opencl(const clr_context *context)
{
    return context ? context->opencl : NULL;
}
