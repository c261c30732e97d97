/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sums in f32: folded so where level relaxed and a result of f32 are both asked for, and nowhere
 * else; with a drift that f64 has not, and within the bound that the header states.
 */
#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ELEMENTS = 30000 };

/* ---- who folds in f32 ---- */

static clr_reduction reduction_of(clr_operator op, clr_type type, clr_type result,
                                  clr_accuracy accuracy)
{
    clr_reduction reduction = CLR_REDUCTION(op, type);

    reduction.result = result;
    reduction.accuracy = accuracy;
    return reduction;
}

static const struct {
    clr_operator op;
    clr_type type;
    clr_type result;
    clr_accuracy accuracy;
    bool in_f32;
} cases[] = {
    {CLR_OPERATOR_SUM, CLR_TYPE_F32, CLR_TYPE_F32, CLR_ACCURACY_RELAXED, true},
    {CLR_OPERATOR_SUM, CLR_TYPE_F16, CLR_TYPE_F32, CLR_ACCURACY_RELAXED, true},
    {CLR_OPERATOR_MEAN, CLR_TYPE_BF16, CLR_TYPE_F32, CLR_ACCURACY_RELAXED, true},
    {CLR_OPERATOR_ASUM, CLR_TYPE_F32, CLR_TYPE_F32, CLR_ACCURACY_RELAXED, true},
    {CLR_OPERATOR_SUMSQ, CLR_TYPE_F32, CLR_TYPE_F32, CLR_ACCURACY_RELAXED, true},
    {CLR_OPERATOR_DOT, CLR_TYPE_F32, CLR_TYPE_F32, CLR_ACCURACY_RELAXED, true},
    {CLR_OPERATOR_SUM, CLR_TYPE_F32, CLR_TYPE_DEFAULT, CLR_ACCURACY_RELAXED, false},
    {CLR_OPERATOR_SUM, CLR_TYPE_F32, CLR_TYPE_F64, CLR_ACCURACY_RELAXED, false},
    {CLR_OPERATOR_SUM, CLR_TYPE_F32, CLR_TYPE_F32, CLR_ACCURACY_FAST, false},
    {CLR_OPERATOR_SUM, CLR_TYPE_F32, CLR_TYPE_F32, CLR_ACCURACY_DEFAULT, false},
    {CLR_OPERATOR_SUM, CLR_TYPE_F64, CLR_TYPE_F32, CLR_ACCURACY_RELAXED, false},
    {CLR_OPERATOR_NRM2, CLR_TYPE_F32, CLR_TYPE_F32, CLR_ACCURACY_RELAXED, false},
    {CLR_OPERATOR_PROD, CLR_TYPE_F32, CLR_TYPE_F32, CLR_ACCURACY_RELAXED, false},
    {CLR_OPERATOR_SUM, CLR_TYPE_I32, CLR_TYPE_F32, CLR_ACCURACY_RELAXED, false},
};

TEST(f32_is_for_the_asking)
{
    for (size_t r = 0; r < rig_count(); r++)
        for (size_t i = 0; i < COUNT(cases); i++) {
            const clr_reduction reduction =
                reduction_of(cases[i].op, cases[i].type, cases[i].result, cases[i].accuracy);
            clr_result result = {.size = sizeof result};
            clr_plan *plan;

            assert_ok(rig_at(r), clr_plan_create(rig_at(r)->context, &reduction, 1, NULL, &plan));
            assert_int_equal(clr_plan_result(plan, 0, &result), CLR_OK);
            assert_int_equal(strcmp(result.accumulator, "f32") == 0, cases[i].in_f32);
            if (cases[i].in_f32)
                assert_int_equal(result.accuracy, CLR_ACCURACY_RELAXED);
            clr_plan_destroy(plan);
        }
}

/* ---- what comes of it ---- */

/* A sum of f32 in f32 by a strategy, and the longest chain of its roundings. */
static float sum_by(const struct rig *rig, const clr_plan_options *options, const float *x,
                    uint64_t count, uint64_t *depth)
{
    const clr_reduction reduction =
        reduction_of(CLR_OPERATOR_SUM, CLR_TYPE_F32, CLR_TYPE_F32, CLR_ACCURACY_RELAXED);
    const cl_mem buffer = buffer_of(rig, x, count * sizeof *x);
    clr_plan *plan;
    float sum;

    assert_ok(rig, clr_plan_create(rig->context, &reduction, 1, options, &plan));
    run_plan(rig, plan, buffer, 0, count, &sum);
    *depth = clr_plan_depth(plan, count);
    clr_plan_destroy(plan);
    clReleaseMemObject(buffer);
    return sum;
}

/* To 2^24 f32 adds 1 in vain, on the device and on the host. */
TEST(ones_are_lost_beside_a_large_number)
{
    static const char *const strategies[] = {"stride/none/result", "one/none/host"};
    float x[100];
    uint64_t depth;

    for (size_t i = 0; i < COUNT(x); i++)
        x[i] = i == 0 ? 0x1p24F : 1;
    for (size_t r = 0; r < rig_count(); r++)
        for (size_t s = 0; s < COUNT(strategies); s++) {
            const clr_plan_options options = {
                .size = sizeof options, .strategy = strategies[s], .group_size = 1};

            assert_true(sum_by(rig_at(r), &options, x, COUNT(x), &depth) == 0x1p24F);
        }
}

static bool is_there(const struct rig *rig, const clr_plan_options *options)
{
    const clr_reduction reduction =
        reduction_of(CLR_OPERATOR_SUM, CLR_TYPE_F32, CLR_TYPE_F32, CLR_ACCURACY_RELAXED);

    return clr_plan_check(rig->device, &reduction, 1, options, NULL, 0) == CLR_OK;
}

TEST(every_strategy_keeps_the_bound)
{
    float *x = malloc(ELEMENTS * sizeof *x);
    double right = 0, magnitude = 0;

    for (int i = 0; i < ELEMENTS; i++) {
        x[i] = sinf((float)i) * (i % 3 == 0 ? 1000.0F : 1.0F);
        right += (double)x[i];
        magnitude += fabs((double)x[i]);
    }
    for (size_t r = 0; r < rig_count(); r++) {
        size_t checked = 0;

        for (size_t s = 0; clr_strategy_name(s); s++) {
            const clr_plan_options options = {.size = sizeof options,
                                              .strategy = clr_strategy_name(s)};
            uint64_t depth;
            float sum;

            if (!is_there(rig_at(r), &options))
                continue;
            sum = sum_by(rig_at(r), &options, x, ELEMENTS, &depth);
            assert_true(fabs((double)sum - right) <= ((double)depth + 1) * 0x1p-24 * magnitude);
            checked++;
        }
        assert_in_range(checked, 15, 40);
    }
    free(x);
}
