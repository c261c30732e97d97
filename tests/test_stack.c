/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PoCL keeps the private variables of a group's items in a thread's stack: plans whose groups would
 * overflow it, which would end this process, have smaller groups, also where the caller asked for
 * large ones, and their results are right.
 */
#include "support.h"

#include <stdlib.h>
#include <string.h>

enum { ROWS = 40, LENGTH = 25 };

static const struct rig *rig;

static const struct row {
    clr_operator op;
    clr_type type;
    clr_accuracy accuracy;
    uint64_t group_size; /* 0: the library's */
} rows[] = {
    {CLR_OPERATOR_SUM, CLR_TYPE_F32, CLR_ACCURACY_EXACT, 128},
    {CLR_OPERATOR_SUM, CLR_TYPE_F32, CLR_ACCURACY_EXACT, 4096},
    {CLR_OPERATOR_SUM, CLR_TYPE_F32, CLR_ACCURACY_FAST, 256},
    {CLR_OPERATOR_ANY, CLR_TYPE_U64, CLR_ACCURACY_DEFAULT, 0},
    {CLR_OPERATOR_ANY, CLR_TYPE_U64, CLR_ACCURACY_DEFAULT, 512},
};

/* Ones, so that a sum is the length. */
static cl_mem ones_of(clr_type type)
{
    const float single = 1;
    const uint64_t whole = 1;
    const size_t size = clr_type_size(type);
    char *bytes = malloc(ROWS * LENGTH * size);
    cl_mem buffer;

    for (size_t i = 0; i < ROWS * LENGTH; i++)
        memcpy(bytes + i * size, type == CLR_TYPE_F32 ? (const void *)&single : &whole, size);
    buffer = buffer_of(rig, bytes, ROWS * LENGTH * size);
    free(bytes);
    return buffer;
}

/* Whether the value is the row's: the length of a sum, or 1. */
static bool is_right(const struct row *row, const unsigned char *value)
{
    const float length = LENGTH;

    return row->op == CLR_OPERATOR_SUM ? memcmp(value, &length, sizeof length) == 0 : *value == 1;
}

static void check_row(const struct row *row)
{
    static const uint64_t extents[] = {ROWS, LENGTH};
    const clr_axes axes = {.size = sizeof axes, .rank = 2, .reduced = 1 << 1, .extents = extents};
    const clr_plan_options options = {
        .size = sizeof options, .shape = CLR_SHAPE_AXES, .group_size = row->group_size};
    clr_reduction reduction = CLR_REDUCTION(row->op, row->type);
    clr_plan_info info = {.size = sizeof info};
    clr_result result = {.size = sizeof result};
    cl_mem ones = ones_of(row->type);
    clr_arrays arrays = {.size = sizeof arrays, .value = buffer_untouched(rig, ROWS * 8)};
    clr_plan *plan;
    unsigned char *values;

    reduction.accuracy = row->accuracy;
    assert_ok(rig, clr_plan_create(rig->context, &reduction, 1, &options, &plan));
    assert_int_equal(clr_plan_describe(plan, &info), CLR_OK);
    assert_int_equal(clr_plan_result(plan, 0, &result), CLR_OK);
    assert_ok(rig, clr_plan_run(plan, RUN(.queue = rig->queue, .inputs = {{ones, 0, ROWS * LENGTH}},
                                          .arrays = &arrays, .array_count = 1, .axes = &axes)));
    assert_int_equal(clFinish(rig->queue), CL_SUCCESS);
    values = buffer_take(rig, arrays.value, ROWS * 8);
    for (size_t r = 0; r < ROWS; r++)
        if (!is_right(row, values + r * result.value_size))
            fail_msg("%s of %s in groups of %u, %u asked for: row %zu is wrong",
                     clr_operator_name(row->op), clr_type_name(row->type),
                     (unsigned)info.group_size, (unsigned)row->group_size, r);
    if (row->group_size && info.group_size < row->group_size)
        assert_non_null(strstr(info.why, "fewer than asked for"));
    free(values);
    clReleaseMemObject(ones);
    clr_plan_destroy(plan);
}

TEST(groups_fit_the_stack)
{
    for (size_t i = 0; i < COUNT(rows); i++)
        check_row(&rows[i]);
}

void before_all(void)
{
    rig = rig_at(0);
}
