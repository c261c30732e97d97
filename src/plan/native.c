/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/native.h"
#include "base/count.h"
#include "device/fact.h"
#include "fold/foldable.h"
#include "plan/native_fold.h"
#include "shape/launch_answer.h"
#include "shape/selected_run.h"

#include <stdlib.h>
#include <string.h>

/* ---- which plans ---- */

static bool selects(const clri_request *request)
{
    return clri_selection_of(request->reductions[0].op) != NULL;
}

/* Whether the caller leaves to the library how runs come about. */
static bool is_left_open(const clr_plan_options *options)
{
    const uint64_t sizes = options->group_size | options->group_count | options->vector_width |
                           options->item_loads | (uint64_t)options->local |
                           (uint64_t)options->atomics;

    return (!options->strategy || strcmp(options->strategy, "auto") == 0) && !sizes &&
           !options->trace && !options->states;
}

static bool is_foldable(const clri_request *request, const clri_domain *domain)
{
    clri_error error = {0};
    const bool is_foldable = clri_foldable(request, false, &error) == CLR_OK &&
                             clri_foldable_shape(domain->shape, &error) == CLR_OK;

    clri_error_clear(&error);
    return is_foldable;
}

/* Whether the host's results have the accuracy that is asked for. */
static bool are_exact(const clri_request *request)
{
    for (size_t i = 0; i < request->count; i++)
        if (request->reductions[i].accuracy != CLR_ACCURACY_DEFAULT &&
            request->reductions[i].accuracy != CLR_ACCURACY_EXACT)
            return false;
    return true;
}

bool clri_native_takes(clr_context *context, const clri_request *request, const clri_domain *domain,
                       const clr_plan_options *options)
{
    const bool is_cpu = (clri_known(context->device.type, 0) & CL_DEVICE_TYPE_CPU) != 0;

    return is_cpu && is_left_open(options) && (domain->carrier->is_many || selects(request)) &&
           are_exact(request) && is_foldable(request, domain) && clri_native_works(context);
}

/* ---- making and leaving ---- */

clr_status clri_native_make(clr_plan *plan, clri_error *error)
{
    clri_native *native = calloc(1, sizeof *native);

    if (!native)
        return clri_fail_memory(error);
    plan->native = native;
    CLRI_OR_RETURN(clri_request_copy(plan->request, &native->request, error));
    native->request.domain = *plan->asked;
    if (plan->asked->carrier->is_many)
        return CLR_OK;
    return clri_stage_allocate(&plan->stage, plan->context,
                               (uint64_t[]){[CLRI_PLAN_RESULT] = plan->choice->pass.record_size},
                               CLRI_PLAN_RESULT + 1, error);
}

static void destroy(clri_native *native)
{
    clri_fold_room_release(&native->room);
    clri_select_room_destroy(native->selecting);
    clri_request_free(&native->request);
    free(native);
}

static void CL_CALLBACK destroy_behind(cl_event event, cl_int status, void *native)
{
    (void)event;
    (void)status;
    destroy(native);
}

static bool has_ended(cl_event event)
{
    cl_int state = CL_QUEUED;

    return clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL) !=
               CL_SUCCESS ||
           state <= CL_COMPLETE;
}

/* A run that is still to come has the memory freed behind it; where a driver will not do that, it
 * is never freed. PoCL 3.1 calls nobody back if an event fails, so a run that has failed is not
 * followed in this way. */
void clri_native_leave(clri_native *native)
{
    cl_event last = native ? native->last : NULL;

    if (!native)
        return;
    if (!last || has_ended(last))
        destroy(native);
    else
        clSetEventCallback(last, CL_COMPLETE, destroy_behind, native);
    clri_event_release(&last);
}

clr_status clri_native_check(const clr_plan *plan, clri_error *error)
{
    if (!plan->native || atomic_exchange(&plan->native->failure, CLR_OK) == CLR_OK)
        return CLR_OK;
    return clri_fail_memory(error);
}

/* ---- a run ---- */

/* Root buffers of a run, each once, as native kernels take them (stage/native_kernel.h). */
struct roots {
    unsigned count;
    cl_mem buffers[CLRI_USES_MOST];
};

static unsigned root_of(struct roots *roots, cl_mem root)
{
    unsigned i = 0;

    while (i < roots->count && roots->buffers[i] != root)
        i++;
    if (i == roots->count)
        roots->buffers[roots->count++] = root;
    return i;
}

