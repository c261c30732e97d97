/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/shape_job.h"
#include "choose/geometry.h"
#include "choose/row_grid.h"
#include "plan/index_list.h"

#include <inttypes.h>

/* Checks the run's outputs: many results are delivered at once, as arrays. */
static clr_status check_outputs(const clr_plan *plan, const clr_run *run, clri_error *error)
{
    const char *shape = plan->asked->shape->name;

    if (plan->asked->shape->may & CLRI_MAY_PARTS)
        return CLR_OK;
    if (run->part != CLR_PART_WHOLE)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "a plan of shape %s takes its input as a whole: clr_run.part is %d", shape,
                         (int)run->part);
    if (plan->choice->left.most) {
        if (run->output || run->host || run->arrays)
            return clri_fail(error, CLR_ERROR_ARGUMENT,
                             "the plan leaves states (clr_plan_options.states), and "
                             "clr_plan_accumulator() takes them: clr_run.output, host and arrays "
                             "are to be NULL");
        return CLR_OK;
    }
    if (run->output || run->host || !run->arrays)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "the results of a plan of shape %s go to clr_run.arrays, and to neither "
                         "output nor host",
                         shape);
    return CLR_OK;
}

/* The most results that the plan has memory for, of shapes with such a limit. */
static uint64_t most_results(const clr_plan *plan)
{
    const clri_front *front = plan->front.choice->row;

    return front ? front->most(plan) : plan->choice->labels.most;
}

/* Whether axes may be reordered: not with a list or a mask, which follow the elements' numbers; nor
 * without items, whose plans keep the order. */
static bool forgets_order(const clr_plan *plan)
{
    return clri_has_items(plan) && plan->asked->carrier->is_stepped && !plan->choice->input.index &&
           plan->choice->pass.mask == CLR_MASK_NONE &&
           !clri_pass_minds_numbers(&plan->choice->pass);
}

/* ---- what carriers have room for ---- */

/* Checks that the carrier can fold the longest result. */
static clr_status check_room(const clr_plan *plan, uint64_t count, const clri_shape_job *shape,
                             clri_error *error)
{
    const uint64_t most = plan->choice->labels.elements_a_run;

    if (most && count > most)
        return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                         "%" PRIu64 " elements are more than the 2^40 that sums by label have room "
                         "for",
                         count);
    if (most || shape->longest <= clri_longest_row(plan->choice))
        return CLR_OK;
    return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                     "a result of up to %" PRIu64 " elements is more than the %" PRIu64
                     " that a plan of shape %s has room for at level exact, which goes by "
                     "elements that lie in the device's memory once: reduce it in parts, with "
                     "a plan of shape flat, or with larger clr_plan_options.group_size",
                     shape->longest, clri_longest_row(plan->choice), plan->asked->shape->name);
}

/* Checks that there is memory for the states of all results, which lie in their order. */
static clr_status check_left(const clr_plan *plan, const clri_shape_job *shape, clri_error *error)
{
    const uint64_t most = plan->choice->left.most;
    const bool is_placed = plan->asked->carrier->is_stepped && shape->count > 0;
    const clri_reach reach = is_placed ? clri_rows_result_reach(&shape->rows) : (clri_reach){0};

    if (!most)
        return CLR_OK;
    if (is_placed && (reach.below > 0 || reach.above != shape->count - 1))
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "clr_axes.result_strides leave gaps between results, or go below the "
                         "first, and states are left one behind the other: leave it NULL");
    if (shape->count > most)
        return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                         "the run has %" PRIu64 " results, and the plan has memory for the states "
                         "of %" PRIu64 ": make it with more clr_plan_options.states",
                         shape->count, most);
    return CLR_OK;
}

clr_status clri_shape_job_typical(const clr_plan *plan, const clr_run *like, clri_shape_job *shape,
                                  clri_error *error)
{
    const clri_shape_asked asked = {
        .run = like,
        .count = like->inputs[0].count,
        .most = most_results(plan),
        .inputs = plan->choice->pass.inputs,
        .walked_size = clri_walked_size(plan),
        .is_typical = true,
    };

    CLRI_OR_RETURN(clri_shape_check_run(plan->asked->shape, like, error));
    CLRI_OR_RETURN(plan->asked->shape->read(&asked, shape, error));
    if (forgets_order(plan))
        clri_rows_forget_order(&shape->rows, plan->choice->pass.inputs);
    return CLR_OK;
}

clr_status clri_shape_job_read(const clr_plan *plan, clri_job *job, clri_shape_job *shape,
                               clri_error *error)
{
    const clri_front *front = plan->front.choice->row;
    const clri_shape_asked asked = {
        .run = job->run,
        .count = job->count,
        .most = most_results(plan),
        .inputs = plan->choice->pass.inputs,
        .has_list = plan->asked->index != CLR_TYPE_DEFAULT,
        .walked_size = clri_walked_size(plan),
        .mask = plan->asked->mask != CLR_MASK_NONE ? &job->mask : NULL,
    };

    CLRI_OR_RETURN(check_outputs(plan, job->run, error));
    CLRI_OR_RETURN(clri_shape_check_run(plan->asked->shape, job->run, error));
    CLRI_OR_RETURN(plan->asked->shape->read(&asked, shape, error));
    job->shape = shape;
    job->walked = job->index;
    if (!plan->choice->carrier->is_many || plan->native)
        return CLR_OK;
    if (forgets_order(plan))
        clri_rows_forget_order(&shape->rows, plan->choice->pass.inputs);
    if (front)
        CLRI_OR_RETURN(front->leave(plan, shape, job, error));
    CLRI_OR_RETURN(check_room(plan, job->count, shape, error));
    return check_left(plan, shape, error);
}
