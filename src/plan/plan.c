/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/plan.h"
#include "base/sized.h"
#include "base/text.h"
#include "choose/accuracy.h"
#include "choose/choose.h"
#include "choose/geometry.h"
#include "choose/label_grid.h"
#include "choose/local_memory.h"
#include "compose/compose.h"
#include "device/device.h"
#include "device/host_buffer.h"
#include "plan/custom.h"
#include "problem/shape.h"
#include "state/layout.h"

#include <clreduce/lessons.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* What says which elements there are, and how many. */
static clr_status check_index(const clr_plan_options *options, clri_error *error)
{
    if (options->indices_inside && !options->index)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "clr_plan_options.indices_inside goes with clr_plan_options.index");
    if (options->device_count &&
        (options->shape == CLR_SHAPE_AXES || options->shape == CLR_SHAPE_SEGMENTS))
        return clri_fail(
            error, CLR_ERROR_UNSUPPORTED,
            "clr_plan_options.device_count is for shapes flat, labels and runs, and the "
            "shape is %s%s",
            clri_shape_name(options->shape),
            options->shape == CLR_SHAPE_SEGMENTS
                ? ": offsets are on the device, and clr_segments.count_at says how "
                  "many segments there are"
                : "");
    if (options->index && !clri_number_is_index(options->index))
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "clr_plan_options.index is %d: indices are i32, u32, i64 or u64",
                         (int)options->index);
    return CLR_OK;
}

clr_status clri_plan_options_read(const clr_plan_options *asked, clr_plan_options *options,
                                  clri_error *error)
{
    clr_status status = CLR_OK;

    *options = (clr_plan_options){.size = sizeof *options};
    if (!asked)
        return CLR_OK;
    CLRI_TRY(CLRI_SIZED_READ(clr_plan_options, options, asked, error));
    if ((int)options->local < CLR_LOCAL_DEFAULT || (int)options->local > CLR_LOCAL_DYNAMIC)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "%d is no kind of local memory",
                         (int)options->local);
    if ((int)options->atomics < CLR_ATOMICS_DEFAULT || (int)options->atomics > CLR_ATOMICS_SWAP)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "%d are no atomics", (int)options->atomics);
    if (!clri_shape_is_known(options->shape))
        return clri_fail(error, CLR_ERROR_ARGUMENT, "%d is no shape", (int)options->shape);
    if (options->labels && options->shape != CLR_SHAPE_LABELS)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "clr_plan_options.labels is %" PRIu64
                         ", and the shape is %s: it is for shape labels",
                         options->labels, clri_shape_name(options->shape));
    if (options->label_elements && options->shape != CLR_SHAPE_LABELS)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "clr_plan_options.label_elements is %" PRIu64
                         ", and the shape is %s: it is for shape labels",
                         options->label_elements, clri_shape_name(options->shape));
    if (options->runs && options->shape != CLR_SHAPE_RUNS)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "clr_plan_options.runs is %" PRIu64
                         ", and the shape is %s: it is for shape runs",
                         options->runs, clri_shape_name(options->shape));
    CLRI_TRY(check_index(options, error));
    if ((int)options->mask < CLR_MASK_NONE || (int)options->mask > CLR_MASK_BITS)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "%d is no clr_mask_kind", (int)options->mask);
cleanup:
    return status;
}

/* ---- kernels ---- */

static clr_status create_kernel(clr_plan *plan, const char *name, cl_kernel *kernel,
                                clri_error *error)
{
    cl_int code;

    *kernel = clCreateKernel(plan->program, name, &code);
    return *kernel ? CLR_OK
                   : clri_fail_opencl(error, code, "clCreateKernel", "creating kernel %s", name);
}

