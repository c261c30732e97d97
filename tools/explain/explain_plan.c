/* SPDX-License-Identifier: Apache-2.0 */
/*
 * explain_plan - what would run for an input, and why: strategy, sizes, launches, and the kernel's
 * use of memory.
 */
#include "bench_queue.h"
#include "bench_shape.h"
#include "command_request.h"
#include "document.h"
#include "explain.h"
#include "hush.h"
#include "kernels.h"
#include "message.h"
#include "quantity.h"
#include "session.h"
#include <inttypes.h>
#include <stdio.h>

/* ---- A run over zeros ------------------------------------------------------------------------ */

static int make_zeros(bench_input *data, uint64_t size)
{
    const unsigned char zero = 0;
    OR_RETURN(bench_queue_open(data->context, &data->queue));
    OR_RETURN(
        bench_queue_buffer(data->context, CL_MEM_READ_WRITE, size, NULL, &data->copies[0][0]));
    const cl_int error =
        clEnqueueFillBuffer(data->queue, data->copies[0][0], &zero, 1, 0, size, 0, NULL, NULL);
    return error == CL_SUCCESS ? CODE_FINE : bench_queue_fail("clEnqueueFillBuffer", error);
}

static int run(clr_plan *plan, bench_shape *shape, const bench_input *data, const options *o,
               const record_layout *layout)
{
    const made_shape *made = shape->made;
    unsigned char record[RECORD_SIZE_MOST];
    clr_run run = {
        .size = sizeof run, .queue = data->queue, .host = made ? NULL : record, .blocking = !made};

    if (made)
        bench_shape_ask(shape, 0, &run);
    for (uint64_t i = 0; i < layout->info.inputs; i++)
        run.inputs[i] = (clr_span){data->copies[0][0], made ? made->first : 0,
                                   made ? made->elements : data->count};
    /* Of zeros some operators have no value, which is known when all kernels have been launched. */
    const bool ran = clr_plan_run(plan, &run) == CLR_OK || (!made && kernels_launches(plan) != 0);
    return ran ? bench_queue_finish(data->queue)
               : session_fail(o, data->context, layout->info.type);
}

/*
 * One run, so that it is known which kernels such a run takes. Of a plan of one result `made` is
 * NULL, and nothing runs where no buffer holds the elements.
 */
static int run_over_zeros(clr_plan *plan, const made_shape *made, uint64_t count, const options *o,
                          clr_context *context)
{
    bench_input data = {.context = context, .input_count = 1, .copy_count = 1, .count = count};
    bench_shape shape = {0};
    record_layout layout;

    record_describe(&layout, plan, CLR_TYPE_DEFAULT);
    const uint64_t most = clr_context_device(context)->max_mem_alloc_size;
    if (!made && (count == 0 || count > most / layout.info.element_size))
        return CODE_FINE;
    int code = make_zeros(&data, count * layout.info.element_size);
    if (code == CODE_FINE && made)
        code = bench_shape_open(&shape, made, &data, &layout, false);
    if (code == CODE_FINE)
        code = run(plan, &shape, &data, o, &layout);
    bench_shape_close(&shape);
    bench_input_close(&data);
    return code;
}

/* ---- The plan -------------------------------------------------------------------------------- */

/* Puts the shape into a plan's options. */
static void ask_shape(const made_shape *made, clr_plan_options *plan)
{
    plan->shape = made->shape;
    plan->labels = made->labels;
    plan->label_elements = made->labelled;
    plan->runs = made->shape == CLR_SHAPE_RUNS ? made->count : 0;
}

/* Whether the numbers of the shape are known, which of axes may be a file's that has none. */
static bool has_numbers(const options *o)
{
    return made_shape_is_asked(o) && (o->shape.axis_count == 0 || o->made.rank != 0);
}

static int make_shape(explain_plan *p, const options *o, clr_plan_options *plan)
{
    OR_RETURN(made_shape_check_options(o, p->count));
    OR_RETURN(made_shape_open(&p->made, o, p->count, o->shape.length));
    ask_shape(&p->made, plan);
    return CODE_FINE;
}

int explain_plan_open(explain_plan *p, const options *o, clr_context *context, const char *strategy,
                      const clr_reduction *reduction, uint64_t count, bool runs)
{
    clr_reduction of = *reduction;
    clr_plan_options plan = o->plan;

    *p = (explain_plan){.info.size = sizeof p->info,
                        .device = clr_context_device(context),
                        .count = count,
                        .has_shape = has_numbers(o)};
    if (made_shape_is_asked(o))
        plan.shape = CLR_SHAPE_AXES;
    if (p->has_shape)
        OR_RETURN(make_shape(p, o, &plan));
    plan.strategy = strategy;
    of.accuracy = request_accuracy(o, strategy);
    if (hush_plan_create(context, &of, 1, &plan, &p->plan) != CLR_OK)
        return session_fail(o, context, of.type);
    clr_plan_describe(p->plan, &p->info);
    p->result.size = sizeof p->result;
    clr_plan_result(p->plan, 0, &p->result);
    p->launches = clr_plan_launches(p->plan, count);
    if (!runs || (!p->has_shape && made_shape_is_asked(o)))
        return CODE_FINE;
    if (!p->has_shape)
        return run_over_zeros(p->plan, NULL, count, o, context);
    /* All elements of the array, whether or not they are in the view. */
    const bool is_array = p->made.rank != 0 && o->made.rank != 0;
    return run_over_zeros(p->plan, &p->made,
                          is_array ? made_shape_extents_count(o) : p->made.elements, o, context);
}

