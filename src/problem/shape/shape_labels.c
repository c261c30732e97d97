/* SPDX-License-Identifier: Apache-2.0 */
/* shape_labels - each element to the result that its label names, read as cells. Where a sort
 * stands in front, it leaves spans (src/plan/shape_job.c). */
#include "base/sized.h"
#include "problem/number.h"
#include "problem/shape/carried.h"

#include <inttypes.h>

static void add_buffers(uint64_t elements, clri_shape_job *job)
{
    const clr_labels *labels = &job->labels;

    if (labels->outside)
        clri_shape_add(job, (clri_shape_buffer){.name = "clr_labels.outside",
                                                .memory = labels->outside,
                                                .size = sizeof(cl_ulong),
                                                .count = 1,
                                                .is_written = true});
    if (elements)
        clri_shape_add(job, (clri_shape_buffer){.name = "clr_labels.labels",
                                                .memory = labels->labels,
                                                .size = clri_number_of(labels->type)->size,
                                                .first = labels->first,
                                                .count = elements});
}

clr_status clri_read_labels(const clri_shape_asked *asked, clri_shape_job *job, clri_error *error)
{
    clr_labels *labels = &job->labels;
    clr_status status = CLR_OK;

    *job = (clri_shape_job){0};
    CLRI_TRY(CLRI_SIZED_READ(clr_labels, labels, asked->run->labels, error));
    CLRI_TRY(clri_shape_check_index(labels->type, "clr_labels.type", "labels", error));
    if (labels->count > asked->most)
        return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                         "clr_labels.count is %" PRIu64 ", and the plan has memory for %" PRIu64
                         " results: make it with more clr_plan_options.labels",
                         labels->count, asked->most);
    job->count = labels->count;
    job->longest = asked->count;
    add_buffers(asked->count, job);
cleanup:
    return status;
}
