/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Plans with a typical run: its kernels alone are made at once, runs that are unlike it make the
 * others, and all results have the bits of a plan without.
 */
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include "own_design.h"
#include "shape/made.h"
#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ELEMENTS = 3 << 17, ROWS_MOST = ELEMENTS, KERNELS_MOST = 3 };

static float numbers[ELEMENTS];
static float easy[ELEMENTS]; /* whose variances are not in doubt */
static float hard[ELEMENTS]; /* whose variances are: digits are far apart */

/* Rows and columns, short and long, few and many. */
static const struct {
    uint64_t extents[2];
    unsigned reduced;
} shapes[] = {
    {{ELEMENTS / 6, 6}, 2},       {{6, ELEMENTS / 6}, 1}, {{ELEMENTS / 1024, 1024}, 2},
    {{1024, ELEMENTS / 1024}, 1}, {{1, ELEMENTS}, 2},     {{ELEMENTS / 3, 3}, 1},
};

static clr_axes axes_of(size_t shape)
{
    return (clr_axes){.size = sizeof(clr_axes),
                      .rank = 2,
                      .reduced = shapes[shape].reduced,
                      .extents = shapes[shape].extents};
}

static clr_plan *plan_like(struct rig *rig, const clr_reduction *reduction, const clr_axes *typical)
{
    const clr_run like = {.size = sizeof like, .axes = typical};
    const clr_plan_options options = {
        .size = sizeof options, .shape = CLR_SHAPE_AXES, .like = typical ? &like : NULL};
    clr_plan *plan;

    assert_ok(rig, clr_plan_create(rig->context, reduction, 1, &options, &plan));
    return plan;
}

/* The results of a shape; those that there are not are 0. */
static void run(struct rig *rig, clr_plan *plan, size_t shape, double *values)
{
    const clr_axes axes = axes_of(shape);
    cl_mem input = buffer_of(rig, numbers, sizeof numbers);
    cl_mem output;
    clr_arrays arrays = {.size = sizeof arrays};

    memset(values, 0, ROWS_MOST * sizeof *values);
    output = buffer_of(rig, values, ROWS_MOST * sizeof *values);
    arrays.value = output;
    assert_ok(rig, clr_plan_run(plan, RUN(.queue = rig->queue, .inputs = {{input, 0, 0}},
                                          .arrays = &arrays, .array_count = 1, .axes = &axes)));
    buffer_read(rig, output, 0, values, ROWS_MOST * sizeof *values);
    clReleaseMemObject(output);
    clReleaseMemObject(input);
}

static size_t kernels_in(const clri_stage *stage)
{
    size_t count = 0;

    for (size_t i = 0; stage->kernels && i < stage->table->row_count; i++)
        count += stage->kernels[i].kernel != NULL;
    return count;
}

static size_t kernels_made(const clr_plan *plan)
{
    return kernels_in(&plan->stage) + kernels_in(&plan->items.stage) +
           kernels_in(&plan->items.beside);
}

/* A run like the typical one makes no kernel; then all shapes, which may. */
static void expect_typical(struct rig *rig, const clr_reduction *reduction, size_t typical,
                           double *expected[COUNT(shapes)])
{
    const clr_axes axes = axes_of(typical);
    clr_plan *plan = plan_like(rig, reduction, &axes);
    double *values = malloc(ROWS_MOST * sizeof *values);
    const size_t made = kernels_made(plan);
    const cl_program programs[] = {plan->stage.program, plan->items.stage.program};

    for (int i = 0; i < 2; i++)
        run(rig, plan, typical, values);
    assert_int_equal(kernels_made(plan), made);
    assert_ptr_equal(plan->stage.program, programs[0]);
    assert_ptr_equal(plan->items.stage.program, programs[1]);
    for (size_t i = 0; i < COUNT(shapes); i++) {
        run(rig, plan, i, values);
        assert_memory_equal(values, expected[i], ROWS_MOST * sizeof *values);
    }
    run(rig, plan, typical, values);
    assert_memory_equal(values, expected[typical], ROWS_MOST * sizeof *values);
    free(values);
    clr_plan_destroy(plan);
}

