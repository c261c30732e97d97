/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/draft.h"
#include "base/sized.h"
#include "choose/choose.h"
#include "compose/compose.h"
#include "device/fact.h"
#include "plan/asked.h"
#include "plan/designs.h"
#include "plan/equip.h"
#include "plan/launch.h"
#include "plan/launch_index.h"
#include "plan/native.h"
#include "plan/plan.h"
#include "plan/shape_job.h"

#include <inttypes.h>
#include <stdlib.h>

/* ---- a trial ---- */

static clr_status launch_on(clr_plan *plan, clri_trial *trial, cl_command_queue queue,
                            clri_error *error)
{
    clr_status status = clri_launch_once(plan, trial, queue, error);
    const cl_int code = clFinish(queue);

    if (status == CLR_OK && code != CL_SUCCESS)
        status = clri_fail_opencl(error, code, "clFinish", "waiting for a trial launch");
    return status;
}

/*
 * Launches each of the plan's kernels once, over no elements: a device may refuse launches within
 * its own limits, and it should do so when the plan is made. Each program is tried once.
 */
static clr_status try_out(clr_plan *plan, clri_program *program, clri_trial *trial,
                          clri_error *error)
{
    cl_command_queue queue = NULL;
    clr_status status = CLR_OK;

    if (program->is_tried)
        return CLR_OK;
    CLRI_TRY(clri_context_queue(plan->context, false, &queue, error));
    CLRI_TRY(launch_on(plan, trial, queue, error));
    program->is_tried = true;
cleanup:
    if (queue)
        clReleaseCommandQueue(queue);
    return status;
}

/* ---- programs ---- */

/* The program of a choice: the one in memory, or a new one, the names in whose text are checked. */
static clr_status find_program(clr_context *context, const clri_choice *choice,
                               clri_program **program, clri_error *error)
{
    char *text = NULL;
    clr_status status = CLR_OK;

    CLRI_TRY(clri_compose_trusted(choice, &text, error));
    *program = clri_program_find(&context->programs, text, choice->code.build_options);
    if (*program)
        goto cleanup;
    free(text);
    text = NULL;
    CLRI_TRY(clri_compose(choice, &text, error));
    CLRI_TRY(
        clri_program_get(&context->programs, text, choice->code.build_options, program, error));
cleanup:
    free(text);
    return status;
}

static void forget_program(clr_context *context, clri_program **program)
{
    clri_program_release(&context->programs, *program);
    *program = NULL;
}

/* ---- the first program: choosing until it goes ---- */

/* The needs of the kernel that folds elements; `after`: the needs of the last kernel, if it is
 * another one. */
static clri_kernel_needs needs_of(const clr_plan *plan, clri_kernel_needs *after)
{
    const char *last = clri_surroundings_of(plan->choice->strategy.finish)->after;
    const cl_device_id device = plan->context->device.device;

    *after = clri_stage_needs(&plan->stage, last, device);
    return clri_stage_needs(&plan->stage, "clr_reduce", device);
}

/* Compiles and creates the kernels of the design's choice, and asks what they need. */
static clr_status make_kernels(clr_plan *plan, clri_report *report, clri_error *error)
{
    clri_design *design = plan->design;
    clri_kernel_needs after;

    CLRI_OR_RETURN(find_program(plan->context, &design->choice, &design->program, error));
    CLRI_OR_RETURN(clri_equip_kernels(plan, error));
    design->needs = needs_of(plan, &after);
    if (clri_known(after.local, 0) > clri_known(design->needs.local, 0))
        design->needs.local = after.local;
    *report = (clri_report){
        .group = design->needs.group_limit,
        .after_group = after.group_limit,
        .local = design->needs.local,
    };
    return CLR_OK;
}

static clr_status try_kernels(clri_launch *launch)
{
    CLRI_OR_RETURN(launch->plan->choice->carrier->try(launch));
    return clri_try_outside(launch);
}

/* Compiles the choice and tries it. `*is_refused`: the limits have been lowered, by what the
 * compiled kernels report or after the driver refused to compile or to launch them, and another
 * choice within them is needed. A failure that no smaller choice can mend is returned. */
