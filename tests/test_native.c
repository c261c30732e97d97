/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Plans whose runs the host folds in the caller's queue: which plans they are; buffers in whatever
 * order they were made, twice in one run, with offsets, hidden from the host; either kind of queue;
 * runs that outlive their plan, and runs whose event fails. What they compute, the tests of shapes,
 * exact cases, masks and indices say (...-native).
 */
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include "support.h"

#include <stdlib.h>
#include <string.h>

enum { COUNT = 3000, LARGE = 1 << 19 };

static struct rig *rig;

static clr_reduction exact(clr_operator op, clr_type type)
{
    clr_reduction reduction = CLR_REDUCTION(op, type);

    reduction.accuracy = CLR_ACCURACY_EXACT;
    return reduction;
}

static const clr_plan_options of_rows = {.size = sizeof of_rows, .shape = CLR_SHAPE_AXES};

static clr_plan *make(const clr_reduction *reduction, const clr_plan_options *options)
{
    clr_plan *plan;

    assert_ok(rig, clr_plan_create(rig->context, reduction, 1, options, &plan));
    return plan;
}

/* Runs a plan of rows over one row of spans x and y, of `count` elements each. */
static void run_row(clr_plan *plan, const clr_run *of, uint64_t count, cl_mem values)
{
    const uint64_t extents[] = {1, count};
    const clr_axes axes = {.size = sizeof axes, .rank = 2, .extents = extents, .reduced = 2};
    const clr_arrays arrays = {.size = sizeof arrays, .value = values};
    clr_run run = *of;

    run.axes = &axes;
    run.arrays = &arrays;
    run.array_count = 1;
    assert_ok(rig, clr_plan_run(plan, &run));
}

static clr_plan_info info_of(const clr_plan *plan)
{
    clr_plan_info info = {.size = sizeof info};

    assert_int_equal(clr_plan_describe(plan, &info), CLR_OK);
    return info;
}

static bool is_native(const clr_reduction *reduction, const clr_plan_options *options)
{
    clr_plan *plan = make(reduction, options);
    const bool is_native = info_of(plan).native != 0;

    clr_plan_destroy(plan);
    return is_native;
}

/* A device that is no CPU, or whose driver offers no native kernels, has nothing to try. */
static bool has_native(void)
{
    const clr_reduction sum = exact(CLR_OPERATOR_SUM, CLR_TYPE_F32);

    rig = rig_at((rig_count(), 0));
    return is_native(&sum, &of_rows);
}

#define SKIP_WITHOUT_NATIVE()                                                                      \
    if (!has_native())                                                                             \
    skip()

TEST(plans_that_leave_it_open_are_native)
{
    clr_plan_options named = of_rows, sized = of_rows, automatic = of_rows, left = of_rows;
    clr_plan_options labels = of_rows;
    clr_reduction sum;

    SKIP_WITHOUT_NATIVE();
    named.strategy = "tile/best/rows";
    sized.vector_width = 4;
    automatic.strategy = "auto";
    left.states = 10;
    labels.shape = CLR_SHAPE_LABELS;
    sum = exact(CLR_OPERATOR_SUM, CLR_TYPE_F32);
    assert_true(is_native(&sum, &automatic) && is_native(&sum, &labels));
    assert_false(is_native(&sum, NULL) || is_native(&sum, &named) || is_native(&sum, &sized) ||
                 is_native(&sum, &left));
    sum.map = "x * 0.1f"; /* a map that computes with floats */
    assert_false(is_native(&sum, &of_rows));
    sum = exact(CLR_OPERATOR_SUM, CLR_TYPE_F32);
    sum.accuracy = CLR_ACCURACY_FAST;
    assert_false(is_native(&sum, &of_rows));
}

/* ---- buffers ---- */

static cl_mem buffer_with(cl_mem_flags flags, size_t size, void *bytes)
{
    cl_int code;
    cl_mem buffer = clCreateBuffer(clr_context_opencl(rig->context), flags, size, bytes, &code);

    assert_int_equal(code, CL_SUCCESS);
    return buffer;
}