static void add_uses(clri_native_run *run, const clri_uses *uses, struct roots *roots)
{
    _Static_assert((int)CLRI_USES_MOST <= (int)CLRI_NATIVE_BUFFERS_MOST, "a place for each buffer");

    roots->count = 0;
    run->use_count = uses->count;
    for (unsigned i = 0; i < uses->count; i++) {
        run->uses[i].root = root_of(roots, uses->list[i].root);
        run->uses[i].offset = uses->list[i].offset;
        run->uses[i].view = uses->list[i].view;
    }
}

/* The array's own axes. Of labels along axes the job has the labels as one axis more, the last kept
 * one, which the host's fold does without. */
static void add_axes(const clri_job *job, const clri_shape *shape, clri_native_run *run)
{
    if (!(shape->members & CLRI_IN_AXES))
        return;
    run->has_rows = true;
    run->rows = job->shape->rows;
    if (!(shape->members & CLRI_IN_LABELS))
        return;
    run->rows.kept_rank--;
    run->rows.count = job->shape->kept;
}

/* The type of the labels, offsets or keys that clr_host_run.by points to, and how many results
 * there are. */
static void add_results(const clri_job *job, const clri_shape *shape, clr_host_run *run)
{
    const clri_shape_job *asked = job->shape;

    if (shape->members & CLRI_IN_LABELS) {
        run->by_type = asked->labels.type;
        run->results = asked->labels.count;
    } else if (shape->members & CLRI_IN_SEGMENTS) {
        run->by_type = asked->segments.type;
        run->results = asked->segments.count;
    } else if (shape->members & CLRI_IN_RUNS) {
        run->by_type = asked->runs.type;
        run->results = asked->runs.most;
    }
}

/* Where a record has the fields of a reduction that selects, which has a value and a status. */
static void add_record(const clri_launch *launch, clri_native_run *run)
{
    const clri_field *field = &launch->plan->choice->pass.outcomes[0].field;

    run->has_record = !launch->job->arrays;
    run->value_offset = field->offset;
    run->status_offset = field->has_status ? field->status_offset : SIZE_MAX;
}

static void read_run(const clri_launch *launch, clri_native_run *run)
{
    const clr_plan *plan = launch->plan;
    const clri_job *job = launch->job;
    const clri_shape *shape = plan->asked->shape;

    memset(run, 0, offsetof(clri_native_run, uses));
    run->native = plan->native;
    run->shape = shape;
    run->view.run = (clr_host_run){
        .size = sizeof run->view.run,
        .count = job->run->inputs[0].count,
        .mask_kind = plan->asked->mask,
        .index_type = plan->asked->index,
        .index_count = job->index.count,
    };
    add_axes(job, shape, run);
    add_results(job, shape, &run->view.run);
    run->mask_first = (int64_t)job->mask.first;
    if (selects(plan->request)) {
        add_record(launch, run);
        run->view.arrays[0].plane = clri_selected_plane(plan, job);
    }
    for (unsigned i = 0; i < plan->request->scalars; i++)
        run->scalars[i] = job->run->scalars[i];
}

/* A run whose record goes to the host has it in the plan's buffer first. */
static void add_own_record(const clr_plan *plan, clri_native_run *run, struct roots *roots)
{
    run->uses[run->use_count].root = root_of(roots, plan->stage.buffers[CLRI_PLAN_RESULT]);
    run->uses[run->use_count].offset = 0;
    run->uses[run->use_count++].view = CLRI_IN_VIEW(output);
}

static clr_status enqueue(clri_commands *commands, clri_native_run *run, const struct roots *roots)
{
    CLRI_OR_RETURN(
        clri_enqueue_addresses(commands, roots->buffers, roots->count, run->native->where));
    return clri_enqueue_native(commands, clri_native_fold, &run->head, sizeof *run, roots->buffers,
                               roots->count);
}

/* Keeps the event for clri_native_leave(). Runs of a plan are ordered one behind the other
 * (plan/dependency.h): when the last one has ended, all have. */
static void remember(clri_native *native, const clri_commands *commands)
{
    if (!commands->last || clRetainEvent(commands->last) != CL_SUCCESS)
        return;
    clri_event_release(&native->last);
    native->last = commands->last;
}

clr_status clri_native_launch(clri_launch *launch, const clri_uses *uses)
{
    clri_native_run run;
    struct roots roots;
    clr_status status;

    if (selects(launch->plan->request))
        CLRI_OR_RETURN(clri_selected_check_run(launch));
    read_run(launch, &run);
    add_uses(&run, uses, &roots);
    if (run.has_record && !launch->job->run->output)
        add_own_record(launch->plan, &run, &roots);
    launch->commands.keeps_events = true; /* also on an in-order queue, for remember() */
    status = enqueue(&launch->commands, &run, &roots);
    remember(run.native, &launch->commands);
    if (status == CLR_OK && launch->job->run->host)
        status = clri_launch_answer(launch);
    return status;
}
