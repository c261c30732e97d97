/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What cannot be is refused by the first call that sees it, with a sentence: counts of more bytes
 * than memory can have, inputs that nobody takes, results that go nowhere, streams of other shapes,
 * and a second thread in an object that serves one. Whatever fails leaves its out-parameters empty.
 */
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include "support.h"

#include <pthread.h>
#include <string.h>

enum { COUNT = 1000, TIMES = 100 };

static struct rig *rig;
static int32_t numbers[COUNT];
static int64_t total; /* of these */
static cl_mem input;

static const uint64_t counts[] = {UINT64_C(1) << 62, UINT64_C(1) << 63, UINT64_MAX,
                                  (UINT64_C(1) << 61) + 1};

/* ---- sizes ---- */

TEST(arrays_are_no_larger_than_memory)
{
    const clr_reduction sum = clr_reduction_of(CLR_OPERATOR_SUM, CLR_TYPE_I32);
    const clr_reduction dot = clr_reduction_of(CLR_OPERATOR_DOT, CLR_TYPE_I32);
    const void *const inputs[] = {numbers};
    clr_context *context = rig->context;
    clr_stream *stream = NULL;
    int64_t result = -1;

    assert_ok(rig, clr_stream_create(context, &sum, 1, NULL, &stream));
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        const uint64_t n = counts[i];

        assert_error(rig, CLR_ERROR_ARGUMENT,
                     clr_reduce(context, &sum, numbers, n, &result, sizeof result), "memory");
        assert_error(rig, CLR_ERROR_ARGUMENT,
                     clr_reduce_pair(context, &dot, numbers, numbers, n, &result, sizeof result),
                     "memory");
        assert_error(rig, CLR_ERROR_ARGUMENT,
                     clr_reduce_all(context, &sum, 1, inputs, 1, n, &result, sizeof result),
                     "memory");
        assert_error(rig, CLR_ERROR_ARGUMENT, clr_stream_take(stream, inputs, n), "memory");
    }
    assert_int_equal(result, -1);
    assert_ok(rig, clr_stream_take(stream, inputs, COUNT)); /* it goes on as if nothing had been */
    assert_ok(rig, clr_stream_result(stream, &result));
    assert_int_equal(result, total);
    clr_stream_destroy(stream);
}

TEST(places_are_no_larger_than_memory)
{
    const clr_reduction sum = clr_reduction_of(CLR_OPERATOR_SUM, CLR_TYPE_I32);
    clr_stream_options options = clr_stream_options_defaults();
    clr_accumulator *accumulator = NULL;
    clr_stream *stream = NULL;
    const void *const inputs[] = {numbers};
    char reason[200];
    int64_t result = -1;

    assert_error(rig, CLR_ERROR_ARGUMENT, clr_memory_adopt(rig->context, numbers, UINT64_MAX),
                 "memory can have");
    assert_error(rig, CLR_ERROR_ARGUMENT,
                 clr_memory_adopt(rig->context, numbers, UINT64_C(1) << 63), "memory can have");
    assert_error(rig, CLR_ERROR_ARGUMENT,
                 clr_reduce_all(rig->context, &sum, 1, inputs, 1, COUNT, &result, SIZE_MAX),
                 "memory can have");
    options.piece_capacity = UINT64_C(1) << 62;
    assert_error(rig, CLR_ERROR_ARGUMENT,
                 clr_stream_create(rig->context, &sum, 1, &options, &stream), "memory can have");
    assert_null(stream);
    assert_int_equal(clr_accumulator_load(numbers, SIZE_MAX, &accumulator, reason, sizeof reason),
                     CLR_ERROR_ARGUMENT);
    assert_non_null(strstr(reason, "memory can have"));
    assert_null(accumulator);
}

/* ---- inputs, results and shapes ---- */

