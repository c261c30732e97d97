/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A program as it was written for version 0.1: built against the header of then, and run with the
 * library of now. Of what 0.1 offered it leaves out the two calls that have another signature since
 * 0.2, clr_reduce() and clr_reduce_all().
 */
#include "clreduce_0_1.h"
#include "unit.h"

#include <string.h>

enum { COUNT = 1000 };

static clr_context *context;
static cl_command_queue queue;
static cl_int numbers[COUNT];
static int said;

static void listen(void *user, clr_log_level level, const char *text)
{
    (void)level;
    (void)text;
    ++*(int *)user;
}

static void assert_ok(clr_status status)
{
    if (status != CLR_OK)
        fail_msg("%s", clr_context_error(context)->message);
}

TEST(opens_a_context)
{
    clr_context_options options = {.size = sizeof options, .log = listen, .log_user = &said};
    const cl_queue_properties properties[] = {0};
    const clr_device *device = NULL;
    clr_device_list *list = NULL;
    clr_device_fact fact;
    cl_int code;

    assert_int_equal(clr_device_list_create(&list), CLR_OK);
    assert_int_equal(clr_device_list_pick(list, NULL, &device), CLR_OK);
    assert_int_equal(device->size, sizeof *device);
    assert_true(clr_device_fact_at(device, 0, &fact));
    clr_device_list_destroy(list);
    assert_ok(clr_context_create(&options, &context));
    assert_non_null(clr_context_device(context)->name);
    queue = clCreateCommandQueueWithProperties(
        clr_context_opencl(context), clr_context_device(context)->device, properties, &code);
    assert_int_equal(code, CL_SUCCESS);
    for (cl_int i = 0; i < COUNT; i++)
        numbers[i] = i % 7 - 3;
}

TEST(asks_the_tables)
{
    struct {
        clr_operator_info info;
        cl_ulong behind;
    } op = {.info = {.size = sizeof op.info}, .behind = 77};
    clr_strategy_info strategy = {.size = sizeof strategy};

    assert_int_equal(clr_operator_describe(CLR_OPERATOR_ARGMAX, &op.info), CLR_OK);
    assert_string_equal(op.info.name, "argmax");
    assert_int_equal(op.info.has_index, 1);
    assert_int_equal(op.behind, 77);
    assert_int_equal(clr_strategy_describe("race", &strategy), CLR_OK);
    assert_false(strategy.is_sound);
    assert_int_equal(strlen(strategy.lesson) > 0, 1);
}

TEST(makes_and_runs_a_plan)
{
    const clr_reduction reductions[] = {CLR_REDUCTION(CLR_OPERATOR_ARGMAX, CLR_TYPE_I32),
                                        CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32)};
    const clr_plan_options options = {.size = sizeof options, .strategy = "two-pass"};
    struct {
        struct {
            cl_int value;
            cl_ulong index;
        } argmax;
        cl_long sum;
    } record;
    struct {
        clr_plan_info info;
        cl_ulong behind;
    } plan_is = {.info = {.size = sizeof plan_is.info}, .behind = 77};
    struct {
        clr_run run;
        cl_ulong behind[8]; /* what a later version would take for members of its own */
    } asked;
    clr_result result = {.size = sizeof result};
    char reason[100];
    clr_plan *plan = NULL;
    cl_event event = NULL;
    cl_int code;
    cl_mem buffer = clCreateBuffer(clr_context_opencl(context), CL_MEM_COPY_HOST_PTR,
                                   sizeof numbers, numbers, &code);

    assert_int_equal(code, CL_SUCCESS);
    assert_int_equal(
        clr_plan_check(clr_context_device(context), reductions, 2, &options, reason, sizeof reason),
        CLR_OK);
    assert_ok(clr_plan_create(context, reductions, 2, &options, &plan));
    assert_ok(clr_plan_describe(plan, &plan_is.info));
    assert_int_equal(plan_is.info.result_size, sizeof record);
    assert_string_equal(plan_is.info.strategy, "two-pass");
    assert_non_null(plan_is.info.build_options); /* the last member */
    assert_int_equal(plan_is.behind, 77);
    assert_ok(clr_plan_result(plan, 1, &result));
    assert_int_equal(result.offset, 16);
    assert_true(result.status_offset == CLR_UNKNOWN);
    memset(&asked, 0xff, sizeof asked);
    asked.run = (clr_run){.size = sizeof asked.run,
                          .queue = queue,
                          .inputs = {{buffer, 0, COUNT}},
                          .host = &record,
                          .event = &event};
    assert_ok(clr_plan_run(plan, &asked.run));
    assert_int_equal(clWaitForEvents(1, &event), CL_SUCCESS);
    clReleaseEvent(event);
    assert_int_equal(record.argmax.value, 3);
    assert_int_equal(record.argmax.index, 6);
    assert_int_equal(record.sum, -3); /* of -3 .. 3 again and again, and -3 .. 2 */
    clr_plan_destroy(plan);
    clReleaseMemObject(buffer);
}

