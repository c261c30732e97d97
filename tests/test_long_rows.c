/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Exact results of more elements than all groups of a launch take, of every shape: with one group
 * of two work-items, whose columns are full after 2^14 elements, the same happens to short arrays
 * as to those of 2^31 with the library's own sizes. Each result has the bits that a plan of shape
 * flat, which goes through its input in parts, makes of the same elements.
 */
#include "support.h"

#include <stdlib.h>
#include <string.h>

enum { COUNT = 100003, SEGMENTS = 100, RESULTS_MOST = SEGMENTS, REDUCTIONS = 1 };

static const clr_operator operators[REDUCTIONS] = {CLR_OPERATOR_SUMSQ};

static struct rig *rig;
static float *numbers;
static cl_mem input;

static void numbers_make(void)
{
    numbers = malloc(COUNT * sizeof *numbers);
    assert_non_null(numbers);
    for (uint32_t i = 0; i < COUNT; i++)
        numbers[i] =
            (float)((int32_t)(i * 2654435761u) >> 8) * (i % 7 ? 0x1p-20f : i % 3 ? 0x1p20f : 1.0f);
    rig = rig_at(0);
    input = buffer_of(rig, numbers, COUNT * sizeof *numbers);
}

/* A plan whose launches are small, of all those operators. */
static clr_plan *small_plan(clr_shape shape)
{
    clr_plan_options options = clr_plan_options_defaults();
    clr_reduction reductions[REDUCTIONS];
    clr_plan *plan = NULL;

    for (size_t i = 0; i < REDUCTIONS; i++)
        reductions[i] = clr_reduction_of(operators[i], CLR_TYPE_F32);
    options.shape = shape;
    options.group_size = 2;
    options.group_count = 1;
    options.label_elements = shape == CLR_SHAPE_LABELS ? COUNT : 0;
    assert_ok(rig, clr_plan_create(rig->context, reductions, REDUCTIONS, &options, &plan));
    return plan;
}

/* What a run of shape flat makes of `count` elements, `step` apart, from number `first` on. */
static void expect_of(clr_plan *flat, size_t first, size_t count, size_t step,
                      float expected[REDUCTIONS])
{
    float *taken = malloc(count * sizeof *taken);
    cl_mem buffer;

    assert_non_null(taken);
    for (size_t i = 0; i < count; i++)
        taken[i] = numbers[first + i * step];
    buffer = buffer_of(rig, taken, count * sizeof *taken);
    run_plan(rig, flat, buffer, 0, count, expected);
    clReleaseMemObject(buffer);
    free(taken);
}

/* A result: its elements, which of them all. */
struct stretch {
    size_t first;
    size_t count;
    size_t step;
};

/* Runs a plan of a shape, and compares its results with those of these elements. */
static void expect_results(clr_plan *plan, clr_plan *flat, clr_run *run, const struct stretch *of,
                           size_t count)
{
    float values[REDUCTIONS][RESULTS_MOST], expected[REDUCTIONS];
    cl_int status[REDUCTIONS][RESULTS_MOST];
    clr_arrays arrays[REDUCTIONS];

    for (size_t i = 0; i < REDUCTIONS; i++) {
        arrays[i] = clr_arrays_defaults();
        arrays[i].value = buffer_untouched(rig, sizeof values[i]);
        arrays[i].status = buffer_untouched(rig, sizeof status[i]);
    }
    run->size = sizeof *run;
    run->queue = rig->queue;
    run->inputs[0] = (clr_span){input, 0, COUNT};
    run->arrays = arrays;
    run->array_count = REDUCTIONS;
    assert_ok(rig, clr_plan_run(plan, run));
    for (size_t i = 0; i < REDUCTIONS; i++) {
        buffer_read(rig, arrays[i].value, 0, values[i], sizeof values[i]);
        buffer_read(rig, arrays[i].status, 0, status[i], sizeof status[i]);
        clReleaseMemObject(arrays[i].value);
        clReleaseMemObject(arrays[i].status);
    }
    for (size_t k = 0; k < count; k++) {
        expect_of(flat, of[k].first, of[k].count, of[k].step, expected);
        for (size_t i = 0; i < REDUCTIONS; i++) {
            assert_int_equal(status[i][k], CLR_OK);
            assert_memory_equal(&values[i][k], &expected[i], sizeof(float));
        }
    }
}

