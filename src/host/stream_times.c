/* SPDX-License-Identifier: Apache-2.0 */
/* stream_times - where a stream's time went, by the device's clock if it has one. */
#include "host/stream_state.h"

#include <time.h>

uint64_t clri_host_clock_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}

static uint64_t event_time(cl_event event, cl_profiling_info what)
{
    cl_ulong time = 0;

    if (event && clGetEventProfilingInfo(event, what, sizeof time, &time, NULL) != CL_SUCCESS)
        time = 0;
    return time;
}

/* Adds the times of a piece's uploads; returns when the last one ended, 0 without a clock. */
static uint64_t add_uploads(clr_stream *stream, const clri_piece *piece)
{
    uint64_t end = 0;

    for (unsigned i = 0; i < stream->info.inputs; i++) {
        const clri_staging *room = &piece->rooms[i];
        const uint64_t start = event_time(room->uploaded, CL_PROFILING_COMMAND_START);

        end = event_time(room->uploaded, CL_PROFILING_COMMAND_END);
        if (clri_staging_copies(room) && end > start)
            stream->times.upload_ns += end - start;
    }
    return end;
}

/* Kernels' own events would leave out the gaps between kernels. */
void clri_stream_add_times(clr_stream *stream, const clri_piece *piece)
{
    const uint64_t upload_end = add_uploads(stream, piece);
    const uint64_t end = event_time(piece->reduced, CL_PROFILING_COMMAND_END);
    const uint64_t start = upload_end > stream->kernels_end ? upload_end : stream->kernels_end;

    if (end > start && start != 0)
        stream->times.kernel_ns += end - start;
    else
        stream->times.kernel_ns += clri_host_clock_ns() - piece->submitted_ns;
    stream->kernels_end = end;
}
