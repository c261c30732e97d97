/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Strategies that are wrong by design, which the tests of what is right leave out: they are refused
 * unless allowed, and when they run, their result is anybody's guess, but nothing else is touched.
 *
 *   test_unsound [STRATEGY]     one only, for simulators that are to find its fault; or a sound
 * one, in which they are to find none, and whose sum is right
 */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT = 4000, UNSOUND = 4 };

static const char *only; /* the one strategy to run, NULL for all */

/* A plan of it; of what is unsound only if that is allowed. */
static clr_plan *plan_by(const struct rig *rig, const clr_strategy_info *info)
{
    clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32);
    clr_plan_options options = {.size = sizeof options, .strategy = info->name};
    clr_plan *plan = NULL;

    sum.accuracy = CLR_ACCURACY_RELAXED; /* the states that lessons are about */
    if (!info->is_sound)
        assert_error(rig, CLR_ERROR_UNSUPPORTED,
                     clr_plan_create(rig->context, &sum, 1, &options, &plan), "wrong by design");
    options.unsound = !info->is_sound;
    assert_ok(rig, clr_plan_create(rig->context, &sum, 1, &options, &plan));
    return plan;
}

static void check_strategy(const struct rig *rig, const clr_strategy_info *info)
{
    const float marks[3] = {-1, -2, -3};
    float *numbers = malloc(COUNT * sizeof *numbers);
    float *after = malloc(COUNT * sizeof *after);
    clr_span input = {NULL, 0, COUNT};
    float results[3];
    clr_plan *plan = plan_by(rig, info);
    cl_mem output;

    for (int i = 0; i < COUNT; i++)
        numbers[i] = (float)(i + 1);
    input.buffer = buffer_of(rig, numbers, COUNT * sizeof *numbers);
    output = buffer_of(rig, marks, sizeof marks);
    assert_ok(rig, clr_plan_run(plan, RUN(.queue = rig->queue, .inputs = {input}, .output = output,
                                          .output_index = 1)));
    buffer_read(rig, output, 0, results, sizeof results);
    buffer_read(rig, input.buffer, 0, after, COUNT * sizeof *after);
    assert_true(results[0] == marks[0] && results[2] == marks[2]);
    assert_memory_equal(after, numbers, COUNT * sizeof *after);
    printf("[          ] %s: %.9g instead of %.9g\n", info->name, (double)results[1],
           COUNT * (COUNT + 1.0) / 2);
    if (info->is_sound)
        assert_true(results[1] == COUNT * (COUNT + 1.0F) / 2);
    clr_plan_destroy(plan);
    clReleaseMemObject(output);
    clReleaseMemObject(input.buffer);
    free(after);
    free(numbers);
}

TEST(unsound_strategies_do_no_other_harm)
{
    size_t checked = 0;

    for (size_t r = 0; r < rig_count(); r++)
        for (size_t s = 0; clr_strategy_name(s); s++) {
            clr_strategy_info info = {.size = sizeof info};

            assert_int_equal(clr_strategy_describe(clr_strategy_name(s), &info), CLR_OK);
            if (only ? strcmp(only, info.name) != 0 : info.is_sound)
                continue;
            check_strategy(rig_at(r), &info);
            checked++;
        }
    assert_int_equal(checked, rig_count() * (only ? 1 : UNSOUND));
}

int main(int argc, char **argv)
{
    only = argc > 1 ? argv[1] : NULL;
    return tests_run(NULL);
}