TEST(inputs_are_as_many_as_are_taken)
{
    const clr_reduction sum = clr_reduction_of(CLR_OPERATOR_SUM, CLR_TYPE_I32);
    const void *const inputs[] = {numbers, numbers};
    clr_plan *plan = plan_of(rig, CLR_OPERATOR_SUM, CLR_TYPE_I32, NULL);
    int64_t result = -1;

    assert_error(rig, CLR_ERROR_ARGUMENT,
                 clr_reduce_all(rig->context, &sum, 1, inputs, 2, COUNT, &result, sizeof result),
                 "takes 1 input");
    assert_error(rig, CLR_ERROR_ARGUMENT,
                 clr_reduce_all(rig->context, &sum, 1, NULL, 2, 0, &result, sizeof result),
                 "takes 1 input");
    assert_error(
        rig, CLR_ERROR_ARGUMENT,
        clr_plan_run(plan, RUN(.queue = rig->queue,
                               .inputs = {{input, 0, COUNT}, {input, 0, COUNT}}, .host = &result)),
        "input y is given");
    assert_int_equal(result, -1);
    clr_plan_destroy(plan);
}

TEST(results_go_somewhere)
{
    const clr_arrays nothing = clr_arrays_defaults();
    clr_plan *plan = plan_of(rig, CLR_OPERATOR_SUM, CLR_TYPE_I32, NULL);
    int64_t result = -1;

    assert_error(rig, CLR_ERROR_ARGUMENT,
                 clr_plan_run(plan, RUN(.queue = rig->queue, .inputs = {{input, 0, COUNT}},
                                        .arrays = &nothing, .array_count = 1)),
                 "nothing but NULL");
    assert_ok(rig, clr_plan_run(plan, RUN(.queue = rig->queue, .inputs = {{input, 0, COUNT}},
                                          .arrays = &nothing, .array_count = 1, .host = &result,
                                          .blocking = 1)));
    assert_int_equal(result, total);
    clr_plan_destroy(plan);
}

/* A stream hands over elements, and no lists, masks or counts (nor shapes: test_shape_cases.c). */
TEST(streams_have_one_result)
{
    const clr_reduction sum = clr_reduction_of(CLR_OPERATOR_SUM, CLR_TYPE_I32);
    clr_stream_options options = clr_stream_options_defaults();
    clr_plan_options plans[3];
    clr_stream *stream = NULL;

    for (size_t i = 0; i < 3; i++)
        plans[i] = clr_plan_options_defaults();
    plans[0].index = CLR_TYPE_U32;
    plans[1].mask = CLR_MASK_BYTES;
    plans[2].device_count = 1;
    for (size_t i = 0; i < 3; i++) {
        options.plan = &plans[i];
        assert_error(rig, CLR_ERROR_ARGUMENT,
                     clr_stream_create(rig->context, &sum, 1, &options, &stream),
                     "is given to a stream");
        assert_null(stream);
    }
}

/* ---- what is left behind ---- */

TEST(out_parameters_are_empty_after_failures)
{
    cl_event event = (cl_event)numbers;
    clr_run run = {.size = 1, .queue = rig->queue, .event = &event};
    clr_plan *plan = plan_of(rig, CLR_OPERATOR_SUM, CLR_TYPE_I32, NULL);
    const clr_device *device = (const clr_device *)numbers;
    const clr_trace_event *events = (const clr_trace_event *)numbers;
    clr_type type = CLR_TYPE_F64;
    uint64_t inputs = 7, capacity = 7;
    size_t number = 7;

    assert_error(rig, CLR_ERROR_ARGUMENT, clr_plan_run(plan, &run), "clr_run.size");
    assert_ptr_equal(event, numbers); /* a struct of that size has no such member */
    run = (clr_run){.size = sizeof run, .queue = rig->queue, .event = &event};
    assert_error(rig, CLR_ERROR_ARGUMENT, clr_plan_run(plan, &run), "output is NULL");
    assert_null(event);
    event = (cl_event)numbers;
    assert_int_equal(clr_plan_run(NULL, &run), CLR_ERROR_ARGUMENT);
    assert_null(event);
    assert_int_equal(clr_device_list_pick(NULL, NULL, &device), CLR_ERROR_ARGUMENT);
    assert_null(device);
    assert_int_equal(clr_device_list_rank(NULL, NULL, NULL, 0, 0, NULL, &number),
                     CLR_ERROR_ARGUMENT);
    assert_int_equal(number, 0);
    number = 7;
    assert_int_equal(clr_plan_trace(plan, &events, &number), CLR_ERROR_ARGUMENT);
    assert_int_equal(number, 0);
    assert_null(events);
    assert_int_equal(clr_map_check("x +", CLR_TYPE_F32, &type, &inputs, NULL, 0),
                     CLR_ERROR_ARGUMENT);
    assert_int_equal(type, CLR_TYPE_DEFAULT);
    assert_int_equal(inputs, 0);
    assert_int_equal(clr_stream_map(NULL, NULL, &capacity), CLR_ERROR_ARGUMENT);
    assert_int_equal(capacity, 0);
    number = 7;
    assert_int_equal(clr_accumulator_store(NULL, NULL, 0, &number), CLR_ERROR_ARGUMENT);
    assert_int_equal(number, 0);
    clr_plan_destroy(plan);
}

