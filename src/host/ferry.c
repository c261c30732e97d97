/* SPDX-License-Identifier: Apache-2.0 */
#include "host/ferry.h"
#include "device/host_buffer.h"
#include "stage/enqueue.h"

/* Bytes of a piece: 1 GiB goes to an H200 at 34 GB/s (docs/history/2026-11-28-host-arrays.md). */
enum { PIECE = 8 << 20 };

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
static bool make_pieces(clri_ferry *ferry, const clr_context *context, cl_command_queue queue)
{
    for (unsigned i = 0; i < CLRI_FERRY_PIECES; i++) {
        piece *made = &ferry->pieces[i];

        if (!made->pinned)
            made->pinned = clri_host_buffer_pin(context, queue, PIECE, CL_MAP_WRITE, &made->mapped);
        if (!made->pinned)
            return false;
    }
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
    clr_status status = CLR_OK;

    if (ferry->crew.thread_count == 0)
        clri_crew_start(&ferry->crew, clri_crew_wanted());
    for (size_t at = 0; at < size; at += PIECE) {
        piece *next = &ferry->pieces[ferry->turn++ % CLRI_FERRY_PIECES];
        const size_t part = size - at < PIECE ? size - at : PIECE;

        CLRI_TRY(free_piece(next, error));
        clri_crew_copy(&ferry->crew, next->mapped, array + at, part);
        CLRI_TRY(write(queue, buffer, at, next->mapped, part, &next->sent, error));
        CLRI_TRY(begin(queue, error));
    }
cleanup:
    return status;
}

clr_status clri_ferry_send(clri_ferry *ferry, clr_context *context, cl_command_queue queue,
                           cl_mem buffer, const void *array, size_t size, clri_error *error)
{
    const bool is_slow =
        size >= CLRI_CREW_LEAST && !clri_host_memory_has(&context->host_memory, array, size);

    if (is_slow && make_pieces(ferry, context, queue))
        return send_in_pieces(ferry, queue, buffer, array, size, error);
    return write(queue, buffer, 0, array, size, NULL, error);
}

/* ---- the end ---- */

void clri_ferry_rest(clri_ferry *ferry)
{
    for (unsigned i = 0; i < CLRI_FERRY_PIECES; i++)
        clri_event_release(&ferry->pieces[i].sent);
    clri_crew_end(&ferry->crew);
}

void clri_ferry_release(clri_ferry *ferry, cl_command_queue queue)
{
    for (unsigned i = 0; i < CLRI_FERRY_PIECES; i++) {
        piece *made = &ferry->pieces[i];

        if (!made->pinned)
            continue;
        clEnqueueUnmapMemObject(queue, made->pinned, made->mapped, 0, NULL, NULL);
        clReleaseMemObject(made->pinned);
    }
    *ferry = (clri_ferry){0};
}
