/* SPDX-License-Identifier: Apache-2.0 */
/*
 * shape_segments - ranges of the input between offsets in device memory, read as spans. The offsets
 * are on the device: the host knows only how many segments there are, and that one may be the whole
 * input.
 */
#include "base/sized.h"
#include "problem/number.h"
#include "problem/shape/carried.h"

#include <inttypes.h>

/* Lists the buffers that the run reads. Without `ends` a segment ends where the next one begins, so
 * that `begins` has an offset more. */
static void add_buffers(clri_shape_job *job)
{
    const clr_segments *segments = &job->segments;
    const size_t size = clri_number_of(segments->type)->size;
    const uint64_t first = segments->first, count = segments->count;

    if (count == 0)
        return;
    clri_shape_reads(job, "clr_segments.begins", CLRI_IN_VIEW(run.by), segments->begins, size,
                     first, count + (segments->ends ? 0 : 1));
    if (segments->ends)
        clri_shape_reads(job, "clr_segments.ends", CLRI_IN_VIEW(run.ends), segments->ends, size,
                         first, count);
    if (segments->count_at)
        clri_shape_reads(job, "clr_segments.count_at", CLRI_IN_VIEW(segments_at),
                         segments->count_at, sizeof(cl_ulong), segments->count_index, 1);
}

clr_status clri_read_segments(const clri_shape_asked *asked, clri_shape_job *job, clri_error *error)
{
    clr_segments *segments = &job->segments;

    *job = (clri_shape_job){0};
    CLRI_OR_RETURN(CLRI_SIZED_READ(clr_segments, segments, asked->run->segments, error));
    CLRI_OR_RETURN(clri_shape_check_index(segments->type, "clr_segments.type", "offsets", error));
    if (segments->count && !segments->begins && !asked->is_typical)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "clr_segments.begins is NULL, and there are %" PRIu64 " segments",
                         segments->count);
    job->count = segments->count;
    job->longest = asked->count;
    add_buffers(job);
    return CLR_OK;
}