static cl_mem part_of(cl_mem buffer, size_t origin, size_t size)
{
    const cl_buffer_region region = {origin, size};
    cl_int code;
    cl_mem part = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &code);

    assert_int_equal(code, CL_SUCCESS);
    return part;
}

/* Sum of x y over two spans. */
static double dot(clr_plan *plan, clr_span x, clr_span y, cl_mem output, uint64_t index)
{
    double read;

    run_row(plan, RUN(.queue = rig->queue, .inputs = {x, y}, .output_index = index), x.count,
            output);
    buffer_read(rig, output, index * sizeof read, &read, sizeof read);
    return read;
}

TEST(buffers_are_found_however_they_were_made)
{
    const clr_reduction reduction = exact(CLR_OPERATOR_DOT, CLR_TYPE_F64);
    double ones[COUNT], twos[COUNT];
    cl_mem output, first, second, part, hidden;
    clr_plan *plan;

    SKIP_WITHOUT_NATIVE();
    for (int i = 0; i < COUNT; i++) {
        ones[i] = i < 1024 ? 1 : 10;
        twos[i] = 2;
    }
    output = buffer_with(CL_MEM_READ_WRITE | CL_MEM_HOST_READ_ONLY, 10 * sizeof(double), NULL);
    second = buffer_of(rig, twos, sizeof twos);
    first = buffer_of(rig, ones, sizeof ones);
    part = part_of(first, 1024 * sizeof(double), 1000 * sizeof(double));
    hidden = buffer_with(CL_MEM_COPY_HOST_PTR | CL_MEM_HOST_NO_ACCESS, sizeof twos, twos);
    plan = make(&reduction, &of_rows);
    assert_true(dot(plan, (clr_span){first, 0, 100}, (clr_span){second, 0, 100}, output, 3) == 200);
    assert_true(dot(plan, (clr_span){second, 0, 100}, (clr_span){first, 7, 100}, output, 0) == 200);
    assert_true(dot(plan, (clr_span){first, 1020, 8}, (clr_span){first, 1020, 8}, output, 9) ==
                404);
    assert_true(dot(plan, (clr_span){part, 1, 99}, (clr_span){first, 1024, 99}, output, 1) == 9900);
    assert_true(dot(plan, (clr_span){part, 1, 99}, (clr_span){hidden, 5, 99}, output, 1) == 1980);
    clr_plan_destroy(plan);
    clReleaseMemObject(part);
    clReleaseMemObject(hidden);
    clReleaseMemObject(first);
    clReleaseMemObject(second);
    clReleaseMemObject(output);
}

/* ---- order ---- */

static cl_command_queue queue_make(bool in_order)
{
    cl_int code;
    cl_command_queue queue =
        clCreateCommandQueue(clr_context_opencl(rig->context), rig->device->device,
                             in_order ? 0 : CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &code);

    assert_int_equal(code, CL_SUCCESS);
    return queue;
}

/* Many runs, each behind the one before. */
static void run_in_turn(cl_command_queue queue, cl_mem input, cl_mem output)
{
    clr_reduction reduction = exact(CLR_OPERATOR_SUM, CLR_TYPE_F32);
    clr_plan *plan;
    float read[8];

    reduction.result = CLR_TYPE_F32;
    plan = make(&reduction, &of_rows);
    for (uint64_t i = 0; i < 8; i++)
        run_row(plan, RUN(.queue = queue, .inputs = {{input, 0, 100 * i + 1}}, .output_index = i),
                100 * i + 1, output);
    clFinish(queue);
    buffer_read(rig, output, 0, read, sizeof read);
    for (int i = 0; i < 8; i++)
        assert_true(read[i] == (float)(100 * i + 1));
    clr_plan_destroy(plan);
}