TEST(results_are_those_of_a_plan_without)
{
    static const struct {
        clr_operator op;
        clr_accuracy accuracy;
    } asked[] = {{CLR_OPERATOR_SUM, CLR_ACCURACY_EXACT},
                 {CLR_OPERATOR_SUM, CLR_ACCURACY_FAST},
                 {CLR_OPERATOR_VAR, CLR_ACCURACY_EXACT},
                 {CLR_OPERATOR_LOGSUMEXP, CLR_ACCURACY_DEFAULT}};

    for (size_t k = 0; k < rig_count(); k++)
        for (size_t a = 0; a < COUNT(asked); a++) {
            clr_reduction reduction = CLR_REDUCTION(asked[a].op, CLR_TYPE_F32);
            double *expected[COUNT(shapes)];
            clr_plan *plan;

            reduction.accuracy = asked[a].accuracy;
            reduction.result = CLR_TYPE_F64;
            plan = plan_like(rig_at(k), &reduction, NULL);
            for (size_t i = 0; i < COUNT(shapes); i++) {
                expected[i] = malloc(ROWS_MOST * sizeof **expected);
                run(rig_at(k), plan, i, expected[i]);
            }
            clr_plan_destroy(plan);
            for (size_t i = a % 2; i<COUNT(shapes); i += test_scope()> SCOPE_SMALL ? 1 : 2)
                expect_typical(rig_at(k), &reduction, i, expected);
            for (size_t i = 0; i < COUNT(shapes); i++)
                free(expected[i]);
        }
}

/* Sums of short rows and of columns take few kernels; those of a plan without are more. */
TEST(few_kernels_are_made)
{
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32);

    for (size_t k = 0; k < rig_count(); k++)
        for (size_t i = 0; i < 2; i++) {
            const clr_axes axes = axes_of(i);
            clr_plan *with = plan_like(rig_at(k), &sum, &axes);
            clr_plan *without = plan_like(rig_at(k), &sum, NULL);

            if (i == 0) {
                assert_in_range(kernels_made(with), 1, KERNELS_MOST);
                assert_null(with->stage.program);
            }
            assert_true(kernels_made(with) < kernels_made(without));
            clr_plan_destroy(without);
            clr_plan_destroy(with);
        }
}

/* A run whose kernels cannot be made is refused, and the plan makes them once they can. */
TEST(what_fails_later_can_be_made_again)
{
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32);
    const clr_axes typical = axes_of(0), other = axes_of(4);
    struct rig *rig = rig_at((rig_count(), 0));
    clr_plan *plan = plan_like(rig, &sum, &typical);
    clr_plan *plain = plan_like(rig, &sum, NULL);
    double *values = malloc(ROWS_MOST * sizeof *values);
    double *expected = malloc(ROWS_MOST * sizeof *expected);
    cl_mem input = buffer_of(rig, numbers, sizeof numbers);
    cl_mem output = buffer_of(rig, numbers, sizeof numbers);
    const clr_arrays arrays = {.size = sizeof arrays, .value = output};

    own_design(plan)->options.group_size = UINT64_C(1) << 40;
    for (int i = 0; i < 2; i++)
        assert_int_equal(
            clr_plan_run(plan, RUN(.queue = rig->queue, .inputs = {{input, 0, 0}},
                                   .arrays = &arrays, .array_count = 1, .axes = &other)),
            CLR_ERROR_ARGUMENT);
    own_design(plan)->options.group_size = 0;
    for (size_t shape = 0; shape < COUNT(shapes); shape += 4) {
        run(rig, plan, shape, values);
        run(rig, plain, shape, expected);
        assert_memory_equal(values, expected, ROWS_MOST * sizeof *values);
    }
    clReleaseMemObject(output);
    clReleaseMemObject(input);
    free(expected);
    free(values);
    clr_plan_destroy(plain);
    clr_plan_destroy(plan);
}

