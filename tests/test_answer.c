/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs that wait where results lie in the host's memory, as the fault layer pretends: whatever
 * queue, whatever comes before and after, and whatever the driver refuses. And small arrays in one
 * call: what they ask the driver to do is counted.
 */
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include "layer/fault_layer.h"
#include "support.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

enum { COUNT = 3001 };

static const clr_fault_control *layer;
static int32_t numbers[COUNT];

static const clr_fault_device has_host_buffers = {.host_buffers = 1};

struct stage {
    struct rig *rig;
    cl_mem input;
    clr_plan *plan;
};

/* On a device that says so of itself. */
static void open_stage(struct stage *stage, const clr_fault_device *device,
                       const clr_plan_options *options)
{
    layer->pretend(device);
    stage->rig = rig_at(0);
    rig_renew(stage->rig);
    stage->input = buffer_of(stage->rig, numbers, sizeof numbers);
    stage->plan = plan_of(stage->rig, CLR_OPERATOR_SUM, CLR_TYPE_I32, options);
    layer->clear_counts();
}

static void close_stage(struct stage *stage)
{
    clr_plan_destroy(stage->plan);
    clReleaseMemObject(stage->input);
    layer->pretend(NULL);
    rig_renew(stage->rig);
}

static int64_t sum_of(uint64_t first, uint64_t count)
{
    int64_t sum = 0;

    for (uint64_t i = first; i < first + count; i++)
        sum += numbers[i];
    return sum;
}

static void assert_sum(struct stage *stage, cl_command_queue queue, uint64_t first, uint64_t count)
{
    int64_t sum = -1;

    assert_ok(stage->rig, clr_plan_run(stage->plan,
                                       RUN(.queue = queue, .inputs = {{stage->input, first, count}},
                                           .host = &sum, .blocking = 1)));
    assert_int_equal(sum, sum_of(first, count));
}

TEST(it_is_mapped_and_not_read)
{
    struct stage stage;

    open_stage(&stage, &has_host_buffers, NULL);
    for (uint64_t i = 0; i < 10; i++)
        assert_sum(&stage, stage.rig->queue, i, COUNT - 2 * i);
    assert_int_equal(clr_fault_called(layer, CLR_CALL_clEnqueueReadBuffer), 0);
    assert_int_equal(clr_fault_called(layer, CLR_CALL_clEnqueueMapBuffer), 10);
    assert_int_equal(clr_fault_called(layer, CLR_CALL_clEnqueueUnmapMemObject), 10);
    close_stage(&stage);
}

/* In name only, or refused, or not at all: then it is read. */
TEST(where_there_is_none_it_is_read)
{
    static const clr_fault_device devices[] = {{0}, {.host_buffers = 2}, {.host_buffers = 3}};

    for (size_t i = 0; i < sizeof devices / sizeof *devices; i++) {
        struct stage stage;

        open_stage(&stage, &devices[i], NULL);
        assert_sum(&stage, stage.rig->queue, 0, COUNT);
        assert_int_equal(clr_fault_called(layer, CLR_CALL_clEnqueueReadBuffer), 1);
        assert_int_equal(clr_fault_called(layer, CLR_CALL_clEnqueueMapBuffer), 0);
        close_stage(&stage);
    }
}