/* A kernel's answer about itself, CLR_UNKNOWN if the driver gives none. */
static uint64_t ask_kernel(const clr_plan *plan, cl_kernel kernel, cl_kernel_work_group_info what)
{
    uint64_t answer = 0; /* of size_t or cl_ulong, on a little-endian host */

    if (clGetKernelWorkGroupInfo(kernel, plan->context->device.device, what, sizeof answer, &answer,
                                 NULL) != CL_SUCCESS)
        return CLR_UNKNOWN;
    return answer;
}

/* Of the kernel that takes most. */
static uint64_t ask_local_size(const clr_plan *plan)
{
    const uint64_t size = ask_kernel(plan, plan->reduce, CL_KERNEL_LOCAL_MEM_SIZE);
    const uint64_t after =
        plan->after ? ask_kernel(plan, plan->after, CL_KERNEL_LOCAL_MEM_SIZE) : CLR_UNKNOWN;

    return clri_known(after, 0) > clri_known(size, 0) ? after : size;
}

static void ask_kernels(clr_plan *plan)
{
    plan->kernel_local_size = ask_local_size(plan);
    plan->kernel_private_size = ask_kernel(plan, plan->reduce, CL_KERNEL_PRIVATE_MEM_SIZE);
    plan->kernel_group_limit = ask_kernel(plan, plan->reduce, CL_KERNEL_WORK_GROUP_SIZE);
}

clr_status clri_plan_make_kernels(clr_plan *plan, clri_report *report, clri_error *error)
{
    const clri_surroundings *around = clri_surroundings_of(plan->choice.strategy.finish);
    clr_status status = CLR_OK;

    CLRI_TRY(clri_compose(&plan->choice, &plan->source, error));
    CLRI_TRY(clri_program_get(&plan->context->programs, plan->source,
                              plan->choice.code.build_options, &plan->program, error));
    CLRI_TRY(create_kernel(plan, "clr_reduce", &plan->reduce, error));
    if (around->before)
        CLRI_TRY(create_kernel(plan, around->before, &plan->before, error));
    if (around->after)
        CLRI_TRY(create_kernel(plan, around->after, &plan->after, error));
    if (plan->choice.labels.near != CLRI_NEAR_NONE)
        CLRI_TRY(create_kernel(plan, "clr_reduce_near", &plan->near, error));
    if (plan->choice.carrier == CLRI_CARRIER_CELLS && clri_labels_are_settled(&plan->choice))
        CLRI_TRY(create_kernel(plan, "clr_label_settle", &plan->settle, error));
    if (plan->choice.input.index)
        CLRI_TRY(create_kernel(plan, "clr_count_outside", &plan->outside, error));
    ask_kernels(plan);
    *report = (clri_report){
        .group = plan->kernel_group_limit,
        .after_group =
            plan->after ? ask_kernel(plan, plan->after, CL_KERNEL_WORK_GROUP_SIZE) : CLR_UNKNOWN,
        .local = plan->kernel_local_size,
    };
cleanup:
    return status;
}

/* ---- scratch memory ---- */

clr_status clri_plan_make_buffer(clr_plan *plan, cl_mem_flags flags, size_t size, void *initial,
                                 cl_mem *buffer, clri_error *error)
{
    cl_int code;

    *buffer = clCreateBuffer(plan->context->opencl, flags, size, initial, &code);
    if (!*buffer)
        return clri_fail_opencl(error, code, "clCreateBuffer",
                                "allocating %zu bytes of scratch memory", size);
    plan->scratch_size += size;
    return CLR_OK;
}

enum { TOLD_LONGS = 3 }; /* of clr_told (cl/reduce_labels.cl) */

