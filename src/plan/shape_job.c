/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/shape_job.h"
#include "base/sized.h"
#include "choose/geometry.h"

#include <inttypes.h>

/* Many results come at once, to arrays. */
static clr_status check_run(const clr_plan *plan, const clr_run *run, clri_error *error)
{
    const char *shape = clri_shape_name(plan->choice.shape);

    if (run->part != CLR_PART_WHOLE)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "a plan of shape %s takes its input as a whole: clr_run.part is %d", shape,
                         (int)run->part);
    if (run->output || run->host || !run->arrays)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "the results of a plan of shape %s go to clr_run.arrays, and to neither "
                         "output nor host",
                         shape);
    if (!run->axes != (plan->choice.shape != CLR_SHAPE_AXES) ||
        !run->segments != (plan->choice.shape != CLR_SHAPE_SEGMENTS))
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "the plan's shape is %s: it takes clr_run.%s, and that alone", shape,
                         shape);
    return CLR_OK;
}

static clr_status read_axes(const clr_plan *plan, const clr_run *run, clri_shape_job *shape,
                            clri_error *error)
{
    clr_status status = CLR_OK;

    CLRI_TRY(clri_rows_read(run->axes, plan->choice.pass.inputs, plan->request.element_size,
                            &shape->rows, error));
    shape->count = shape->rows.count;
    shape->longest = shape->rows.length;
cleanup:
    return status;
}

static clr_status read_segments(const clr_run *run, clri_shape_job *shape, clri_error *error)
{
    clr_segments *segments = &shape->segments;
    clr_status status = CLR_OK;

    CLRI_TRY(CLRI_SIZED_READ(clr_segments, segments, run->segments, error));
    if (segments->type != CLR_TYPE_I32 && segments->type != CLR_TYPE_U32 &&
        segments->type != CLR_TYPE_I64 && segments->type != CLR_TYPE_U64)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "clr_segments.type is %d: offsets are i32, u32, i64 or u64",
                         (int)segments->type);
    if (segments->count && !segments->begins)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "clr_segments.begins is NULL, and there are %" PRIu64 " segments",
                         segments->count);
    shape->count = segments->count;
    shape->longest = run->inputs[0].count;
cleanup:
    return status;
}

clr_status clri_shape_job_read(const clr_plan *plan, const clr_run *run, clri_shape_job *shape,
                               clri_error *error)
{
    clr_status status = CLR_OK;

    *shape = (clri_shape_job){0};
    CLRI_TRY(check_run(plan, run, error));
    if (plan->choice.shape == CLR_SHAPE_AXES)
        CLRI_TRY(read_axes(plan, run, shape, error));
    else
        CLRI_TRY(read_segments(run, shape, error));
    if (clri_rows_share(&plan->choice, shape->count, shape->longest).groups == 0)
        return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                         "a result of %" PRIu64
                         " elements is more than all groups of the device take at level exact at a "
                         "time: reduce it in parts, with a plan of shape flat",
                         shape->longest);
cleanup:
    return status;
}