/* Strides are read as those of a run are. */
TEST(typical_runs_may_have_strides)
{
    static const int64_t transposed[] = {4, 512 * 4}, wrong[] = {4, 2};
    static const uint64_t extents[] = {512, 300};
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32);
    clr_axes axes = {
        .size = sizeof axes, .rank = 2, .reduced = 2, .extents = extents, .strides = {transposed}};
    const clr_run like = {.size = sizeof like, .axes = &axes};
    const clr_plan_options options = {
        .size = sizeof options, .shape = CLR_SHAPE_AXES, .like = &like};
    float sums[2][512];
    clr_plan *plan;

    for (size_t k = 0; k < rig_count(); k++) {
        struct rig *rig = rig_at(k);
        cl_mem input = buffer_of(rig, numbers, sizeof numbers);
        cl_mem output = buffer_of(rig, sums, sizeof sums);
        const clr_arrays arrays = {.size = sizeof arrays, .value = output};

        axes.strides[0] = transposed;
        for (unsigned i = 0; i < 2; i++) {
            size_t made;

            plan = plan_like(rig, &sum, i ? &axes : NULL);
            made = kernels_made(plan);
            assert_ok(rig, clr_plan_run(plan, RUN(.queue = rig->queue, .inputs = {{input, 0, 0}},
                                                  .output_index = i * 512, .arrays = &arrays,
                                                  .array_count = 1, .axes = &axes)));
            clFinish(rig->queue);
            assert_int_equal(kernels_made(plan), made);
            clr_plan_destroy(plan);
        }
        buffer_read(rig, output, 0, sums, sizeof sums);
        assert_memory_equal(sums[0], sums[1], sizeof sums[0]);
        axes.strides[0] = wrong;
        assert_error(rig, CLR_ERROR_ARGUMENT,
                     clr_plan_create(rig->context, &sum, 1, &options, &plan),
                     "no multiple of an element's 4");
        clReleaseMemObject(output);
        clReleaseMemObject(input);
    }
}

TEST(typical_runs_that_cannot_be_are_refused)
{
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32);
    const clr_axes axes = axes_of(0);
    const clr_segments segments = {.size = sizeof segments};
    const clr_run refused[] = {
        {.size = sizeof(clr_run)},
        {.size = 1, .axes = &axes},
        {.size = sizeof(clr_run), .axes = &axes, .segments = &segments},
    };
    struct rig *rig = rig_at((rig_count(), 0));

    for (size_t i = 0; i < COUNT(refused); i++) {
        const clr_plan_options options = {
            .size = sizeof options, .shape = CLR_SHAPE_AXES, .like = &refused[i]};
        clr_plan *plan;

        assert_int_equal(clr_plan_create(rig->context, &sum, 1, &options, &plan),
                         CLR_ERROR_ARGUMENT);
        assert_null(plan);
    }
}

/* ---- segments and labels, and runs that wait ---- */

enum { SPANS = 200, KINDS = 4 };

/* Ends of segments: short ones; longer ones; one that is long among short ones; a giant. */
static cl_uint ends_of(int kind, cl_uint segment)
{
    static const cl_uint lengths[KINDS] = {20, 1500, 100, 100};
    static const cl_uint more[KINDS] = {0, 0, ELEMENTS / 2, ELEMENTS / 3 * 2};

    return segment * lengths[kind] + (segment > 50 ? more[kind] : 0);
}

/* A run over segments, or over labels that are the segments' numbers. */
struct span_run {
    clr_segments segments;
    clr_labels labels;
    clr_arrays arrays;
    clr_run run;
};

/* Fills the run with the numbers that a typical run has. */
static void span_run_make(struct span_run *r, clr_shape shape, int kind)
{
    *r = (struct span_run){
        .segments = {.size = sizeof r->segments, .count = SPANS, .type = CLR_TYPE_U32},
        .labels = {.size = sizeof r->labels, .count = SPANS, .type = CLR_TYPE_U32},
        .run = {.size = sizeof r->run, .inputs = {{.count = ends_of(kind, SPANS)}}},
    };
    if (shape == CLR_SHAPE_SEGMENTS)
        r->run.segments = &r->segments;
    else
        r->run.labels = &r->labels;
}