void explain_plan_close(explain_plan *p)
{
    clr_plan_destroy(p->plan);
    made_shape_close(&p->made);
    *p = (explain_plan){0};
}

/* ---- Text ------------------------------------------------------------------------------------ */

/* One line of the kernel's memory; `most` is what the device has, CLR_UNKNOWN for no such limit. */
static void print_memory(const char *what, uint64_t size, uint64_t most)
{
    char text[QUANTITY_TEXT_SIZE], limit[QUANTITY_TEXT_SIZE];

    printf("  %-32s ", what);
    if (size == CLR_UNKNOWN) {
        puts("not told by the driver");
        return;
    }
    quantity_bytes(size, text);
    printf("%12s", text);
    if (most != CLR_UNKNOWN) {
        quantity_bytes(most, limit);
        printf(" of %s", limit);
    }
    puts("");
}

static void print_number(const char *what, uint64_t number)
{
    if (number == CLR_UNKNOWN)
        printf("  %-32s not told by the driver\n", what);
    else
        printf("  %-32s %12" PRIu64 "\n", what, number);
}

/* The operator, the input and the device. */
static void print_task(const explain_plan *p)
{
    char shape[MADE_SHAPE_TEXT_SIZE];

    printf("%s of %" PRIu64 " %s", clr_operator_name(p->result.op), p->count,
           recording_type_name(p->info.type));
    if (p->has_shape) {
        made_shape_text(&p->made, shape);
        printf(", %s: %" PRIu64 " results,", shape, p->made.count);
    }
    printf(" on %s: %s\n", p->device->name, p->info.strategy);
}

/* The kernels that the plan's run over zeros launched; nothing if there was no such run. */
static void print_kernels(const clr_plan *plan)
{
    char text[KERNELS_TEXT_SIZE];
    clr_launched kernel;

    if (kernels_launches(plan) != 0)
        puts("kernels of a run");
    for (size_t i = 0; kernels_at(plan, i, &kernel); i++) {
        kernels_text(&kernel, text);
        printf("  %s\n      %s\n", text, kernels_does(&kernel));
    }
}

static void print_memory_lines(const explain_plan *p)
{
    const clr_plan_info *info = &p->info;

    print_memory("local, a group", info->kernel_local_size, p->device->local_mem_size);
    print_memory("private, a work-item", info->kernel_private_size, CLR_UNKNOWN);
    print_memory("global, for the groups' states", info->scratch_size, p->device->global_mem_size);
    print_number("most work-items a group", info->kernel_group_limit);
}

void explain_plan_print_memory(const explain_plan *p)
{
    printf("memory of the kernel of %s that does not log, in groups of %" PRIu64 "\n",
           p->info.strategy, p->info.group_size);
    print_memory_lines(p);
}

void explain_plan_print(const explain_plan *p)
{
    const clr_plan_info *info = &p->info;

    print_task(p);
    if (info->why[0] != '\0')
        printf("%s\n", info->why);
    print_number("work-items a group", info->group_size);
    print_number("most groups of a launch", info->group_count);
    print_number("elements a load", info->vector_width);
    print_number("loads in flight", info->item_loads);
    if (p->launches != 0)
        print_number("launches", p->launches);
    printf("  %-32s %12s\n", "accumulator", p->result.accumulator);
    puts("memory of the kernel");
    print_memory_lines(p);
    print_kernels(p->plan);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

/* A number, or null where the driver does not tell. */
static json_t *known(uint64_t number)
{
    return number == CLR_UNKNOWN ? json_null() : document_count(number);
}

json_t *explain_plan_memory_part(const explain_plan *p)
{
    const clr_plan_info *info = &p->info;

    return json_pack("{s:o, s:o, s:o, s:o}", "local", known(info->kernel_local_size), "private",
                     known(info->kernel_private_size), "scratch",
                     document_count(info->scratch_size), "group_limit",
                     known(info->kernel_group_limit));
}

json_t *explain_plan_part(const explain_plan *p)
{
    const clr_plan_info *info = &p->info;

    return json_pack(
        "{s:s, s:s, s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:s, s:o, s:o}", "strategy",
        info->strategy, "why", info->why, "op", clr_operator_name(p->result.op), "type",
        recording_type_name(info->type), "count", document_count(p->count), "group_size",
        document_count(info->group_size), "group_count", document_count(info->group_count),
        "vector_width", document_count(info->vector_width), "item_loads",
        document_count(info->item_loads), "launches",
        p->launches == 0 ? json_null() : document_count(p->launches), "accumulator",
        p->result.accumulator, "memory", explain_plan_memory_part(p), "kernels",
        kernels_launches(p->plan) != 0 ? kernels_part(p->plan) : json_null());
}
