/* SPDX-License-Identifier: Apache-2.0 */
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS /* clCreateCommandQueue, for OpenCL 1.x */
#include "opencl/loader.h"
#include "base/system.h"

#include <clreduce/clreduce.h>

#include <stdio.h>

#ifdef CLREDUCE_OPENCL_DLOPEN

#include <stdatomic.h>
#include <stdlib.h>

enum { NO_PLATFORM = -1001 }; /* cl_khr_icd's code for "no platform at all" */

enum {
#define CLRI_STATUS(name, ...)  AT_##name,
#define CLRI_OBJECT(name, ...)  AT_##name,
#define CLRI_POINTER(name, ...) AT_##name,
#include "opencl/function.def"
    FUNCTIONS
};

static const char *const names[FUNCTIONS] = {
#define CLRI_STATUS(name, ...)  #name,
#define CLRI_OBJECT(name, ...)  #name,
#define CLRI_POINTER(name, ...) #name,
#include "opencl/function.def"
};

/* Written once, by the thread that opens the loader, and read once `loader` is not NULL. A function
 * that the loader lacks is NULL: it is of an earlier OpenCL. */
typedef void (*any_function)(void);
static any_function functions[FUNCTIONS];
static _Atomic(void *) loader;
static pthread_mutex_t opening = PTHREAD_MUTEX_INITIALIZER;

/* With `opening` held. A loader is never closed: drivers' threads may run. */
static clr_status open_loader(const char *path, char *reason, size_t size)
{
    void *const open = atomic_load(&loader);
    void *const wanted = clri_library_open(path);

    if (!wanted) {
        snprintf(
            reason, reason ? size : 0,
            "the OpenCL loader %s cannot be opened (%s): %s, or say where it is by CLREDUCE_OPENCL",
            path, clri_library_error(), clri_loader_advice);
        return CLR_ERROR_NO_DEVICE;
    }
    if (open) {
        clri_library_close(wanted);
        if (wanted == open)
            return CLR_OK;
        snprintf(reason, reason ? size : 0,
                 "%s is not opened: another OpenCL loader is open already, and stays so as long as "
                 "the process lives: open this one first",
                 path);
        return CLR_ERROR_ARGUMENT;
    }
    if (!clri_library_find(wanted, "clGetPlatformIDs")) {
        snprintf(reason, reason ? size : 0,
                 "%s is no OpenCL loader (%s): give the path of a loader, as %s is one", path,
                 clri_library_error(), clri_usual_loader);
        clri_library_close(wanted);
        return CLR_ERROR_NO_DEVICE;
    }
    for (size_t i = 0; i < FUNCTIONS; i++)
        *(void **)&functions[i] = clri_library_find(wanted, names[i]); /* as POSIX has it */
    atomic_store(&loader, wanted);
    return CLR_OK;
}

/* The usual loader is the one that the environment names. */
static clr_status open_usual(char *reason, size_t size)
{
    char *const named = clri_variable("CLREDUCE_OPENCL");
    const clr_status status =
        open_loader(named && *named ? named : clri_usual_loader, reason, size);

    free(named);
    return status;
}

clr_status clr_opencl_open(const char *path, char *reason, size_t reason_size)
{
    clr_status status;

    if (reason && reason_size > 0)
        reason[0] = 0;
    pthread_mutex_lock(&opening);
    status = path ? open_loader(path, reason, reason_size) : open_usual(reason, reason_size);
    pthread_mutex_unlock(&opening);
    return status;
}

/* Opening the usual loader fails where another thread has just opened another one, by its path:
 * that loader serves as well. */
bool clri_loader_open(char *reason, size_t reason_size)
{
    return atomic_load_explicit(&loader, memory_order_acquire) ||
           clr_opencl_open(NULL, reason, reason_size) == CLR_OK || atomic_load(&loader);
}

static any_function function_at(int index)
{
    return clri_loader_open(NULL, 0) ? functions[index] : NULL;
}

bool clri_loader_knows_2_0(void)
{
    return function_at(AT_clCreateCommandQueueWithProperties) != NULL;
}

/* The functions of OpenCL, each a call through the table. Nobody outside the library sees them: a
 * process may have a loader's, too. */
#define CLRI_STATUS(name, parameters, arguments)                                                   \
    cl_int CL_API_CALL name parameters                                                             \
    {                                                                                              \
        cl_int(CL_API_CALL *const function) parameters =                                           \
            (__typeof__(&name))function_at(AT_##name);                                             \
                                                                                                   \
        return function ? function arguments : NO_PLATFORM;                                        \
    }
#define CLRI_OBJECT(name, type, parameters, arguments, code)                                       \
    type CL_API_CALL name parameters                                                               \
    {                                                                                              \
        type(CL_API_CALL *const function) parameters = (__typeof__(&name))function_at(AT_##name);  \
                                                                                                   \
        if (function)                                                                              \
            return function arguments;                                                             \
        if (code)                                                                                  \
            *code = NO_PLATFORM;                                                                   \
        return NULL;                                                                               \
    }
#define CLRI_POINTER(name, type, parameters, arguments)                                            \
    type CL_API_CALL name parameters                                                               \
    {                                                                                              \
        type(CL_API_CALL *const function) parameters = (__typeof__(&name))function_at(AT_##name);  \
                                                                                                   \
        return function ? function arguments : NULL;                                               \
    }
#include "opencl/function.def"

#else

clr_status clr_opencl_open(const char *path, char *reason, size_t reason_size)
{
    (void)path;
    snprintf(reason, reason ? reason_size : 0,
             "this libclreduce was linked with its OpenCL loader, and takes no other: build it "
             "with CLREDUCE_OPENCL_DLOPEN");
    return CLR_ERROR_UNSUPPORTED;
}

bool clri_loader_open(char *reason, size_t reason_size)
{
    (void)reason;
    (void)reason_size;
    return true;
}

bool clri_loader_knows_2_0(void)
{
    return true;
}

#endif
