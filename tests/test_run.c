/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Running plans as OpenCL programs do: any queue, events in and out, offsets, sub-buffers, results
 * on the device, several runs in flight; and everything that must be refused before it is enqueued.
 */
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include "support.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { COUNT = 10007 };

static int32_t *numbers_make(int64_t *sum)
{
    int32_t *numbers = malloc(COUNT * sizeof *numbers);

    assert_non_null(numbers);
    *sum = 0;
    for (int i = 0; i < COUNT; i++) {
        numbers[i] = i * 7919 - 40000000;
        *sum += numbers[i];
    }
    return numbers;
}

/* A sum of i32 on the first device: what every test here works with. */
struct stage {
    struct rig *rig;
    int32_t *numbers;
    int64_t sum;
    cl_mem input;
    cl_mem output; /* four results */
    clr_plan *plan;
};

static struct stage stage_make(const char *strategy)
{
    const clr_plan_options options = {.size = sizeof options, .strategy = strategy};
    int64_t marks[4] = {-1, -2, -3, -4};
    struct stage stage = {0};

    assert_true(rig_count() > 0);
    stage.rig = rig_at(0);
    stage.numbers = numbers_make(&stage.sum);
    stage.input = buffer_of(stage.rig, stage.numbers, COUNT * sizeof *stage.numbers);
    stage.output = buffer_of(stage.rig, marks, sizeof marks);
    stage.plan = plan_of(stage.rig, CLR_OPERATOR_SUM, CLR_TYPE_I32, &options);
    return stage;
}

static void stage_destroy(struct stage *stage)
{
    clr_plan_destroy(stage->plan);
    clReleaseMemObject(stage->output);
    clReleaseMemObject(stage->input);
    free(stage->numbers);
}

static cl_command_queue queue_make(const struct rig *rig, cl_command_queue_properties properties)
{
    cl_int code;
    cl_command_queue queue = clCreateCommandQueue(clr_context_opencl(rig->context),
                                                  rig->device->device, properties, &code);

    return code == CL_SUCCESS ? queue : NULL;
}

/* ---- what works ---- */

TEST(writes_one_result_where_it_is_told)
{
    static const char *const strategies[] = {NULL, "sequential", "sequential-host", "atomic"};

    for (size_t s = 0; s < sizeof strategies / sizeof *strategies; s++) {
        struct stage stage = stage_make(strategies[s]);
        int64_t results[4];

        assert_ok(stage.rig,
                  clr_plan_run(stage.plan,
                               RUN(.queue = stage.rig->queue, .inputs = {{stage.input, 0, COUNT}},
                                   .output = stage.output, .output_index = 2)));
        buffer_read(stage.rig, stage.output, 0, results, sizeof results);
        assert_int_equal(results[0], -1);
        assert_int_equal(results[1], -2);
        assert_int_equal(results[2], stage.sum);
        assert_int_equal(results[3], -4);
        stage_destroy(&stage);
    }
}

/* Memory of clSVMAlloc() is that of a buffer, and is not copied: what the host changes is seen. */
TEST(reduces_shared_virtual_memory)
{
    struct stage stage = stage_make("auto");
    const cl_context context = clr_context_opencl(stage.rig->context);
    const size_t size = COUNT * sizeof(int32_t);
    cl_device_svm_capabilities svm = 0;
    int64_t results[4];
    int32_t *shared;
    cl_mem buffer;
    cl_int code;

    clGetDeviceInfo(stage.rig->device->device, CL_DEVICE_SVM_CAPABILITIES, sizeof svm, &svm, NULL);
    if (!svm) {
        stage_destroy(&stage);
        skip();
    }
    shared = clSVMAlloc(context, CL_MEM_READ_WRITE, size, 0);
    assert_non_null(shared);
    buffer = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, size, shared, &code);
    assert_int_equal(code, CL_SUCCESS);
    for (int64_t more = 0; more < 3; more++) {
        assert_int_equal(
            clEnqueueSVMMap(stage.rig->queue, CL_TRUE, CL_MAP_WRITE, shared, size, 0, NULL, NULL),
            CL_SUCCESS);
        memcpy(shared, stage.numbers, size);
        shared[COUNT - 1] += (int32_t)more;
        assert_int_equal(clEnqueueSVMUnmap(stage.rig->queue, shared, 0, NULL, NULL), CL_SUCCESS);
        assert_ok(stage.rig, clr_plan_run(stage.plan, RUN(.queue = stage.rig->queue,
                                                          .inputs = {{buffer, 0, COUNT}},
                                                          .output = stage.output)));
        buffer_read(stage.rig, stage.output, 0, results, sizeof results);
        assert_int_equal(results[0], stage.sum + more);
    }
    clReleaseMemObject(buffer);
    clSVMFree(context, shared);
    stage_destroy(&stage);
}

