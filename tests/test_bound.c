/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A run binds the arguments that have changed since the plan's last one, and no result is another
 * run's for that: other buffers, offsets, counts, places of results, parts and queues in turns, and
 * bindings that failed. What is bound the fault layer counts.
 */
#include "layer/fault_layer.h"
#include "split_mix.h"
#include "support.h"

enum { COUNT = 5003, BUFFERS = 3, PLACES = 4, STEPS = 60 };

static const clr_fault_control *layer;

struct stage {
    struct rig *rig;
    int32_t numbers[BUFFERS][COUNT];
    cl_mem inputs[BUFFERS];
    cl_mem outputs[2]; /* of PLACES results each */
    clr_plan *plan;
};

static void open_stage(struct stage *stage, const char *strategy)
{
    const clr_plan_options options = {.size = sizeof options, .strategy = strategy};
    const int64_t nothing[PLACES] = {0};

    assert_true(rig_count() > 0);
    stage->rig = rig_at(0);
    for (int i = 0; i < BUFFERS; i++) {
        for (int j = 0; j < COUNT; j++)
            stage->numbers[i][j] = (i + 1) * 1000003 + j * 17 - 40000;
        stage->inputs[i] = buffer_of(stage->rig, stage->numbers[i], sizeof stage->numbers[i]);
    }
    for (int i = 0; i < 2; i++)
        stage->outputs[i] = buffer_of(stage->rig, nothing, sizeof nothing);
    stage->plan = plan_of(stage->rig, CLR_OPERATOR_SUM, CLR_TYPE_I32, &options);
}

static void close_stage(struct stage *stage)
{
    clr_plan_destroy(stage->plan);
    for (int i = 0; i < BUFFERS; i++)
        clReleaseMemObject(stage->inputs[i]);
    for (int i = 0; i < 2; i++)
        clReleaseMemObject(stage->outputs[i]);
}

static int64_t sum_of(const struct stage *stage, int buffer, uint64_t first, uint64_t count)
{
    int64_t sum = 0;

    for (uint64_t i = first; i < first + count; i++)
        sum += stage->numbers[buffer][i];
    return sum;
}

/* What a run to the host binds. */
static long bound_by(struct stage *stage, int buffer, uint64_t first, uint64_t count)
{
    clr_fault_counts counts;
    int64_t sum = -1;

    layer->clear_counts();
    assert_ok(stage->rig,
              clr_plan_run(stage->plan, RUN(.queue = stage->rig->queue,
                                            .inputs = {{stage->inputs[buffer], first, count}},
                                            .host = &sum, .blocking = 1)));
    layer->count(&counts);
    assert_int_equal(sum, sum_of(stage, buffer, first, count));
    return counts.calls[CLR_CALL_clSetKernelArg];
}

/* The caller's buffer is bound each time, as another one can have come to its handle. */
TEST(a_run_binds_what_has_changed)
{
    struct stage stage;

    open_stage(&stage, "one-group");
    assert_true(bound_by(&stage, 0, 0, COUNT) > 2);
    assert_int_equal(bound_by(&stage, 0, 0, COUNT), 1);
    assert_int_equal(bound_by(&stage, 1, 0, COUNT), 1);
    assert_int_equal(bound_by(&stage, 1, 5, COUNT - 5), 5); /* first, count, and n twice */
    assert_int_equal(bound_by(&stage, 1, 6, COUNT - 6), 5);
    assert_int_equal(bound_by(&stage, 1, 5, COUNT - 6), 2);
    close_stage(&stage);
}

/* One of many ways to ask for a sum. */
static void take_step(struct stage *stage, uint64_t *random)
{
    const int buffer = (int)(next_random(random) % BUFFERS);
    const uint64_t first = next_random(random) % 3 * 8;
    const uint64_t count = COUNT - first - next_random(random) % 3 * 1000;
    const uint64_t way = next_random(random) % 4;
    const cl_mem output = stage->outputs[next_random(random) % 2];
    const uint64_t place = next_random(random) % PLACES;
    const clr_arrays arrays = {.size = sizeof arrays, .value = output};
    int64_t sum = -1, is = sum_of(stage, buffer, first, count);
    clr_run run = *RUN(.queue = stage->rig->queue,
                       .inputs = {{stage->inputs[buffer], first, count}}, .output_index = place);

    if (way == 3) { /* behind a part of another buffer */
        run.part = CLR_PART_MORE;
        assert_ok(stage->rig, clr_plan_run(stage->plan, &run));
        run.part = CLR_PART_LAST;
        run.inputs[0] = (clr_span){stage->inputs[(buffer + 1) % BUFFERS], 1, count - 1};
        is += sum_of(stage, (buffer + 1) % BUFFERS, 1, count - 1);
    }
    if (way == 0) {
        run.output_index = 0;
        run.host = &sum;
        run.blocking = 1;
    } else if (way == 1) {
        run.arrays = &arrays;
        run.array_count = 1;
    } else {
        run.output = output;
    }
    assert_ok(stage->rig, clr_plan_run(stage->plan, &run));
    if (way != 0)
        buffer_read(stage->rig, output, place * sizeof sum, &sum, sizeof sum);
    assert_int_equal(sum, is);
}