/* Cells of all labels, and in the ticket's place what is to be told of each of them. */
static clr_status make_cells(clr_plan *plan, clri_error *error)
{
    const clri_choice *choice = &plan->choice;
    cl_ulong nothing[TOLD_LONGS] = {0}; /* no cells are blank */
    clr_status status = CLR_OK;

    CLRI_TRY(clri_plan_make_buffer(plan, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof nothing,
                                   nothing, &plan->told, error));
    CLRI_TRY(clri_plan_make_buffer(plan, CL_MEM_READ_WRITE,
                                   (size_t)choice->labels.most * clri_labels_cell_size(choice),
                                   NULL, &plan->states, error));
    CLRI_TRY(clri_plan_make_buffer(plan, CL_MEM_READ_WRITE,
                                   (size_t)choice->labels.most * sizeof(cl_uint), NULL,
                                   &plan->ticket, error));
    if (clri_labels_are_alone(choice))
        CLRI_TRY(clri_plan_make_buffer(plan, CL_MEM_READ_WRITE,
                                       (size_t)clri_labels_near_room(choice), NULL,
                                       &plan->near_cells, error));
cleanup:
    return status;
}

/* The most work-items of a launch: of many results each may have a group in the second one. */
static size_t traced_items(const clr_plan *plan)
{
    const size_t groups = plan->choice.sizes.group_count;
    const size_t first = groups * plan->choice.sizes.group;
    const size_t second =
        (plan->choice.carrier == CLRI_CARRIER_ONE ? 1 : groups) * plan->choice.sizes.second_group;

    return first > second ? first : second;
}

clr_status clri_plan_make_scratch(clr_plan *plan, clri_error *error)
{
    const clri_choice *choice = &plan->choice;
    const uint64_t own = clri_custom_places(choice);
    const uint64_t places = own ? clri_custom_places_begin(choice) + own : clri_state_count(choice);
    const size_t left_size = (size_t)places * clri_layout_saved_size(&choice->pass);
    /* It stands for elements, too, where there are none (src/plan/arguments.c). */
    const size_t states_size =
        left_size > choice->input.element_size ? left_size : choice->input.element_size;
    cl_uint zeros[4] = {0};
    clr_status status = CLR_OK;

    if (choice->carrier == CLRI_CARRIER_CELLS)
        return make_cells(plan, error);
    CLRI_TRY(
        clri_plan_make_buffer(plan, CL_MEM_READ_WRITE, states_size, NULL, &plan->states, error));
    CLRI_TRY(clri_plan_make_buffer(plan, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof zeros,
                                   zeros, &plan->ticket, error));
    CLRI_TRY(clri_plan_make_buffer(plan, CL_MEM_READ_WRITE, plan->choice.pass.record_size, NULL,
                                   &plan->result, error));
    if (choice->carrier == CLRI_CARRIER_ONE)
        plan->answer = clri_host_buffer_create(plan->context, plan->choice.pass.record_size);
    if (choice->carrier == CLRI_CARRIER_ROWS)
        CLRI_TRY(clri_plan_make_buffer(plan, CL_MEM_READ_WRITE, sizeof plan->shape.words, NULL,
                                       &plan->shape.memory, error));
    if (plan->choice.strategy.finish->kernels == CLRI_KERNELS_HOST) {
        plan->host_states = malloc(states_size);
        if (!plan->host_states)
            return clri_fail_memory(error);
    }
    if (plan->choice.code.is_traced)
        CLRI_TRY(clri_trace_open(&plan->trace, plan->context->opencl, traced_items(plan), error));
cleanup:
    return status;
}

static void release(cl_mem *buffer)
{
    if (*buffer)
        clReleaseMemObject(*buffer);
    *buffer = NULL;
}

static void release_kernel(cl_kernel *kernel)
{
    if (*kernel)
        clReleaseKernel(*kernel);
    *kernel = NULL;
}

void clri_plan_unmake_items(clr_plan *plan)
{
    clri_plan_items *items = &plan->items;

    release(&items->list);
    release(&items->medium);
    release(&items->giants);
    release(&items->giants_states);
    release(&items->slice_states);
    release(&items->dealt.memory);
    release_kernel(&items->kernel);
    release_kernel(&items->across);
    release_kernel(&items->teams);
    release_kernel(&items->staged);
    release_kernel(&items->close);
    release_kernel(&items->columns);
    release_kernel(&items->lines);
    release_kernel(&items->fold);
    release_kernel(&items->runs);
    release_kernel(&items->join);
    if (items->program)
        clReleaseProgram(items->program);
    free(items->source);
    *items = (clri_plan_items){0};
}