TEST(feeds_a_stream)
{
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32);
    const clr_stream_options options = {.size = sizeof options, .piece_capacity = 300};
    clr_stream_times times = {.size = sizeof times};
    clr_stream *stream = NULL;
    uint64_t capacity, done = 0;
    cl_long total = 0;
    void *room;

    assert_ok(clr_stream_create(context, &sum, 1, &options, &stream));
    for (; done < COUNT; done += capacity) {
        assert_ok(clr_stream_map(stream, &room, &capacity));
        assert_int_equal(capacity, 300);
        if (capacity > COUNT - done)
            capacity = COUNT - done;
        memcpy(room, numbers + done, (size_t)capacity * sizeof *numbers);
        assert_ok(clr_stream_submit(stream, capacity));
    }
    assert_ok(clr_stream_result(stream, &total));
    assert_int_equal(total, -3);
    assert_int_equal(clr_stream_describe(stream, &times), CLR_OK);
    clr_stream_destroy(stream);
}

/* Without a device: the bytes of a sum of nothing, as clr_accumulator_store() has them. */
TEST(keeps_an_accumulator)
{
    clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32);
    clr_accumulator_info info = {.size = sizeof info};
    clr_accumulator *accumulator = NULL, *again = NULL;
    clr_stream *stream = NULL;
    unsigned char bytes[1000];
    size_t size = 0;
    float total = 1;

    sum.accuracy = CLR_ACCURACY_EXACT;
    assert_ok(clr_stream_create(context, &sum, 1, NULL, &stream));
    assert_ok(clr_stream_accumulator(stream, 0, &accumulator));
    clr_stream_destroy(stream);
    assert_int_equal(clr_accumulator_store(accumulator, bytes, sizeof bytes, &size), CLR_OK);
    assert_int_equal(clr_accumulator_load(bytes, size, &again, NULL, 0), CLR_OK);
    assert_int_equal(clr_accumulator_merge(again, accumulator, NULL, 0), CLR_OK);
    assert_int_equal(clr_accumulator_describe(again, &info), CLR_OK);
    assert_int_equal(info.op, CLR_OPERATOR_SUM);
    assert_int_equal(info.store_size, size);
    assert_int_equal(clr_accumulator_round(again, &total, sizeof total, NULL, 0), CLR_OK);
    assert_true(total == 0);
    clr_accumulator_destroy(again);
    clr_accumulator_destroy(accumulator);
}

TEST(asks_for_a_block)
{
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32);
    const clr_block block = {.size = sizeof block, .reduction = &sum, .group_size = 64};
    clr_block_info info = {.size = sizeof info};

    assert_ok(clr_device_source(context, &block, &info));
    assert_non_null(strstr(info.source, "clr_group_sum_i32"));
    assert_int_equal(info.type, CLR_TYPE_I64);
}

TEST(brings_an_operator)
{
    const clr_custom custom = {
        .size = sizeof custom,
        .source = "typedef int state; typedef int result;\n"
                  "state identity(void) { return 0; }\n"
                  "state lift(element x, ulong i) { return (int)x; }\n"
                  "state combine(state a, state b) { return a + b; }\n"
                  "result lower(state s, ulong n) { return s; }\n",
        .is_commutative = 1,
    };
    clr_reduction reduction = CLR_REDUCTION(CLR_OPERATOR_CUSTOM, CLR_TYPE_I32);
    clr_stream *stream = NULL;
    uint64_t capacity;
    cl_int total = 0;
    void *room;

    reduction.custom = &custom;
    assert_ok(clr_stream_create(context, &reduction, 1, NULL, &stream));
    assert_ok(clr_stream_map(stream, &room, &capacity));
    memcpy(room, numbers, sizeof numbers);
    assert_ok(clr_stream_submit(stream, COUNT));
    assert_ok(clr_stream_result(stream, &total));
    assert_int_equal(total, -3);
    clr_stream_destroy(stream);
}

TEST(traces_what_is_wrong_by_design)
{
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32);
    const clr_plan_options options = {
        .size = sizeof options, .strategy = "serial", .unsound = 1, .trace = 1};
    const clr_trace_event *events = NULL;
    clr_plan *plan = NULL;
    cl_long total = 0;
    size_t count = 0;
    cl_int code;
    cl_mem buffer = clCreateBuffer(clr_context_opencl(context), CL_MEM_COPY_HOST_PTR,
                                   sizeof numbers, numbers, &code);

    assert_ok(clr_plan_create(context, &sum, 1, &options, &plan));
    assert_ok(clr_plan_run(plan, &(clr_run){.size = sizeof(clr_run),
                                            .queue = queue,
                                            .inputs = {{buffer, 0, 100}},
                                            .host = &total}));
    assert_int_equal(clFinish(queue), CL_SUCCESS);
    assert_ok(clr_plan_trace(plan, &events, &count));
    assert_true(count > 100);
    clr_plan_destroy(plan);
    clReleaseMemObject(buffer);
}

TEST(closes_it)
{
    clReleaseCommandQueue(queue);
    clr_context_destroy(context);
    context = NULL;
}
