/* SPDX-License-Identifier: Apache-2.0 */
/* What a plan tells of the kernels that its last run launched. */
#include "base/piece.h"
#include "plan/launch_index.h"
#include "shape/cells/launch_labels.h"
#include "shape/kept/launch_walk.h"
#include "shape/many/launch_groups.h"
#include "shape/many/launch_items.h"
#include "shape/one/launch_flat.h"
#include "shape/ranks/ranked.h"
#include "shape/rows/launch_slices.h"
#include "shape/runs/keys.h"
#include "shape/runs/launch_runs.h"
#include "shape/sort/sort.h"
#include "support.h"

#include <stdio.h>
#include <string.h>

/* Rows enough for a GPU not to want a group for each. */
enum { ELEMENTS = 1200000, ROW = 6, ROWS = ELEMENTS / ROW };

static const struct rig *rig;

static const cl_int *numbers(void)
{
    static cl_int made[ELEMENTS];

    for (size_t i = 0; i < ELEMENTS; i++)
        made[i] = (cl_int)i;
    return made;
}

static clr_plan *sum_of(clr_shape shape)
{
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32);
    const clr_plan_options options = {.size = sizeof options, .shape = shape};
    clr_plan *plan;

    assert_ok(rig, clr_plan_create(rig->context, &sum, 1, &options, &plan));
    return plan;
}

static bool told_at(const clr_plan *plan, size_t index, clr_launched *kernel)
{
    *kernel = (clr_launched){.size = sizeof *kernel};
    return clr_plan_launched(plan, index, kernel) == CLR_OK;
}

/* ---- every kernel has a row ---- */

/* Calls `found` with the name of each kernel of a text. */
static void each_kernel(const char *text, void (*found)(const char *name))
{
    static const char before[] = "void ";

    while ((text = strstr(text, "__kernel")) != NULL) {
        char name[64];
        const char *at = strstr(text, before);

        assert_non_null(at);
        if (sscanf(at + sizeof before - 1, "%63[a-z_]", name) == 1)
            found(name);
        text = at;
    }
}

static size_t kernels;

static const clri_stage_table *const tables[] = {
    &clri_flat_table,  &clri_groups_table, &clri_labels_table, &clri_outside_table,
    &clri_items_table, &clri_slices_table, &clri_runs_table,   &clri_keys_table,
    &clri_sort_table,  &clri_walk_table,   &clri_ranks_table,
};

static bool is_in(const clri_stage_table *table, const char *name)
{
    size_t i = 0;

    while (i < table->row_count && strcmp(table->rows[i].kernel, name) != 0)
        i++;
    return i < table->row_count;
}

static void expect_row(const char *name)
{
    size_t i = 0;

    while (i < sizeof tables / sizeof *tables && !is_in(tables[i], name))
        i++;
    if (i == sizeof tables / sizeof *tables)
        fail_msg("no stage has a row for the kernel %s()", name);
    kernels++;
}

TEST(every_kernel_has_a_row)
{
    static const char probes[] = "probe/";

    for (size_t i = 0; i < clri_piece_count; i++)
        if (strncmp(clri_pieces[i].path, probes, sizeof probes - 1) != 0)
            each_kernel(clri_pieces[i].text, expect_row);
    assert_true(kernels > 30);
}

/* ---- what runs have launched ---- */

TEST(a_flat_run_tells_as_many_as_were_foretold)
{
    clr_plan *plan = sum_of(CLR_SHAPE_FLAT);
    cl_mem input = buffer_of(rig, numbers(), ELEMENTS * sizeof(cl_int));
    clr_plan_info info = {.size = sizeof info};
    clr_launched kernel;
    uint64_t launches = 0;
    cl_long sum;

    assert_false(told_at(plan, 0, &kernel)); /* before the first run */
    assert_int_equal(clr_plan_describe(plan, &info), CLR_OK);
    for (int turn = 0; turn < 2; turn++) /* a run forgets what the one before it launched */
        assert_ok(rig, clr_plan_run(plan, RUN(.queue = rig->queue, .inputs = {{input, 0, ELEMENTS}},
                                              .host = &sum)));
    assert_int_equal(clFinish(rig->queue), CL_SUCCESS);
    for (size_t i = 0; told_at(plan, i, &kernel); i++) {
        launches += kernel.times;
        assert_non_null(strstr(info.source, kernel.kernel));
        assert_string_not_equal(kernel.does, "");
        assert_int_equal(kernel.rows, 1);
        if (i == 0)
            assert_int_equal(kernel.group_size, info.group_size);
    }
    assert_int_equal(launches, clr_plan_launches(plan, ELEMENTS));
    clReleaseMemObject(input);
    clr_plan_destroy(plan);
}