/* ---- two threads ---- */

/* A run that waits for a gate, inside the call. */
struct waiting {
    clr_plan *plan;
    cl_event gate;
    int64_t result;
    clr_status status;
};

static void *wait_inside(void *argument)
{
    struct waiting *w = argument;

    do /* the other one may be inside just now */
        w->status = clr_plan_run(w->plan, RUN(.queue = rig->queue, .inputs = {{input, 0, COUNT}},
                                              .host = &w->result, .blocking = 1, .wait_count = 1,
                                              .wait_list = &w->gate));
    while (w->status == CLR_ERROR_ARGUMENT);
    return NULL;
}

TEST(plans_refuse_a_second_thread)
{
    const clr_reduction sum = clr_reduction_of(CLR_OPERATOR_SUM, CLR_TYPE_I32);
    struct waiting w = {0};
    clr_status status = CLR_OK;
    pthread_t thread;
    cl_int code;

    assert_ok(rig, clr_plan_create(rig->context, &sum, 1, NULL, &w.plan));
    w.gate = clCreateUserEvent(clr_context_opencl(rig->context), &code);
    assert_int_equal(pthread_create(&thread, NULL, wait_inside, &w), 0);
    while (status == CLR_OK) /* until the other one is inside; of no elements, and nowhere */
        status = clr_plan_run(w.plan, RUN(.queue = rig->queue, .part = CLR_PART_MORE));
    assert_error(rig, CLR_ERROR_ARGUMENT, status, "another thread");
    clSetUserEventStatus(w.gate, CL_COMPLETE);
    pthread_join(thread, NULL);
    assert_int_equal(w.status, CLR_OK);
    assert_int_equal(w.result, total);
    clReleaseEvent(w.gate);
    clr_plan_destroy(w.plan);
}

/* What a thread hands to a stream that is another's, too, is taken as a whole, or refused. */
struct taking {
    clr_stream *stream;
    int taken;
};

static void *take_often(void *argument)
{
    struct taking *t = argument;
    const void *const inputs[] = {numbers};

    for (int i = 0; i < TIMES; i++)
        t->taken += clr_stream_take(t->stream, inputs, COUNT) == CLR_OK;
    return NULL;
}

TEST(streams_refuse_a_second_thread)
{
    const clr_reduction sum = clr_reduction_of(CLR_OPERATOR_SUM, CLR_TYPE_I32);
    struct taking takings[2] = {{0}};
    pthread_t threads[2];
    int64_t result = -1;
    clr_stream *stream = NULL;

    assert_ok(rig, clr_stream_create(rig->context, &sum, 1, NULL, &stream));
    for (int i = 0; i < 2; i++) {
        takings[i].stream = stream;
        assert_int_equal(pthread_create(&threads[i], NULL, take_often, &takings[i]), 0);
    }
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert_ok(rig, clr_stream_result(stream, &result));
    assert_int_equal(result, total * (takings[0].taken + takings[1].taken));
    clr_stream_destroy(stream);
}

void before_all(void)
{
    rig = rig_at(0);
    for (int i = 0; i < COUNT; i++) {
        numbers[i] = i * 7919 - 40000;
        total += numbers[i];
    }
    input = buffer_of(rig, numbers, sizeof numbers);
}

void after_all(void)
{
    clReleaseMemObject(input);
}
