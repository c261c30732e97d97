/* SPDX-License-Identifier: Apache-2.0 */
/* shape_runs - reads runs of equal neighbouring keys. Keys are on the device, so how many runs
 * there are shows there: the stage in front finds them and leaves spans (src/plan/shape_job.c). */
#include "base/sized.h"
#include "problem/number.h"
#include "problem/shape/carried.h"

#include <inttypes.h>

static void add_buffers(const clri_shape_asked *asked, clri_shape_job *job)
{
    const clr_runs *runs = &job->runs;
    const size_t size = clri_number_of(runs->type)->size;
    const uint64_t first = asked->run->output_index;

    clri_shape_writes(job, "clr_runs.count", CLRI_IN_VIEW(run.run_count), runs->count,
                      sizeof(cl_ulong), 0, 1);
    clri_shape_writes(job, "clr_runs.unique", CLRI_IN_VIEW(run.unique), runs->unique, size, first,
                      job->count);
    clri_shape_writes(job, "clr_runs.ends", CLRI_IN_VIEW(run.run_ends), runs->ends,
                      sizeof(cl_ulong), first, job->count);
    if (asked->count)
        clri_shape_reads(job, "clr_runs.keys", CLRI_IN_VIEW(run.by), runs->keys, size, runs->first,
                         asked->count);
}

clr_status clri_read_runs(const clri_shape_asked *asked, clri_shape_job *job, clri_error *error)
{
    clr_runs *runs = &job->runs;

    *job = (clri_shape_job){0};
    CLRI_OR_RETURN(CLRI_SIZED_READ(clr_runs, runs, asked->run->runs, error));
    if (runs->type < CLR_TYPE_I8 || runs->type > CLR_TYPE_U64)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "clr_runs.type is %d: keys are integers, i8 to i64 or u8 to u64",
                         (int)runs->type);
    if (runs->most > asked->most)
        return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                         "clr_runs.most is %" PRIu64 ", and the plan has memory for %" PRIu64
                         " results: make it with more clr_plan_options.runs",
                         runs->most, asked->most);
    job->count = runs->most < asked->count ? runs->most : asked->count;
    job->longest = asked->count;
    add_buffers(asked, job);
    return CLR_OK;
}