/* A blocking run's event is complete when the call returns. */
static void expect_complete(cl_event done)
{
    cl_int state = CL_QUEUED;

    assert_int_equal(
        clGetEventInfo(done, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL),
        CL_SUCCESS);
    assert_int_equal(state, CL_COMPLETE);
    clReleaseEvent(done);
}

/* An out-of-order queue, if the device has any; else an in-order one. */
static cl_command_queue queue_of_any_order(struct rig *rig)
{
    const cl_context opencl = clr_context_opencl(rig->context);
    const cl_device_id device = rig->device->device;
    cl_int code;
    cl_command_queue queue =
        clCreateCommandQueue(opencl, device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &code);

    return queue ? queue : clCreateCommandQueue(opencl, device, 0, &code);
}

/* `blocking`: 0, or 1 on the rig's queue, or 2 on another one. */
static void run_spans(struct rig *rig, clr_plan *plan, clr_shape shape, int kind,
                      const float *elements, int blocking, double values[SPANS])
{
    static cl_uint ends[SPANS + 1], labels[ELEMENTS];
    struct span_run r;
    cl_event done = NULL;
    cl_mem made[4];

    for (cl_uint k = 0; k <= SPANS; k++) {
        ends[k] = ends_of(kind, k);
        for (cl_uint i = k ? ends[k - 1] : 0; i < ends[k]; i++)
            labels[i] = k - 1;
    }
    made[0] = buffer_of(rig, elements, ELEMENTS * sizeof *elements);
    made[1] = buffer_of(rig, ends, sizeof ends);
    made[2] = buffer_of(rig, labels, sizeof labels);
    memset(values, 0, SPANS * sizeof *values);
    made[3] = buffer_of(rig, values, SPANS * sizeof *values);
    span_run_make(&r, shape, kind);
    r.segments.begins = made[1];
    r.labels.labels = made[2];
    r.arrays = (clr_arrays){.size = sizeof r.arrays, .value = made[3]};
    r.run.queue = blocking > 1 ? queue_of_any_order(rig) : rig->queue;
    r.run.inputs[0].buffer = made[0];
    r.run.arrays = &r.arrays;
    r.run.array_count = 1;
    r.run.blocking = blocking;
    r.run.event = blocking ? &done : NULL;
    assert_ok(rig, clr_plan_run(plan, &r.run));
    if (blocking)
        expect_complete(done);
    if (blocking > 1)
        clReleaseCommandQueue(r.run.queue);
    buffer_read(rig, made[3], 0, values, SPANS * sizeof *values);
    for (size_t i = 0; i < COUNT(made); i++)
        clReleaseMemObject(made[i]);
}

/* `waits`: typical runs are blocking; below 0: there is no typical run. */
static clr_plan *plan_of_spans(struct rig *rig, const clr_reduction *reduction, clr_shape shape,
                               int kind, int waits)
{
    struct span_run like;
    clr_plan_options options = {
        .size = sizeof options, .shape = shape, .like = waits < 0 ? NULL : &like.run};
    clr_plan *plan;

    if (shape == CLR_SHAPE_LABELS)
        options.label_elements = ELEMENTS;
    span_run_make(&like, shape, kind);
    like.run.blocking = waits > 0;
    assert_ok(rig, clr_plan_create(rig->context, reduction, 1, &options, &plan));
    return plan;
}

/* All kinds of runs one after the other, blocking or not, of a plan that is made for blocking runs
 * of one kind. */