/* What waits for a gate that is closed does not end, however long one looks. */
static void assert_waits(cl_event event)
{
    for (int look = 0; look < 100; look++) {
        const struct timespec pause = {0, 100000};
        cl_int status = CL_COMPLETE;

        assert_int_equal(
            clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL),
            CL_SUCCESS);
        assert_int_not_equal(status, CL_COMPLETE);
        nanosleep(&pause, NULL);
    }
}

TEST(waits_for_events_and_gives_one)
{
    /* Those that finish on the host would wait for a gate that is to be opened later. */
    static const char *const strategies[] = {"two-pass", "one-group", "sequential", "atomic"};

    for (size_t s = 0; s < sizeof strategies / sizeof *strategies; s++)
        for (int way = 0; way < 4; way++) {
            const bool in_order = way & 1, has_run = way & 2;
            struct stage stage = stage_make(strategies[s]);
            cl_command_queue queue =
                queue_make(stage.rig, in_order ? 0 : CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
            int32_t *changed = calloc(COUNT, sizeof *changed);
            cl_event gate, written, done = NULL;
            int64_t sum = -1;
            cl_int code;

            if (!queue)
                queue = queue_make(stage.rig, 0);
            if (has_run) /* elsewhere: this run follows that one, too */
                assert_ok(stage.rig, clr_plan_run(stage.plan, RUN(.queue = stage.rig->queue,
                                                                  .output = stage.output)));
            /* The run must see what a write behind a closed gate will bring. */
            changed[COUNT - 1] = 77;
            gate = clCreateUserEvent(clr_context_opencl(stage.rig->context), &code);
            assert_int_equal(code, CL_SUCCESS);
            assert_int_equal(clEnqueueWriteBuffer(queue, stage.input, CL_FALSE, 0,
                                                  COUNT * sizeof *changed, changed, 1, &gate,
                                                  &written),
                             CL_SUCCESS);
            assert_ok(
                stage.rig,
                clr_plan_run(stage.plan,
                             RUN(.queue = queue, .inputs = {{stage.input, 0, COUNT}}, .host = &sum,
                                 .wait_count = 1, .wait_list = &written, .event = &done)));
            assert_non_null(done);
            assert_waits(done);
            assert_int_equal(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
            assert_int_equal(clWaitForEvents(1, &done), CL_SUCCESS);
            assert_int_equal(sum, 77);
            clReleaseEvent(done);
            clReleaseEvent(written);
            clReleaseEvent(gate);
            clReleaseCommandQueue(queue);
            free(changed);
            stage_destroy(&stage);
        }
}

/* With nothing but the call between the run and the result, on queues of both kinds. */
TEST(blocks_until_the_result_is_there)
{
    static const char *const strategies[] = {"two-pass", "sequential-host", "atomic"};
    static const cl_command_queue_properties kinds[] = {0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE};

    for (size_t s = 0; s < sizeof strategies / sizeof *strategies; s++)
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
            struct stage stage = stage_make(strategies[s]);
            const cl_command_queue queue = queue_make(stage.rig, kinds[k]);

            for (int64_t turn = 1; queue && turn < 20; turn++) {
                int64_t sum = -1;
                cl_event done = NULL;

                assert_ok(
                    stage.rig,
                    clr_plan_run(stage.plan, RUN(.queue = queue,
                                                 .inputs = {{stage.input, 0, COUNT}}, .host = &sum,
                                                 .blocking = 1, .event = turn % 2 ? &done : NULL)));
                assert_int_equal(sum, stage.sum);
                if (done) {
                    assert_int_equal(clWaitForEvents(1, &done), CL_SUCCESS);
                    clReleaseEvent(done);
                }
            }
            if (queue)
                clReleaseCommandQueue(queue);
            stage_destroy(&stage);
        }
}

enum { RUNS = 300 };

/* Runs of one plan share scratch memory and must follow each other, whatever queues they go to. */
TEST(keeps_its_runs_in_order)
{
    static const char *const strategies[] = {"two-pass", "auto", "sequential", "sequential-host",
                                             "atomic"};
    const int runs = test_scope() <= SCOPE_SMALL ? 20 : RUNS;

    for (size_t s = 0; s < sizeof strategies / sizeof *strategies; s++) {
        struct stage stage = stage_make(strategies[s]);
        cl_command_queue queues[3];
        int64_t sums[RUNS];
        int64_t expected = 0;

        queues[0] = stage.rig->queue;
        queues[1] = queue_make(stage.rig, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
        queues[2] = queue_make(stage.rig, 0);
        if (!queues[1])
            queues[1] = queue_make(stage.rig, 0);
        for (int i = 0; i < runs; i++)
            assert_ok(
                stage.rig,
                clr_plan_run(stage.plan, RUN(.queue = queues[(i * 7 / 3) % 3], .host = &sums[i],
                                             .inputs = {{stage.input, 0, (uint64_t)(COUNT - i)}})));
        for (int q = 0; q < 3; q++)
            assert_int_equal(clFinish(queues[q]), CL_SUCCESS);
        for (int i = 0; i < COUNT - runs; i++)
            expected += stage.numbers[i];
        for (int i = runs - 1; i >= 0; i--) {
            expected += stage.numbers[COUNT - 1 - i];
            assert_int_equal(sums[i], expected);
        }
        clReleaseCommandQueue(queues[2]);
        clReleaseCommandQueue(queues[1]);
        stage_destroy(&stage);
    }
}

TEST(reads_sub_buffers_and_offsets)
{
    struct stage stage = stage_make(NULL);
    const size_t align = (size_t)stage.rig->device->mem_base_addr_align / 8;
    const cl_buffer_region region = {align, 4000};
    const uint64_t skipped = align / sizeof *stage.numbers;
    int64_t sum = 0, expected = 0;
    cl_int code;
    cl_mem sub = clCreateSubBuffer(stage.input, CL_MEM_READ_ONLY, CL_BUFFER_CREATE_TYPE_REGION,
                                   &region, &code);

    assert_int_equal(code, CL_SUCCESS);
    for (uint64_t first = 0; first < 20; first++) {
        const uint64_t count = 1000 - first;

        expected = 0;
        for (uint64_t i = first; i < 1000; i++)
            expected += stage.numbers[skipped + i];
        run_plan(stage.rig, stage.plan, sub, first, count, &sum);
        assert_int_equal(sum, expected);
    }
    clReleaseMemObject(sub);
    stage_destroy(&stage);
}

TEST(empty_input_has_the_operators_value)
{
    struct stage stage = stage_make(NULL);
    int64_t sum = -1;
    uint64_t product = 0;
    int32_t least = 5;
    float zero = 1;
    clr_plan *prod = plan_of(stage.rig, CLR_OPERATOR_PROD, CLR_TYPE_U8, NULL);
    clr_plan *min = plan_of(stage.rig, CLR_OPERATOR_MIN, CLR_TYPE_I32, NULL);
    clr_plan *floats = plan_of(stage.rig, CLR_OPERATOR_SUM, CLR_TYPE_F32, NULL);
    cl_event event = (cl_event)&event;

    run_plan(stage.rig, stage.plan, NULL, 0, 0, &sum);
    run_plan(stage.rig, prod, NULL, 0, 0, &product);
    run_plan(stage.rig, floats, stage.input, 3, 0, &zero);
    assert_int_equal(sum, 0);
    assert_int_equal(product, 1);
    assert_memory_equal(&zero, &(float){0.0f}, sizeof zero); /* +0, not -0 */
    assert_error(stage.rig, CLR_ERROR_EMPTY,
                 clr_plan_run(min, RUN(.queue = stage.rig->queue, .host = &least, .event = &event)),
                 "min of no elements");
    assert_null(event);
    assert_int_equal(least, 5);
    clr_plan_destroy(floats);
    clr_plan_destroy(min);
    clr_plan_destroy(prod);
    stage_destroy(&stage);
}

/* A sum starts from -0 and that of nothing is +0, by every strategy. */
TEST(empty_sums_are_plus_zero)
{
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32);

    for (size_t r = 0; r < rig_count(); r++)
        for (size_t s = 0; clr_strategy_name(s); s++) {
            const clr_plan_options options = {.size = sizeof options,
                                              .strategy = clr_strategy_name(s)};
            const struct rig *rig = rig_at(r);
            float zero = 1;
            clr_plan *plan;

            if (clr_plan_check(rig->device, &sum, 1, &options, NULL, 0) != CLR_OK)
                continue;
            plan = plan_of(rig, CLR_OPERATOR_SUM, CLR_TYPE_F32, &options);
            run_plan(rig, plan, NULL, 0, 0, &zero);
            assert_memory_equal(&zero, &(float){0.0f}, sizeof zero);
            clr_plan_destroy(plan);
        }
}

/* Squares of these are 0 or infinite in doubles. */
TEST(norms_fast_neither_vanish_nor_overflow)
{
    static const double scales[] = {0x1p-600, 0x1p600};
    const struct rig *rig = rig_at(0);
    clr_reduction norm = CLR_REDUCTION(CLR_OPERATOR_NRM2, CLR_TYPE_F64);
    clr_plan *plan = NULL;

    if (rig->device->fp64 != 1)
        skip();
    norm.accuracy = CLR_ACCURACY_FAST;
    assert_ok(rig, clr_plan_create(rig->context, &norm, 1, NULL, &plan));
    for (size_t i = 0; i < sizeof scales / sizeof *scales; i++) {
        const double elements[] = {3 * scales[i], 4 * scales[i]};
        const cl_mem x = buffer_of(rig, elements, sizeof elements);
        double result = 0;
        const clr_run run = {.size = sizeof run,
                             .queue = rig->queue,
                             .inputs = {{x, 0, 2}},
                             .host = &result,
                             .blocking = 1};

        assert_ok(rig, clr_plan_run(plan, &run));
        assert_true(result == 5 * scales[i]);
        clReleaseMemObject(x);
    }
    clr_plan_destroy(plan);
}

/* ---- what is refused ---- */

/* Runs over the stage's numbers that must be refused, and why. */
static void check_refusals(const struct stage *stage, cl_mem read_only, cl_mem write_only)
{
    cl_command_queue queue = stage->rig->queue;
    const clr_span whole = {stage->input, 0, COUNT};
    const cl_mem out = stage->output;
    int64_t host = 0;
    const struct {
        const clr_run *run;
        const char *part;
    } cases[] = {
        {NULL, "the run is NULL"},
        {&(clr_run){.size = 3, .queue = queue, .inputs = {whole}, .output = out}, "clr_run.size"},
        {RUN(.queue = queue, .inputs = {{stage->input, 1, COUNT}}, .output = out),
         "beyond the buffer"},
        {RUN(.queue = queue, .inputs = {{stage->input, UINT64_MAX, 2}}, .output = out),
         "beyond the buffer"},
        {RUN(.queue = queue, .inputs = {{stage->input, 2, UINT64_MAX - 1}}, .output = out),
         "beyond the buffer"},
        {RUN(.queue = queue, .inputs = {{NULL, 0, 1}}, .output = out), "NULL"},
        {RUN(.queue = queue, .inputs = {{write_only, 0, 1}}, .output = out), "write-only"},
        {RUN(.queue = queue, .inputs = {whole}, .output = out, .output_index = 4), "output"},
        {RUN(.queue = queue, .inputs = {whole}, .output = out, .output_index = UINT64_MAX),
         "output"},
        {RUN(.queue = queue, .inputs = {whole}), "output is NULL"},
        {RUN(.queue = queue, .inputs = {whole}, .part = CLR_PART_LAST), "output is NULL"},
        {RUN(.queue = queue, .inputs = {whole}, .output = out, .host = &host), "one place"},
        {RUN(.queue = queue, .inputs = {whole}, .output = out, .blocking = 1), "blocking"},
        {RUN(.queue = queue, .inputs = {whole}, .output = out, .part = (clr_part)3), "clr_part"},
        {RUN(.queue = queue, .inputs = {whole}, .output = stage->input), "overlap"},
        {RUN(.queue = queue, .inputs = {whole}, .output = read_only), "read-only"},
        {RUN(.inputs = {whole}, .output = out), "queue"},
        {RUN(.queue = queue, .inputs = {whole}, .output = out, .wait_count = 1), "wait_list"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_error(stage->rig, CLR_ERROR_ARGUMENT, clr_plan_run(stage->plan, cases[i].run),
                     cases[i].part);
    assert_int_equal(clr_plan_run(NULL, RUN(.queue = queue, .inputs = {whole}, .output = out)),
                     CLR_ERROR_ARGUMENT);
    assert_int_equal(host, 0);
}

/* A list of events to wait for that has one in it of another OpenCL context, or none at all. */
TEST(refuses_events_that_are_not_the_contexts)
{
    struct stage stage = stage_make("two-pass");
    cl_device_id device = stage.rig->device->device;
    cl_context other = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    cl_event own = clCreateUserEvent(clr_context_opencl(stage.rig->context), NULL);
    cl_event stranger = clCreateUserEvent(other, NULL);
    const cl_event lists[][2] = {{own, stranger}, {own, NULL}};
    static const char *const parts[] = {
        "wait_list[1] is an event of another OpenCL context",
        "wait_list[1] is NULL",
    };

    assert_non_null(own);
    assert_non_null(stranger);
    for (size_t i = 0; i < 2; i++) {
        cl_event done = own;

        assert_error(stage.rig, CLR_ERROR_ARGUMENT,
                     clr_plan_run(stage.plan,
                                  RUN(.queue = stage.rig->queue,
                                      .inputs = {{stage.input, 0, COUNT}}, .output = stage.output,
                                      .wait_count = 2, .wait_list = lists[i], .event = &done)),
                     parts[i]);
        assert_null(done);
    }
    assert_int_equal(clSetUserEventStatus(own, CL_COMPLETE), CL_SUCCESS);
    assert_int_equal(clSetUserEventStatus(stranger, CL_COMPLETE), CL_SUCCESS);
    clReleaseEvent(own);
    clReleaseEvent(stranger);
    clReleaseContext(other);
    stage_destroy(&stage);
}

TEST(refuses_what_does_not_fit)
{
    struct stage stage = stage_make(NULL);
    cl_context opencl = clr_context_opencl(stage.rig->context);
    cl_int code, other_code;
    cl_mem read_only = clCreateBuffer(opencl, CL_MEM_READ_ONLY, 8, NULL, &code);
    cl_mem write_only = clCreateBuffer(opencl, CL_MEM_WRITE_ONLY, 8, NULL, &other_code);
    int64_t results[4] = {0};

    assert_int_equal(code, CL_SUCCESS);
    assert_int_equal(other_code, CL_SUCCESS);
    check_refusals(&stage, read_only, write_only);
    clReleaseMemObject(write_only);
    clReleaseMemObject(read_only);
    buffer_read(stage.rig, stage.output, 0, results, sizeof results);
    assert_int_equal(results[0], -1);
    run_plan(stage.rig, stage.plan, stage.input, 0, COUNT, results);
    assert_int_equal(results[0], stage.sum);
    stage_destroy(&stage);
}

/* A part that is refused leaves the running value as it was. */
TEST(refused_parts_leave_no_trace)
{
    struct stage stage = stage_make(NULL);
    const struct rig *rig = stage.rig;
    int64_t sum = -1;

    run_part(rig, stage.plan, stage.input, 0, 4000, CLR_PART_MORE, NULL);
    assert_error(
        rig, CLR_ERROR_ARGUMENT,
        clr_plan_run(stage.plan, RUN(.queue = rig->queue, .inputs = {{stage.input, 4000, COUNT}},
                                     .part = CLR_PART_MORE)),
        "beyond the buffer");
    assert_error(rig, CLR_ERROR_ARGUMENT,
                 clr_plan_run(stage.plan, RUN(.queue = rig->queue, .part = CLR_PART_LAST)),
                 "output is NULL");
    run_part(rig, stage.plan, stage.input, 4000, COUNT - 4000, CLR_PART_LAST, &sum);
    assert_int_equal(sum, stage.sum);
    run_part(rig, stage.plan, NULL, 0, 0, CLR_PART_LAST, &sum);
    assert_int_equal(sum, 0);
    stage_destroy(&stage);
}

TEST(sees_overlap_through_sub_buffers)
{
    struct stage stage = stage_make(NULL);
    const size_t align = (size_t)stage.rig->device->mem_base_addr_align / 8;
    const cl_buffer_region region = {align, 1024};
    cl_command_queue queue = stage.rig->queue;
    int64_t sum = 0, expected = 0;
    cl_int code;
    cl_mem sub = clCreateSubBuffer(stage.input, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION,
                                   &region, &code);

    assert_error(
        stage.rig, CLR_ERROR_ARGUMENT,
        clr_plan_run(stage.plan, RUN(.queue = queue, .inputs = {{stage.input, 0, align / 4 + 1}},
                                     .output = sub)),
        "overlap");
    assert_ok(stage.rig,
              clr_plan_run(stage.plan, RUN(.queue = queue, .inputs = {{stage.input, 0, align / 4}},
                                           .output = sub)));
    for (size_t i = 0; i < align / 4; i++)
        expected += stage.numbers[i];
    buffer_read(stage.rig, stage.input, align, &sum, sizeof sum);
    assert_int_equal(sum, expected);
    clReleaseMemObject(sub);
    stage_destroy(&stage);
}

TEST(refuses_objects_of_other_contexts)
{
    struct stage stage = stage_make(NULL);
    const clr_span whole = {stage.input, 0, COUNT};
    clr_context *other = NULL;
    struct rig stranger;
    cl_mem foreign;
    int64_t result = 0;

    assert_int_equal(clr_context_create(NULL, &other), CLR_OK);
    stranger = (struct rig){.context = other, .device = clr_context_device(other)};
    stranger.queue = queue_make(&stranger, 0);
    foreign = buffer_of(&stranger, &result, sizeof result);
    assert_error(stage.rig, CLR_ERROR_ARGUMENT,
                 clr_plan_run(stage.plan,
                              RUN(.queue = stage.rig->queue, .inputs = {whole}, .output = foreign)),
                 "another OpenCL context");
    assert_error(stage.rig, CLR_ERROR_ARGUMENT,
                 clr_plan_run(stage.plan, RUN(.queue = stranger.queue, .inputs = {whole},
                                              .output = stage.output)),
                 "queue belongs to another");
    clReleaseMemObject(foreign);
    clReleaseCommandQueue(stranger.queue);
    clr_context_destroy(other);
    stage_destroy(&stage);
}

TEST(refuses_descriptions_that_make_no_sense)
{
    struct rig *rig = rig_at(0);
    clr_plan *plan = NULL;
    const struct {
        clr_reduction reduction;
        clr_plan_options options;
        clr_status status;
        const char *part;
    } cases[] = {
#define SUM(type_, ...)                                                                            \
    {.size = sizeof(clr_reduction), CLR_OPERATOR_SUM, CLR_TYPE_##type_, __VA_ARGS__}
#define HOW(...)                                                                                   \
    {                                                                                              \
        .size = sizeof(clr_plan_options), __VA_ARGS__                                              \
    }
        {{.size = 3}, HOW(0), CLR_ERROR_ARGUMENT, "clr_reduction.size"},
        {{.size = sizeof(clr_reduction), .op = (clr_operator)99, .type = CLR_TYPE_I8},
         HOW(0),
         CLR_ERROR_ARGUMENT,
         "99 is no operator"},
        {{.size = sizeof(clr_reduction), .op = CLR_OPERATOR_MIN, .type = (clr_type)13},
         HOW(0),
         CLR_ERROR_ARGUMENT,
         "13 is no element type"},
        {SUM(I8, .result = (clr_type)-1), HOW(0), CLR_ERROR_ARGUMENT, "-1 is no result type"},
        {SUM(I8, .result = CLR_TYPE_U64), HOW(0), CLR_ERROR_UNSUPPORTED, "one result type"},
        {SUM(F32, .result = CLR_TYPE_I64), HOW(0), CLR_ERROR_UNSUPPORTED, "f32 or f64"},
        {SUM(F32, .accuracy = CLR_ACCURACY_REPRODUCIBLE), HOW(.strategy = "two-pass"),
         CLR_ERROR_UNSUPPORTED, "level reproducible rests on the published one"},
        {SUM(F32, .accuracy = (clr_accuracy)9), HOW(0), CLR_ERROR_ARGUMENT, "9 is no accuracy"},
        {SUM(F32, 0), {.size = 1}, CLR_ERROR_ARGUMENT, "clr_plan_options.size"},
        {SUM(F32, 0), HOW(.strategy = "magic"), CLR_ERROR_ARGUMENT, "'magic'"},
        {SUM(F32, 0), HOW(.group_size = 1 << 30), CLR_ERROR_ARGUMENT, "group size"},
        {SUM(F32, 0), HOW(.group_count = 1 << 30), CLR_ERROR_ARGUMENT, "group count"},
        {SUM(F32, 0), HOW(.strategy = "one-group", .group_count = 2), CLR_ERROR_ARGUMENT,
         "one group"},
        {SUM(F32, 0), HOW(.vector_width = 3), CLR_ERROR_ARGUMENT, "vector width of 3"},
        {SUM(F32, 0), HOW(.item_loads = 32), CLR_ERROR_ARGUMENT, "32 loads"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        plan = (clr_plan *)&plan;
        assert_error(
            rig, cases[i].status,
            clr_plan_create(rig->context, &cases[i].reduction, 1, &cases[i].options, &plan),
            cases[i].part);
        assert_null(plan);
    }
    assert_error(rig, CLR_ERROR_ARGUMENT, clr_plan_create(rig->context, NULL, 1, NULL, &plan),
                 "no reduction");
    assert_int_equal(clr_plan_create(NULL, &cases[0].reduction, 1, NULL, &plan),
                     CLR_ERROR_ARGUMENT);
    clr_plan_destroy(NULL);
    clr_context_destroy(NULL);
    clr_stream_destroy(NULL);
    clr_device_list_destroy(NULL);
}

TEST(tells_what_a_plan_is_made_of)
{
    struct stage stage = stage_make("two-pass");
    clr_plan_info info = {.size = sizeof info};
    clr_result result = {.size = sizeof result};

    assert_int_equal(clr_plan_describe(stage.plan, &info), CLR_OK);
    assert_string_equal(info.strategy, "two-pass");
    assert_int_equal(info.type, CLR_TYPE_I32);
    assert_int_equal(info.reductions, 1);
    assert_int_equal(info.inputs, 1);
    assert_int_equal(info.element_size, 4);
    assert_int_equal(info.result_size, 8);
    assert_int_equal(clr_plan_result(stage.plan, 0, &result), CLR_OK);
    assert_int_equal(result.op, CLR_OPERATOR_SUM);
    assert_string_equal(result.accumulator, "i64");
    assert_int_equal(result.type, CLR_TYPE_I64);
    assert_int_equal(result.accuracy, CLR_ACCURACY_EXACT);
    assert_int_equal(result.offset, 0);
    assert_int_equal(result.value_size, 8);
    assert_true(result.second_offset == CLR_UNKNOWN);
    assert_true(result.index_offset == CLR_UNKNOWN);
    assert_true(result.status_offset == CLR_UNKNOWN);
    assert_int_equal(clr_plan_result(stage.plan, 1, &result), CLR_ERROR_ARGUMENT);
    result.size = 1;
    assert_int_equal(clr_plan_result(stage.plan, 0, &result), CLR_ERROR_ARGUMENT);
    assert_int_equal(info.launches, 2);
    assert_int_equal(info.state_size, 8);
    assert_true(info.scratch_size >= (info.group_count + 1) * info.state_size);
    assert_true(info.kernel_group_limit >= info.group_size);
    assert_non_null(strstr(info.source, "__kernel"));
    info.size = 1;
    assert_int_equal(clr_plan_describe(stage.plan, &info), CLR_ERROR_ARGUMENT);
    stage_destroy(&stage);
}

/* Equal plans have one text, which the context keeps: a plan has none of its own. */
TEST(equal_plans_share_their_text)
{
    static const clr_shape shapes[] = {CLR_SHAPE_FLAT, CLR_SHAPE_AXES, CLR_SHAPE_LABELS};
    struct rig *rig = rig_at((rig_count(), 0));

    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        const clr_plan_options options = {.size = sizeof options, .shape = shapes[i]};
        clr_plan_info info[2] = {{.size = sizeof *info}, {.size = sizeof *info}};
        clr_plan *plans[2];

        for (size_t k = 0; k < 2; k++) {
            plans[k] = plan_of(rig, CLR_OPERATOR_SUM, CLR_TYPE_I32, &options);
            clr_plan_describe(plans[k], &info[k]);
        }
        assert_ptr_equal(info[0].source, info[1].source);
        clr_plan_destroy(plans[0]);
        assert_non_null(strstr(info[1].source, "clr_reduce"));
        clr_plan_destroy(plans[1]);
    }
}
