/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/plan.h"
#include "base/sized.h"
#include "choose/geometry.h"
#include "choose/local_memory.h"
#include "device/device.h"
#include "plan/custom.h"
#include "plan/designs.h"
#include "plan/native.h"
#include "state/layout.h"

#include <clreduce/lessons.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- releasing ---- */

void clri_plan_unmake_items(clr_plan *plan)
{
    clri_plan_items *items = &plan->items;

    clri_stage_release(&items->stage);
    clri_stage_release(&items->beside);
    *items = (clri_plan_items){.choice = items->choice};
}

void clri_plan_unmake_cells(clr_plan *plan)
{
    if (plan->cells)
        clri_plan_unmake(plan->cells);
    free(plan->cells);
    plan->cells = NULL;
}

void clri_plan_unmake(clr_plan *plan)
{
    clri_plan_unmake_cells(plan);
    clri_plan_unmake_items(plan);
    clri_stage_release(&plan->front.stage);
    clri_trace_close(&plan->trace);
    plan->trace = (clri_trace){0};
    free(plan->host.states);
    plan->host.states = NULL;
    clri_stage_release(&plan->outside);
    clri_stage_release(&plan->stage);
    plan->shape.is_told = false;
    plan->ways = 0;
}

/* ---- the public calls ---- */

void clr_plan_destroy(clr_plan *plan)
{
    if (!plan)
        return;
    clri_held_release(&plan->held);
    if (plan->last_event)
        clReleaseEvent(plan->last_event);
    if (plan->last_queue)
        clReleaseCommandQueue(plan->last_queue);
    clri_plan_unmake(plan);
    clri_native_leave(plan->native);
    for (size_t i = 0; i < sizeof plan->before / sizeof *plan->before; i++)
        clri_design_release(plan->before[i]);
    clri_design_release(plan->design);
    free(plan);
}

/* The launches of a part of the largest size. */
static uint64_t launches_of(const clr_plan *plan)
{
    return clri_launches(plan->choice, clri_part_capacity(plan->choice));
}

/* Local memory of a group. Where cells are a kernel argument, drivers report the kernels' variables
 * alone, which the choice's size counts, too, as CLRI_LOCAL_BESIDE. */
static uint64_t local_size_of(const clr_plan *plan)
{
    const clri_choice *choice = plan->choice;

    if (!choice->code.local_is_dynamic || plan->design->needs.local == CLR_UNKNOWN)
        return plan->design->needs.local;
    return plan->design->needs.local + clri_local_memory_size(choice) - CLRI_LOCAL_BESIDE;
}

static uint64_t scratch_size_of(const clr_plan *plan)
{
    return plan->stage.buffers_size + plan->items.stage.buffers_size +
           plan->items.beside.buffers_size + plan->front.stage.buffers_size +
           (plan->cells ? plan->cells->stage.buffers_size : 0);
}

clr_status clr_plan_describe(const clr_plan *plan, clr_plan_info *info)
{
    clr_plan_info told;

    if (!plan)
        return CLR_ERROR_ARGUMENT;
    told = (clr_plan_info){
        .size = sizeof told,
        .strategy = plan->choice->strategy.name,
        .type = plan->request->type,
        .reductions = plan->choice->pass.outcome_count,
        .inputs = plan->choice->pass.inputs,
        .element_size = plan->request->element_size,
        .result_size = plan->choice->pass.record_size,
        .group_size = plan->choice->sizes.group,
        .group_count = plan->choice->sizes.group_count,
        .vector_width = plan->choice->sizes.vector_width,
        .item_loads = plan->choice->sizes.item_loads,
        .why = plan->choice->why,
        .local = plan->choice->code.local_is_dynamic ? CLR_LOCAL_DYNAMIC : CLR_LOCAL_STATIC,
        .launches = launches_of(plan),
        .scratch_size = scratch_size_of(plan),
        .kernel_local_size = local_size_of(plan),
        .kernel_private_size = plan->design->needs.private,
        .kernel_group_limit = plan->design->needs.group_limit,
        .state_size = clri_layout_state_size(&plan->choice->pass),
        .source = clri_design_text(plan->design),
        .build_options = plan->choice->code.build_options,
        .work = clri_work_name(plan->choice->sizes.work),
        .tuned = plan->choice->sizes.by_file,
        .native = plan->native != NULL,
    };
    return CLRI_SIZED_WRITE(clr_plan_info, info, &told);
}

clr_status clr_plan_result(const clr_plan *plan, size_t index, clr_result *result)
{
    const clri_pass *pass = plan ? &plan->choice->pass : NULL;
    const clri_outcome *outcome;
    clr_result told;

    if (!plan || index >= pass->outcome_count)
        return CLR_ERROR_ARGUMENT;
    outcome = &pass->outcomes[index];
    told = (clr_result){
        .size = sizeof told,
        .op = outcome->op,
        .type = outcome->result,
        .accuracy = outcome->accuracy,
        .accumulator = pass->members[outcome->members[0]].form.accumulator,
        .offset = outcome->field.offset,
        .value_size = outcome->field.value_size,
        .second_offset = clri_record_offset(outcome->field.second_offset),
        .index_offset = clri_record_offset(outcome->field.index_offset),
        .status_offset = clri_record_offset(outcome->field.status_offset),
    };
    return CLRI_SIZED_WRITE(clr_result, result, &told);
}

uint64_t clr_plan_depth(const clr_plan *plan, uint64_t count)
{
    const uint64_t depth = plan ? clri_depth(plan->choice, count) : 0;
    const uint64_t of_items = plan && clri_has_items(plan) ? clri_items_depth(count) : 0;

    return depth > of_items ? depth : of_items;
}

uint64_t clr_plan_launches(const clr_plan *plan, uint64_t count)
{
    /* Where items may have results, their lengths and their number decide on the kernels. */
    if (!plan || plan->native)
        return 0;
    return !plan->choice->carrier->choose_items ? clri_launches(plan->choice, count) : 0;
}

clr_status clr_plan_launched(const clr_plan *plan, size_t index, clr_launched *launched)
{
    clr_launched told;
    const clr_status status =
        plan ? clri_launched_tell(&plan->launched, index, plan->context->device.device, &told)
             : CLR_ERROR_ARGUMENT;

    return status == CLR_OK ? CLRI_SIZED_WRITE(clr_launched, launched, &told) : status;
}

clr_status clr_plan_trace(const clr_plan *plan, const clr_trace_event **events, size_t *count)
{
    clri_error error = {0};

    if (events)
        *events = NULL;
    if (count)
        *count = 0;
    if (!plan)
        return CLR_ERROR_ARGUMENT;
    if (!events || !count || !plan->choice->code.is_traced)
        return clri_context_return(
            plan->context,
            clri_fail(&error, CLR_ERROR_ARGUMENT,
                      plan->choice->code.is_traced
                          ? "the place for the events is NULL"
                          : "the plan was made without clr_plan_options.trace"),
            &error);
    return clri_context_return(plan->context, clri_trace_tell(&plan->trace, events, count, &error),
                               &error);
}
