/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How a test steers the fault layer (fault_layer.c) that the OpenCL loader has put between the
 * library and the driver: which call fails next, what the device pretends to be, what was counted.
 * The layer is found by clr_fault_find(), never linked: it must be the copy the loader uses.
 */
#pragma once

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 300
#endif
#include <CL/cl.h>
#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

/*
 * Every call the layer sees, with the code by which it is made to fail: one that a real driver
 * gives there. CL_SUCCESS marks the calls that never fail, for nobody could act upon that.
 */
#define CLR_FAULT_CALLS(CALL)                                                                      \
    CALL(clGetPlatformIDs, CL_OUT_OF_HOST_MEMORY)                                                  \
    CALL(clGetPlatformInfo, CL_OUT_OF_HOST_MEMORY)                                                 \
    CALL(clGetDeviceIDs, CL_OUT_OF_RESOURCES)                                                      \
    CALL(clGetDeviceInfo, CL_OUT_OF_RESOURCES)                                                     \
    CALL(clRetainDevice, CL_OUT_OF_RESOURCES)                                                      \
    CALL(clReleaseDevice, CL_SUCCESS)                                                              \
    CALL(clCreateContext, CL_OUT_OF_HOST_MEMORY)                                                   \
    CALL(clCreateContextFromType, CL_OUT_OF_HOST_MEMORY)                                           \
    CALL(clRetainContext, CL_OUT_OF_RESOURCES)                                                     \
    CALL(clReleaseContext, CL_SUCCESS)                                                             \
    CALL(clGetContextInfo, CL_OUT_OF_RESOURCES)                                                    \
    CALL(clCreateCommandQueue, CL_OUT_OF_RESOURCES)                                                \
    CALL(clCreateCommandQueueWithProperties, CL_OUT_OF_RESOURCES)                                  \
    CALL(clRetainCommandQueue, CL_OUT_OF_RESOURCES)                                                \
    CALL(clReleaseCommandQueue, CL_SUCCESS)                                                        \
    CALL(clGetCommandQueueInfo, CL_OUT_OF_RESOURCES)                                               \
    CALL(clCreateBuffer, CL_MEM_OBJECT_ALLOCATION_FAILURE)                                         \
    CALL(clCreateBufferWithProperties, CL_MEM_OBJECT_ALLOCATION_FAILURE)                           \
    CALL(clCreateSubBuffer, CL_MEM_OBJECT_ALLOCATION_FAILURE)                                      \
    CALL(clRetainMemObject, CL_OUT_OF_RESOURCES)                                                   \
    CALL(clReleaseMemObject, CL_SUCCESS)                                                           \
    CALL(clGetMemObjectInfo, CL_OUT_OF_RESOURCES)                                                  \
    CALL(clCreateProgramWithSource, CL_OUT_OF_HOST_MEMORY)                                         \
    CALL(clCreateProgramWithBinary, CL_INVALID_BINARY)                                             \
    CALL(clRetainProgram, CL_OUT_OF_RESOURCES)                                                     \
    CALL(clReleaseProgram, CL_SUCCESS)                                                             \
    CALL(clBuildProgram, CL_BUILD_PROGRAM_FAILURE)                                                 \
    CALL(clGetProgramInfo, CL_OUT_OF_HOST_MEMORY)                                                  \
    CALL(clGetProgramBuildInfo, CL_OUT_OF_HOST_MEMORY)                                             \
    CALL(clCreateKernel, CL_OUT_OF_RESOURCES)                                                      \
    CALL(clCreateKernelsInProgram, CL_OUT_OF_RESOURCES)                                            \
    CALL(clCloneKernel, CL_OUT_OF_RESOURCES)                                                       \
    CALL(clRetainKernel, CL_OUT_OF_RESOURCES)                                                      \
    CALL(clReleaseKernel, CL_SUCCESS)                                                              \
    CALL(clSetKernelArg, CL_OUT_OF_RESOURCES)                                                      \
    CALL(clGetKernelInfo, CL_OUT_OF_HOST_MEMORY)                                                   \
    CALL(clGetKernelWorkGroupInfo, CL_OUT_OF_RESOURCES)                                            \
    CALL(clGetKernelSubGroupInfo, CL_OUT_OF_RESOURCES)                                             \
    CALL(clEnqueueNDRangeKernel, CL_OUT_OF_RESOURCES)                                              \
    CALL(clEnqueueReadBuffer, CL_OUT_OF_RESOURCES)                                                 \
    CALL(clEnqueueWriteBuffer, CL_OUT_OF_RESOURCES)                                                \
    CALL(clEnqueueCopyBuffer, CL_OUT_OF_RESOURCES)                                                 \
    CALL(clEnqueueFillBuffer, CL_OUT_OF_RESOURCES)                                                 \
    CALL(clEnqueueMapBuffer, CL_MAP_FAILURE)                                                       \
    CALL(clEnqueueUnmapMemObject, CL_OUT_OF_RESOURCES)                                             \
    CALL(clEnqueueMigrateMemObjects, CL_OUT_OF_RESOURCES)                                          \
    CALL(clEnqueueMarkerWithWaitList, CL_OUT_OF_RESOURCES)                                         \
    CALL(clEnqueueBarrierWithWaitList, CL_OUT_OF_RESOURCES)                                        \
    CALL(clCreateUserEvent, CL_OUT_OF_RESOURCES)                                                   \
    CALL(clSetUserEventStatus, CL_OUT_OF_RESOURCES)                                                \
    CALL(clSetEventCallback, CL_OUT_OF_RESOURCES)                                                  \
    CALL(clRetainEvent, CL_OUT_OF_RESOURCES)                                                       \
    CALL(clReleaseEvent, CL_SUCCESS)                                                               \
    CALL(clWaitForEvents, CL_OUT_OF_RESOURCES)                                                     \
    CALL(clGetEventInfo, CL_OUT_OF_RESOURCES)                                                      \
    CALL(clGetEventProfilingInfo, CL_PROFILING_INFO_NOT_AVAILABLE)                                 \
    CALL(clFlush, CL_OUT_OF_RESOURCES)                                                             \
    CALL(clFinish, CL_OUT_OF_RESOURCES)

