/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An OpenCL layer for tests: the loader (OPENCL_LAYERS=path) calls it in place of the driver. It
 * counts calls, follows the life of every object, makes a chosen call fail, and lets a good device
 * pretend to be a lesser one. It owns no test: those steer it through fault_layer.h, or from
 * outside the process by the variables that read_environment() lists.
 */
#include "fault_layer.h"

#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl_icd.h>
#include <CL/cl_layer.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

/* ---- What the layer knows ------------------------------------------------------------------ */

typedef struct call_row {
    const char *name;
    cl_int code;
} call_row;

#define ROW(name, code) {#name, code},
static const call_row call_rows[CLR_CALL_COUNT] = {CLR_FAULT_CALLS(ROW)};

static cl_icd_dispatch next; /* the driver's functions, or the next layer's */
static clr_fault_device pretended;
static cl_device_id only_device; /* that pretends, where not all do */

static atomic_long calls_made[CLR_CALL_COUNT];

/* The armed fault: fallible calls seen since, which one is to fail, among the calls of whom. */
static atomic_long fault_seen;
static atomic_long fault_at;
static atomic_int fault_persistent;
static atomic_int fault_call = CLR_CALL_COUNT; /* CLR_CALL_COUNT: of all */
static atomic_long fault_injected;
static atomic_int fault_first = CLR_CALL_COUNT;

/* Counts a call; true if it is to fail instead of being made. */
static bool fails(clr_fault_call call)
{
    atomic_fetch_add(&calls_made[call], 1);

    long at = atomic_load(&fault_at);
    int only = atomic_load(&fault_call);
    if (!at || call_rows[call].code == CL_SUCCESS || (only != CLR_CALL_COUNT && only != (int)call))
        return false;

    long seen = atomic_fetch_add(&fault_seen, 1) + 1;
    if (seen < at || (seen > at && !atomic_load(&fault_persistent)))
        return false;
    if (atomic_fetch_add(&fault_injected, 1) == 0)
        atomic_store(&fault_first, (int)call);
    return true;
}

/* ---- Lives of objects ---------------------------------------------------------------------- */

typedef struct life {
    const void *object;
    clr_fault_kind kind;
    long references;
} life;

/* Tests hold a few dozen objects at once; beyond this many they would be lost count of. */
enum { LIVES_MAX = 8192 };

static pthread_mutex_t lives_lock = PTHREAD_MUTEX_INITIALIZER;
static life lives[LIVES_MAX];
static size_t lives_count;
static long bad_releases;

static life *find_life(const void *object)
{
    for (size_t i = lives_count; i-- > 0;)
        if (lives[i].object == object)
            return &lives[i];
    return NULL;
}

static void begin_life(const void *object, clr_fault_kind kind)
{
    if (!object)
        return;
    pthread_mutex_lock(&lives_lock);
    if (lives_count == LIVES_MAX)
        abort();
    lives[lives_count++] = (life){object, kind, 1};
    pthread_mutex_unlock(&lives_lock);
}

/* Adds 1 or -1 to an object's references and forgets it at 0. */
static void change_life(const void *object, long change)
{
    pthread_mutex_lock(&lives_lock);
    life *found = find_life(object);
    if (!found) {
        bad_releases++;
    } else {
        found->references += change;
        if (found->references == 0)
            *found = lives[--lives_count];
    }
    pthread_mutex_unlock(&lives_lock);
}

/* ---- Wrappers that differ by their signature only ------------------------------------------ */