static clr_status compile_and_try(clr_plan *plan, clri_limits *limits, bool *is_refused,
                                  clri_error *error)
{
    clri_report report;
    clr_status status = make_kernels(plan, &report, error);

    *is_refused = false;
    if (status == CLR_OK &&
        clri_limits_heed(limits, &plan->context->device, plan->choice, &report)) {
        *is_refused = true;
        clri_log_say(&plan->context->log, CLR_LOG_NOTE,
                     "%s allows the kernel groups of %" PRIu64 " work-items and %" PRIu64
                     " bytes of local memory, and it has %u and takes %" PRIu64 ": rebuilding",
                     plan->context->device.name, report.group, plan->context->device.local_mem_size,
                     plan->choice->sizes.group, report.local);
        return CLR_OK;
    }
    if (status == CLR_OK)
        status = plan->choice->carrier->allocate(plan, error);
    if (status == CLR_OK)
        status = try_out(plan, plan->design->program, try_kernels, error);
    if (status == CLR_OK || !clri_error_is_refusal(error) ||
        !clri_limits_lower(limits, plan->choice))
        return status;
    *is_refused = true;
    clri_log_say(&plan->context->log, CLR_LOG_NOTE, "%s: rebuilding with less", error->message);
    clri_error_clear(error);
    return CLR_OK;
}

/* Terminates: each round lowers some limit, and a limit that cannot be lowered is a failure. */
static clr_status make_ready(clr_plan *plan, clri_error *error)
{
    clri_design *design = plan->design;
    clri_limits limits = CLRI_NO_LIMITS;
    bool is_refused = false;

    for (;;) {
        CLRI_OR_RETURN(clri_choose(&plan->context->device, &design->request, &design->options,
                                   &limits, &design->choice, error));
        CLRI_OR_RETURN(compile_and_try(plan, &limits, &is_refused, error));
        if (!is_refused)
            return CLR_OK;
        clri_plan_unmake(plan);
        forget_program(plan->context, &design->program);
    }
}

/* Of a plan whose typical run takes no kernel of the first program: its choice, as the second
 * program is chosen beside it, and its memory, which both programs use. */
static clr_status choose_first(clr_plan *plan, clri_error *error)
{
    clri_design *design = plan->design;

    CLRI_OR_RETURN(clri_choose(&plan->context->device, &design->request, &design->options, NULL,
                               &design->choice, error));
    CLRI_OR_RETURN(plan->choice->carrier->allocate(plan, error));
    design->needs = CLRI_NEEDS_UNKNOWN;
    return CLR_OK;
}

/* ---- the second program ---- */

/* Whether the device allows the group sizes of all kernels. Sizes of the second program
 * are not lowered: it is left out instead. */
static bool are_taken(const clr_plan *plan)
{
    const cl_device_id device = plan->context->device.device;
    const clri_plan_items *items = &plan->items;
    const uint64_t group = items->choice->sizes.group;

    return clri_stage_group_limit(&items->stage, device) >= group &&
           clri_stage_group_limit(&items->beside, device) >= group;
}

static clr_status choose_items(clri_design *design, clri_error *error)
{
    const clr_device *device = &design->context->device;
    const clri_carrier *carrier = design->choice.carrier;
    const clri_front *front = design->front.row;
    bool are_there = false;

    if (carrier->choose_items)
        CLRI_OR_RETURN(carrier->choose_items(device, &design->request, &design->options,
                                             &design->choice, &design->items, &are_there, error));
    if (!are_there)
        design->items = (clri_choice){0};
    else if (front && front->choose_items)
        front->choose_items(device, &design->front, &design->items);
    return CLR_OK;
}

/* Leaves out the second program: the first one can do all. */
static void forget_items(clr_plan *plan)
{
    clri_plan_unmake_items(plan);
    forget_program(plan->context, &plan->design->items_program);
    plan->design->items = (clri_choice){0};
}

static clr_status compile_items(clr_plan *plan, clri_error *error)
{
    clri_design *design = plan->design;

    design->items.items.ways = design->ways;
    CLRI_OR_RETURN(find_program(plan->context, &design->items, &design->items_program, error));
    CLRI_OR_RETURN(plan->choice->carrier->make_items(plan, error));
    if (!are_taken(plan))
        forget_items(plan);
    return CLR_OK;
}

