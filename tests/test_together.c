/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the public header says of several reductions together: the record that it shows is the one
 * that is written, and levels that only all of them together can have are found unasked. The struct
 * is cut out of the header by the build, see CMakeLists.txt.
 */
#include "support.h"

#include "record_example.inc"

#include <string.h>

static struct rig *any_rig(void)
{
    return rig_count() ? rig_at(0) : NULL;
}

/* ---- the record ---- */

static clr_reduction of_i16(clr_operator op)
{
    return (clr_reduction)CLR_REDUCTION(op, CLR_TYPE_I16);
}

TEST(record_is_as_the_header_shows_it)
{
    static const int16_t elements[] = {5, -7, 9, 9, -7, 1};
    clr_reduction reductions[] = {of_i16(CLR_OPERATOR_MAX), of_i16(CLR_OPERATOR_ARGMIN),
                                  of_i16(CLR_OPERATOR_MINMAX), of_i16(CLR_OPERATOR_SUM)};
    struct rig *rig = any_rig();
    clr_plan_info info = {.size = sizeof info};
    const void *const inputs[] = {elements};
    clr_plan *plan = NULL;
    struct {
        struct record record;
        unsigned char behind[64];
    } guarded;

    reductions[3].overflow = CLR_OVERFLOW_DETECT;
    assert_ok(rig, clr_plan_create(rig->context, reductions, COUNT(reductions), NULL, &plan));
    assert_int_equal(clr_plan_describe(plan, &info), CLR_OK);
    assert_int_equal(info.result_size, sizeof(struct record));
    clr_plan_destroy(plan);
    memset(&guarded, 0x5a, sizeof guarded);
    assert_ok(rig, clr_reduce_all(rig->context, reductions, COUNT(reductions), inputs, 1,
                                  COUNT(elements), &guarded, sizeof guarded));
    assert_int_equal(guarded.record.argmin.value, -7);
    assert_int_equal(guarded.record.argmin.index, 1);
    assert_int_equal(guarded.record.minmax.least, -7);
    assert_int_equal(guarded.record.minmax.most, 9);
    assert_int_equal(guarded.record.max, 9);
    assert_int_equal(guarded.record.sum, 10);
    assert_int_equal(guarded.record.sum_status, CLR_OK);
    for (size_t i = 0; i < sizeof guarded.behind; i++)
        assert_int_equal(guarded.behind[i], 0x5a);
}

/* ---- levels ---- */

static clr_reduction as_f16(clr_operator op)
{
    clr_reduction reduction = CLR_REDUCTION(op, CLR_TYPE_F16);

    reduction.result = CLR_TYPE_F16;
    return reduction;
}

/* A plan of these must hold all the levels, in order. */
static void expect_levels(struct rig *rig, const clr_reduction *reductions, size_t count,
                          const clr_accuracy *levels)
{
    clr_result result = {.size = sizeof result};
    clr_plan *plan = NULL;

    assert_ok(rig, clr_plan_create(rig->context, reductions, count, NULL, &plan));
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(clr_plan_result(plan, i, &result), CLR_OK);
        assert_int_equal(result.type, reductions[i].result);
        assert_int_equal(result.accuracy, levels[i]);
    }
    clr_plan_destroy(plan);
}

/* f16 as a result is there at level exact alone, which each of these finds only beside the others.
 */
TEST(short_results_settle_to_exact_together)
{
    static const clr_accuracy levels[] = {CLR_ACCURACY_EXACT, CLR_ACCURACY_EXACT,
                                          CLR_ACCURACY_EXACT};
    static const uint16_t elements[] = {0x3c00, 0x4000, 0x4200}; /* 1, 2, 3 */
    clr_reduction reductions[] = {as_f16(CLR_OPERATOR_SUM), as_f16(CLR_OPERATOR_SUMSQ),
                                  as_f16(CLR_OPERATOR_MEAN)};
    const void *const inputs[] = {elements};
    struct rig *rig = any_rig();
    uint16_t record[3] = {0};

    expect_levels(rig, reductions, 2, levels);
    expect_levels(rig, reductions, 3, levels);
    reductions[1].result = CLR_TYPE_BF16;
    expect_levels(rig, reductions, 3, levels);
    reductions[1].result = CLR_TYPE_F16;
    assert_ok(rig,
              clr_reduce_all(rig->context, reductions, 3, inputs, 1, 3, record, sizeof record));
    assert_int_equal(record[0], 0x4600); /* 6 */
    assert_int_equal(record[1], 0x4b00); /* 14 */
    assert_int_equal(record[2], 0x4000); /* 2 */
}

/* Beside one that has no level exact, and beside some that need not have it. */
TEST(short_results_settle_in_company)
{
    const clr_reduction reductions[] = {
        CLR_REDUCTION(CLR_OPERATOR_PROD, CLR_TYPE_F16), as_f16(CLR_OPERATOR_SUM),
        CLR_REDUCTION(CLR_OPERATOR_ASUM, CLR_TYPE_F16), as_f16(CLR_OPERATOR_NRM2),
        CLR_REDUCTION(CLR_OPERATOR_MAX, CLR_TYPE_F16)};
    const clr_plan_options atomic = {.size = sizeof atomic, .strategy = "atomic"};
    struct rig *rig = any_rig();
    clr_result result = {.size = sizeof result};
    clr_plan *plan = NULL;

    assert_ok(rig, clr_plan_create(rig->context, reductions, COUNT(reductions), NULL, &plan));
    for (size_t i = 0; i < COUNT(reductions); i++) {
        assert_int_equal(clr_plan_result(plan, i, &result), CLR_OK);
        assert_int_equal(result.accuracy, i == 0 ? CLR_ACCURACY_FAST : CLR_ACCURACY_EXACT);
    }
    clr_plan_destroy(plan);
    assert_error(rig, CLR_ERROR_UNSUPPORTED,
                 clr_plan_create(rig->context, &reductions[1], 1, &atomic, &plan), "f16");
}
