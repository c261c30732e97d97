/* SPDX-License-Identifier: Apache-2.0 */
/*
 * explain_shape - zeros on the device, as all inputs of one run. See explain_shape.h.
 */
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

static int make_zeros(bench_input *data, uint64_t size)
{
    const unsigned char zero = 0;
    int code = bench_queue_open(data->context, &data->queue);

    if (code == CODE_FINE)
        code =
            bench_queue_buffer(data->context, CL_MEM_READ_WRITE, size, NULL, &data->copies[0][0]);
    if (code != CODE_FINE)
        return code;
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

int explain_shape_run(clr_plan *plan, const made_shape *made, uint64_t count, const options *o,
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
