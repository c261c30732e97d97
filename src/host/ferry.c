/* SPDX-License-Identifier: Apache-2.0 */
#include "host/ferry.h"
#include "device/device.h"
#include "device/host_buffer.h"
#include "stage/enqueue.h"

#include <string.h>

enum {
    PIECE = 8 << 20, /* bytes: 1 GiB goes to an H200 at 34 GB/s
                        (docs/history/2026-11-28-host-arrays.md) */
    SMALL = 1 << 20  /* bytes of the small piece: beyond, the driver copies faster */
};

typedef struct clri_ferry_piece piece;

static clr_status write(cl_command_queue queue, cl_mem buffer, size_t at, const void *from,
                        size_t size, cl_event *sent, clri_error *error)
{
    const cl_int code =
        clEnqueueWriteBuffer(queue, buffer, CL_FALSE, at, size, from, 0, NULL, sent);

    if (code != CL_SUCCESS)
        return clri_fail_opencl(error, code, "clEnqueueWriteBuffer",
                                "copying %zu bytes of an array to the device", size);
    return CLR_OK;
}

/* ---- pieces ---- */

/* False if the driver has no pinned memory, which is no failure. */
static bool make_piece(const clr_context *context, cl_command_queue queue, size_t size, piece *made)
{
    if (!made->pinned)
        made->pinned = clri_host_buffer_pin(context, queue, size, CL_MAP_WRITE, &made->mapped);
    return made->pinned != NULL;
}

static bool make_pieces(clri_ferry *ferry, const clr_context *context, cl_command_queue queue)
{
    for (unsigned i = 0; i < CLRI_FERRY_PIECES; i++)
        if (!make_piece(context, queue, PIECE, &ferry->pieces[i]))
            return false;
    return true;
}

/* Waits until the device has the elements that were in the piece. */
static clr_status free_piece(piece *used, clri_error *error)
{
    const cl_int code = used->sent ? clWaitForEvents(1, &used->sent) : CL_SUCCESS;

    clri_event_release(&used->sent);
    if (code != CL_SUCCESS)
        return clri_fail_opencl(error, code, "clWaitForEvents", "copying an array to the device");
    return CLR_OK;
}

/* ---- arrays ---- */

/* Has a piece sent while the next one is filled. */
static clr_status begin(cl_command_queue queue, clri_error *error)
{
    const cl_int code = clFlush(queue);

    if (code != CL_SUCCESS)
        return clri_fail_opencl(error, code, "clFlush", "copying an array to the device");
    return CLR_OK;
}

static clr_status send_in_pieces(clri_ferry *ferry, cl_command_queue queue, cl_mem buffer,
                                 const unsigned char *array, size_t size, clri_error *error)
{
    if (ferry->crew.thread_count == 0)
        clri_crew_start(&ferry->crew, clri_crew_wanted());
    for (size_t at = 0; at < size; at += PIECE) {
        piece *next = &ferry->pieces[ferry->turn++ % CLRI_FERRY_PIECES];
        const size_t part = size - at < PIECE ? size - at : PIECE;

        CLRI_OR_RETURN(free_piece(next, error));
        clri_crew_copy(&ferry->crew, next->mapped, array + at, part);
        CLRI_OR_RETURN(write(queue, buffer, at, next->mapped, part, &next->sent, error));
        CLRI_OR_RETURN(begin(queue, error));
    }
    return CLR_OK;
}

/* The array's copy in the small piece; NULL if it has no room, or the driver no pinned memory. */
static const void *copy_small(clri_ferry *ferry, const clr_context *context, cl_command_queue queue,
                              const void *array, size_t size)
{
    void *copy;

    if (size > SMALL - ferry->filled || !make_piece(context, queue, SMALL, &ferry->small))
        return NULL;
    copy = (unsigned char *)ferry->small.mapped + ferry->filled;
    ferry->filled += size;
    return memcpy(copy, array, size);
}

clr_status clri_ferry_send(clri_ferry *ferry, clr_context *context, cl_command_queue queue,
                           cl_mem buffer, const void *array, size_t size, clri_error *error)
{
    const bool is_slow = !clri_device_shares_memory(&context->device) &&
                         !clri_host_memory_has(&context->host_memory, array, size);
    const void *copy;

    if (is_slow && clri_crew_pays(size) && make_pieces(ferry, context, queue))
        return send_in_pieces(ferry, queue, buffer, array, size, error);
    copy = is_slow ? copy_small(ferry, context, queue, array, size) : NULL;
    return write(queue, buffer, 0, copy ? copy : array, size, NULL, error);
}

/* ---- the end ---- */

void clri_ferry_rest(clri_ferry *ferry)
{
    for (unsigned i = 0; i < CLRI_FERRY_PIECES; i++)
        clri_event_release(&ferry->pieces[i].sent);
    clri_crew_end(&ferry->crew);
    ferry->filled = 0;
}

static void release_piece(const piece *made, cl_command_queue queue)
{
    if (!made->pinned)
        return;
    clEnqueueUnmapMemObject(queue, made->pinned, made->mapped, 0, NULL, NULL);
    clReleaseMemObject(made->pinned);
}

void clri_ferry_release(clri_ferry *ferry, cl_command_queue queue)
{
    for (unsigned i = 0; i < CLRI_FERRY_PIECES; i++)
        release_piece(&ferry->pieces[i], queue);
    release_piece(&ferry->small, queue);
    *ferry = (clri_ferry){0};
}
