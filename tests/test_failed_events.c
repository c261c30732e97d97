/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs that wait for an event which fails: their own event fails, and so does the last part of an
 * input of which one part has failed, whatever the queue and whenever it becomes known; the plan's
 * next run is right again, also where the failed one was to leave something for it on the device.
 */
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include "support.h"

enum { COUNT = 3000, FAILURE = -5 };

static struct rig *rig;
static float numbers[COUNT];
static cl_mem input;

static cl_event gate_make(void)
{
    cl_int code;
    cl_event gate = clCreateUserEvent(clr_context_opencl(rig->context), &code);

    assert_int_equal(code, CL_SUCCESS);
    return gate;
}

static cl_command_queue queue_make(bool in_order)
{
    cl_int code;

    return clCreateCommandQueue(clr_context_opencl(rig->context), rig->device->device,
                                in_order ? 0 : CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &code);
}

/* Whether what was run, or is to run, is known to have failed once it has ended. */
static bool has_failed(clr_status status, cl_event event)
{
    cl_int state = CL_COMPLETE;

    if (status != CLR_OK) {
        assert_null(event);
        return true;
    }
    clWaitForEvents(1, &event);
    assert_int_equal(
        clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL),
        CL_SUCCESS);
    clReleaseEvent(event);
    return state < 0;
}

/* A sum of all on the same queue. */
static void expect_right(clr_plan *plan, cl_command_queue queue)
{
    float sum = 0;

    assert_ok(rig, clr_plan_run(plan, RUN(.queue = queue, .inputs = {{input, 0, COUNT}},
                                          .host = &sum, .blocking = 1)));
    assert_true(sum == (float)COUNT);
}

/* Three parts, of which the second one waits for the gate, which fails before the last one is
 * there, or behind it. */
static void parts(clr_plan *plan, cl_command_queue queue, bool is_early, bool blocks)
{
    cl_event gate = gate_make(), last = NULL;
    float sum = 0;
    clr_status status;

    assert_ok(rig, clr_plan_run(plan, RUN(.queue = queue, .inputs = {{input, 0, 1000}},
                                          .part = CLR_PART_MORE)));
    clFinish(queue); /* PoCL 3.1 aborts if one event fails while another is still waited for */
    assert_ok(rig,
              clr_plan_run(plan, RUN(.queue = queue, .inputs = {{input, 1000, 1000}},
                                     .part = CLR_PART_MORE, .wait_count = 1, .wait_list = &gate)));
    if (is_early)
        clSetUserEventStatus(gate, FAILURE);
    status = clr_plan_run(plan, RUN(.queue = queue, .inputs = {{input, 2000, 1000}},
                                    .part = CLR_PART_LAST, .host = &sum, .event = &last,
                                    .blocking = is_early && blocks));
    if (!is_early)
        clSetUserEventStatus(gate, FAILURE);
    assert_true(has_failed(status, last));
    assert_true(sum == 0);
    clr_plan_discard(plan);
    expect_right(plan, queue);
    clReleaseEvent(gate);
}

static clr_plan *sum_make(clr_shape shape)
{
    const clr_reduction sum = clr_reduction_of(CLR_OPERATOR_SUM, CLR_TYPE_F32);
    clr_plan_options options = clr_plan_options_defaults();
    clr_plan *plan = NULL;

    options.shape = shape;
    assert_ok(rig, clr_plan_create(rig->context, &sum, 1, &options, &plan));
    return plan;
}

TEST(the_last_part_fails_with_any)
{
    clr_plan *plan = sum_make(CLR_SHAPE_FLAT);

    for (int way = 0; way < 8; way++) {
        cl_command_queue queue = queue_make(way & 1);

        if (queue) { /* not all devices have queues out of order */
            parts(plan, queue, way & 2, way & 4);
            clReleaseCommandQueue(queue);
        }
    }
    clr_plan_destroy(plan);
}

