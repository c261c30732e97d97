/* SPDX-License-Identifier: Apache-2.0 */
#include "base/status.h"
#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *clr_version(void)
{
#define TEXT_(x) #x
#define TEXT(x)  TEXT_(x)
    return TEXT(CLR_VERSION_MAJOR) "." TEXT(CLR_VERSION_MINOR) "." TEXT(CLR_VERSION_PATCH);
}

static const struct {
    clr_status status;
    const char *name;
} status_names[] = {
    {CLR_OK, "ok"},
    {CLR_ERROR_ARGUMENT, "wrong argument"},
    {CLR_ERROR_MEMORY, "out of host memory"},
    {CLR_ERROR_NO_DEVICE, "no device"},
    {CLR_ERROR_UNSUPPORTED, "unsupported"},
    {CLR_ERROR_OPENCL, "OpenCL failure"},
    {CLR_ERROR_BUILD, "build failure"},
    {CLR_ERROR_DEVICE_MEMORY, "out of device memory"},
    {CLR_ERROR_EMPTY, "empty input"},
    {CLR_ERROR_OVERFLOW, "overflow"},
    {CLR_ERROR_SELF_TEST, "self-test failed"},
    {CLR_ERROR_FORKED, "used after fork"},
    {CLR_ERROR_MPI, "MPI failure"},
};

const char *clr_status_name(clr_status status)
{
    for (size_t i = 0; i < sizeof status_names / sizeof *status_names; i++)
        if (status_names[i].status == status)
            return status_names[i].name;
    return "unknown status";
}

static const struct {
    cl_int code;
    const char *name;
} opencl_names[] = {
#define CODE(name)                                                                                 \
    {                                                                                              \
        name, #name                                                                                \
    }
    CODE(CL_SUCCESS),
    CODE(CL_DEVICE_NOT_FOUND),
    CODE(CL_DEVICE_NOT_AVAILABLE),
    CODE(CL_COMPILER_NOT_AVAILABLE),
    CODE(CL_MEM_OBJECT_ALLOCATION_FAILURE),
    CODE(CL_OUT_OF_RESOURCES),
    CODE(CL_OUT_OF_HOST_MEMORY),
    CODE(CL_PROFILING_INFO_NOT_AVAILABLE),
    CODE(CL_MEM_COPY_OVERLAP),
    CODE(CL_BUILD_PROGRAM_FAILURE),
    CODE(CL_MAP_FAILURE),
    CODE(CL_MISALIGNED_SUB_BUFFER_OFFSET),
    CODE(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST),
    CODE(CL_COMPILE_PROGRAM_FAILURE),
    CODE(CL_LINKER_NOT_AVAILABLE),
    CODE(CL_LINK_PROGRAM_FAILURE),
    CODE(CL_DEVICE_PARTITION_FAILED),
    CODE(CL_KERNEL_ARG_INFO_NOT_AVAILABLE),
    CODE(CL_INVALID_VALUE),
    CODE(CL_INVALID_DEVICE_TYPE),
    CODE(CL_INVALID_PLATFORM),
    CODE(CL_INVALID_DEVICE),
    CODE(CL_INVALID_CONTEXT),
    CODE(CL_INVALID_QUEUE_PROPERTIES),
    CODE(CL_INVALID_COMMAND_QUEUE),
    CODE(CL_INVALID_HOST_PTR),
    CODE(CL_INVALID_MEM_OBJECT),
    CODE(CL_INVALID_BINARY),
    CODE(CL_INVALID_BUILD_OPTIONS),
    CODE(CL_INVALID_PROGRAM),
    CODE(CL_INVALID_PROGRAM_EXECUTABLE),
    CODE(CL_INVALID_KERNEL_NAME),
    CODE(CL_INVALID_KERNEL_DEFINITION),
    CODE(CL_INVALID_KERNEL),
    CODE(CL_INVALID_ARG_INDEX),
    CODE(CL_INVALID_ARG_VALUE),
    CODE(CL_INVALID_ARG_SIZE),
    CODE(CL_INVALID_KERNEL_ARGS),
    CODE(CL_INVALID_WORK_DIMENSION),
    CODE(CL_INVALID_WORK_GROUP_SIZE),
    CODE(CL_INVALID_WORK_ITEM_SIZE),
    CODE(CL_INVALID_GLOBAL_OFFSET),
    CODE(CL_INVALID_EVENT_WAIT_LIST),
    CODE(CL_INVALID_EVENT),
    CODE(CL_INVALID_OPERATION),
    CODE(CL_INVALID_BUFFER_SIZE),
    CODE(CL_INVALID_GLOBAL_WORK_SIZE),
    CODE(CL_INVALID_PROPERTY),
#undef CODE
    {-1001, "CL_PLATFORM_NOT_FOUND_KHR"},
};

