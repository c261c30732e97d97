/* SPDX-License-Identifier: Apache-2.0 */
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS /* clCreateCommandQueue, for OpenCL 1.x */
#include "context.h"
#include "device.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- errors ---- */

struct clri_thread_error {
    clri_thread_error *next;
    pthread_t thread;
    clri_error error;
};

/* With the lock held: this thread's record, or NULL. */
static clri_thread_error *find_error(const clr_context *context)
{
    clri_thread_error *entry = context->errors;

    while (entry && !pthread_equal(entry->thread, pthread_self()))
        entry = entry->next;
    return entry;
}

/* With the lock held: this thread's record, made if need be. */
static clri_error *error_record(clr_context *context)
{
    clri_thread_error *entry = find_error(context);

    if (!entry) {
        entry = calloc(1, sizeof *entry);
        if (!entry)
            return &context->spare;
        entry->thread = pthread_self();
        entry->next = context->errors;
        context->errors = entry;
    }
    return &entry->error;
}

clr_status clri_context_settle(clr_context *context, clr_status status, clri_error *error)
{
    if (status == CLR_OK) {
        clri_error_clear(error);
        return status;
    }
    pthread_mutex_lock(&context->error_lock);
    clri_error_move(error_record(context), error);
    pthread_mutex_unlock(&context->error_lock);
    return status;
}

const clr_error *clr_context_error(const clr_context *context)
{
    clr_context *owner = (clr_context *)context; /* the records are its own to change */
    clri_thread_error *entry;
    const clr_error *shown;

    pthread_mutex_lock(&owner->error_lock);
    entry = find_error(owner);
    shown = clri_error_show(entry ? &entry->error : &owner->spare);
    pthread_mutex_unlock(&owner->error_lock);
    return shown;
}

clr_status clri_context_check(const clr_context *context, clri_error *error)
{
    if (!context->opencl)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "this context's creation failed, so it can do nothing: destroy it");
    if (context->process != getpid())
        return clri_fail(error, CLR_ERROR_FORKED,
                         "this context was created by the process's parent, and OpenCL drivers "
                         "do not survive fork(): create a context after it");
    return CLR_OK;
}

/* ---- opening ---- */

static clr_status pick_device(clr_context *context, const char *which, clri_error *error)
{
    clr_device_list *list = NULL;
    const clr_device *picked = NULL;
    clr_status status = clr_device_list_create(&list);

    if (!list)
        return clri_fail_memory(error);
    if (status == CLR_OK)
        status = clr_device_list_pick(list, which, &picked);
    if (status == CLR_OK)
        context->device = *picked;
    else
        clri_fail(error, status, "%s", clr_device_list_error(list)->message);
    clr_device_list_destroy(list);
    return status;
}

/* The only device of the caller's context, when the caller names none. */
static clr_status only_device(cl_context opencl, cl_device_id *device, clri_error *error)
{
    size_t size = 0;
    cl_device_id devices[1];
    cl_int code = clGetContextInfo(opencl, CL_CONTEXT_DEVICES, 0, NULL, &size);

    if (code == CL_SUCCESS && size != sizeof devices)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "the OpenCL context has %zu devices: say which in "
                         "clr_context_options.cl_device",
                         size / sizeof *devices);
    if (code == CL_SUCCESS)
        code = clGetContextInfo(opencl, CL_CONTEXT_DEVICES, sizeof devices, devices, NULL);
    if (code != CL_SUCCESS)
        return clri_fail_opencl(error, code, "clGetContextInfo",
                                "looking for the context's device");
    *device = devices[0];
    return CLR_OK;
}

/* Adopts the caller's OpenCL context and device. */
static clr_status adopt(clr_context *context, const clr_context_options *options, clri_error *error)
{
    cl_device_id device = options->cl_device;
    cl_platform_id platform = NULL;
    clr_status status;
    cl_int code;

    if (!device && (status = only_device(options->cl_context_handle, &device, error)) != CLR_OK)
        return status;
    code = clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL);
    if (code != CL_SUCCESS)
        return clri_fail_opencl(error, code, "clGetDeviceInfo", "asking for the device's platform");
    clri_device_ask(platform, device, &context->device);
    code = clRetainContext(options->cl_context_handle);
    if (code != CL_SUCCESS)
        return clri_fail_opencl(error, code, "clRetainContext", "adopting the OpenCL context");
    context->opencl = options->cl_context_handle;
    return CLR_OK;
}