/* Each run follows the one before, whatever queue that went to, and whether it waited. */
TEST(queues_and_ways_take_turns)
{
    struct stage stage;
    cl_command_queue queues[2];
    int64_t later[8];
    cl_mem output;

    open_stage(&stage, &has_host_buffers, NULL);
    output = buffer_of(stage.rig, later, sizeof later);
    for (int i = 0; i < 2; i++) {
        cl_int code;

        queues[i] =
            clCreateCommandQueue(clr_context_opencl(stage.rig->context), stage.rig->device->device,
                                 i ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0, &code);
        if (!queues[i])
            queues[i] = clCreateCommandQueue(clr_context_opencl(stage.rig->context),
                                             stage.rig->device->device, 0, &code);
        assert_int_equal(code, CL_SUCCESS);
    }
    for (uint64_t i = 0; i < 8; i++) {
        const cl_command_queue queue = queues[i / 2 % 2];
        cl_event event = NULL;

        assert_ok(stage.rig, clr_plan_run(stage.plan, RUN(.queue = queues[i % 2],
                                                          .inputs = {{stage.input, i, 100}},
                                                          .output = output, .output_index = i)));
        assert_sum(&stage, queue, i, COUNT - 3 * i);
        assert_ok(stage.rig,
                  clr_plan_run(stage.plan, RUN(.queue = queue, .inputs = {{stage.input, i, 55}},
                                               .host = &later[i], .event = &event)));
        assert_sum(&stage, queues[i % 2], i, 9);
        assert_int_equal(clWaitForEvents(1, &event), CL_SUCCESS);
        clReleaseEvent(event);
        assert_int_equal(later[i], sum_of(i, 55));
    }
    buffer_read(stage.rig, output, 0, later, sizeof later);
    for (uint64_t i = 0; i < 8; i++)
        assert_int_equal(later[i], sum_of(i, 100));
    for (int i = 0; i < 2; i++)
        clReleaseCommandQueue(queues[i]);
    clReleaseMemObject(output);
    close_stage(&stage);
}

/* An event of a run that has waited has come; what the run waits for comes first. */
TEST(events_come_and_go)
{
    struct stage stage;
    cl_event filled, event = NULL;
    const cl_int seven = 7;
    cl_int status = -1;
    int64_t sum = -1;
    cl_mem input;

    open_stage(&stage, &has_host_buffers, NULL);
    input = buffer_of(stage.rig, numbers, sizeof numbers);
    assert_int_equal(clEnqueueFillBuffer(stage.rig->queue, input, &seven, sizeof seven, 0,
                                         sizeof numbers, 0, NULL, &filled),
                     CL_SUCCESS);
    assert_ok(stage.rig,
              clr_plan_run(stage.plan, RUN(.queue = stage.rig->queue, .inputs = {{input, 0, COUNT}},
                                           .host = &sum, .blocking = 1, .wait_count = 1,
                                           .wait_list = &filled, .event = &event)));
    assert_int_equal(sum, 7 * COUNT);
    assert_non_null(event);
    assert_int_equal(clWaitForEvents(1, &event), CL_SUCCESS);
    assert_int_equal(
        clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL),
        CL_SUCCESS);
    assert_int_equal(status, CL_COMPLETE);
    clReleaseEvent(event);
    clReleaseEvent(filled);
    clReleaseMemObject(input);
    close_stage(&stage);
}

/* Opens a gate that the main thread is waiting at. */
static void *open_later(void *gate)
{
    const struct timespec pause = {0, 50000000};

    nanosleep(&pause, NULL);
    return (void *)(intptr_t)clSetUserEventStatus(gate, CL_COMPLETE);
}

/* On a queue that keeps no order the record is looked at when the kernels have been waited for. */
TEST(it_is_mapped_when_it_is_there)
{
    struct stage stage;
    cl_command_queue queue;
    void *code = NULL;
    pthread_t thread;
    int64_t sum = -1;
    cl_event gate;
    cl_int error;

    open_stage(&stage, &has_host_buffers, NULL);
    queue = clCreateCommandQueue(clr_context_opencl(stage.rig->context), stage.rig->device->device,
                                 CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &error);
    if (!queue)
        skip();
    assert_sum(&stage, queue, 0, COUNT);
    gate = clCreateUserEvent(clr_context_opencl(stage.rig->context), &error);
    assert_int_equal(error, CL_SUCCESS);
    assert_int_equal(pthread_create(&thread, NULL, open_later, gate), 0);
    assert_ok(stage.rig,
              clr_plan_run(stage.plan,
                           RUN(.queue = queue, .inputs = {{stage.input, 7, 1000}}, .host = &sum,
                               .blocking = 1, .wait_count = 1, .wait_list = &gate)));
    assert_int_equal(pthread_join(thread, &code), 0);
    assert_null(code);
    assert_int_equal(sum, sum_of(7, 1000));
    clReleaseEvent(gate);
    clReleaseCommandQueue(queue);
    close_stage(&stage);
}

