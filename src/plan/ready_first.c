/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/ready_first.h"
#include "base/count.h"
#include "choose/geometry.h"
#include "choose/label_grid.h"
#include "compose/compose.h"
#include "device/device.h"
#include "device/host_buffer.h"
#include "plan/custom.h"
#include "plan/launch_flat.h"
#include "plan/launch_groups.h"
#include "plan/launch_index.h"
#include "plan/launch_labels.h"
#include "state/layout.h"

#include <stdlib.h>

/* What a plan's first program consists of, by carrier. */
static const struct {
    clr_status (*make)(clr_plan *plan, clri_error *error);
    clr_status (*try)(clri_launch *launch);
} carriers[] = {
    [CLRI_CARRIER_ONE] = {clri_flat_make, clri_try_flat},
    [CLRI_CARRIER_ROWS] = {clri_groups_make, clri_try_groups},
    [CLRI_CARRIER_SPANS] = {clri_groups_make, clri_try_groups},
    [CLRI_CARRIER_CELLS] = {clri_labels_make, clri_try_labels},
};

/* ---- kernels ---- */

/* The needs of the kernel that folds elements; `after`: the needs of the last kernel, if it is
 * another one. */
static clri_kernel_needs needs_of(const clr_plan *plan, clri_kernel_needs *after)
{
    const char *last = clri_surroundings_of(plan->choice.strategy.finish)->after;
    const cl_device_id device = plan->context->device.device;

    *after = clri_stage_needs(&plan->stage, last, device);
    return clri_stage_needs(&plan->stage, "clr_reduce", device);
}

clr_status clri_first_make_kernels(clr_plan *plan, clri_report *report, clri_error *error)
{
    clri_kernel_needs after;
    clr_status status = CLR_OK;

    CLRI_TRY(clri_compose(&plan->choice, &plan->source, error));
    CLRI_TRY(carriers[plan->choice.carrier].make(plan, error));
    CLRI_TRY(clri_outside_make(plan, error));
    plan->needs = needs_of(plan, &after);
    if (clri_known(after.local, 0) > clri_known(plan->needs.local, 0))
        plan->needs.local = after.local;
    *report = (clri_report){
        .group = plan->needs.group_limit,
        .after_group = after.group_limit,
        .local = plan->needs.local,
    };
cleanup:
    return status;
}

/* ---- scratch memory ---- */

enum { TOLD_LONGS = 3 }; /* of clr_told (cl/reduce_labels.cl) */

/* Allocates the cells of all labels, and in TICKET a word for each, all to be
 * initialised. */
static clr_status make_cells(clr_plan *plan, clri_error *error)
{
    const clri_choice *choice = &plan->choice;
    const bool are_alone = clri_labels_are_alone(choice);
    const uint64_t sizes[CLRI_PLAN_BUFFERS] = {
        [CLRI_PLAN_STATES] = choice->labels.most * clri_labels_cell_size(choice),
        [CLRI_PLAN_TICKET] = choice->labels.most * sizeof(cl_uint),
        [CLRI_PLAN_NEAR] = are_alone ? clri_labels_near_room(choice) : 0,
    };
    clr_status status = CLR_OK;

    CLRI_TRY(clri_stage_allocate_zeros(&plan->stage, plan->context, CLRI_PLAN_TOLD,
                                       TOLD_LONGS * sizeof(cl_ulong), error));
    CLRI_TRY(clri_stage_allocate(&plan->stage, plan->context, sizes, CLRI_PLAN_BUFFERS, error));
cleanup:
    return status;
}

/* The most work-items of a launch: of many results each may have a group in the second launch. */
static size_t traced_items(const clr_plan *plan)
{
    const size_t groups = plan->choice.sizes.group_count;
    const size_t first = groups * plan->choice.sizes.group;
    const size_t second =
        (plan->choice.carrier == CLRI_CARRIER_ONE ? 1 : groups) * plan->choice.sizes.second_group;

    return first > second ? first : second;
}

/* Bytes of the partials. Without elements the buffer stands in for them, too (src/plan/lists.c). */
static uint64_t states_size(const clri_choice *choice)
{
    const uint64_t own = clri_custom_places(choice);
    const uint64_t places = own ? clri_custom_places_begin(choice) + own : clri_state_count(choice);

    return clri_larger(places * clri_layout_saved_size(&choice->pass), choice->input.element_size);
}

static clr_status make_host_states(clr_plan *plan, clri_error *error)
{
    if (plan->choice.strategy.finish->kernels != CLRI_KERNELS_HOST)
        return CLR_OK;
    plan->host.states = malloc((size_t)states_size(&plan->choice));
    return plan->host.states ? CLR_OK : clri_fail_memory(error);
}

enum { TICKET_UINTS = 4 };

clr_status clri_first_make_scratch(clr_plan *plan, clri_error *error)
{
    const clri_choice *choice = &plan->choice;
    const bool has_axes = choice->carrier == CLRI_CARRIER_ROWS || choice->input.keeps_axes;
    const uint64_t sizes[CLRI_PLAN_BUFFERS] = {
        [CLRI_PLAN_STATES] = states_size(choice),
        [CLRI_PLAN_RESULT] = choice->pass.record_size,
        [CLRI_PLAN_AXES] = has_axes ? sizeof plan->shape.words : 0,
    };
    clr_status status = CLR_OK;

    if (choice->carrier == CLRI_CARRIER_CELLS)
        return make_cells(plan, error);
    CLRI_TRY(clri_stage_allocate(&plan->stage, plan->context, sizes, CLRI_PLAN_BUFFERS, error));
    CLRI_TRY(clri_stage_allocate_zeros(&plan->stage, plan->context, CLRI_PLAN_TICKET,
                                       TICKET_UINTS * sizeof(cl_uint), error));
    if (choice->carrier == CLRI_CARRIER_ONE)
        plan->stage.buffers[CLRI_PLAN_ANSWER] =
            clri_host_buffer_create(plan->context, choice->pass.record_size);
    CLRI_TRY(make_host_states(plan, error));
    if (choice->code.is_traced)
        CLRI_TRY(clri_trace_open(&plan->trace, plan->context->opencl, traced_items(plan), error));
cleanup:
    return status;
}

/* ---- a trial ---- */

clr_status clri_first_try(clri_launch *launch)
{
    clr_status status = CLR_OK;

    CLRI_TRY(carriers[launch->plan->choice.carrier].try(launch));
    CLRI_TRY(clri_try_outside(launch));
cleanup:
    return status;
}