const char *clri_opencl_name(cl_int code)
{
    for (size_t i = 0; i < sizeof opencl_names / sizeof *opencl_names; i++)
        if (opencl_names[i].code == code)
            return opencl_names[i].name;
    return "unknown OpenCL code";
}

void clri_error_clear(clri_error *error)
{
    free(error->build_log);
    clri_error_begin(error);
}

void clri_error_move(clri_error *to, clri_error *from)
{
    clri_error_clear(to);
    *to = *from;
    memset(from, 0, sizeof *from);
}

const clr_error *clri_error_show(clri_error *error)
{
    error->shown = (clr_error){
        .size = sizeof error->shown,
        .status = error->status,
        .opencl_code = error->opencl_code,
        .call = error->call ? error->call : "",
        .message = error->message,
        .build_log = error->build_log ? error->build_log : "",
    };
    return &error->shown;
}

/* One line, without control characters: those in a file's name could drive the terminal. */
static void write_message(clri_error *error, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));

static void write_message(clri_error *error, const char *format, va_list arguments)
{
    vsnprintf(error->message, sizeof error->message, format, arguments);
    for (char *at = error->message; *at != '\0'; at++)
        *at = (unsigned char)*at < ' ' || *at == 0x7f ? '?' : *at;
}

clr_status clri_fail(clri_error *error, clr_status status, const char *format, ...)
{
    va_list arguments;

    if (!error)
        return status;
    clri_error_clear(error);
    error->status = status;
    va_start(arguments, format);
    write_message(error, format, arguments);
    va_end(arguments);
    return status;
}

void clri_error_reword(clri_error *error, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    write_message(error, format, arguments);
    va_end(arguments);
}

void clri_fail_again(clri_error *error, const clr_error *failure)
{
    clri_fail(error, failure->status, "%s", failure->message);
    error->opencl_code = failure->opencl_code;
    error->call = failure->call;
    error->build_log = *failure->build_log ? strdup(failure->build_log) : NULL;
}

clr_status clri_fail_memory(clri_error *error)
{
    return clri_fail(error, CLR_ERROR_MEMORY, "host memory ran out");
}

clr_status clri_error_answer(clr_status status, clri_error *error, char *reason, size_t reason_size)
{
    if (reason && reason_size)
        clri_text_copy(reason, reason_size, error->message);
    clri_error_clear(error);
    return status;
}

/* The status for an OpenCL code, and advice to the user. */
static clr_status status_of_code(cl_int code, const char **advice)
{
    switch (code) {
    case CL_MEM_OBJECT_ALLOCATION_FAILURE:
    case CL_OUT_OF_RESOURCES:
    case CL_INVALID_BUFFER_SIZE:
        *advice = "; the device is out of memory or resources: free some, or use smaller pieces";
        return CLR_ERROR_DEVICE_MEMORY;
    case CL_OUT_OF_HOST_MEMORY:
        *advice = "; free some host memory";
        return CLR_ERROR_MEMORY;
    default:
        *advice = "";
        return CLR_ERROR_OPENCL;
    }
}

clr_status clri_fail_event(clri_error *error, cl_int code, const char *format, ...)
{
    char subject[CLRI_MESSAGE_SIZE / 2];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(subject, sizeof subject, format, arguments);
    va_end(arguments);
    clri_fail(error, CLR_ERROR_OPENCL, "%s: it ended with %s (%d)", subject, clri_opencl_name(code),
              (int)code);
    error->opencl_code = code;
    error->call = "clGetEventInfo";
    return CLR_ERROR_OPENCL;
}

clr_status clri_fail_opencl(clri_error *error, cl_int code, const char *call, const char *format,
                            ...)
{
    char doing[CLRI_MESSAGE_SIZE / 2];
    const char *advice;
    clr_status status = status_of_code(code, &advice);
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(doing, sizeof doing, format, arguments);
    va_end(arguments);
    clri_fail(error, status, "%s failed: %s returned %s (%d)%s", doing, call,
              clri_opencl_name(code), (int)code, advice);
    error->opencl_code = code;
    error->call = call;
    return status;
}

bool clri_error_is_refusal(const clri_error *error)
{
    static const char *const calls[] = {"clBuildProgram", "clEnqueueNDRangeKernel", "clFinish"};
    const bool is_code = error->opencl_code == CL_OUT_OF_RESOURCES ||
                         error->opencl_code == CL_INVALID_WORK_GROUP_SIZE;

    for (size_t i = 0; is_code && i < sizeof calls / sizeof *calls; i++)
        if (error->call && strcmp(error->call, calls[i]) == 0)
            return true;
    return false;
}
