/* SPDX-License-Identifier: Apache-2.0 */
/* Axes as they are read: what is merged, what is refused, what strides reach. No device. */
#include "problem/shape.h"
#include "unit.h"

enum { FLOAT = 4 };

static clr_status read_axes(const clr_axes *axes, unsigned inputs, clri_rows *rows)
{
    clri_error error = {0};
    const clr_status status = clri_axes_read(axes, inputs, FLOAT, NULL, rows, &error);

    clri_error_clear(&error);
    return status;
}

/* Axes of one input. */
#define AXES(RANK, REDUCED, EXTENTS, STRIDES)                                                      \
    (&(clr_axes){.size = sizeof(clr_axes),                                                         \
                 .rank = (RANK),                                                                   \
                 .reduced = (REDUCED),                                                             \
                 .extents = (EXTENTS),                                                             \
                 .strides = {(STRIDES)}})

static clri_rows rows_of(const clr_axes *axes)
{
    clri_rows rows;

    assert_int_equal(read_axes(axes, 1, &rows), CLR_OK);
    return rows;
}

static void expect_axis(const clri_axis *axis, uint64_t extent, int64_t step, int64_t result_step)
{
    assert_int_equal(axis->extent, extent);
    assert_int_equal(axis->steps[0], step);
    assert_int_equal(axis->result_step, result_step);
}

TEST(neighbours_are_merged)
{
    const uint64_t extents[] = {2, 3, 1, 5, 7};
    clri_rows rows = rows_of(AXES(5, 0x18, extents, NULL)); /* the last two */

    assert_int_equal(rows.count, 6);
    assert_int_equal(rows.length, 35);
    assert_int_equal(rows.kept_rank, 1);
    assert_int_equal(rows.reduced_rank, 1);
    expect_axis(&rows.kept[0], 6, 35, 1);
    expect_axis(&rows.reduced[0], 35, 1, 0);
    assert_true(clri_rows_are_contiguous(&rows, 1));

    rows = rows_of(AXES(5, 0x2, extents, NULL)); /* the second: nothing is beside each other */
    assert_int_equal(rows.count, 70);
    assert_int_equal(rows.kept_rank, 2);
    expect_axis(&rows.kept[0], 35, 1, 1);
    expect_axis(&rows.kept[1], 2, 105, 35);
    expect_axis(&rows.reduced[0], 3, 35, 0);
    assert_false(clri_rows_are_contiguous(&rows, 1));
}

/* A column-major array: its kept axes run as they lie, its results stay where they belong. */
TEST(kept_axes_run_as_they_lie)
{
    const uint64_t extents[] = {4, 5, 6};
    const int64_t strides[] = {FLOAT, 4 * FLOAT, 20 * FLOAT};
    const clri_rows rows = rows_of(AXES(3, 0x4, extents, strides));

    assert_int_equal(rows.kept_rank, 2);
    expect_axis(&rows.kept[0], 4, 1, 5);
    expect_axis(&rows.kept[1], 5, 4, 1);
    expect_axis(&rows.reduced[0], 6, 20, 0);
}

/* The order of a result's elements is theirs, however they lie. */
TEST(reduced_axes_keep_their_order)
{
    const uint64_t extents[] = {4, 5};
    const int64_t strides[] = {FLOAT, 4 * FLOAT};
    const clri_rows rows = rows_of(AXES(2, 0x3, extents, strides));

    assert_int_equal(rows.reduced_rank, 2);
    expect_axis(&rows.reduced[0], 5, 4, 0);
    expect_axis(&rows.reduced[1], 4, 1, 0);
    assert_false(clri_rows_are_contiguous(&rows, 1));
}

/* A transposed array, all of it: one stretch of memory; and what repeats comes last. */
TEST(order_may_be_forgotten)
{
    const uint64_t extents[] = {4, 5, 3};
    const int64_t strides[] = {FLOAT, 4 * FLOAT, 0}, reversed[] = {FLOAT, 0, -4 * FLOAT};
    clri_rows rows = rows_of(AXES(3, 0x7, extents, strides));

    clri_rows_forget_order(&rows, 1);
    assert_int_equal(rows.reduced_rank, 2);
    expect_axis(&rows.reduced[0], 20, 1, 0);
    expect_axis(&rows.reduced[1], 3, 0, 0);
    assert_int_equal(rows.length, 60);
    rows = rows_of(AXES(3, 0x5, extents, reversed));
    clri_rows_forget_order(&rows, 1);
    assert_int_equal(rows.reduced_rank, 2);
    expect_axis(&rows.reduced[0], 4, 1, 0);
    expect_axis(&rows.reduced[1], 3, -4, 0);
    expect_axis(&rows.kept[0], 5, 0, 1);
}