static void rows_and_columns(void **state)
{
    const uint64_t row[] = {1, COUNT}, rows[] = {3, COUNT / 3}, columns[] = {COUNT / 3, 3};
    const struct stretch whole = {0, COUNT, 1};
    struct stretch of_rows[3], of_columns[3];
    clr_plan *plan = small_plan(CLR_SHAPE_AXES), *flat = small_plan(CLR_SHAPE_FLAT);
    clr_axes axes = {.size = sizeof axes, .rank = 2, .reduced = 1 << 1, .extents = row};

    (void)state;
    for (size_t k = 0; k < 3; k++) {
        of_rows[k] = (struct stretch){k * (COUNT / 3), COUNT / 3, 1};
        of_columns[k] = (struct stretch){k, COUNT / 3, 3};
    }
    expect_results(plan, flat, &(clr_run){.axes = &axes}, &whole, 1);
    axes.extents = rows;
    expect_results(plan, flat, &(clr_run){.axes = &axes}, of_rows, 3);
    axes.reduced = 1 << 0;
    axes.extents = columns;
    expect_results(plan, flat, &(clr_run){.axes = &axes}, of_columns, 3);
    clr_plan_destroy(flat);
    clr_plan_destroy(plan);
}

/* Few segments, which groups share at once, and many, of which they share what is too long for
 * teams. */
static void segments(void **state)
{
    uint32_t begins[SEGMENTS + 1];
    struct stretch of[SEGMENTS];
    clr_plan *plan = small_plan(CLR_SHAPE_SEGMENTS), *flat = small_plan(CLR_SHAPE_FLAT);
    clr_segments told = {.size = sizeof told, .type = CLR_TYPE_U32};

    (void)state;
    for (size_t count = 2; count <= SEGMENTS; count += SEGMENTS - 2) {
        for (size_t k = 0; k <= count; k++)
            begins[k] = k <= count / 2 ? (uint32_t)k : (uint32_t)(COUNT - count + k);
        for (size_t k = 0; k < count; k++)
            of[k] = (struct stretch){begins[k], begins[k + 1] - begins[k], 1};
        if (count == SEGMENTS) /* a variance of one element is one, too */
            assert_int_equal(of[0].count, 1);
        told.count = count;
        told.begins = buffer_of(rig, begins, (count + 1) * sizeof *begins);
        expect_results(plan, flat, &(clr_run){.segments = &told}, of, count);
        clReleaseMemObject(told.begins);
    }
    clr_plan_destroy(flat);
    clr_plan_destroy(plan);
}

/* Labels, or keys, of which the first 5 elements have one and all others the next. */
static void labels_and_runs(void **state)
{
    const struct stretch of[] = {{0, 5, 1}, {5, COUNT - 5, 1}};
    uint32_t *names = malloc(COUNT * sizeof *names);
    clr_plan *flat = small_plan(CLR_SHAPE_FLAT), *labels = small_plan(CLR_SHAPE_LABELS);
    clr_plan *runs = small_plan(CLR_SHAPE_RUNS);
    clr_labels labels_told = {.size = sizeof labels_told, .count = 2, .type = CLR_TYPE_U32};
    clr_runs runs_told = {.size = sizeof runs_told, .most = 2, .type = CLR_TYPE_U32};

    (void)state;
    assert_non_null(names);
    for (size_t i = 0; i < COUNT; i++)
        names[i] = i >= 5;
    labels_told.labels = runs_told.keys = buffer_of(rig, names, COUNT * sizeof *names);
    expect_results(labels, flat, &(clr_run){.labels = &labels_told}, of, 2);
    expect_results(runs, flat, &(clr_run){.runs = &runs_told}, of, 2);
    clReleaseMemObject(labels_told.labels);
    clr_plan_destroy(runs);
    clr_plan_destroy(labels);
    clr_plan_destroy(flat);
    free(names);
}

/* An element that is read over and over makes a result longer than any memory. */
static void longer_than_memory(void **state)
{
    const uint64_t extents[] = {1, UINT64_C(1) << 50};
    const int64_t strides[] = {0, 0};
    clr_plan *plan = small_plan(CLR_SHAPE_AXES);
    const clr_axes axes = {.size = sizeof axes,
                           .rank = 2,
                           .reduced = 1 << 1,
                           .extents = extents,
                           .strides = {strides}};
    clr_arrays arrays[REDUCTIONS];

    (void)state;
    for (size_t i = 0; i < REDUCTIONS; i++) {
        arrays[i] = clr_arrays_defaults();
        arrays[i].value = buffer_untouched(rig, sizeof(float));
    }
    assert_error(rig, CLR_ERROR_UNSUPPORTED,
                 clr_plan_run(plan, RUN(.queue = rig->queue, .inputs = {{input, 0, COUNT}},
                                        .axes = &axes, .arrays = arrays,
                                        .array_count = REDUCTIONS)),
                 "with a plan of shape flat");
    for (size_t i = 0; i < REDUCTIONS; i++)
        clReleaseMemObject(arrays[i].value);
    clr_plan_destroy(plan);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_and_columns),
        cmocka_unit_test(segments),
        cmocka_unit_test(labels_and_runs),
        cmocka_unit_test(longer_than_memory),
    };
    int failures;

    if (rig_count() == 0)
        return 77;
    numbers_make();
    failures = cmocka_run_group_tests(tests, NULL, NULL);
    clReleaseMemObject(input);
    free(numbers);
    rigs_destroy();
    return failures;
}