TEST(runs_come_in_turn_on_queues_of_either_kind)
{
    float ones[COUNT];
    cl_mem input, output;

    SKIP_WITHOUT_NATIVE();
    for (int i = 0; i < COUNT; i++)
        ones[i] = 1;
    input = buffer_of(rig, ones, sizeof ones);
    output = buffer_untouched(rig, 8 * sizeof(float));
    for (int in_order = 0; in_order < 2; in_order++) {
        cl_command_queue queue = queue_make(in_order);

        run_in_turn(queue, input, output);
        clReleaseCommandQueue(queue);
    }
    clReleaseMemObject(input);
    clReleaseMemObject(output);
}

static cl_event gate_make(void)
{
    cl_int code;
    cl_event gate = clCreateUserEvent(clr_context_opencl(rig->context), &code);

    assert_int_equal(code, CL_SUCCESS);
    return gate;
}

/* The run waits for the gate, and plan and input are gone before it opens. */
TEST(runs_outlive_their_plan)
{
    clr_reduction reduction = exact(CLR_OPERATOR_SUM, CLR_TYPE_F32);
    float *ones, sum = 0;
    cl_event gate, end = NULL;
    clr_plan *plan;
    cl_mem input, output;

    SKIP_WITHOUT_NATIVE();
    ones = malloc(LARGE * sizeof *ones);
    reduction.result = CLR_TYPE_F32;
    reduction.where = "x > 0 && i < n - 1";
    for (int i = 0; i < LARGE; i++)
        ones[i] = 1;
    input = buffer_of(rig, ones, LARGE * sizeof *ones);
    output = buffer_untouched(rig, sizeof sum);
    free(ones);
    gate = gate_make();
    plan = make(&reduction, &of_rows);
    run_row(plan,
            RUN(.queue = rig->queue, .inputs = {{input, 0, LARGE}}, .wait_count = 1,
                .wait_list = &gate, .event = &end),
            LARGE, output);
    clr_plan_destroy(plan);
    clReleaseMemObject(input);
    assert_int_equal(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    assert_int_equal(clWaitForEvents(1, &end), CL_SUCCESS);
    buffer_read(rig, output, 0, &sum, sizeof sum);
    assert_true(sum == LARGE - 1);
    clReleaseEvent(gate);
    clReleaseEvent(end);
    clReleaseMemObject(output);
}

/* A run behind a failed event fails, and writes nothing; the next one is right. Intel's runtime
 * goes on behind such an event (docs/history/2026-11-26-drivers.md). */
TEST(a_failed_event_fails_the_run)
{
    clr_reduction reduction = exact(CLR_OPERATOR_SUM, CLR_TYPE_F32);
    const float numbers[] = {1, 2, 3};
    float sum = -1;
    cl_int state = CL_COMPLETE;
    cl_event gate, end = NULL;
    clr_plan *plan;
    cl_mem input, output;

    SKIP_WITHOUT_NATIVE();
    if (strstr(rig->device->platform_name, "Intel"))
        skip();
    reduction.result = CLR_TYPE_F32;
    input = buffer_of(rig, numbers, sizeof numbers);
    output = buffer_of(rig, &sum, sizeof sum);
    gate = gate_make();
    plan = make(&reduction, &of_rows);
    run_row(plan,
            RUN(.queue = rig->queue, .inputs = {{input, 0, 3}}, .wait_count = 1, .wait_list = &gate,
                .event = &end),
            3, output);
    clSetUserEventStatus(gate, -5);
    clWaitForEvents(1, &end);
    assert_int_equal(
        clGetEventInfo(end, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL),
        CL_SUCCESS);
    buffer_read(rig, output, 0, &sum, sizeof sum);
    assert_true(state < 0 && sum == -1);
    run_row(plan, RUN(.queue = rig->queue, .inputs = {{input, 0, 3}}, .blocking = 1), 3, output);
    buffer_read(rig, output, 0, &sum, sizeof sum);
    assert_true(sum == 6);
    clr_plan_destroy(plan);
    clReleaseEvent(gate);
    clReleaseEvent(end);
    clReleaseMemObject(input);
    clReleaseMemObject(output);
}
