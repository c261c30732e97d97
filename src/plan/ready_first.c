/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/ready_first.h"
#include "compose/compose.h"
#include "device/fact.h"
#include "plan/launch_index.h"

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
    CLRI_TRY(plan->choice.carrier->make(plan, error));
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

clr_status clri_first_try(clri_launch *launch)
{
    clr_status status = CLR_OK;

    CLRI_TRY(launch->plan->choice.carrier->try(launch));
    CLRI_TRY(clri_try_outside(launch));
cleanup:
    return status;
}