static void expect_spans(struct rig *rig, const clr_reduction *reduction, clr_shape shape, int kind,
                         clr_plan *plain)
{
    clr_plan *plan = plan_of_spans(rig, reduction, shape, kind, 1);
    double values[SPANS], expected[SPANS];

    for (int turn = 0; turn < 2 * KINDS; turn++) {
        const float *elements = turn == 1 ? hard : numbers;
        const int other = (kind + turn / 2) % KINDS;

        run_spans(rig, plan, shape, other, elements, turn < 5 ? 1 + turn % 2 : 0, values);
        run_spans(rig, plain, shape, other, elements, 0, expected);
        assert_memory_equal(values, expected, sizeof values);
    }
    clr_plan_destroy(plan);
}

TEST(spans_are_those_of_a_plan_without)
{
    static const struct {
        clr_operator op;
        clr_accuracy accuracy;
    } asked[] = {{CLR_OPERATOR_VAR, CLR_ACCURACY_EXACT},
                 {CLR_OPERATOR_VAR, CLR_ACCURACY_FAST},
                 {CLR_OPERATOR_LOGSUMEXP, CLR_ACCURACY_DEFAULT}};

    for (size_t k = 0; k < rig_count(); k++)
        for (size_t a = 0; a < COUNT(asked); a++)
            for (int shape = CLR_SHAPE_SEGMENTS; shape <= CLR_SHAPE_LABELS; shape++) {
                clr_reduction reduction = CLR_REDUCTION(asked[a].op, CLR_TYPE_F32);
                clr_plan *plain;

                reduction.accuracy = asked[a].accuracy;
                reduction.result = CLR_TYPE_F64;
                plain = plan_of_spans(rig_at(k), &reduction, (clr_shape)shape, 0, -1);
                for (int kind = 0; kind < KINDS; kind++)
                    expect_spans(rig_at(k), &reduction, (clr_shape)shape, kind, plain);
                clr_plan_destroy(plain);
            }
}

/* Blocking runs make no kernel for what is in doubt, or long, until something is. */
TEST(kernels_of_doubt_come_with_it)
{
    clr_reduction var = CLR_REDUCTION(CLR_OPERATOR_VAR, CLR_TYPE_F32);
    double values[SPANS];

    var.result = CLR_TYPE_F64;
    for (size_t k = 0; k < rig_count(); k++)
        for (int way = 0; way < 4; way++) { /* hard data; a long segment; a giant; no wait */
            struct rig *rig = rig_at(k);
            clr_plan *plan = plan_of_spans(rig, &var, CLR_SHAPE_SEGMENTS, 1, 1);
            const size_t made = kernels_made(plan);

            for (int i = 0; i < 2; i++)
                run_spans(rig, plan, CLR_SHAPE_SEGMENTS, 1, easy, 1, values);
            assert_null(plan->stage.program);
            assert_in_range(made, 1, 2);
            assert_int_equal(kernels_made(plan), made);
            run_spans(rig, plan, CLR_SHAPE_SEGMENTS, way % 3 ? way + 1 : 1, way ? easy : hard,
                      way != 3, values);
            assert_non_null(plan->stage.program);
            clr_plan_destroy(plan);
        }
}

/* Without waiting nobody learns what is in doubt: a plan has the kernels. */
TEST(typical_runs_that_do_not_wait_have_all)
{
    const clr_reduction var = CLR_REDUCTION(CLR_OPERATOR_VAR, CLR_TYPE_F32);

    for (size_t k = 0; k < rig_count(); k++) {
        clr_plan *plan = plan_of_spans(rig_at(k), &var, CLR_SHAPE_LABELS, 1, 0);

        assert_non_null(plan->stage.program);
        clr_plan_destroy(plan);
    }
}

void before_all(void)
{
    for (size_t i = 0; i < ELEMENTS; i++)
        hard[i] =
            ldexpf((float)(i * 2654435761u % 16777213 | 1) * (i % 2 ? 1 : -1), (int)(i % 61) - 30);
    for (size_t i = 0; i < ELEMENTS; i++)
        numbers[i] = (float)(i * 2654435761u % 65521) * (i % 5 == 0 ? -1e-3f : 1);
}