static void run_rows(clr_plan *plan, cl_mem input, cl_mem sums, uint64_t rows, uint64_t row)
{
    const uint64_t extents[] = {rows, row};
    const clr_axes axes = {.size = sizeof axes, .rank = 2, .extents = extents, .reduced = 1u << 1};
    const clr_arrays arrays = {.size = sizeof arrays, .value = sums};

    assert_ok(rig, clr_plan_run(plan, RUN(.queue = rig->queue, .inputs = {{input, 0, 0}},
                                          .axes = &axes, .arrays = &arrays, .array_count = 1)));
    assert_int_equal(clFinish(rig->queue), CL_SUCCESS);
}

/* The same plan takes other kernels for other numbers. */
TEST(rows_tell_what_their_numbers_came_to)
{
    clr_plan *plan = sum_of(CLR_SHAPE_AXES);
    cl_mem input = buffer_of(rig, numbers(), ELEMENTS * sizeof(cl_int));
    cl_mem sums = buffer_untouched(rig, ROWS * sizeof(cl_long));
    clr_launched kernel;

    run_rows(plan, input, sums, ROWS, ROW);
    assert_true(told_at(plan, 0, &kernel));
    assert_string_not_equal(kernel.kernel, "clr_reduce");
    run_rows(plan, input, sums, 1, ELEMENTS);
    assert_true(told_at(plan, 0, &kernel));
    assert_string_equal(kernel.kernel, "clr_reduce");
    run_rows(plan, input, sums, 0, ROW); /* of no results nothing is launched */
    assert_false(told_at(plan, 0, &kernel));
    clReleaseMemObject(sums);
    clReleaseMemObject(input);
    clr_plan_destroy(plan);
}

/* Exact results of few elements are made, and made again, by items and teams: no launch has a group
 * for each, with bins, whatever the data are. A CPU makes sums of up to 64 again so. */
TEST(short_exact_results_have_no_groups)
{
    static const clr_operator ops[] = {CLR_OPERATOR_SUM, CLR_OPERATOR_MEAN, CLR_OPERATOR_DOT,
                                       CLR_OPERATOR_NRM2, CLR_OPERATOR_VAR};
    cl_mem input = buffer_of(rig, numbers(), ELEMENTS * sizeof(cl_int));
    cl_mem values = buffer_untouched(rig, ROWS * sizeof(cl_double));

    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
        for (uint64_t row = 1; row <= 64; row *= 8) {
            clr_reduction reduction = CLR_REDUCTION(ops[i], CLR_TYPE_F32);
            const clr_plan_options options = {.size = sizeof options, .shape = CLR_SHAPE_AXES};
            const uint64_t extents[] = {ROWS / row, row};
            const clr_axes axes = {
                .size = sizeof axes, .rank = 2, .extents = extents, .reduced = 1u << 1};
            const clr_arrays arrays = {.size = sizeof arrays, .value = values};
            const cl_mem second = ops[i] == CLR_OPERATOR_DOT ? input : NULL;
            clr_launched kernel;
            clr_plan *plan;

            reduction.accuracy = CLR_ACCURACY_EXACT;
            assert_ok(rig, clr_plan_create(rig->context, &reduction, 1, &options, &plan));
            assert_ok(rig,
                      clr_plan_run(plan, RUN(.queue = rig->queue,
                                             .inputs = {{input, 0, 0}, {second, 0, 0}},
                                             .axes = &axes, .arrays = &arrays, .array_count = 1)));
            assert_int_equal(clFinish(rig->queue), CL_SUCCESS);
            assert_true(told_at(plan, 0, &kernel));
            for (size_t k = 0; told_at(plan, k, &kernel); k++)
                assert_string_not_equal(kernel.kernel, "clr_reduce");
            clr_plan_destroy(plan);
        }
    clReleaseMemObject(values);
    clReleaseMemObject(input);
}