/* Parts, and arrays that are filled besides. */
TEST(parts_and_arrays_have_it_too)
{
    struct stage stage;
    int64_t sum = -1, copied = -1;
    clr_arrays arrays = {.size = sizeof arrays};

    open_stage(&stage, &has_host_buffers, NULL);
    arrays.value = buffer_of(stage.rig, &copied, sizeof copied);
    run_part(stage.rig, stage.plan, stage.input, 0, 1000, CLR_PART_MORE, NULL);
    assert_ok(stage.rig,
              clr_plan_run(stage.plan, RUN(.queue = stage.rig->queue,
                                           .inputs = {{stage.input, 1000, COUNT - 1000}},
                                           .part = CLR_PART_LAST, .host = &sum, .blocking = 1)));
    assert_int_equal(sum, sum_of(0, COUNT));
    sum = -1;
    assert_ok(stage.rig,
              clr_plan_run(stage.plan,
                           RUN(.queue = stage.rig->queue, .inputs = {{stage.input, 3, 500}},
                               .host = &sum, .arrays = &arrays, .array_count = 1, .blocking = 1)));
    assert_int_equal(sum, sum_of(3, 500));
    buffer_read(stage.rig, arrays.value, 0, &copied, sizeof copied);
    assert_int_equal(copied, sum_of(3, 500));
    clReleaseMemObject(arrays.value);
    close_stage(&stage);
}

/* A call that fails says which, and the next run is right. */
TEST(what_fails_is_told)
{
    static const clr_fault_call calls[] = {CLR_CALL_clEnqueueMapBuffer,
                                           CLR_CALL_clEnqueueUnmapMemObject};
    struct stage stage;

    open_stage(&stage, &has_host_buffers, NULL);
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        int64_t sum = -1;
        clr_status status;

        layer->arm_call(calls[i], 1, 0);
        status = clr_plan_run(stage.plan,
                              RUN(.queue = stage.rig->queue, .inputs = {{stage.input, 0, COUNT}},
                                  .host = &sum, .blocking = 1));
        layer->arm(0, 0);
        assert_error(stage.rig, i ? CLR_ERROR_DEVICE_MEMORY : CLR_ERROR_OPENCL, status, "result");
        assert_sum(&stage, stage.rig->queue, 1, 70);
    }
    close_stage(&stage);
}

/* ---- small arrays in one call ---- */

/* No call but these few: an upload of each input, the kernels, and one that waits. */
static void count_calls_of(struct stage *stage, const void *const *inputs, size_t input_count,
                           clr_fault_call waiting, bool is_mapped)
{
    clr_reduction reduction = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32);
    clr_fault_counts counts;
    int64_t value = 0;
    long commands = 0;

    reduction.op = input_count == 2 ? CLR_OPERATOR_DOT : CLR_OPERATOR_SUM;
    for (int i = 0; i < 3; i++) {
        layer->clear_counts();
        assert_ok(stage->rig, clr_reduce_all(stage->rig->context, &reduction, 1, inputs,
                                             input_count, COUNT, &value, sizeof value));
        layer->count(&counts);
    }
    assert_int_equal(counts.calls[CLR_CALL_clEnqueueWriteBuffer], (long)input_count);
    assert_int_equal(counts.calls[waiting], 1);
    for (int i = 0; i < CLR_CALL_COUNT; i++)
        if (i != CLR_CALL_clSetKernelArg && i != CLR_CALL_clGetMemObjectInfo)
            commands += counts.calls[i];
    commands -= counts.calls[CLR_CALL_clEnqueueNDRangeKernel];
    assert_int_equal(commands, (long)input_count + 1 + is_mapped);
    assert_true(counts.calls[CLR_CALL_clEnqueueNDRangeKernel] <= 2);
    assert_int_equal(counts.calls[CLR_CALL_clSetKernelArg], (long)input_count);
}