/* A call that returns a status. */
#define WRAP(name, parameters, arguments)                                                          \
    static cl_int CL_API_CALL wrap_##name parameters                                               \
    {                                                                                              \
        return fails(CLR_CALL_##name) ? call_rows[CLR_CALL_##name].code : next.name arguments;     \
    }

/* A call that returns a new object; its parameters end with `cl_int *error`. */
#define WRAP_CREATE(type, kind, name, parameters, arguments)                                       \
    static type CL_API_CALL wrap_##name parameters                                                 \
    {                                                                                              \
        if (fails(CLR_CALL_##name)) {                                                              \
            if (error)                                                                             \
                *error = call_rows[CLR_CALL_##name].code;                                          \
            return NULL;                                                                           \
        }                                                                                          \
        type created = next.name arguments;                                                        \
        begin_life(created, kind);                                                                 \
        return created;                                                                            \
    }

/* A retain, and the release that goes with it. */
#define WRAP_COUNT(type, retain, release)                                                          \
    static cl_int CL_API_CALL wrap_##retain(type object)                                           \
    {                                                                                              \
        if (fails(CLR_CALL_##retain))                                                              \
            return call_rows[CLR_CALL_##retain].code;                                              \
        change_life(object, 1);                                                                    \
        return next.retain(object);                                                                \
    }                                                                                              \
    static cl_int CL_API_CALL wrap_##release(type object)                                          \
    {                                                                                              \
        (void)fails(CLR_CALL_##release);                                                           \
        /* Before the driver can give the same address to a new object. */                         \
        change_life(object, -1);                                                                   \
        return next.release(object);                                                               \
    }

/* An enqueue; its parameters end with `cl_event *event`. */
#define WRAP_ENQUEUE(name, parameters, arguments)                                                  \
    static cl_int CL_API_CALL wrap_##name parameters                                               \
    {                                                                                              \
        if (fails(CLR_CALL_##name))                                                                \
            return call_rows[CLR_CALL_##name].code;                                                \
        cl_int status = next.name arguments;                                                       \
        if (status == CL_SUCCESS && event)                                                         \
            begin_life(*event, CLR_KIND_EVENT);                                                    \
        return status;                                                                             \
    }

/* The parameters that all the queries, and all the enqueues, have in common. */
#define INFO_PARAMETERS size_t size, void *value, size_t *size_out
#define INFO_ARGUMENTS  size, value, size_out
#define WAIT_PARAMETERS cl_uint wait_count, const cl_event *waits, cl_event *event
#define WAIT_ARGUMENTS  wait_count, waits, event

/* Objects. */
WRAP_COUNT(cl_context, clRetainContext, clReleaseContext)
WRAP_COUNT(cl_command_queue, clRetainCommandQueue, clReleaseCommandQueue)
WRAP_COUNT(cl_mem, clRetainMemObject, clReleaseMemObject)
WRAP_COUNT(cl_program, clRetainProgram, clReleaseProgram)
WRAP_COUNT(cl_kernel, clRetainKernel, clReleaseKernel)
WRAP_COUNT(cl_event, clRetainEvent, clReleaseEvent)

typedef void(CL_CALLBACK *context_notify)(const char *, const void *, size_t, void *);
WRAP_CREATE(cl_context, CLR_KIND_CONTEXT, clCreateContext,
            (const cl_context_properties *properties, cl_uint count, const cl_device_id *devices,
             context_notify notify, void *user, cl_int *error),
            (properties, count, devices, notify, user, error))
WRAP_CREATE(cl_context, CLR_KIND_CONTEXT, clCreateContextFromType,
            (const cl_context_properties *properties, cl_device_type type, context_notify notify,
             void *user, cl_int *error),
            (properties, type, notify, user, error))
WRAP_CREATE(cl_command_queue, CLR_KIND_QUEUE, clCreateCommandQueue,
            (cl_context context, cl_device_id device, cl_command_queue_properties properties,
             cl_int *error),
            (context, device, properties, error))
WRAP_CREATE(cl_command_queue, CLR_KIND_QUEUE, clCreateCommandQueueWithProperties,
            (cl_context context, cl_device_id device, const cl_queue_properties *properties,
             cl_int *error),
            (context, device, properties, error))
WRAP_CREATE(cl_mem, CLR_KIND_MEM, clCreateSubBuffer,
            (cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type type, const void *info,
             cl_int *error),
            (buffer, flags, type, info, error))
WRAP_CREATE(cl_program, CLR_KIND_PROGRAM, clCreateProgramWithSource,
            (cl_context context, cl_uint count, const char **texts, const size_t *lengths,
             cl_int *error),
            (context, count, texts, lengths, error))
WRAP_CREATE(cl_program, CLR_KIND_PROGRAM, clCreateProgramWithBinary,
            (cl_context context, cl_uint count, const cl_device_id *devices, const size_t *lengths,
             const unsigned char **binaries, cl_int *statuses, cl_int *error),
            (context, count, devices, lengths, binaries, statuses, error))
WRAP_CREATE(cl_kernel, CLR_KIND_KERNEL, clCreateKernel,
            (cl_program program, const char *name, cl_int *error), (program, name, error))
WRAP_CREATE(cl_kernel, CLR_KIND_KERNEL, clCloneKernel, (cl_kernel source, cl_int *error),
            (source, error))
WRAP_CREATE(cl_event, CLR_KIND_EVENT, clCreateUserEvent, (cl_context context, cl_int *error),
            (context, error))

/* Queries. */
WRAP(clGetPlatformIDs, (cl_uint room, cl_platform_id *platforms, cl_uint *count),
     (room, platforms, count))
/* Another platform's name is as long as the driver's own, so that sizes hold. */
static cl_int CL_API_CALL wrap_clGetPlatformInfo(cl_platform_id platform, cl_platform_info info,
                                                 INFO_PARAMETERS)
{
    cl_int status;

    if (fails(CLR_CALL_clGetPlatformInfo))
        return call_rows[CLR_CALL_clGetPlatformInfo].code;
    status = next.clGetPlatformInfo(platform, info, INFO_ARGUMENTS);
    if (status == CL_SUCCESS && pretended.rename_platform && info == CL_PLATFORM_NAME && value)
        memset(value, 'x', strlen(value));
    return status;
}
WRAP(clRetainDevice, (cl_device_id device), (device))
WRAP(clReleaseDevice, (cl_device_id device), (device))
WRAP(clGetContextInfo, (cl_context context, cl_context_info info, INFO_PARAMETERS),
     (context, info, INFO_ARGUMENTS))
WRAP(clGetCommandQueueInfo, (cl_command_queue queue, cl_command_queue_info info, INFO_PARAMETERS),
     (queue, info, INFO_ARGUMENTS))
WRAP(clGetMemObjectInfo, (cl_mem memory, cl_mem_info info, INFO_PARAMETERS),
     (memory, info, INFO_ARGUMENTS))
WRAP(clGetProgramInfo, (cl_program program, cl_program_info info, INFO_PARAMETERS),
     (program, info, INFO_ARGUMENTS))
static cl_int CL_API_CALL wrap_clGetProgramBuildInfo(cl_program program, cl_device_id device,
                                                     cl_program_build_info info, INFO_PARAMETERS)
{
    static const char log[] = "Device basic failed to build the program\n";

    if (fails(CLR_CALL_clGetProgramBuildInfo))
        return call_rows[CLR_CALL_clGetProgramBuildInfo].code;
    if (!pretended.lost_builds || info != CL_PROGRAM_BUILD_LOG)
        return next.clGetProgramBuildInfo(program, device, info, INFO_ARGUMENTS);
    if (value)
        memcpy(value, log, size < sizeof log ? size : sizeof log);
    if (size_out)
        *size_out = sizeof log;
    return CL_SUCCESS;
}
WRAP(clGetKernelInfo, (cl_kernel kernel, cl_kernel_info info, INFO_PARAMETERS),
     (kernel, info, INFO_ARGUMENTS))
WRAP(clGetKernelSubGroupInfo,
     (cl_kernel kernel, cl_device_id device, cl_kernel_sub_group_info info, size_t input_size,
      const void *input, INFO_PARAMETERS),
     (kernel, device, info, input_size, input, INFO_ARGUMENTS))
WRAP(clGetEventInfo, (cl_event event, cl_event_info info, INFO_PARAMETERS),
     (event, info, INFO_ARGUMENTS))
WRAP(clGetEventProfilingInfo, (cl_event event, cl_profiling_info info, INFO_PARAMETERS),
     (event, info, INFO_ARGUMENTS))

/* The first device's, as far as there is room. */
static bool has_warning(cl_program program, const cl_device_id *devices)
{
    static const size_t room = 1 << 16;
    char *log = calloc(1, room + 1);
    const bool is_read = log && devices &&
                         next.clGetProgramBuildInfo(program, *devices, CL_PROGRAM_BUILD_LOG, room,
                                                    log, NULL) == CL_SUCCESS;
    const bool found = is_read && strstr(log, "warning");

    if (found)
        fprintf(stderr, "fault layer: a program's build log has a warning:\n%s\n", log);
    free(log);
    return found;
}

static bool loses_race(void)
{
    static atomic_int builds;

    return pretended.lost_builds &&
           atomic_fetch_add(&builds, 1) % (pretended.lost_builds + 1) < pretended.lost_builds;
}

/* As a driver that has been told to be fast by whoever set the machine up; and as one that talks.
 */
static cl_int CL_API_CALL wrap_clBuildProgram(cl_program program, cl_uint count,
                                              const cl_device_id *devices, const char *options,
                                              void(CL_CALLBACK *notify)(cl_program, void *),
                                              void *user)
{
    char faster[1024];

    static const char words[] = "1 warning generated.\n";
    cl_int code;

    if (pretended.says_words && write(STDERR_FILENO, words, sizeof words - 1) < 0)
        return CL_OUT_OF_RESOURCES;
    if (fails(CLR_CALL_clBuildProgram) || loses_race())
        return call_rows[CLR_CALL_clBuildProgram].code;
    snprintf(faster, sizeof faster, "%s -cl-fast-relaxed-math", options ? options : "");
    code = next.clBuildProgram(program, count, devices, pretended.fast_math ? faster : options,
                               notify, user);
    if (code == CL_SUCCESS && pretended.minds_warnings && has_warning(program, devices))
        code = CL_BUILD_PROGRAM_FAILURE;
    return code;
}

/* Commands. */
WRAP(clSetKernelArg, (cl_kernel kernel, cl_uint index, size_t size, const void *value),
     (kernel, index, size, value))
WRAP(clSetUserEventStatus, (cl_event event, cl_int status), (event, status))
WRAP(clSetEventCallback,
     (cl_event event, cl_int when, void(CL_CALLBACK *notify)(cl_event, cl_int, void *), void *user),
     (event, when, notify, user))
WRAP(clFlush, (cl_command_queue queue), (queue))
WRAP_ENQUEUE(clEnqueueReadBuffer,
             (cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset, size_t size,
              void *target, WAIT_PARAMETERS),
             (queue, buffer, blocking, offset, size, target, WAIT_ARGUMENTS))
WRAP_ENQUEUE(clEnqueueWriteBuffer,
             (cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset, size_t size,
              const void *source, WAIT_PARAMETERS),
             (queue, buffer, blocking, offset, size, source, WAIT_ARGUMENTS))
WRAP_ENQUEUE(clEnqueueCopyBuffer,
             (cl_command_queue queue, cl_mem source, cl_mem target, size_t source_offset,
              size_t target_offset, size_t size, WAIT_PARAMETERS),
             (queue, source, target, source_offset, target_offset, size, WAIT_ARGUMENTS))
WRAP_ENQUEUE(clEnqueueFillBuffer,
             (cl_command_queue queue, cl_mem buffer, const void *pattern, size_t pattern_size,
              size_t offset, size_t size, WAIT_PARAMETERS),
             (queue, buffer, pattern, pattern_size, offset, size, WAIT_ARGUMENTS))
WRAP_ENQUEUE(clEnqueueUnmapMemObject,
             (cl_command_queue queue, cl_mem memory, void *mapped, WAIT_PARAMETERS),
             (queue, memory, mapped, WAIT_ARGUMENTS))
WRAP_ENQUEUE(clEnqueueMigrateMemObjects,
             (cl_command_queue queue, cl_uint count, const cl_mem *memories,
              cl_mem_migration_flags flags, WAIT_PARAMETERS),
             (queue, count, memories, flags, WAIT_ARGUMENTS))
WRAP_ENQUEUE(clEnqueueMarkerWithWaitList, (cl_command_queue queue, WAIT_PARAMETERS),
             (queue, WAIT_ARGUMENTS))
WRAP_ENQUEUE(clEnqueueBarrierWithWaitList, (cl_command_queue queue, WAIT_PARAMETERS),
             (queue, WAIT_ARGUMENTS))

/*
 * Waits fail after waiting, as on a device that lost what it ran: a real one no longer touches the
 * memory of those who give up then, whereas the device below this layer would go on.
 */
static cl_int CL_API_CALL wrap_clWaitForEvents(cl_uint event_count, const cl_event *events)
{
    bool fault = fails(CLR_CALL_clWaitForEvents);
    cl_int status = next.clWaitForEvents(event_count, events);

    return fault ? call_rows[CLR_CALL_clWaitForEvents].code : status;
}

static cl_int CL_API_CALL wrap_clFinish(cl_command_queue queue)
{
    bool fault = fails(CLR_CALL_clFinish);
    cl_int status = next.clFinish(queue);

    return fault ? call_rows[CLR_CALL_clFinish].code : status;
}

/* ---- Wrappers that return more than one new thing ------------------------------------------ */

static void *CL_API_CALL wrap_clEnqueueMapBuffer(cl_command_queue queue, cl_mem buffer,
                                                 cl_bool blocking, cl_map_flags flags,
                                                 size_t offset, size_t size, WAIT_PARAMETERS,
                                                 cl_int *error)
{
    if (fails(CLR_CALL_clEnqueueMapBuffer)) {
        if (error)
            *error = call_rows[CLR_CALL_clEnqueueMapBuffer].code;
        return NULL;
    }
    void *mapped = next.clEnqueueMapBuffer(queue, buffer, blocking, flags, offset, size,
                                           WAIT_ARGUMENTS, error);
    if (mapped && event)
        begin_life(*event, CLR_KIND_EVENT);
    return mapped;
}

static cl_int CL_API_CALL wrap_clCreateKernelsInProgram(cl_program program, cl_uint room,
                                                        cl_kernel *kernels, cl_uint *count_out)
{
    if (fails(CLR_CALL_clCreateKernelsInProgram))
        return call_rows[CLR_CALL_clCreateKernelsInProgram].code;

    cl_uint count = 0;
    cl_int status = next.clCreateKernelsInProgram(program, room, kernels, &count);
    for (cl_uint i = 0; status == CL_SUCCESS && kernels && i < count; i++)
        begin_life(kernels[i], CLR_KIND_KERNEL);
    if (count_out)
        *count_out = count;
    return status;
}

/* ---- A lesser device ----------------------------------------------------------------------- */

/* A limit, lowered if one is pretended. */
static size_t lowered(size_t truth, size_t pretence)
{
    return pretence && pretence < truth ? pretence : truth;
}

/* Lowers the `count` sizes at `sizes`. */
static void lower_sizes(size_t *sizes, size_t count, size_t pretence)
{
    for (size_t i = 0; i < count; i++)
        sizes[i] = lowered(sizes[i], pretence);
}

/* Blanks a word out of a list: the length stays what an earlier query has told. */
static void blank_word(char *list, const char *word)
{
    char *found = strstr(list, word);

    if (found)
        memset(found, ' ', strlen(word));
}

/* Gives the entry of that name another one, for the same reason. */
static void rename_entry(cl_name_version *entries, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (!strcmp(entries[i].name, name))
            memcpy(entries[i].name, "hidden", sizeof "hidden");
}

/* Edits an answer in which double arithmetic shows. */
static void hide_fp64(cl_device_info info, size_t size, void *value)
{
    switch (info) {
    case CL_DEVICE_DOUBLE_FP_CONFIG:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE:
        memset(value, 0, size);
        break;
    case CL_DEVICE_EXTENSIONS:
        blank_word(value, "cl_khr_fp64");
        break;
    case CL_DEVICE_EXTENSIONS_WITH_VERSION:
        rename_entry(value, size / sizeof(cl_name_version), "cl_khr_fp64");
        break;
    case CL_DEVICE_OPENCL_C_FEATURES:
        rename_entry(value, size / sizeof(cl_name_version), "__opencl_c_fp64");
        break;
    default:
        break;
    }
}

/* Edits the driver's answer of `size` bytes into the pretended device's. */
static void edit_answer(cl_device_info info, size_t size, void *value)
{
    if (pretended.hide_fp64)
        hide_fp64(info, size, value);
    if (pretended.hide_int64_atomics && info == CL_DEVICE_EXTENSIONS) {
        blank_word(value, "cl_khr_int64_base_atomics");
        blank_word(value, "cl_khr_int64_extended_atomics");
    }

    switch (info) {
    case CL_DEVICE_TYPE:
        if (pretended.as_gpu)
            *(cl_device_type *)value = CL_DEVICE_TYPE_GPU;
        break;
    case CL_DEVICE_HOST_UNIFIED_MEMORY:
        if (pretended.own_memory)
            *(cl_bool *)value = CL_FALSE;
        break;
    case CL_DEVICE_ENDIAN_LITTLE:
        if (pretended.big_endian)
            *(cl_bool *)value = CL_FALSE;
        break;
    case CL_DEVICE_MAX_WORK_GROUP_SIZE:
        lower_sizes(value, 1, pretended.max_group);
        break;
    case CL_DEVICE_MAX_WORK_ITEM_SIZES:
        lower_sizes(value, size / sizeof(size_t), pretended.max_items);
        break;
    case CL_DEVICE_LOCAL_MEM_SIZE:
        *(cl_ulong *)value = lowered((size_t) * (cl_ulong *)value, pretended.local_kib << 10);
        break;
    case CL_DEVICE_MAX_MEM_ALLOC_SIZE:
        *(cl_ulong *)value = lowered((size_t) * (cl_ulong *)value, pretended.max_alloc);
        break;
    default:
        break;
    }
}

/* Lists one more extension, if there is room for it. */
static void add_word(const char *word, size_t size, char *list, size_t *answered)
{
    if (list && size >= *answered + strlen(word))
        memcpy(list + *answered - 1, word, strlen(word) + 1);
    *answered += strlen(word);
}

static cl_int CL_API_CALL wrap_clGetDeviceInfo(cl_device_id device, cl_device_info info,
                                               INFO_PARAMETERS)
{
    if (fails(CLR_CALL_clGetDeviceInfo))
        return call_rows[CLR_CALL_clGetDeviceInfo].code;
    if (pretended.failing_info && info == pretended.failing_info)
        return CL_INVALID_VALUE;

    size_t answered = 0;
    cl_int status = next.clGetDeviceInfo(device, info, size, value, &answered);
    if (status == CL_SUCCESS && value && (!pretended.only || device == only_device))
        edit_answer(info, answered, value);
    if (status == CL_SUCCESS && pretended.host_buffers && info == CL_DEVICE_EXTENSIONS)
        add_word(" cl_nv_create_buffer", size, value, &answered);
    if (size_out)
        *size_out = answered;
    return status;
}

static cl_int CL_API_CALL wrap_clGetDeviceIDs(cl_platform_id platform, cl_device_type type,
                                              cl_uint room, cl_device_id *devices, cl_uint *count)
{
    if (fails(CLR_CALL_clGetDeviceIDs))
        return call_rows[CLR_CALL_clGetDeviceIDs].code;
    /* Whoever asks for GPUs is to find the device that pretends to be one. */
    if (pretended.as_gpu && (type & CL_DEVICE_TYPE_GPU))
        type = CL_DEVICE_TYPE_ALL;
    cl_int status = next.clGetDeviceIDs(platform, type, room, devices, count);
    if (status == CL_SUCCESS && devices && pretended.only && pretended.only <= room)
        only_device = devices[pretended.only - 1];
    return status;
}

static cl_int CL_API_CALL wrap_clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device,
                                                        cl_kernel_work_group_info info,
                                                        INFO_PARAMETERS)
{
    if (fails(CLR_CALL_clGetKernelWorkGroupInfo))
        return call_rows[CLR_CALL_clGetKernelWorkGroupInfo].code;

    cl_int status = next.clGetKernelWorkGroupInfo(kernel, device, info, INFO_ARGUMENTS);
    if (status == CL_SUCCESS && value && info == CL_KERNEL_WORK_GROUP_SIZE) {
        lower_sizes(value, 1, pretended.max_group);
        lower_sizes(value, 1, pretended.kernel_group);
    }
    return status;
}

/* What the pretended device says to groups of this shape. */
static cl_int judge_group(cl_uint dimensions, const size_t *local)
{
    size_t items = 1;

    for (cl_uint i = 0; local && i < dimensions; i++) {
        if (lowered(local[i], pretended.max_items) != local[i])
            return CL_INVALID_WORK_ITEM_SIZE;
        items *= local[i];
    }
    if (lowered(items, pretended.max_group) != items ||
        lowered(items, pretended.kernel_group) != items)
        return CL_INVALID_WORK_GROUP_SIZE;
    return lowered(items, pretended.refused_group) == items ? CL_SUCCESS : CL_OUT_OF_RESOURCES;
}

/* What it says to kernels by the local memory that they take, their arguments with it. */
static cl_int judge_local(cl_command_queue queue, cl_kernel kernel)
{
    cl_device_id device;
    cl_ulong size = 0;
    cl_int status;

    if (!pretended.local_kib && !pretended.refused_local_kib)
        return CL_SUCCESS;
    status = next.clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof device, &device, NULL);
    if (status == CL_SUCCESS)
        status = next.clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_LOCAL_MEM_SIZE,
                                               sizeof size, &size, NULL);
    if (status != CL_SUCCESS)
        return status;
    return lowered(size, pretended.local_kib << 10) == size &&
                   lowered(size, pretended.refused_local_kib << 10) == size
               ? CL_SUCCESS
               : CL_OUT_OF_RESOURCES;
}

static cl_int CL_API_CALL wrap_clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel,
                                                      cl_uint dimensions, const size_t *offset,
                                                      const size_t *global, const size_t *local,
                                                      WAIT_PARAMETERS)
{
    if (fails(CLR_CALL_clEnqueueNDRangeKernel))
        return call_rows[CLR_CALL_clEnqueueNDRangeKernel].code;

    cl_int status = judge_group(dimensions, local);
    if (status == CL_SUCCESS)
        status = judge_local(queue, kernel);
    if (status == CL_SUCCESS)
        status = next.clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local,
                                             WAIT_ARGUMENTS);
    if (status == CL_SUCCESS && event)
        begin_life(*event, CLR_KIND_EVENT);
    return status;
}

/* The code with which a buffer is refused: an injected fault's, or that of a pretended limit. */
static cl_int judge_buffer(clr_fault_call call, size_t size)
{
    if (fails(call))
        return call_rows[call].code;
    return lowered(size, pretended.max_alloc) == size ? CL_SUCCESS : CL_INVALID_BUFFER_SIZE;
}

static cl_mem CL_API_CALL wrap_clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size,
                                              void *host, cl_int *error)
{
    cl_int status = judge_buffer(CLR_CALL_clCreateBuffer, size);
    cl_mem buffer = status ? NULL : next.clCreateBuffer(context, flags, size, host, error);

    if (status && error)
        *error = status;
    begin_life(buffer, CLR_KIND_MEM);
    return buffer;
}

static cl_mem CL_API_CALL wrap_clCreateBufferWithProperties(cl_context context,
                                                            const cl_mem_properties *properties,
                                                            cl_mem_flags flags, size_t size,
                                                            void *host, cl_int *error)
{
    cl_int status = judge_buffer(CLR_CALL_clCreateBufferWithProperties, size);
    cl_mem buffer =
        status ? NULL
               : next.clCreateBufferWithProperties(context, properties, flags, size, host, error);

    if (status && error)
        *error = status;
    begin_life(buffer, CLR_KIND_MEM);
    return buffer;
}

/* ---- An extension -------------------------------------------------------------------------- */

/* Buffers in the host's memory, which all are of a device that shares it. */
static cl_mem CL_API_CALL create_buffer_nv(cl_context context, cl_mem_flags flags,
                                           cl_bitfield flags_nv, size_t size, void *host,
                                           cl_int *error)
{
    if (pretended.host_buffers == 3 || flags_nv != 1) {
        *error = CL_MEM_OBJECT_ALLOCATION_FAILURE;
        return NULL;
    }
    return wrap_clCreateBuffer(context, flags | CL_MEM_ALLOC_HOST_PTR, size, host, error);
}

static void *CL_API_CALL wrap_clGetExtensionFunctionAddressForPlatform(cl_platform_id platform,
                                                                       const char *name)
{
    const bool is_there = pretended.host_buffers && pretended.host_buffers != 2;
    cl_mem(CL_API_CALL *const create)(cl_context, cl_mem_flags, cl_bitfield, size_t, void *,
                                      cl_int *) = create_buffer_nv;
    void *address;

    if (!is_there || strcmp(name, "clCreateBufferNV"))
        return next.clGetExtensionFunctionAddressForPlatform(platform, name);
    memcpy(&address, &create, sizeof address);
    return address;
}

/* ---- Controls ------------------------------------------------------------------------------ */

static void arm_call(clr_fault_call call, long k, int persistent)
{
    atomic_store(&fault_at, 0); /* nothing fails while the rest is being set */
    atomic_store(&fault_seen, 0);
    atomic_store(&fault_injected, 0);
    atomic_store(&fault_first, CLR_CALL_COUNT);
    atomic_store(&fault_persistent, persistent);
    atomic_store(&fault_call, (int)call);
    atomic_store(&fault_at, k);
}

static void arm(long k, int persistent)
{
    arm_call(CLR_CALL_COUNT, k, persistent);
}

static long injected(clr_fault_call *first)
{
    if (first)
        *first = (clr_fault_call)atomic_load(&fault_first);
    return atomic_load(&fault_injected);
}

static void pretend(const clr_fault_device *device)
{
    pretended = device ? *device : (clr_fault_device){0};
}

static void count(clr_fault_counts *counts)
{
    *counts = (clr_fault_counts){0};
    for (size_t i = 0; i < CLR_CALL_COUNT; i++)
        counts->calls[i] = atomic_load(&calls_made[i]);

    pthread_mutex_lock(&lives_lock);
    for (size_t i = 0; i < lives_count; i++)
        counts->live[lives[i].kind]++;
    counts->bad_releases = bad_releases;
    pthread_mutex_unlock(&lives_lock);
}

static void clear_counts(void)
{
    for (size_t i = 0; i < CLR_CALL_COUNT; i++)
        atomic_store(&calls_made[i], 0);
}

static const char *call_name(clr_fault_call call)
{
    return call < CLR_CALL_COUNT ? call_rows[call].name : "";
}

static cl_int call_code(clr_fault_call call)
{
    return call < CLR_CALL_COUNT ? call_rows[call].code : CL_SUCCESS;
}

EXPORT extern const clr_fault_control clr_fault_controls;
const clr_fault_control clr_fault_controls = {arm,   arm_call,     injected,  pretend,
                                              count, clear_counts, call_name, call_code};

/* ---- The loader's side --------------------------------------------------------------------- */

/* The number in a variable of the environment, decimal or 0x...; 0 without it. */
static unsigned long variable(const char *name)
{
    const char *text = getenv(name);

    return text ? strtoul(text, NULL, 0) : 0;
}

/* For programs that cannot call the controls, the command for one. */
static void read_environment(void)
{
    const char *call = getenv("CLR_FAULT_CALL"); /* among whose calls; by default among all */
    for (int i = 0; call && i < CLR_CALL_COUNT; i++)
        if (strcmp(call, call_rows[i].name) == 0)
            arm_call((clr_fault_call)i, (long)variable("CLR_FAULT_AT"),
                     variable("CLR_FAULT_PERSISTENT") != 0);
    if (!call)
        arm((long)variable("CLR_FAULT_AT"), variable("CLR_FAULT_PERSISTENT") != 0);
    pretended.hide_fp64 = variable("CLR_FAULT_HIDE_FP64") != 0;
    pretended.hide_int64_atomics = variable("CLR_FAULT_HIDE_INT64_ATOMICS") != 0;
    pretended.as_gpu = variable("CLR_FAULT_AS_GPU") != 0;
    pretended.own_memory = variable("CLR_FAULT_OWN_MEMORY") != 0;
    pretended.host_buffers = (int)variable("CLR_FAULT_HOST_BUFFERS");
    pretended.big_endian = variable("CLR_FAULT_BIG_ENDIAN") != 0;
    pretended.rename_platform = variable("CLR_FAULT_RENAME_PLATFORM") != 0;
    pretended.fast_math = variable("CLR_FAULT_FAST_MATH") != 0;
    pretended.says_words = variable("CLR_FAULT_SAYS_WORDS") != 0;
    pretended.lost_builds = (int)variable("CLR_FAULT_LOST_BUILDS");
    pretended.minds_warnings = variable("CLR_FAULT_MINDS_WARNINGS") != 0;
    pretended.max_group = variable("CLR_FAULT_MAX_GROUP");
    pretended.max_items = variable("CLR_FAULT_MAX_ITEMS");
    pretended.max_alloc = variable("CLR_FAULT_MAX_ALLOC");
    pretended.kernel_group = variable("CLR_FAULT_KERNEL_GROUP");
    pretended.refused_group = variable("CLR_FAULT_REFUSED_GROUP");
    pretended.local_kib = variable("CLR_FAULT_LOCAL_KIB");
    pretended.refused_local_kib = variable("CLR_FAULT_REFUSED_LOCAL_KIB");
    pretended.only = variable("CLR_FAULT_ONLY");
    pretended.failing_info = (cl_device_info)variable("CLR_FAULT_FAILING_INFO");
}

static cl_icd_dispatch dispatch; /* what the loader calls */

EXPORT cl_int CL_API_CALL clGetLayerInfo(cl_layer_info info, INFO_PARAMETERS)
{
    static const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
    static const char name[] = "clreduce fault layer";
    const void *answer = info == CL_LAYER_API_VERSION ? (const void *)&version : name;
    size_t answer_size = info == CL_LAYER_API_VERSION ? sizeof version : sizeof name;

    if (info != CL_LAYER_API_VERSION && info != CL_LAYER_NAME)
        return CL_INVALID_VALUE;
    if (value && size < answer_size)
        return CL_INVALID_VALUE;
    if (value)
        memcpy(value, answer, answer_size);
    if (size_out)
        *size_out = answer_size;
    return CL_SUCCESS;
}

EXPORT cl_int CL_API_CALL clInitLayer(cl_uint entry_count, const cl_icd_dispatch *target,
                                      cl_uint *entry_count_out,
                                      const cl_icd_dispatch **dispatch_out)
{
    const size_t entries = sizeof dispatch / sizeof(void *);

    if (!target || !entry_count_out || !dispatch_out || entry_count < entries)
        return CL_INVALID_VALUE;
    read_environment();
    next = *target;
    dispatch = next;
#define ENTER(name, code) dispatch.name = wrap_##name;
    CLR_FAULT_CALLS(ENTER)
    dispatch.clGetExtensionFunctionAddressForPlatform =
        wrap_clGetExtensionFunctionAddressForPlatform;
    *entry_count_out = (cl_uint)entries;
    *dispatch_out = &dispatch;
    return CL_SUCCESS;
}