/* Makes the second program, if there is one and the device accepts it. */
static clr_status make_items(clr_plan *plan, clri_error *error)
{
    clr_status status = choose_items(plan->design, error);

    if (status == CLR_OK && !clri_has_items(plan))
        return CLR_OK;
    if (status == CLR_OK && plan->design->ways == 1u << CLRI_WAY_GROUPS)
        return CLR_OK;
    if (status == CLR_OK)
        status = compile_items(plan, error);
    if (status == CLR_OK && clri_has_items(plan))
        status =
            try_out(plan, plan->design->items_program, plan->choice->carrier->try_items, error);
    if (status == CLR_OK || !clri_error_is_refusal(error))
        return status;
    clri_log_say(&plan->context->log, CLR_LOG_NOTE, "%s: groups take short results, too",
                 error->message);
    clri_error_clear(error);
    forget_items(plan);
    return CLR_OK;
}

/* ---- a plan of cells beside ---- */

/* Chooses a plan of cells, if the carrier has one. */
static clr_status choose_cells(clri_design *design, clri_error *error)
{
    const clri_carrier *carrier = design->choice.carrier;
    clri_design *cells;

    if (!carrier->choose_cells || design->choice.left.most)
        return CLR_OK;
    cells = calloc(1, sizeof *cells);
    if (!cells)
        return clri_fail_memory(error);
    cells->context = design->context;
    if (carrier->choose_cells(&design->context->device, &design->request, &design->options,
                              &cells->request, &cells->options))
        design->cells = cells;
    else
        free(cells);
    return CLR_OK;
}

/* Makes the plan of cells, if there is one and the device accepts it; without it all labels are
 * sorted. */
static clr_status make_cells(clr_plan *plan, clri_error *error)
{
    clr_status status;

    CLRI_OR_RETURN(choose_cells(plan->design, error));
    if (!plan->design->cells)
        return CLR_OK;
    CLRI_OR_RETURN(clri_equip_cells(plan, error));
    status = make_ready(plan->cells, error);
    if (status == CLR_OK || !clri_error_is_refusal(error))
        return status;
    clri_log_say(&plan->context->log, CLR_LOG_NOTE, "%s: all labels are sorted", error->message);
    clri_error_clear(error);
    clri_plan_unmake_cells(plan);
    clri_design_clear_cells(plan->design);
    return CLR_OK;
}

/* ---- the stage in front of the reductions ---- */

static clr_status compile_front(clr_plan *plan, const clri_front *front, clri_error *error)
{
    clri_design *design = plan->design;
    const char *options = NULL;
    char *text = NULL;
    clr_status status = CLR_OK;

    clri_stage_release(&plan->front.stage);
    forget_program(plan->context, &design->front_program);
    CLRI_TRY(front->compose(&plan->context->device, &design->items, &design->front, &text, &options,
                            error));
    CLRI_TRY(
        clri_program_get(&plan->context->programs, text, options, &design->front_program, error));
    CLRI_TRY(clri_equip_front(plan, error));
cleanup:
    free(text);
    return status;
}

/* Compiles the stage, with group sizes that its kernels allow. */
static clr_status make_front(clr_plan *plan, const clri_front *front, clri_error *error)
{
    const cl_device_id device = plan->context->device.device;
    clri_front_choice *choice = &plan->design->front;

    CLRI_OR_RETURN(compile_front(plan, front, error));
    while (front->lower(choice, clri_stage_group_limit(&plan->front.stage, device)))
        CLRI_OR_RETURN(compile_front(plan, front, error));
    return CLR_OK;
}

/* Makes the stage, with smaller groups while the device refuses it. */
static clr_status make_front_ready(clr_plan *plan, const clri_front *front, clri_error *error)
{
    clri_front_choice *choice = &plan->design->front;
    clr_status status = make_front(plan, front, error);

    while (status == CLR_OK) {
        status = try_out(plan, plan->design->front_program, front->try, error);
        if (status == CLR_OK || !clri_error_is_refusal(error) ||
            !front->lower(choice, front->group_size(choice) / 2))
            return status;
        clri_log_say(&plan->context->log, CLR_LOG_NOTE, "%s: smaller groups %s", error->message,
                     front->does);
        clri_error_clear(error);
        status = make_front(plan, front, error);
    }
    return status;
}

