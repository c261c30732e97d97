/* SPDX-License-Identifier: Apache-2.0 */
/*
 * front_sort - the stage in front that sorts elements by label, for labels that atomics do not
 * fold: it leaves a list of elements, and spans of the list. It leaves no stage where atomics fold
 * the request (shape/cells/labels.h). Before: nothing is said of the labels' order. After: each
 * label's elements lie one behind the other in their order, on the list.
 */
#include "choose/local_memory.h"
#include "problem/request.h"
#include "shape/cells/labels.h"
#include "shape/kept/axis_cells.h"
#include "shape/shape_words.h"
#include "shape/sort/label_sort.h"
#include "shape/sort/sort.h"

#include <inttypes.h>

/* ---- choosing ---- */

/* Whether an expression uses the element's number: a sorted element has the number of its list
 * entry, unless the number is carried along. */
static bool counts_any(const clri_request *request)
{
    bool counts = false;

    for (size_t i = 0; i < request->count; i++)
        counts |= clri_expression_counts(&request->maps[i]) ||
                  clri_expression_counts(&request->wheres[i]);
    return counts;
}

/* Sorted labels are spans of a list, without entries for elements that do not count. Along axes,
 * the labels are of indices, and the mask remains to be read for each element. */
static void leave_domain(clri_request *request)
{
    const clri_domain asked = request->domain;
    const bool has_axes = asked.carrier->has_axes;

    request->is_numbered = counts_any(request);
    request->domain = (clri_domain){.shape = asked.shape,
                                    .carrier = has_axes ? &clri_carrier_kept : &clri_carrier_spans,
                                    .mask = has_axes ? asked.mask : CLR_MASK_NONE,
                                    .index = CLR_TYPE_U32,
                                    .is_inside = true,
                                    .states = asked.states};
}

static clr_status choose_sort(const clr_device *device, const clr_plan_options *options,
                              clri_request *request, clri_front_choice *front, clri_error *error)
{
    if (request->domain.carrier->is_atomic && clri_labels_are_folded(device, request))
        return CLR_OK;
    CLRI_OR_RETURN(clri_label_sort_choose(device, &request->domain, options, &front->sort, error));
    front->row = &clri_front_sort;
    leave_domain(request);
    if (request->is_numbered && request->domain.mask != CLR_MASK_NONE)
        return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                         "a map or a condition has i or n in it, and there is a mask: with "
                         "labels along axes only one of the two");
    return CLR_OK;
}

static clr_status compose_sort(const clr_device *device, const clri_choice *items,
                               clri_front_choice *front, char **text, const char **options,
                               clri_error *error)
{
    (void)device;
    (void)items;
    *options = front->sort.build_options;
    return clri_sort_source(&front->sort, text, error);
}

static uint32_t sort_group_size(const clri_front_choice *front)
{
    return front->sort.group_size;
}

static bool lower_sort(clri_front_choice *front, uint64_t limit)
{
    return clri_label_sort_lower(&front->sort, limit);
}

/* ---- a run ---- */

static uint64_t most_labels(const clr_plan *plan)
{
    return plan->front.choice->sort.most;
}

static clr_status leave_sorted(const clr_plan *plan, clri_shape_job *shape, clri_job *job,
                               clri_error *error)
{
    const clri_label_sort *sort = &plan->front.choice->sort;

    if (sort->keeps_axes)
        job->count = shape->longest;
    if (job->count > sort->elements)
        return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                         "the labels of %" PRIu64 " elements are to be sorted, and the plan has "
                         "memory for %" PRIu64
                         ": make it with more clr_plan_options.label_elements",
                         job->count, sort->elements);
    if (sort->index && job->run->inputs[0].count > UINT32_MAX)
        return clri_fail(
            error, CLR_ERROR_UNSUPPORTED,
            "the labels of a list's entries are to be sorted, and the list is of %" PRIu64
            " elements: it may name those of 2^32 - 1 at most",
            job->run->inputs[0].count);
    if (plan->cells)
        shape->labelled = clri_axis_cells_take(
            plan->cells->choice, clri_local_memory_free(&plan->context->device), shape);
    if (shape->labelled.inner) {
        job->count *= shape->kept;
        return CLR_OK;
    }
    shape->segments = (clr_segments){
        .size = sizeof(clr_segments),
        .count = shape->labels.count,
        .type = CLR_TYPE_U32,
        .begins = plan->front.stage.buffers[CLRI_SORTED_BEGINS],
    };
    job->walked = clri_sorted_list(plan, shape->labels.count, job->count);
    if (plan->choice->pass.is_numbered)
        job->numbers = clri_sorted_numbers(plan, shape->labels.count);
    return CLR_OK;
}

/* Reduces by the plan of cells beside, without a sort. */
static clr_status launch_cells(clri_launch *launch)
{
    clr_plan *cells = launch->plan->cells;
    clri_launch beside = {.plan = cells, .job = launch->job, .commands = launch->commands};
    const clr_status status = cells->choice->carrier->launch(&beside);

    launch->commands = beside.commands;
    return status;
}

/* Reduces the sorted elements of each label. */
static clr_status launch_sorted(clri_launch *launch)
{
    clr_plan *plan = launch->plan;

    if (launch->job->shape->labelled.inner)
        return launch_cells(launch);
    if (plan->front.choice->sort.keeps_axes)
        CLRI_OR_RETURN(clri_shape_words_tell(launch, &launch->job->shape->rows, plan->choice,
                                             plan->stage.buffers[CLRI_PLAN_AXES], &plan->shape));
    CLRI_OR_RETURN(clri_launch_sort(launch));
    CLRI_OR_RETURN(plan->choice->carrier->launch(launch));
    return clri_launch_names(launch);
}

const clri_front clri_front_sort = {
    .does = "sort labels",
    .counts_outside = true,
    .leaves_number = true,
    .choose = choose_sort,
    .compose = compose_sort,
    .group_size = sort_group_size,
    .lower = lower_sort,
    .make = clri_sort_make,
    .allocate = clri_sort_allocate,
    .try = clri_try_sort,
    .most = most_labels,
    .leave = leave_sorted,
    .launch = launch_sorted,
};