/* The message says what to do, and nothing is kept of parts that have failed. */
TEST(failed_parts_have_no_accumulator)
{
    clr_plan *plan = sum_make(CLR_SHAPE_FLAT);
    clr_accumulator *accumulator = NULL;
    cl_event gate = gate_make();
    float sum = 0;

    assert_ok(rig,
              clr_plan_run(plan, RUN(.queue = rig->queue, .inputs = {{input, 0, 1000}},
                                     .part = CLR_PART_MORE, .wait_count = 1, .wait_list = &gate)));
    clSetUserEventStatus(gate, FAILURE);
    clFinish(rig->queue);
    assert_error(rig, CLR_ERROR_OPENCL,
                 clr_plan_run(plan, RUN(.queue = rig->queue, .inputs = {{input, 0, 1000}},
                                        .host = &sum, .wait_count = 1, .wait_list = &gate)),
                 "wait_list[0] has failed");
    assert_error(rig, CLR_ERROR_OPENCL, clr_plan_accumulator(plan, 0, &accumulator),
                 "clr_plan_discard()");
    assert_null(accumulator);
    assert_error(rig, CLR_ERROR_OPENCL,
                 clr_plan_run(plan, RUN(.queue = rig->queue, .part = CLR_PART_LAST, .host = &sum)),
                 "clr_plan_discard()");
    expect_right(plan, rig->queue); /* as a whole, which has nothing to do with parts */
    assert_error(rig, CLR_ERROR_OPENCL,
                 clr_plan_run(plan, RUN(.queue = rig->queue, .part = CLR_PART_LAST, .host = &sum)),
                 "clr_plan_discard()");
    clr_plan_discard(plan);
    expect_right(plan, rig->queue);
    clReleaseEvent(gate);
    clr_plan_destroy(plan);
}

/* Rows, of which the first run of a plan tells the device the axes, and clears its lists. */
TEST(what_failed_runs_were_to_leave_is_left_again)
{
    const uint64_t extents[] = {3, COUNT / 3};
    const clr_axes axes = {.size = sizeof axes, .rank = 2, .reduced = 1 << 1, .extents = extents};
    clr_arrays arrays = clr_arrays_defaults();

    arrays.value = buffer_untouched(rig, 3 * sizeof(float));
    for (int way = 0; way < 4; way++) {
        clr_plan *plan = sum_make(CLR_SHAPE_AXES);
        cl_command_queue queue = queue_make(way & 1);
        cl_event gate = gate_make(), last = NULL;
        clr_run run = {.size = sizeof run,
                       .queue = queue ? queue : rig->queue,
                       .inputs = {{input, 0, COUNT}},
                       .axes = &axes,
                       .arrays = &arrays,
                       .array_count = 1,
                       .wait_count = 1,
                       .wait_list = &gate};
        float sums[3];

        run.event = way & 2 ? &last : NULL;
        assert_ok(rig, clr_plan_run(plan, &run));
        clSetUserEventStatus(gate, FAILURE);
        if (run.event)
            assert_true(has_failed(CLR_OK, last));
        clFinish(run.queue);
        run.wait_count = 0;
        run.wait_list = NULL;
        run.event = NULL;
        assert_ok(rig, clr_plan_run(plan, &run));
        clFinish(run.queue);
        buffer_read(rig, arrays.value, 0, sums, sizeof sums);
        for (size_t k = 0; k < 3; k++)
            assert_true(sums[k] == (float)(COUNT / 3));
        clReleaseEvent(gate);
        if (queue)
            clReleaseCommandQueue(queue);
        clr_plan_destroy(plan);
    }
    clReleaseMemObject(arrays.value);
}

void before_all(void)
{
    rig = rig_at(0);
    for (size_t i = 0; i < COUNT; i++)
        numbers[i] = 1;
    input = buffer_of(rig, numbers, sizeof numbers);
}

void after_all(void)
{
    clReleaseMemObject(input);
}