TEST(runs_that_differ_do_not_meet)
{
    static const char *const strategies[] = {NULL,     "two-pass",   "one-group",
                                             "atomic", "sequential", "sequential-host"};

    for (size_t s = 0; s < sizeof strategies / sizeof *strategies; s++) {
        uint64_t random = s + 1;
        struct stage stage;

        open_stage(&stage, strategies[s]);
        for (int step = 0; step < STEPS; step++)
            take_step(&stage, &random);
        close_stage(&stage);
    }
}

/* An argument that could not be bound is bound by the next run, whatever was bound beside it. */
TEST(what_was_not_bound_is_bound_later)
{
    struct stage stage;
    long injected = 1;

    open_stage(&stage, "two-pass");
    (void)bound_by(&stage, 0, 0, COUNT);
    for (long at = 1; injected; at++) {
        const uint64_t first = (uint64_t)at % 2 ? 9 : 0;
        clr_status status;

        layer->arm_call(CLR_CALL_clSetKernelArg, at, 0);
        status = clr_plan_run(stage.plan, RUN(.queue = stage.rig->queue,
                                              .inputs = {{stage.inputs[1], first, COUNT - first}},
                                              .output = stage.outputs[0]));
        injected = layer->injected(NULL);
        layer->arm(0, 0);
        assert_int_equal(status == CLR_OK, injected == 0);
        (void)bound_by(&stage, 1, first, COUNT - first);
    }
    close_stage(&stage);
}

/* Buffers come and go, and with them their handles. */
TEST(buffers_that_are_new_are_read)
{
    struct stage stage;

    open_stage(&stage, NULL);
    for (int i = 0; i < 20; i++) {
        const int32_t numbers[2] = {i, 100 * i};
        const cl_mem input = buffer_of(stage.rig, numbers, sizeof numbers);
        int64_t sum = -1;

        run_plan(stage.rig, stage.plan, input, 0, 2, &sum);
        clReleaseMemObject(input);
        assert_int_equal(sum, 101 * i);
    }
    close_stage(&stage);
}

/* Two plans of one kind have a kernel each. */
TEST(plans_of_one_kind_do_not_meet)
{
    struct stage a, b;

    open_stage(&a, NULL);
    open_stage(&b, NULL);
    for (int i = 0; i < 4; i++) {
        (void)bound_by(&a, 0, 0, COUNT);
        (void)bound_by(&b, 1, 3, 77);
    }
    close_stage(&b);
    close_stage(&a);
}

/* What has been enqueued does not need the plan: not even when its kernels have yet to begin. */
TEST(runs_outlive_their_plan)
{
    struct stage stage;
    int64_t sum = -1, other = -1;
    cl_event gate;
    cl_int code;

    open_stage(&stage, "two-pass");
    gate = clCreateUserEvent(clr_context_opencl(stage.rig->context), &code);
    assert_int_equal(code, CL_SUCCESS);
    assert_ok(stage.rig,
              clr_plan_run(stage.plan,
                           RUN(.queue = stage.rig->queue, .inputs = {{stage.inputs[0], 2, 4000}},
                               .host = &sum, .wait_count = 1, .wait_list = &gate)));
    assert_ok(stage.rig,
              clr_plan_run(stage.plan, RUN(.queue = stage.rig->queue,
                                           .inputs = {{stage.inputs[1], 0, 99}}, .host = &other)));
    clr_plan_destroy(stage.plan);
    stage.plan = plan_of(stage.rig, CLR_OPERATOR_SUM, CLR_TYPE_I32, NULL);
    assert_int_equal(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    assert_int_equal(clFinish(stage.rig->queue), CL_SUCCESS);
    assert_int_equal(sum, sum_of(&stage, 0, 2, 4000));
    assert_int_equal(other, sum_of(&stage, 1, 0, 99));
    (void)bound_by(&stage, 2, 0, COUNT);
    clReleaseEvent(gate);
    close_stage(&stage);
}

void before_all(void)
{
    layer = clr_fault_needed();
}
