/* SPDX-License-Identifier: Apache-2.0 */
/* shape_labels - reads labels, by which each element goes to a result, as cells. Labels themselves
 * are on the device and not looked at here. Where atomics cannot fold them, a sort in front leaves
 * spans instead (src/plan/shape_job.c). */
#include "base/sized.h"
#include "problem/number.h"
#include "problem/shape/carried.h"

#include <inttypes.h>

clr_status clri_read_labels(const clri_shape_asked *asked, clri_shape_job *job, clri_error *error)
{
    clr_labels *labels = &job->labels;

    *job = (clri_shape_job){0};
    CLRI_OR_RETURN(CLRI_SIZED_READ(clr_labels, labels, asked->run->labels, error));
    CLRI_OR_RETURN(clri_shape_check_index(labels->type, "clr_labels.type", "labels", error));
    if (labels->count > asked->most)
        return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                         "clr_labels.count is %" PRIu64 ", and the plan has memory for %" PRIu64
                         " results: make it with more clr_plan_options.labels",
                         labels->count, asked->most);
    job->count = labels->count;
    job->longest = asked->count;
    clri_shape_writes(job, "clr_labels.outside", CLRI_IN_VIEW(run.outside), labels->outside,
                      sizeof(cl_ulong), 0, 1);
    if (asked->count)
        clri_shape_reads(job, "clr_labels.labels", CLRI_IN_VIEW(run.by), labels->labels,
                         clri_number_of(labels->type)->size, labels->first, asked->count);
    return CLR_OK;
}
