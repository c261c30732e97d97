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

enum { COUNT = 100003, SEGMENTS = 100, RESULTS_MOST = SEGMENTS };

static struct rig *rig;
static float *numbers;
static cl_mem input;

static void numbers_make(void)
{
    numbers = malloc(COUNT * sizeof *numbers);
    assert_non_null(numbers);
    for (uint32_t i = 0; i < COUNT; i++)
        numbers[i] = (float)((int32_t)(i * 2654435761u) >> 8) * (i % 7   ? 0x1p-20f
                                                                 : i % 3 ? 0x1p40f
                                                                         : 1.0f);
    rig = rig_at(0);
    input = buffer_of(rig, numbers, COUNT * sizeof *numbers);
}

/* A plan of sums whose launches are small. */
static clr_plan *small_plan(clr_shape shape)
{
    clr_plan_options options = clr_plan_options_defaults();
    const clr_reduction sum = clr_reduction_of(CLR_OPERATOR_SUM, CLR_TYPE_F32);
    clr_plan *plan = NULL;

    options.shape = shape;
    options.group_size = 2;
    options.group_count = 1;
    assert_ok(rig, clr_plan_create(rig->context, &sum, 1, &options, &plan));
    return plan;
}

/* The elements of a result: which of all they are. */
struct stretch {
    size_t first;
    size_t count;
    size_t step;
};

/* What a run of shape flat makes of them. */
static float expect_of(clr_plan *flat, const struct stretch *of)
{
    float *taken = malloc(of->count * sizeof *taken);
    float expected;
    cl_mem buffer;

    assert_non_null(taken);
    for (size_t i = 0; i < of->count; i++)
        taken[i] = numbers[of->first + i * of->step];
    buffer = buffer_of(rig, taken, of->count * sizeof *taken);
    run_plan(rig, flat, buffer, 0, of->count, &expected);
    clReleaseMemObject(buffer);
    free(taken);
    return expected;
}

/* Runs a plan of a shape, and compares its results with those of these elements. */
static void expect_results(clr_plan *plan, clr_plan *flat, clr_run *run, const struct stretch *of,
                           size_t count)
{
    float values[RESULTS_MOST];
    cl_int status[RESULTS_MOST];
    clr_arrays arrays = clr_arrays_defaults();

    arrays.value = buffer_untouched(rig, sizeof values);
    arrays.status = buffer_untouched(rig, sizeof status);
    run->size = sizeof *run;
    run->queue = rig->queue;
    run->inputs[0] = (clr_span){input, 0, COUNT};
    run->arrays = &arrays;
    run->array_count = 1;
    assert_ok(rig, clr_plan_run(plan, run));
    buffer_read(rig, arrays.value, 0, values, sizeof values);
    buffer_read(rig, arrays.status, 0, status, sizeof status);
    clReleaseMemObject(arrays.value);
    clReleaseMemObject(arrays.status);
    for (size_t k = 0; k < count; k++) {
        const float expected = expect_of(flat, &of[k]);

        assert_int_equal(status[k], CLR_OK);
        assert_memory_equal(&values[k], &expected, sizeof expected);
    }
}

TEST(rows_and_columns)
{
    const uint64_t row[] = {1, COUNT}, rows[] = {3, COUNT / 3}, columns[] = {COUNT / 3, 3};
    const struct stretch whole = {0, COUNT, 1};
    struct stretch of_rows[3], of_columns[3];
    clr_plan *plan = small_plan(CLR_SHAPE_AXES), *flat = small_plan(CLR_SHAPE_FLAT);
    clr_axes axes = {.size = sizeof axes, .rank = 2, .reduced = 1 << 1, .extents = row};

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
TEST(segments)
{
    uint32_t begins[SEGMENTS + 1];
    struct stretch of[SEGMENTS];
    clr_plan *plan = small_plan(CLR_SHAPE_SEGMENTS), *flat = small_plan(CLR_SHAPE_FLAT);
    clr_segments told = {.size = sizeof told, .type = CLR_TYPE_U32};

    for (size_t count = 2; count <= SEGMENTS; count += SEGMENTS - 2) {
        for (size_t k = 0; k <= count; k++)
            begins[k] = k <= count / 2 ? (uint32_t)k : (uint32_t)(COUNT - count + k);
        for (size_t k = 0; k < count; k++)
            of[k] = (struct stretch){begins[k], begins[k + 1] - begins[k], 1};
        told.count = count;
        told.begins = buffer_of(rig, begins, (count + 1) * sizeof *begins);
        expect_results(plan, flat, &(clr_run){.segments = &told}, of, count);
        clReleaseMemObject(told.begins);
    }
    clr_plan_destroy(flat);
    clr_plan_destroy(plan);
}

/* Keys, of which the first 5 elements have one and all others the next. */
TEST(runs)
{
    const struct stretch of[] = {{0, 5, 1}, {5, COUNT - 5, 1}};
    uint32_t *keys = malloc(COUNT * sizeof *keys);
    clr_plan *flat = small_plan(CLR_SHAPE_FLAT), *plan = small_plan(CLR_SHAPE_RUNS);
    clr_runs told = {.size = sizeof told, .most = 2, .type = CLR_TYPE_U32};

    assert_non_null(keys);
    for (size_t i = 0; i < COUNT; i++)
        keys[i] = i >= 5;
    told.keys = buffer_of(rig, keys, COUNT * sizeof *keys);
    expect_results(plan, flat, &(clr_run){.runs = &told}, of, 2);
    clReleaseMemObject(told.keys);
    clr_plan_destroy(plan);
    clr_plan_destroy(flat);
    free(keys);
}

/* An element that is read over and over makes a result longer than any memory. */
TEST(longer_than_memory)
{
    const uint64_t extents[] = {1, UINT64_C(1) << 50};
    const int64_t strides[] = {0, 0};
    clr_plan *plan = small_plan(CLR_SHAPE_AXES);
    const clr_axes axes = {.size = sizeof axes,
                           .rank = 2,
                           .reduced = 1 << 1,
                           .extents = extents,
                           .strides = {strides}};
    clr_arrays arrays = clr_arrays_defaults();

    arrays.value = buffer_untouched(rig, sizeof(float));
    assert_error(rig, CLR_ERROR_UNSUPPORTED,
                 clr_plan_run(plan, RUN(.queue = rig->queue, .inputs = {{input, 0, COUNT}},
                                        .axes = &axes, .arrays = &arrays, .array_count = 1)),
                 "with a plan of shape flat");
    clReleaseMemObject(arrays.value);
    clr_plan_destroy(plan);
}

void before_all(void)
{
    numbers_make();
}

void after_all(void)
{
    clReleaseMemObject(input);
    free(numbers);
}
