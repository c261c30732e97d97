/* SPDX-License-Identifier: Apache-2.0 */
/*
 * memory - host memory that devices read directly, for callers: allocated, or registered. The
 * context lists it (device/host_memory.h).
 */
#include "base/bytes.h"
#include "base/system.h"
#include "device/context.h"
#include "device/device.h"
#include "device/host_buffer.h"

#include <inttypes.h>
#include <stdlib.h>

enum { PAGE = 4096 }; /* alignment: devices that share the memory want whole pages */

/* The queue for mapping, created if need be; NULL if the driver creates none. */
static cl_command_queue mapping_queue(clr_context *context)
{
    clri_host_memory *all = &context->host_memory;
    clri_error error = {0};
    cl_command_queue queue;

    pthread_mutex_lock(&all->lock);
    if (!all->queue && clri_context_queue(context, false, &all->queue, &error) != CLR_OK)
        clri_error_clear(&error);
    queue = all->queue;
    pthread_mutex_unlock(&all->lock);
    return queue;
}

/* Pinned memory, for devices with memory of their own. False if the driver pins none. */
static bool pin(clr_context *context, clri_host_range *range)
{
    const cl_command_queue queue = mapping_queue(context);
    void *begin;

    if (!queue)
        return false;
    range->buffer =
        clri_host_buffer_pin(context, queue, range->size, CL_MAP_READ | CL_MAP_WRITE, &begin);
    range->begin = begin;
    return range->buffer != NULL;
}

static clr_status make(clr_context *context, uint64_t size, clri_host_range **made,
                       clri_error *error)
{
    clri_host_range *range;

    if (size > SIZE_MAX - PAGE)
        return clri_fail(error, CLR_ERROR_MEMORY, "%" PRIu64 " bytes are more than memory can have",
                         size);
    range = calloc(1, sizeof *range);
    if (!range)
        return clri_fail_memory(error);
    range->size = size ? (size_t)size : 1;
    if (clri_device_shares_memory(&context->device) || !pin(context, range)) {
        range->plain = clri_aligned_alloc(PAGE, (range->size + PAGE - 1) / PAGE * PAGE);
        range->begin = range->plain;
    }
    if (!range->begin) {
        free(range);
        return clri_fail_memory(error);
    }
    *made = range;
    return CLR_OK;
}

clr_status clr_memory_create(clr_context *context, uint64_t size, void **memory)
{
    clri_host_range *range = NULL;
    clri_error error = {0};
    clr_status status;

    if (memory)
        *memory = NULL;
    if (!context || !memory)
        return CLR_ERROR_ARGUMENT;
    status = clri_context_check(context, &error);
    if (status == CLR_OK)
        status = make(context, size, &range, &error);
    if (status == CLR_OK) {
        clri_host_memory_add(&context->host_memory, range);
        *memory = range->begin;
    }
    return clri_context_return(context, status, &error);
}

clr_status clr_memory_adopt(clr_context *context, void *memory, uint64_t size)
{
    clri_host_range *range = NULL;
    clri_error error = {0};
    clr_status status;

    if (!context)
        return CLR_ERROR_ARGUMENT;
    status = clri_context_check(context, &error);
    if (status == CLR_OK && (!memory || size == 0))
        status = clri_fail(&error, CLR_ERROR_ARGUMENT, "the memory is NULL or has no bytes");
    if (status == CLR_OK)
        status = clri_bytes_check("the memory", size, 1, &error);
    if (status == CLR_OK) {
        range = calloc(1, sizeof *range);
        status = range ? CLR_OK : clri_fail_memory(&error);
    }
    if (range) {
        range->begin = memory;
        range->size = (size_t)size;
        clri_host_memory_add(&context->host_memory, range);
    }
    return clri_context_return(context, status, &error);
}

void clr_memory_destroy(clr_context *context, void *memory)
{
    clri_host_range *found = NULL;

    if (context && memory)
        found = clri_host_memory_remove(&context->host_memory, memory);
    if (found)
        clri_host_memory_give_back(&context->host_memory, found,
                                   context->process != clri_process());
}