TEST(inputs_merge_only_if_all_do)
{
    const uint64_t extents[] = {3, 4};
    const int64_t gaps[] = {5 * FLOAT, FLOAT};
    clri_rows rows;
    const clr_axes axes = {
        .size = sizeof axes, .rank = 2, .reduced = 3, .extents = extents, .strides = {NULL, gaps}};

    assert_int_equal(read_axes(&axes, 1, &rows), CLR_OK);
    assert_int_equal(rows.reduced_rank, 1);
    assert_int_equal(read_axes(&axes, 2, &rows), CLR_OK);
    assert_int_equal(rows.reduced_rank, 2);
}

TEST(views_reach_to_both_sides)
{
    const uint64_t extents[] = {3, 4};
    const int64_t strides[] = {-10 * FLOAT, 2 * FLOAT};
    const clri_rows rows = rows_of(AXES(2, 0x2, extents, strides));
    const clri_reach reach = clri_rows_reach(&rows, 0);
    const clri_reach results = clri_rows_result_reach(&rows);

    assert_int_equal(reach.below, 20);
    assert_int_equal(reach.above, 6);
    assert_int_equal(results.below, 0);
    assert_int_equal(results.above, 2);
}

TEST(there_may_be_nothing)
{
    const uint64_t none[] = {0, 4}, empty_rows[] = {4, 0};
    clri_rows rows = rows_of(AXES(2, 0x2, none, NULL));

    assert_int_equal(rows.count, 0);
    assert_int_equal(rows.length, 4);
    rows = rows_of(AXES(2, 0x2, empty_rows, NULL));
    assert_int_equal(rows.count, 4);
    assert_int_equal(rows.length, 0);
    rows = rows_of(AXES(0, 0, NULL, NULL));
    assert_int_equal(rows.count, 1);
    assert_int_equal(rows.length, 1);
}

TEST(what_cannot_be_is_refused)
{
    const uint64_t extents[] = {3, 4}, many[] = {9, 4},
                   huge[] = {UINT64_C(1) << 40, UINT64_C(1) << 40};
    const int64_t odd[] = {4 * FLOAT, FLOAT + 1}, far[] = {INT64_MAX - 3, FLOAT};
    const int64_t same[] = {1, 1}, none[] = {0, 1}, overlapping[] = {3, 1};
    clr_axes axes = *AXES(2, 0, extents, NULL);
    clri_rows rows;

    assert_int_equal(read_axes(AXES(9, 0, extents, NULL), 1, &rows), CLR_ERROR_ARGUMENT);
    assert_int_equal(read_axes(AXES(2, 4, extents, NULL), 1, &rows), CLR_ERROR_ARGUMENT);
    assert_int_equal(read_axes(AXES(2, 1, NULL, NULL), 1, &rows), CLR_ERROR_ARGUMENT);
    assert_int_equal(read_axes(AXES(2, 1, huge, NULL), 1, &rows), CLR_ERROR_ARGUMENT);
    assert_int_equal(read_axes(AXES(2, 3, huge, NULL), 1, &rows), CLR_ERROR_ARGUMENT);
    assert_int_equal(read_axes(AXES(2, 1, extents, odd), 1, &rows), CLR_ERROR_ARGUMENT);
    assert_int_equal(read_axes(AXES(2, 1, many, far), 1, &rows), CLR_ERROR_ARGUMENT);
    axes.result_strides = same;
    assert_int_equal(read_axes(&axes, 1, &rows), CLR_ERROR_ARGUMENT);
    axes.result_strides = none;
    assert_int_equal(read_axes(&axes, 1, &rows), CLR_ERROR_ARGUMENT);
    axes.result_strides = overlapping;
    assert_int_equal(read_axes(&axes, 1, &rows), CLR_ERROR_ARGUMENT);
    axes.reduced = 1; /* whose stride does not matter */
    assert_int_equal(read_axes(&axes, 1, &rows), CLR_OK);
    axes.size = 3;
    assert_int_equal(read_axes(&axes, 1, &rows), CLR_ERROR_ARGUMENT);
}
