/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ready - makes a plan: chooses, compiles, and tries all kernels on the device. Limits that
 * compiled kernels report, and refused launches, lead to a smaller choice, until one is accepted.
 */
#include "base/sized.h"
#include "choose/choose.h"
#include "compose/compose.h"
#include "device/fact.h"
#include "plan/asked.h"
#include "plan/launch.h"
#include "plan/launch_index.h"
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
static clr_status try_out(clr_plan *plan, cl_program program, clri_trial *trial, clri_error *error)
{
    clri_programs *programs = &plan->context->programs;
    cl_command_queue queue = NULL;
    clr_status status = CLR_OK;

    if (clri_program_is_tried(programs, program))
        return CLR_OK;
    CLRI_TRY(clri_context_queue(plan->context, false, &queue, error));
    CLRI_TRY(launch_on(plan, trial, queue, error));
    clri_program_set_tried(programs, program);
cleanup:
    if (queue)
        clReleaseCommandQueue(queue);
    return status;
}

/* ---- the first program: choosing until it goes ---- */

/* The needs of the kernel that folds elements; `after`: the needs of the last kernel, if it is
 * another one. */
static clri_kernel_needs needs_of(const clr_plan *plan, clri_kernel_needs *after)
{
    const char *last = clri_surroundings_of(plan->choice.strategy.finish)->after;
    const cl_device_id device = plan->context->device.device;

    *after = clri_stage_needs(&plan->stage, last, device);
    return clri_stage_needs(&plan->stage, "clr_reduce", device);
}

/* Frees a text that has been compiled: the context has it with the program. */
static void forget_text(char **source)
{
    free(*source);
    *source = NULL;
}

/* The choice's text, checked unless a program of it is there already. */
static clr_status compose(const clr_plan *plan, const clri_choice *choice, char **source,
                          clri_error *error)
{
    clr_status status = CLR_OK;

    CLRI_TRY(clri_compose_trusted(choice, source, error));
    if (clri_programs_have(&plan->context->programs, *source, choice->code.build_options))
        return CLR_OK;
    forget_text(source);
    CLRI_TRY(clri_compose(choice, source, error));
cleanup:
    return status;
}