TEST(small_arrays_take_few_calls)
{
    static const clr_fault_device devices[] = {
        {0}, {.own_memory = 1}, {.own_memory = 1, .host_buffers = 1}};
    const void *const inputs[] = {numbers, numbers};

    for (size_t i = 0; i < sizeof devices / sizeof *devices; i++) {
        const bool is_mapped = devices[i].host_buffers != 0;
        struct stage stage;

        open_stage(&stage, &devices[i], NULL);
        for (size_t inputs_of = 1; inputs_of <= 2; inputs_of++)
            count_calls_of(&stage, inputs, inputs_of,
                           is_mapped ? CLR_CALL_clEnqueueMapBuffer : CLR_CALL_clEnqueueReadBuffer,
                           is_mapped);
        close_stage(&stage);
    }
}

/* An array that is not so small goes by one upload, or is read where it lies: by one run, too. */
TEST(larger_arrays_take_one_run)
{
    static const clr_fault_device devices[] = {{0}, {.own_memory = 1, .as_gpu = 1}};
    const clr_reduction reduction = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32);
    enum { LARGE = 100000 };
    int32_t *large = malloc(LARGE * sizeof *large);

    assert_non_null(large);
    for (size_t i = 0; i < sizeof devices / sizeof *devices; i++) {
        struct stage stage;
        int64_t is = 0;

        open_stage(&stage, &devices[i], NULL);
        for (int j = 0; j < LARGE; j++)
            large[j] = (int32_t)((uint32_t)j * 2654435761u >> 9);
        for (int time = 0; time < 3; time++) {
            int64_t sum = -1;

            large[time * 40000] += 1000;
            layer->clear_counts();
            assert_ok(stage.rig,
                      clr_reduce(stage.rig->context, &reduction, large, LARGE, &sum, sizeof sum));
            is = 0;
            for (int j = 0; j < LARGE; j++)
                is += large[j];
            assert_int_equal(sum, is);
        }
        assert_int_equal(clr_fault_called(layer, CLR_CALL_clEnqueueReadBuffer), 1);
        assert_true(clr_fault_called(layer, CLR_CALL_clEnqueueNDRangeKernel) <=
                    (long)clr_plan_launches(stage.plan, LARGE));
        assert_int_equal(clr_fault_called(layer, CLR_CALL_clWaitForEvents), 0);
        if (stage.rig->device->type & CL_DEVICE_TYPE_CPU)
            assert_int_equal(clr_fault_called(layer, CLR_CALL_clCreateBuffer), 1);
        else
            assert_int_equal(clr_fault_called(layer, CLR_CALL_clCreateBuffer), 0);
        close_stage(&stage);
    }
    free(large);
}

/* Whichever call fails, nobody reads the caller's memory when it has returned, and the next call is
 * right. */
TEST(a_small_array_that_fails_is_let_go)
{
    const clr_reduction reduction = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32);
    struct stage stage;
    long injected = 1;
    int64_t sum = -1;

    open_stage(&stage, &has_host_buffers, NULL);
    assert_ok(stage.rig,
              clr_reduce(stage.rig->context, &reduction, numbers, COUNT, &sum, sizeof sum));
    for (long at = 1; injected; at++) {
        clr_status status;

        sum = -1;
        layer->clear_counts();
        layer->arm(at, 0);
        status = clr_reduce(stage.rig->context, &reduction, numbers, COUNT, &sum, sizeof sum);
        injected = layer->injected(NULL);
        layer->arm(0, 0);
        assert_int_equal(status == CLR_OK, injected == 0);
        assert_int_equal(sum, status == CLR_OK ? sum_of(0, COUNT) : -1);
        if (status != CLR_OK && clr_fault_called(layer, CLR_CALL_clEnqueueWriteBuffer))
            assert_true(clr_fault_called(layer, CLR_CALL_clFinish) > 0);
        assert_ok(stage.rig,
                  clr_reduce(stage.rig->context, &reduction, numbers, 10, &sum, sizeof sum));
        assert_int_equal(sum, sum_of(0, 10));
    }
    close_stage(&stage);
}

void before_all(void)
{
    layer = clr_fault_needed();
    for (int i = 0; i < COUNT; i++)
        numbers[i] = i * 7919 - 4000000;
}