clr_shape clri_plan_shape(const clr_plan *plan)
{
    return plan->asked.shape;
}

void clri_plan_unmake(clr_plan *plan)
{
    clri_plan_unmake_items(plan);
    clri_stage_release(&plan->keys.stage);
    clri_stage_release(&plan->sort.stage);
    clri_trace_close(&plan->trace);
    plan->trace = (clri_trace){0};
    free(plan->host_states);
    plan->host_states = NULL;
    release(&plan->result);
    release(&plan->answer);
    release(&plan->shape.memory);
    plan->shape.is_told = false;
    release(&plan->ticket);
    release(&plan->states);
    release(&plan->near_cells);
    release(&plan->told);
    plan->scratch_size = 0;
    release_kernel(&plan->before);
    release_kernel(&plan->after);
    release_kernel(&plan->near);
    release_kernel(&plan->settle);
    release_kernel(&plan->outside);
    release_kernel(&plan->reduce);
    plan->reduce_bound.known = plan->after_bound.known = 0;
    if (plan->program)
        clReleaseProgram(plan->program);
    plan->program = NULL;
    free(plan->source);
    plan->source = NULL;
}

/* ---- the public calls ---- */

void clr_plan_destroy(clr_plan *plan)
{
    if (!plan)
        return;
    while (plan->held_count > 0)
        clReleaseEvent(plan->held[--plan->held_count]);
    if (plan->last_event)
        clReleaseEvent(plan->last_event);
    if (plan->last_queue)
        clReleaseCommandQueue(plan->last_queue);
    clri_plan_unmake(plan);
    clri_request_free(&plan->request);
    free(plan);
}

/* Of a part as large as its groups take. */
static uint64_t launches_of(const clr_plan *plan)
{
    return clri_launches(&plan->choice, clri_part_capacity(&plan->choice));
}

/* With what a launch gives the kernels, which take none themselves then. */
static uint64_t local_size_of(const clr_plan *plan)
{
    const clri_choice *choice = &plan->choice;

    if (!choice->code.local_is_dynamic || plan->kernel_local_size == CLR_UNKNOWN)
        return plan->kernel_local_size;
    return plan->kernel_local_size + clri_local_memory_size(choice) - CLRI_LOCAL_BESIDE;
}

clr_status clr_plan_describe(const clr_plan *plan, clr_plan_info *info)
{
    clr_plan_info told;

    if (!plan)
        return CLR_ERROR_ARGUMENT;
    told = (clr_plan_info){
        .size = sizeof told,
        .strategy = plan->choice.strategy.name,
        .type = plan->request.type,
        .reductions = plan->choice.pass.outcome_count,
        .inputs = plan->choice.pass.inputs,
        .element_size = plan->request.element_size,
        .result_size = plan->choice.pass.record_size,
        .group_size = plan->choice.sizes.group,
        .group_count = plan->choice.sizes.group_count,
        .vector_width = plan->choice.sizes.vector_width,
        .item_loads = plan->choice.sizes.item_loads,
        .why = plan->choice.why,
        .local = plan->choice.code.local_is_dynamic ? CLR_LOCAL_DYNAMIC : CLR_LOCAL_STATIC,
        .launches = launches_of(plan),
        .scratch_size =
            plan->scratch_size + plan->keys.stage.buffers_size + plan->sort.stage.buffers_size,
        .kernel_local_size = local_size_of(plan),
        .kernel_private_size = plan->kernel_private_size,
        .kernel_group_limit = plan->kernel_group_limit,
        .state_size = clri_layout_state_size(&plan->choice.pass),
        .source = plan->source,
        .build_options = plan->choice.code.build_options,
        .work = clri_work_name(plan->choice.sizes.work),
        .tuned = plan->choice.sizes.by_file,
    };
    return CLRI_SIZED_WRITE(clr_plan_info, info, &told);
}