static clr_status make_opencl_context(clr_context *context, clri_error *error)
{
    const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM,
                                                (cl_context_properties)context->device.platform, 0};
    cl_int code;

    context->opencl = clCreateContext(properties, 1, &context->device.device, NULL, NULL, &code);
    if (!context->opencl)
        return clri_fail_opencl(error, code, "clCreateContext", "creating a context on %s",
                                context->device.name);
    return CLR_OK;
}

/* What no strategy can do without. */
static clr_status check_device(const clr_device *device, clri_error *error)
{
    if (clri_known(device->available, 1) == 0)
        return clri_fail(error, CLR_ERROR_NO_DEVICE, "%s says that it is not available",
                         device->name);
    if (clri_known(device->compiler_available, 1) == 0)
        return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                         "%s has no compiler, and clreduce compiles its kernels when it runs",
                         device->name);
    if (clri_known(device->endian_little, 1) == 0)
        return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                         "%s is big-endian, which nobody has been able to test clreduce on",
                         device->name);
    return CLR_OK;
}

static clr_status open_device(clr_context *context, const clr_context_options *options,
                              clri_error *error)
{
    clr_status status = CLR_OK;

    if (options->cl_context_handle) {
        CLRI_TRY(adopt(context, options, error));
        CLRI_TRY(check_device(&context->device, error));
    } else {
        CLRI_TRY(pick_device(context, options->device, error));
        CLRI_TRY(check_device(&context->device, error));
        CLRI_TRY(make_opencl_context(context, error));
    }
    clri_cache_open(&context->cache, options->cache_folder, &context->log);
    clri_programs_open(&context->programs, context->opencl, &context->device, &context->cache,
                       &context->log);
    return CLR_OK;
cleanup:
    if (context->opencl)
        clReleaseContext(context->opencl);
    context->opencl = NULL;
    return status;
}

clr_status clri_context_open(const clr_context_options *options, clr_context **context)
{
    clri_error error = {0};
    clr_status status;

    *context = calloc(1, sizeof **context);
    if (!*context)
        return CLR_ERROR_MEMORY;
    pthread_mutex_init(&(*context)->error_lock, NULL);
    (*context)->process = getpid();
    (*context)->log = (clri_log){options->log, options->log_user};
    if (options->size != sizeof *options)
        status = clri_fail(&error, CLR_ERROR_ARGUMENT,
                           "clr_context_options.size is %zu and should be %zu: set it to "
                           "sizeof(clr_context_options)",
                           options->size, sizeof *options);
    else
        status = open_device(*context, options, &error);
    return clri_context_settle(*context, status, &error);
}

void clri_context_close(clr_context *context)
{
    if (!context->opencl)
        return;
    clri_programs_close(&context->programs);
    clri_cache_close(&context->cache);
    clReleaseContext(context->opencl);
    context->opencl = NULL;
}

clr_status clri_context_queue(const clr_context *context, bool profiling, cl_command_queue *queue,
                              clri_error *error)
{
    const cl_device_id device = context->device.device;
    const cl_command_queue_properties wanted = profiling ? CL_QUEUE_PROFILING_ENABLE : 0;
    const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, wanted, 0};
    cl_int code;

    if (clri_known(context->device.opencl_version, 0) >= 200)
        *queue = clCreateCommandQueueWithProperties(context->opencl, device, list, &code);
    else
        *queue = clCreateCommandQueue(context->opencl, device, wanted, &code);
    return *queue ? CLR_OK
                  : clri_fail_opencl(error, code, "clCreateCommandQueue", "creating a queue");
}

void clr_context_destroy(clr_context *context)
{
    if (!context)
        return;
    clri_context_close(context);
    while (context->errors) {
        clri_thread_error *entry = context->errors;

        context->errors = entry->next;
        clri_error_clear(&entry->error);
        free(entry);
    }
    clri_error_clear(&context->spare);
    pthread_mutex_destroy(&context->error_lock);
    free(context);
}

const clr_device *clr_context_device(const clr_context *context)
{
    return context && context->device.device ? &context->device : NULL;
}

cl_context clr_context_opencl(const clr_context *context)
{
    return context ? context->opencl : NULL;
}
