/* SPDX-License-Identifier: Apache-2.0 */
/*
 * front_runs - the stage in front that finds runs of equal keys, and leaves them as spans of the
 * input, whose number stays on the device; or folds runs as it finds them. The row of functions by
 * which plans know it: what stands behind each is in key_runs.h, keys.h and launch_runs.h.
 */
#include "problem/request.h"
#include "shape/runs/choose_runs.h"
#include "shape/runs/key_runs.h"
#include "shape/runs/keys.h"
#include "shape/runs/launch_runs.h"

/* Found runs are spans of the input, in which every element counts. */
static clr_status choose_keys(const clr_device *device, const clr_plan_options *options,
                              clri_request *request, clri_front_choice *front, clri_error *error)
{
    clri_domain *domain = &request->domain;

    CLRI_OR_RETURN(clri_key_runs_choose(device, options->runs, &front->runs, error));
    front->row = &clri_front_runs;
    domain->carrier = &clri_carrier_spans;
    domain->is_told_count = false;
    return CLR_OK;
}

static void choose_items(const clr_device *device, const clri_front_choice *front,
                         clri_choice *items)
{
    clri_runs_choose(device, &front->runs, items);
}

static clr_status compose_keys(const clr_device *device, const clri_choice *items,
                               clri_front_choice *front, char **text, const char **options,
                               clri_error *error)
{
    if (items->runs.elements)
        clri_runs_settle(device, items, &front->runs);
    *options = front->runs.build_options;
    return clri_key_source(&front->runs, text, error);
}

static uint32_t key_group_size(const clri_front_choice *front)
{
    return front->runs.group_size;
}

static bool lower_keys(clri_front_choice *front, uint64_t limit)
{
    return clri_key_runs_lower(&front->runs, limit);
}

static uint64_t most_runs(const clr_plan *plan)
{
    return plan->front.choice->runs.most;
}

/* The segments of the runs, whose count the stage will have written. */
static clr_status leave_runs(const clr_plan *plan, clri_shape_job *shape, clri_job *job,
                             clri_error *error)
{
    const clri_key_grid grid = clri_key_runs_share(&plan->front.choice->runs, job->count);

    (void)error;
    shape->segments = (clr_segments){
        .size = sizeof(clr_segments),
        .count = shape->runs.most,
        .type = CLR_TYPE_U64,
        .begins = plan->front.stage.buffers[CLRI_KEYS_BEGINS],
        .count_at = plan->front.stage.buffers[CLRI_KEYS_COUNTS],
        .count_index = grid.stretches,
    };
    return CLR_OK;
}

const clri_front clri_front_runs = {
    .does = "find runs of keys",
    .choose = choose_keys,
    .choose_items = choose_items,
    .compose = compose_keys,
    .group_size = key_group_size,
    .lower = lower_keys,
    .make = clri_keys_make,
    .allocate = clri_keys_allocate,
    .try = clri_try_keys,
    .most = most_runs,
    .leave = leave_runs,
    .launch = clri_launch_runs,
};