/* A call's number, such as CLR_CALL_clFinish. */
#define CLR_FAULT_ENUMERATOR(name, code) CLR_CALL_##name,
typedef enum clr_fault_call { CLR_FAULT_CALLS(CLR_FAULT_ENUMERATOR) CLR_CALL_COUNT } clr_fault_call;

/* Kinds of objects that can leak. */
typedef enum clr_fault_kind {
    CLR_KIND_CONTEXT,
    CLR_KIND_QUEUE,
    CLR_KIND_MEM,
    CLR_KIND_PROGRAM,
    CLR_KIND_KERNEL,
    CLR_KIND_EVENT,
    CLR_KIND_COUNT
} clr_fault_kind;

/*
 * What the device pretends to be; 0 everywhere is the truth. Sizes are upper limits, reported and
 * enforced: a launch or a buffer beyond them is refused as a device of that size would.
 */
typedef struct clr_fault_device {
    int hide_fp64;            /* no double: configuration, extension and feature gone        */
    int hide_int64_atomics;   /* no atomics of 64 bits: their extensions gone                */
    int as_gpu;               /* CL_DEVICE_TYPE is GPU                                       */
    int own_memory;           /* CL_DEVICE_HOST_UNIFIED_MEMORY is false: as of most GPUs     */
    int host_buffers;         /* cl_nv_create_buffer is there; 2: in name only; 3: and refuses   */
    int big_endian;           /* CL_DEVICE_ENDIAN_LITTLE is false                            */
    int rename_platform;      /* CL_PLATFORM_NAME is no known one: quirks of its are not applied */
    int fast_math;            /* programs are built as with -cl-fast-relaxed-math            */
    int says_words;           /* writes "1 warning generated." to standard error while it builds */
    int lost_builds;          /* so many fail before one succeeds, with PoCL's log of a lost race */
    int minds_warnings;       /* a program whose build log has a warning does not build      */
    size_t max_group;         /* CL_DEVICE_MAX_WORK_GROUP_SIZE                               */
    size_t max_items;         /* every one of CL_DEVICE_MAX_WORK_ITEM_SIZES                  */
    size_t max_alloc;         /* CL_DEVICE_MAX_MEM_ALLOC_SIZE                                */
    size_t kernel_group;      /* CL_KERNEL_WORK_GROUP_SIZE                                   */
    size_t refused_group;     /* groups above it are refused, although the queries allow them */
    size_t local_kib;         /* CL_DEVICE_LOCAL_MEM_SIZE, in KiB: kernels of more are refused */
    size_t refused_local_kib; /* kernels of more are refused, although the queries allow them */
    size_t only;              /* of a platform's devices no other than this one, counted from 1 */
    cl_device_info failing_info; /* clGetDeviceInfo() of this fails                             */
} clr_fault_device;

/* What was counted since clear_counts(); `live` and `bad_releases` since the start. */
typedef struct clr_fault_counts {
    long calls[CLR_CALL_COUNT];
    long live[CLR_KIND_COUNT]; /* objects with a reference left                          */
    long bad_releases;         /* releases or retains of what was not, or no longer, alive */
} clr_fault_counts;

/* The layer's controls. Any thread may use them but pretend(), which no call may overlap. */
typedef struct clr_fault_control {
    /* Makes the k-th fallible call from now fail; persistent: all later ones too. 0 disarms. */
    void (*arm)(long k, int persistent);
    /* As arm(), among the calls of one function only. */
    void (*arm_call)(clr_fault_call call, long k, int persistent);
    /* Calls that were made to fail since arm(); `first` receives the first one, if not NULL. */
    long (*injected)(clr_fault_call *first);
    void (*pretend)(const clr_fault_device *device); /* NULL: be yourself */
    void (*count)(clr_fault_counts *counts);
    void (*clear_counts)(void);
    const char *(*call_name)(clr_fault_call call);
    cl_int (*call_code)(clr_fault_call call); /* the code it fails with, CL_SUCCESS: never */
} clr_fault_control;

/* The layer's one exported symbol besides the loader's two. */
#define CLR_FAULT_SYMBOL "clr_fault_controls"

/*
 * The controls of the layer named by OPENCL_LAYERS, NULL if there is none. The loader starts its
 * layers, and they read their environment, in the first OpenCL call: that is made here.
 */
static inline const clr_fault_control *clr_fault_find(void)
{
    const char *path = getenv("OPENCL_LAYERS");
    void *layer = path ? dlopen(path, RTLD_NOW) : NULL;
    cl_uint count = 0;

    (void)clGetPlatformIDs(0, NULL, &count);
    return layer ? (const clr_fault_control *)dlsym(layer, CLR_FAULT_SYMBOL) : NULL;
}

/* Calls of a function since clear_counts(). */
static inline long clr_fault_called(const clr_fault_control *layer, clr_fault_call call)
{
    clr_fault_counts counts;

    layer->count(&counts);
    return counts.calls[call];
}

/* As clr_fault_find(), for programs that do nothing without it. */
static inline const clr_fault_control *clr_fault_needed(void)
{
    const clr_fault_control *layer = clr_fault_find();

    if (!layer) {
        fprintf(stderr, "OPENCL_LAYERS names no fault layer\n");
        exit(1);
    }
    return layer;
}