/* Composes, compiles and creates the kernels of the plan's choice, and asks what they need. */
static clr_status make_kernels(clr_plan *plan, clri_report *report, clri_error *error)
{
    clri_kernel_needs after;
    clr_status status = CLR_OK;

    CLRI_TRY(compose(plan, &plan->choice, &plan->source, error));
    CLRI_TRY(plan->choice.carrier->make(plan, error));
    CLRI_TRY(clri_outside_make(plan, error));
    forget_text(&plan->source);
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

static clr_status try_kernels(clri_launch *launch)
{
    clr_status status = CLR_OK;

    CLRI_TRY(launch->plan->choice.carrier->try(launch));
    CLRI_TRY(clri_try_outside(launch));
cleanup:
    return status;
}

/* Compiles the choice and tries it. `*is_refused`: another choice is needed. */
static clr_status make(clr_plan *plan, clri_limits *limits, bool *is_refused, clri_error *error)
{
    clri_report report;
    clr_status status = make_kernels(plan, &report, error);

    *is_refused = false;
    if (status == CLR_OK &&
        clri_limits_heed(limits, &plan->context->device, &plan->choice, &report)) {
        *is_refused = true;
        clri_log_say(&plan->context->log, CLR_LOG_NOTE,
                     "%s allows the kernel groups of %" PRIu64 " work-items and %" PRIu64
                     " bytes of local memory, and it has %u and takes %" PRIu64 ": rebuilding",
                     plan->context->device.name, report.group, plan->context->device.local_mem_size,
                     plan->choice.sizes.group, report.local);
        return CLR_OK;
    }
    if (status == CLR_OK)
        status = plan->choice.carrier->allocate(plan, error);
    if (status == CLR_OK)
        status = try_out(plan, plan->stage.program, try_kernels, error);
    if (status == CLR_OK || !clri_error_is_refusal(error) ||
        !clri_limits_lower(limits, &plan->choice))
        return status;
    *is_refused = true;
    clri_log_say(&plan->context->log, CLR_LOG_NOTE, "%s: rebuilding with less", error->message);
    clri_error_clear(error);
    return CLR_OK;
}

/* Terminates: each round lowers some limit. */
static clr_status make_ready(clr_plan *plan, const clr_plan_options *options, clri_error *error)
{
    clri_limits limits = CLRI_NO_LIMITS;
    bool is_refused = false;
    clr_status status = CLR_OK;

    for (;;) {
        CLRI_TRY(clri_choose(&plan->context->device, &plan->request, options, &limits,
                             &plan->choice, error));
        CLRI_TRY(make(plan, &limits, &is_refused, error));
        if (!is_refused)
            return CLR_OK;
        clri_plan_unmake(plan);
    }
cleanup:
    return status;
}

/* ---- the second program ---- */

/* Whether the device allows the group sizes of all kernels. */
static bool are_taken(const clr_plan *plan)
{
    const cl_device_id device = plan->context->device.device;
    const clri_plan_items *items = &plan->items;
    const uint64_t group = items->choice.sizes.group;

    return clri_stage_group_limit(&items->stage, device) >= group &&
           clri_stage_group_limit(&items->beside, device) >= group;
}

static clr_status choose_items(clr_plan *plan, const clr_plan_options *options, clri_error *error)
{
    const clri_carrier *carrier = plan->choice.carrier;
    const clri_front *front = plan->front.choice.row;
    clri_plan_items *items = &plan->items;
    clr_status status = CLR_OK;

    if (!carrier->choose_items)
        return CLR_OK;
    CLRI_TRY(carrier->choose_items(&plan->context->device, &plan->request, options, &plan->choice,
                                   &items->choice, &items->are_there, error));
    if (items->are_there && front && front->choose_items)
        front->choose_items(plan, &items->choice);
cleanup:
    return status;
}

static clr_status compile_items(clr_plan *plan, clri_error *error)
{
    const clri_carrier *carrier = plan->choice.carrier;
    clri_plan_items *items = &plan->items;
    clr_status status = CLR_OK;

    items->choice.items.ways = plan->ways;
    CLRI_TRY(compose(plan, &items->choice, &items->source, error));
    CLRI_TRY(carrier->make_items(plan, error));
    forget_text(&items->source);
    if (!are_taken(plan))
        clri_plan_unmake_items(plan);
cleanup:
    return status;
}

/* Makes the second program, if there is one and the device accepts it; the plan works without. */
static clr_status make_items(clr_plan *plan, const clr_plan_options *options, clri_error *error)
{
    clr_status status = choose_items(plan, options, error);

    if (status == CLR_OK && !plan->items.are_there)
        return CLR_OK;
    if (status == CLR_OK && plan->ways == 1u << CLRI_WAY_GROUPS)
        return CLR_OK;
    if (status == CLR_OK)
        status = compile_items(plan, error);
    if (status == CLR_OK && plan->items.are_there)
        status = try_out(plan, plan->items.stage.program, plan->choice.carrier->try_items, error);
    if (status == CLR_OK || !clri_error_is_refusal(error))
        return status;
    clri_log_say(&plan->context->log, CLR_LOG_NOTE, "%s: groups take short results, too",
                 error->message);
    clri_error_clear(error);
    clri_plan_unmake_items(plan);
    return CLR_OK;
}

/* ---- a plan of cells beside ---- */

/* Makes the plan of cells, if the carrier has one and the device accepts it; without it all labels
 * are sorted. */
static clr_status make_cells(clr_plan *plan, const clr_plan_options *options, clri_error *error)
{
    const clri_carrier *carrier = plan->choice.carrier;
    clri_request request;
    clr_plan_options sized;
    clr_status status = CLR_OK;

    if (!carrier->choose_cells ||
        !carrier->choose_cells(&plan->context->device, &plan->request, options, &request, &sized))
        return CLR_OK;
    plan->cells = calloc(1, sizeof *plan->cells);
    if (!plan->cells)
        return clri_fail_memory(error);
    plan->cells->context = plan->context;
    plan->cells->request = request;
    status = make_ready(plan->cells, &sized, error);
    if (status == CLR_OK || !clri_error_is_refusal(error))
        return status;
    clri_log_say(&plan->context->log, CLR_LOG_NOTE, "%s: all labels are sorted", error->message);
    clri_error_clear(error);
    clri_plan_unmake_cells(plan);
    return CLR_OK;
}

/* ---- the stage in front of the reductions ---- */

/* Compiles the stage, with group sizes that its kernels allow. */
static clr_status make_front(clr_plan *plan, const clri_front *front, clri_error *error)
{
    const cl_device_id device = plan->context->device.device;
    clr_status status = CLR_OK;

    CLRI_TRY(front->make(plan, error));
    while (front->lower(plan, clri_stage_group_limit(&plan->front.stage, device))) {
        clri_stage_unmake(&plan->front.stage);
        CLRI_TRY(front->make(plan, error));
    }
    CLRI_TRY(front->allocate(plan, error));
cleanup:
    return status;
}

/* Makes the stage, with smaller groups while the device refuses it. */
static clr_status make_front_ready(clr_plan *plan, const clri_front *front, clri_error *error)
{
    clr_status status = make_front(plan, front, error);

    while (status == CLR_OK) {
        status = try_out(plan, plan->front.stage.program, front->try, error);
        if (status == CLR_OK || !clri_error_is_refusal(error) ||
            !front->lower(plan, front->group_size(plan) / 2))
            return status;
        clri_log_say(&plan->context->log, CLR_LOG_NOTE, "%s: smaller groups %s", error->message,
                     front->does);
        clri_error_clear(error);
        clri_stage_unmake(&plan->front.stage);
        status = make_front(plan, front, error);
    }
    return status;
}

/* ---- all, or what a typical run takes ---- */

/* The first program's choice and memory alone. */
static clr_status choose_first(clr_plan *plan, const clr_plan_options *options, clri_error *error)
{
    clr_status status = CLR_OK;

    CLRI_TRY(
        clri_choose(&plan->context->device, &plan->request, options, NULL, &plan->choice, error));
    CLRI_TRY(compose(plan, &plan->choice, &plan->source, error));
    CLRI_TRY(plan->choice.carrier->allocate(plan, error));
    plan->needs = (clri_kernel_needs){
        .local = CLR_UNKNOWN, .private = CLR_UNKNOWN, .group_limit = CLR_UNKNOWN};
cleanup:
    return status;
}

/* Makes the kernels of these ways, bits of CLRI_WAY_... */
static clr_status make_ways(clr_plan *plan, const clr_plan_options *options, uint32_t ways,
                            clri_error *error)
{
    const bool has_groups = ways >> CLRI_WAY_GROUPS & 1;
    clr_status status = CLR_OK;

    plan->ways = ways;
    CLRI_TRY(has_groups ? make_ready(plan, options, error) : choose_first(plan, options, error));
    CLRI_TRY(make_items(plan, options, error));
    if (!has_groups && !plan->items.are_there) { /* the device refuses the second program */
        clri_plan_unmake(plan);
        return make_ways(plan, options, CLRI_WAYS_ALL, error);
    }
    CLRI_TRY(make_cells(plan, options, error));
    if (plan->front.choice.row)
        CLRI_TRY(make_front_ready(plan, plan->front.choice.row, error));
cleanup:
    return status;
}

/* Whether a typical run may leave out kernels: a later choice must be the same. */
static bool may_leave_out(const clr_plan *plan, const clr_plan_options *options)
{
    return plan->asked.carrier->ways && !options->strategy && !options->index && !options->trace &&
           !options->unsound;
}

/* The ways of a typical run. */
static clr_status find_ways(clr_plan *plan, const clr_plan_options *options, const clr_run *asked,
                            uint32_t *ways, clri_error *error)
{
    clri_shape_job shape;
    clr_run like;
    clr_status status = CLR_OK;

    *ways = CLRI_WAYS_ALL;
    if (!asked || !may_leave_out(plan, options))
        return CLR_OK;
    CLRI_TRY(CLRI_SIZED_READ(clr_run, &like, asked, error));
    CLRI_TRY(
        clri_choose(&plan->context->device, &plan->request, options, NULL, &plan->choice, error));
    CLRI_TRY(choose_items(plan, options, error));
    CLRI_TRY(clri_shape_job_typical(plan, &like, &shape, error));
    if (plan->items.are_there)
        *ways = plan->choice.carrier->ways(plan, &shape);
cleanup:
    clri_plan_unmake_items(plan);
    return status;
}

/* The choices of both programs. */
struct choices {
    clri_choice first;
    clri_choice second;
};

/* Makes all ways anew. After a failure the choice is as before, and no way is made. */
static clr_status make_anew(clr_plan *plan, const struct choices *kept, clri_error *error)
{
    clr_status status;

    clri_launched_clear(&plan->launched);
    clri_plan_unmake(plan);
    status = make_ways(plan, &plan->options, CLRI_WAYS_ALL, error);
    if (status == CLR_OK)
        return CLR_OK;
    clri_plan_unmake(plan);
    plan->ways = 0;
    plan->choice = kept->first;
    plan->items.choice = kept->second;
    plan->items.are_there = true;
    return status;
}

clr_status clri_plan_make_for(clr_plan *plan, const clri_shape_job *shape, clri_error *error)
{
    struct choices *kept;
    clr_status status;

    if (plan->ways == CLRI_WAYS_ALL || !(plan->choice.carrier->ways(plan, shape) & ~plan->ways))
        return CLR_OK;
    kept = malloc(sizeof *kept);
    if (!kept)
        return clri_fail_memory(error);
    *kept = (struct choices){plan->choice, plan->items.choice};
    status = make_anew(plan, kept, error);
    free(kept);
    return status;
}

/* ---- the public call ---- */

static clr_status create(clr_plan *plan, const clr_reduction *reductions, size_t count,
                         const clr_plan_options *options, clri_error *error)
{
    clri_asked asked = {.request.count = 0};
    uint32_t ways;
    clr_status status = CLR_OK;

    CLRI_TRY(clri_context_check(plan->context, error));
    status = clri_asked_read(&plan->context->device, plan->context, reductions, count, options,
                             &asked, error);
    plan->request = asked.request; /* the plan frees it, also after a failure */
    CLRI_TRY(status);
    plan->asked = asked.domain;
    plan->front.choice = asked.front;
    plan->options = asked.options;
    plan->options.like = NULL;
    CLRI_TRY(find_ways(plan, &plan->options, asked.options.like, &ways, error));
    CLRI_TRY(make_ways(plan, &plan->options, ways, error));
cleanup:
    return status;
}

clr_status clr_plan_create(clr_context *context, const clr_reduction *reductions,
                           size_t reduction_count, const clr_plan_options *options, clr_plan **plan)
{
    clri_error error = {0};
    clr_status status;

    if (plan)
        *plan = NULL;
    if (!context)
        return CLR_ERROR_ARGUMENT;
    if (!plan)
        return clri_context_return(
            context, clri_fail(&error, CLR_ERROR_ARGUMENT, "the place for the plan is NULL"),
            &error);
    *plan = calloc(1, sizeof **plan);
    if (!*plan)
        return clri_context_return(context, clri_fail_memory(&error), &error);
    (*plan)->context = context;
    status = create(*plan, reductions, reduction_count, options, &error);
    if (status != CLR_OK) {
        clr_plan_destroy(*plan);
        *plan = NULL;
    }
    return clri_context_return(context, status, &error);
}
