/* SPDX-License-Identifier: Apache-2.0 */
#include "stage/native_kernel.h"

#include <string.h>

/* ---- commands ---- */

struct address {
    void *address; /* the driver's */
    void **where;
};

static void CL_CALLBACK keep_address(void *data)
{
    const struct address *address = data;

    *address->where = address->address;
}

static clr_status enqueue(clri_commands *commands, clri_native_function *function, void *arguments,
                          size_t size, const cl_mem *buffers, const void **places, unsigned count)
{
    const clri_waits waits = clri_waits_of(commands);
    cl_event event = NULL;
    const cl_int code = clEnqueueNativeKernel(
        commands->queue, function, arguments, size, count, count ? buffers : NULL,
        count ? places : NULL, waits.count, waits.list, clri_wanted_event(commands, &event));

    if (code != CL_SUCCESS)
        return clri_fail_opencl(commands->error, code, "clEnqueueNativeKernel",
                                "enqueueing the host's fold");
    clri_has_started(commands, event);
    return CLR_OK;
}

clr_status clri_enqueue_addresses(clri_commands *commands, const cl_mem *buffers, unsigned count,
                                  void **where)
{
    for (unsigned i = 0; i < count; i++) {
        struct address address = {NULL, &where[i]};
        const void *place = &address.address;

        CLRI_OR_RETURN(
            enqueue(commands, keep_address, &address, sizeof address, &buffers[i], &place, 1));
    }
    return CLR_OK;
}

clr_status clri_enqueue_native(clri_commands *commands, clri_native_function *function,
                               clri_native_head *arguments, size_t size, const cl_mem *buffers,
                               unsigned count)
{
    const void *places[CLRI_NATIVE_BUFFERS_MOST];

    for (unsigned i = 0; i < count; i++)
        places[i] = &arguments->addresses[i];
    return enqueue(commands, function, arguments, size, buffers, places, count);
}

/* ---- the trial ---- */

enum { TRIAL_WORDS = 2 };

/* Two buffers' addresses, and a function that writes what it finds in the second to the first. */
struct trial {
    clri_native_head head;
    void **where;
};

static void CL_CALLBACK copy_words(void *data)
{
    const struct trial *trial = data;

    memcpy(trial->where[0], trial->where[1], TRIAL_WORDS * sizeof(cl_ulong));
}

static bool try_buffers(cl_command_queue queue, const cl_mem buffers[2], const cl_ulong *words)
{
    void *where[2] = {NULL, NULL};
    struct trial trial = {.where = where};
    cl_ulong read[TRIAL_WORDS] = {0};
    clri_error error = {0};
    clri_held held = {.count = 0};
    clri_commands commands = {.queue = queue, .held = &held, .error = &error};
    bool is_right;

    is_right = clri_enqueue_addresses(&commands, buffers, 2, where) == CLR_OK &&
               clri_enqueue_native(&commands, copy_words, &trial.head, sizeof trial, buffers, 2) ==
                   CLR_OK &&
               clEnqueueReadBuffer(queue, buffers[0], CL_TRUE, 0, sizeof read, read, 0, NULL,
                                   NULL) == CL_SUCCESS &&
               memcmp(read, words, sizeof read) == 0;
    clFinish(queue); /* before `where` goes */
    clri_error_clear(&error);
    return is_right;
}

/* The buffer that was made last comes first, which PoCL's own order of addresses would turn. */
static bool try_native(const clr_context *context)
{
    cl_ulong words[TRIAL_WORDS] = {0x0123456789abcdef, 42};
    cl_command_queue queue = NULL;
    cl_mem buffers[2] = {NULL, NULL};
    clri_error error = {0};
    bool is_right = false;

    buffers[1] = clCreateBuffer(context->opencl, CL_MEM_COPY_HOST_PTR | CL_MEM_READ_ONLY,
                                sizeof words, words, NULL);
    buffers[0] = clCreateBuffer(context->opencl, CL_MEM_WRITE_ONLY, sizeof words, NULL, NULL);
    if (buffers[0] && buffers[1] && clri_context_queue(context, false, &queue, &error) == CLR_OK)
        is_right = try_buffers(queue, buffers, words);
    for (int i = 0; i < 2; i++)
        if (buffers[i])
            clReleaseMemObject(buffers[i]);
    if (queue)
        clReleaseCommandQueue(queue);
    clri_error_clear(&error);
    return is_right;
}

/* The trial of a driver that does not offer them might be the process's end: wine's OpenCL.dll
 * hands calls to a driver of Linux, which would call a function of Windows' convention by its own.
 * wine 8.0 takes the flag out of the driver's answer. */
static bool offers_native(cl_device_id device)
{
    cl_device_exec_capabilities offered = 0;

    return clGetDeviceInfo(device, CL_DEVICE_EXECUTION_CAPABILITIES, sizeof offered, &offered,
                           NULL) == CL_SUCCESS &&
           offered & CL_EXEC_NATIVE_KERNEL;
}

bool clri_native_works(clr_context *context)
{
    int known = atomic_load(&context->native);

    if (known == CLRI_NATIVE_UNTRIED) {
        known = offers_native(context->device.device) && try_native(context) ? CLRI_NATIVE_WORKS
                                                                             : CLRI_NATIVE_FAILS;
        atomic_store(&context->native, known);
    }
    return known == CLRI_NATIVE_WORKS;
}