/* An offset as the public header has it. */
static uint64_t offset_told(size_t offset)
{
    return offset == SIZE_MAX ? CLR_UNKNOWN : offset;
}

clr_status clr_plan_result(const clr_plan *plan, size_t index, clr_result *result)
{
    const clri_pass *pass = plan ? &plan->choice.pass : NULL;
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
        .accumulator = pass->members[outcome->member].form.accumulator,
        .offset = outcome->field.offset,
        .value_size = outcome->field.value_size,
        .second_offset = offset_told(outcome->field.second_offset),
        .index_offset = offset_told(outcome->field.index_offset),
        .status_offset = offset_told(outcome->field.status_offset),
    };
    return CLRI_SIZED_WRITE(clr_result, result, &told);
}

uint64_t clr_plan_depth(const clr_plan *plan, uint64_t count)
{
    const uint64_t depth = plan ? clri_depth(&plan->choice, count) : 0;
    const uint64_t of_items = plan && plan->items.are_there ? clri_items_depth(count) : 0;

    return depth > of_items ? depth : of_items;
}

uint64_t clr_plan_launches(const clr_plan *plan, uint64_t count)
{
    const clri_carrier carrier = plan ? plan->choice.carrier : CLRI_CARRIER_ROWS;
    const bool counts_decide = carrier == CLRI_CARRIER_ONE || carrier == CLRI_CARRIER_CELLS;

    return counts_decide ? clri_launches(&plan->choice, count) : 0;
}

clr_status clr_plan_launched(const clr_plan *plan, size_t index, clr_launched *launched)
{
    clr_launched told;
    const clr_status status = plan
                                  ? clri_launched_tell(&plan->launched, index, plan->choice.carrier,
                                                       plan->context->device.device, &told)
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
    if (!events || !count || !plan->choice.code.is_traced)
        return clri_context_settle(
            plan->context,
            clri_fail(&error, CLR_ERROR_ARGUMENT,
                      plan->choice.code.is_traced
                          ? "the place for the events is NULL"
                          : "the plan was made without clr_plan_options.trace"),
            &error);
    return clri_context_settle(plan->context, clri_trace_tell(&plan->trace, events, count, &error),
                               &error);
}

static clr_status check(const clr_device *device, const clr_reduction *reductions, size_t count,
                        const clr_plan_options *asked, clri_error *error)
{
    clr_plan_options options;
    clri_request request = {0};
    clri_key_runs runs;
    clri_label_sort sort;
    clri_choice choice;
    clr_status status = CLR_OK;

    if (!device)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "the device is NULL");
    CLRI_TRY(clri_request_read(reductions, count, &request, error));
    clri_custom_assume(&request.custom);
    CLRI_TRY(clri_plan_options_read(asked, &options, error));
    request.mask = options.mask;
    request.by_bits = !clri_device_compares(device);
    CLRI_TRY(clri_key_runs_choose(device, &options, &runs, error));
    CLRI_TRY(clri_label_sort_choose(device, &request, &options, &sort, error));
    clri_accuracy_settle(device, &options, &request);
    CLRI_TRY(clri_choose(device, &request, &options, NULL, &choice, error));
cleanup:
    clri_request_free(&request);
    return status;
}

clr_status clr_plan_check(const clr_device *device, const clr_reduction *reductions,
                          size_t reduction_count, const clr_plan_options *options, char *reason,
                          size_t reason_size)
{
    clri_error error = {0};
    const clr_status status = check(device, reductions, reduction_count, options, &error);

    if (reason && reason_size)
        clri_text_copy(reason, reason_size, status == CLR_OK ? "" : error.message);
    clri_error_clear(&error);
    return status;
}
