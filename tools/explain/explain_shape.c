/* SPDX-License-Identifier: Apache-2.0 */
#include "explain_shape.h"
#include "bench_queue.h"
#include "bench_shape.h"
#include "kernels.h"
#include "message.h"
#include "session.h"

void explain_shape_ask(const made_shape *made, clr_plan_options *plan)
{
    plan->shape = made->shape;
    plan->labels = made->shape == CLR_SHAPE_LABELS ? made->count : 0;
    plan->label_elements = made->shape == CLR_SHAPE_LABELS ? made->elements : 0;
}

/* Elements of the array, also those that a view leaves out. */
static uint64_t stored_count(const made_shape *made, const options *o)
{
    return made->rank != 0 && o->made.rank != 0 ? made_shape_extents_count(o) : made->elements;
}

/* All inputs are one. */
static int make_zeros(bench_input *data, const record_layout *layout, uint64_t count)
{
    const uint64_t size = count * layout->info.element_size;
    const unsigned char zero = 0;
    cl_int error;

    data->copies[0][0] =
        clCreateBuffer(clr_context_opencl(data->context), CL_MEM_READ_WRITE, size, NULL, &error);
    if (data->copies[0][0] == NULL)
        return bench_queue_fail("clCreateBuffer", error);
    error = clEnqueueFillBuffer(data->queue, data->copies[0][0], &zero, 1, 0, size, 0, NULL, NULL);
    return error == CL_SUCCESS ? CODE_FINE : bench_queue_fail("clEnqueueFillBuffer", error);
}

static int run(clr_plan *plan, bench_shape *shape, const options *o)
{
    const bench_input *data = shape->input;
    clr_run run = {.size = sizeof run, .queue = data->queue};

    bench_shape_ask(shape, 0, &run);
    for (uint64_t i = 0; i < shape->layout->info.inputs; i++)
        run.inputs[i] = (clr_span){data->copies[0][0], shape->made->first, shape->made->elements};
    if (clr_plan_run(plan, &run) != CLR_OK)
        return session_fail(o, data->context, shape->layout->info.type);
    return bench_queue_finish(data->queue);
}

int explain_shape_run(clr_plan *plan, const made_shape *made, const options *o,
                      clr_context *context)
{
    bench_input data = {.context = context, .input_count = 1, .copy_count = 1};
    bench_shape shape = {0};
    record_layout layout;

    record_describe(&layout, plan, CLR_TYPE_DEFAULT);
    int code = bench_queue_open(context, &data.queue);
    if (code == CODE_FINE)
        code = make_zeros(&data, &layout, stored_count(made, o));
    if (code == CODE_FINE)
        code = bench_shape_open(&shape, made, &data, &layout, false);
    if (code == CODE_FINE)
        code = run(plan, &shape, o);
    bench_shape_close(&shape);
    bench_input_close(&data);
    return code;
}

static int run_flat(clr_plan *plan, const bench_input *data, const record_layout *layout,
                    const options *o)
{
    unsigned char record[RECORD_SIZE_MOST];
    clr_run run = {.size = sizeof run, .queue = data->queue, .host = record, .blocking = 1};

    for (uint64_t i = 0; i < layout->info.inputs; i++)
        run.inputs[i] = (clr_span){data->copies[0][0], 0, data->count};
    /* Of zeros some operators have no value, which is known when all kernels have been launched. */
    if (clr_plan_run(plan, &run) == CLR_OK || kernels_launches(plan) != 0)
        return CODE_FINE;
    return session_fail(o, data->context, layout->info.type);
}

int explain_flat_run(clr_plan *plan, uint64_t count, const options *o, clr_context *context)
{
    bench_input data = {.context = context, .input_count = 1, .copy_count = 1, .count = count};
    record_layout layout;

    record_describe(&layout, plan, CLR_TYPE_DEFAULT);
    if (count == 0 ||
        count > clr_context_device(context)->max_mem_alloc_size / layout.info.element_size)
        return CODE_FINE;
    int code = bench_queue_open(context, &data.queue);
    if (code == CODE_FINE)
        code = make_zeros(&data, &layout, count);
    if (code == CODE_FINE)
        code = run_flat(plan, &data, &layout, o);
    bench_input_close(&data);
    return code;
}
