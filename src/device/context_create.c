/* SPDX-License-Identifier: Apache-2.0 */
/*
 * context_create - opens a context: picks a device or adopts the caller's, refuses a device that no
 * strategy can use, and tests it before anything is computed. A device that adds up integers
 * wrongly is refused; one whose doubles alone are wrong is used without them (docs/exact.md,
 * "Demands on a driver").
 */
#include "base/sized.h"
#include "device/context.h"
#include "device/device.h"
#include "device/selftest.h"
#include "device/tuning_file.h"

#include <stdlib.h>
#include <string.h>

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
        clri_fail_again(error, clr_device_list_error(list));
    clr_device_list_destroy(list);
    return status;
}

/* The device of a caller's context that has just one. */
static clr_status only_device(cl_context opencl, cl_device_id *device, clri_error *error)
{
    size_t size = 0;
    cl_device_id devices[1];
    cl_int code = clGetContextInfo(opencl, CL_CONTEXT_DEVICES, 0, NULL, &size);

    if (code == CL_SUCCESS && size != sizeof devices)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "the OpenCL context has %zu devices: say which in "
                         "clr_context_options.opencl_device",
                         size / sizeof *devices);
    if (code == CL_SUCCESS)
        code = clGetContextInfo(opencl, CL_CONTEXT_DEVICES, sizeof devices, devices, NULL);
    if (code != CL_SUCCESS)
        return clri_fail_opencl(error, code, "clGetContextInfo",
                                "looking for the context's device");
    *device = devices[0];
    return CLR_OK;
}

static clr_status adopt(clr_context *context, const clr_context_options *options, clri_error *error)
{
    cl_device_id device = options->opencl_device;
    cl_platform_id platform = NULL;
    clr_status status;
    cl_int code;

    if (!device && (status = only_device(options->opencl_context, &device, error)) != CLR_OK)
        return status;
    code = clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL);
    if (code != CL_SUCCESS)
        return clri_fail_opencl(error, code, "clGetDeviceInfo", "asking for the device's platform");
    clri_device_ask(platform, device, &context->device);
    code = clRetainContext(options->opencl_context);
    if (code != CL_SUCCESS)
        return clri_fail_opencl(error, code, "clRetainContext", "adopting the OpenCL context");
    context->opencl = options->opencl_context;
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

/* Refuses a device that no strategy can use. */
static clr_status check_device(const clr_device *device, clri_error *error)
{
    if (clri_known(device->available, 1) == 0)
        return clri_fail(error, CLR_ERROR_NO_DEVICE, "%s says that it is not available",
                         device->name);
    if (clri_known(device->opencl_version, 120) < 120)
        return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                         "%s has OpenCL older than 1.2 (%s), which clreduce needs", device->name,
                         device->version);
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

static clr_status check_options(const clr_context_options *options, clri_error *error)
{
    if (options->opencl_device && !options->opencl_context)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "clr_context_options.opencl_device goes with opencl_context, which is "
                         "NULL");
    if (options->device && options->opencl_context)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "clr_context_options.device picks a device for a context of the "
                         "library's own, but opencl_context is given: use opencl_device");
    return CLR_OK;
}

/* ---- the host ---- */

/* Elements up to which the host computes a call on host arrays. PoCL's calls and an H200's meet the
 * host's at about 2^15: at 2^18 of tame f32, at 2^12 of f64 of random bits
 * (docs/history/2026-11-29-small-answers.md). */
enum { HOST_ELEMENTS = 1 << 15 };

/* A number of the environment; `otherwise` if it is not set, or none. */
static uint64_t environment_number(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);
    char *end;
    unsigned long long number;

    if (!text || *text < '0' || *text > '9')
        return otherwise;
    number = strtoull(text, &end, 10);
    return *end ? otherwise : number;
}

static uint64_t host_elements_of(const clr_context_options *options)
{
    if (options->host_elements == CLR_HOST_NONE)
        return 0;
    if (options->host_elements)
        return options->host_elements;
    return environment_number("CLREDUCE_HOST_ELEMENTS", HOST_ELEMENTS);
}

/* A context that never calls OpenCL: nothing is opened, tested or cached. */
static void open_host(clr_context *context)
{
    context->is_host = true;
    clri_device_host(&context->device);
}

static clr_status open_device(clr_context *context, const clr_context_options *options,
                              clri_error *error)
{
    clr_status status = CLR_OK;

    CLRI_TRY(check_options(options, error));
    if (options->opencl_context) {
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

/* ---- trust ---- */

static void apply(clr_context *context, const clri_verdict *verdict)
{
    if (!verdict->compares)
        context->device.single_fp_config = clri_known(context->device.single_fp_config, 0) &
                                           ~(uint64_t)(CL_FP_DENORM | CL_FP_INF_NAN);
    if (!clri_yes(context->device.fp64))
        return;
    context->device.fp64_is_ieee = verdict->wrong == CLRI_IEEE_OPERATIONS;
    if (verdict->wrong != CLRI_IEEE_OPERATIONS)
        clri_log_say(&context->log, CLR_LOG_WARNING,
                     "%s does not compute in doubles as IEEE 754 says (%s came out wrong): exact "
                     "sums are made of integers there, no level is reproducible, and fast keeps no "
                     "bound; a newer driver may help, or one that is not told to be fast",
                     context->device.name, clri_ieee_words(verdict->wrong));
}

/* Tests the device; a failed test is a warning only if the caller asked to ignore it. */
static clr_status test_device(clr_context *context, const clr_context_options *options,
                              clri_error *error)
{
    clri_verdict verdict;
    clr_status status = clri_selftest_run(context, &verdict, error);

    if (status == CLR_OK) {
        apply(context, &verdict);
    } else if (status == CLR_ERROR_SELF_TEST && options->ignore_self_test) {
        clri_log_say(&context->log, CLR_LOG_WARNING, "self-test ignored: %s", error->message);
        clri_error_clear(error);
        status = CLR_OK;
    }
    return status;
}

clr_status clr_context_create(const clr_context_options *asked, clr_context **context)
{
    clr_context_options options = {.size = sizeof options};
    clri_error error = {0};
    clr_status status = CLR_OK;

    if (!context)
        return CLR_ERROR_ARGUMENT;
    *context = NULL;
    if (asked)
        status = CLRI_SIZED_READ(clr_context_options, &options, asked, &error);
    *context = clri_context_make(&options);
    if (!*context) {
        clri_error_clear(&error);
        return CLR_ERROR_MEMORY;
    }
    CLRI_TRY(status);
    (*context)->host_elements = host_elements_of(&options);
    if (environment_number("CLREDUCE_NATIVE", 1) == 0)
        (*context)->native = CLRI_NATIVE_FAILS;
    if (options.device && strcmp(options.device, "host") == 0 && !options.opencl_context) {
        open_host(*context);
        return CLR_OK;
    }
    CLRI_TRY(open_device(*context, &options, &error));
    CLRI_TRY(test_device(*context, &options, &error));
    clri_tuning_file_read(options.tuning_file, &(*context)->device, &(*context)->log,
                          &(*context)->tuned);
cleanup:
    if (status != CLR_OK)
        clri_context_close(*context);
    return clri_context_return(*context, status, &error);
}