TEST(what_cannot_be_told_is_refused)
{
    clr_plan *plan = sum_of(CLR_SHAPE_FLAT);
    clr_launched kernel = {.size = sizeof kernel};

    assert_int_equal(clr_plan_launched(NULL, 0, &kernel), CLR_ERROR_ARGUMENT);
    assert_int_equal(clr_plan_launched(plan, 0, &kernel), CLR_ERROR_ARGUMENT);
    assert_ok(rig, clr_plan_run(plan, RUN(.queue = rig->queue, .host = &(cl_long){0})));
    assert_int_equal(clFinish(rig->queue), CL_SUCCESS);
    assert_int_equal(clr_plan_launched(plan, 0, NULL), CLR_ERROR_ARGUMENT);
    kernel.size = 0;
    assert_int_equal(clr_plan_launched(plan, 0, &kernel), CLR_ERROR_ARGUMENT);
    clr_plan_destroy(plan);
}

/* Two parts alike, and the end over no elements. */
TEST(parts_are_told_together)
{
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32);
    const clr_plan_options options = {
        .size = sizeof options, .strategy = "sequential", .group_size = 16};
    const clr_part parts[] = {CLR_PART_MORE, CLR_PART_MORE, CLR_PART_LAST};
    const uint64_t expected[][3] = {{2, 4, 0}, {2, 1, 0}, {1, 1, 1}}; /* times, groups, is end */
    cl_mem input = buffer_of(rig, numbers(), ELEMENTS * sizeof(cl_int));
    clr_launched kernel;
    clr_plan *plan;
    cl_long total;

    assert_ok(rig, clr_plan_create(rig->context, &sum, 1, &options, &plan));
    for (int turn = 0; turn < 2; turn++) /* the first part forgets what came before */
        for (size_t i = 0; i < 3; i++)
            assert_ok(rig, clr_plan_run(plan, RUN(.queue = rig->queue, .part = parts[i],
                                                  .inputs = {{input, 0, i == 2 ? 0 : 64}},
                                                  .host = i == 2 ? &total : NULL)));
    assert_int_equal(clFinish(rig->queue), CL_SUCCESS);
    for (size_t i = 0; i < 3; i++) {
        assert_true(told_at(plan, i, &kernel));
        assert_int_equal(kernel.times, expected[i][0]);
        assert_int_equal(kernel.groups, expected[i][1]);
        assert_int_equal(kernel.is_end, expected[i][2]);
    }
    assert_false(told_at(plan, 3, &kernel));
    clReleaseMemObject(input);
    clr_plan_destroy(plan);
}

/* Whether local memory is fixed or an argument, a group takes the same, and the plan says so. */
TEST(local_memory_is_told)
{
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32);
    const clr_local kinds[] = {CLR_LOCAL_STATIC, CLR_LOCAL_DYNAMIC};
    cl_mem input = buffer_of(rig, numbers(), ELEMENTS * sizeof(cl_int));

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const clr_plan_options options = {
            .size = sizeof options, .strategy = "sequential", .group_size = 16, .local = kinds[i]};
        clr_plan_info info = {.size = sizeof info};
        clr_launched kernel;
        clr_plan *plan;
        cl_long total;

        assert_ok(rig, clr_plan_create(rig->context, &sum, 1, &options, &plan));
        assert_ok(rig, clr_plan_run(plan, RUN(.queue = rig->queue, .inputs = {{input, 0, 64}},
                                              .host = &total)));
        assert_int_equal(clFinish(rig->queue), CL_SUCCESS);
        assert_true(told_at(plan, 0, &kernel));
        assert_int_equal(clr_plan_describe(plan, &info), CLR_OK);
        if (kernel.local_size != CLR_UNKNOWN) {
            assert_in_range(kernel.local_size, 16 * sizeof(cl_long), 17 * sizeof(cl_long));
            assert_in_range(info.kernel_local_size, 16 * sizeof(cl_long), 17 * sizeof(cl_long));
        }
        clr_plan_destroy(plan);
    }
    clReleaseMemObject(input);
}

void before_all(void)
{
    rig = rig_at(0);
}