/* ---- a plan without kernels ---- */

/* Makes a plan whose runs the host folds. The choice is what the plan says of itself, and where its
 * results lie in a record. */
static clr_status make_native(clr_plan *plan, clri_error *error)
{
    clri_design *design = plan->design;

    CLRI_OR_RETURN(clri_choose(&plan->context->device, &design->request, &design->options, NULL,
                               &design->choice, error));
    design->needs = CLRI_NEEDS_UNKNOWN;
    plan->ways = design->ways;
    return clri_native_make(plan, error);
}

/* ---- all, or what a typical run takes ---- */

clr_status clri_draft_make(clr_plan *plan, uint32_t ways, clri_error *error)
{
    const bool has_groups = ways >> CLRI_WAY_GROUPS & 1;
    clri_design *design = plan->design;

    design->ways = ways;
    if (design->is_native)
        return make_native(plan, error);
    CLRI_OR_RETURN(has_groups ? make_ready(plan, error) : choose_first(plan, error));
    CLRI_OR_RETURN(make_items(plan, error));
    if (!has_groups && !clri_has_items(plan)) { /* the device refuses the second program */
        clri_plan_unmake(plan);
        clri_design_clear(design);
        return clri_draft_make(plan, CLRI_WAYS_ALL, error);
    }
    CLRI_OR_RETURN(make_cells(plan, error));
    if (design->front.row)
        CLRI_OR_RETURN(make_front_ready(plan, design->front.row, error));
    plan->ways = design->ways;
    return CLR_OK;
}

/* Whether a plan for a typical run may leave out kernels. They may be made later, by a choice that
 * must come out the same. */
static bool may_leave_out(const clri_design *design)
{
    const clr_plan_options *options = &design->options;
    const clri_front *front = design->front.row;

    return design->request.domain.carrier->ways && (!front || front->leaves_number) &&
           !options->strategy && !options->index && !options->trace && !options->unsound;
}

clr_status clri_draft_ways(clr_plan *plan, const clr_run *like, uint32_t *ways, clri_error *error)
{
    clri_design *design = plan->design;
    clri_shape_job shape;
    clri_ways found;
    clr_run typical;

    *ways = CLRI_WAYS_ALL;
    if (!like || !may_leave_out(design))
        return CLR_OK;
    CLRI_OR_RETURN(CLRI_SIZED_READ(clr_run, &typical, like, error));
    CLRI_OR_RETURN(clri_choose(&plan->context->device, &design->request, &design->options, NULL,
                               &design->choice, error));
    CLRI_OR_RETURN(choose_items(design, error));
    CLRI_OR_RETURN(clri_shape_job_typical(plan, &typical, &shape, error));
    if (!clri_has_items(plan) || design->is_native)
        return CLR_OK;
    design->choice.carrier->ways(plan, &shape, &found);
    *ways = typical.blocking ? found.first : found.first | found.left;
    return CLR_OK;
}

/* ---- a design of the reductions and options alone ---- */

clr_status clri_draft_ask(clr_plan *plan, const clr_reduction *reductions, size_t count,
                          const clr_plan_options *options, clri_error *error)
{
    clri_design *design = clri_design_make(plan->context);
    clri_asked asked = {.request.count = 0};
    clr_status status = CLR_OK;

    if (!design)
        return clri_fail_memory(error);
    clri_plan_take_design(plan, design);
    status = clri_asked_read(&plan->context->device, plan->context, reductions, count, options,
                             &asked, error);
    design->request = asked.request; /* the design frees it, also after a failure */
    CLRI_OR_RETURN(status);
    design->asked = asked.domain;
    design->front = asked.front;
    design->options = asked.options;
    design->is_native =
        clri_native_takes(plan->context, &design->request, &design->asked, &design->options);
    design->options.like = NULL;
    return CLR_OK;
}

clr_status clri_draft_again(clr_plan *plan, clri_error *error)
{
    clri_design *kin = plan->design;
    clri_design *design = clri_design_make(plan->context);

    if (!design)
        return clri_fail_memory(error);
    design->kin = kin; /* which the plan has used */
    design->request = kin->request;
    design->asked = kin->asked;
    design->front = kin->front;
    design->options = kin->options;
    clri_plan_take_design(plan, design);
    return CLR_OK;
}
