/* SPDX-License-Identifier: Apache-2.0 */
/* Structs at their defaults, in C99: the size is set, all else is 0, and the library takes them. */
#include "unit.h"

#include <clreduce/clreduce.h>

static void expect_zeros(const void *made, size_t size)
{
    const unsigned char *bytes = made;

    assert_memory_equal(bytes, &size, sizeof size);
    for (size_t i = sizeof size; i < size; i++)
        assert_int_equal(bytes[i], 0);
}

#define EXPECT_DEFAULTS(type)                                                                      \
    do {                                                                                           \
        const type made = type##_defaults();                                                       \
        expect_zeros(&made, sizeof made);                                                          \
    } while (0)

TEST(all_else_is_zero)
{
    EXPECT_DEFAULTS(clr_operator_info);
    EXPECT_DEFAULTS(clr_context_options);
    EXPECT_DEFAULTS(clr_custom);
    EXPECT_DEFAULTS(clr_reduction);
    EXPECT_DEFAULTS(clr_strategy_info);
    EXPECT_DEFAULTS(clr_plan_options);
    EXPECT_DEFAULTS(clr_result);
    EXPECT_DEFAULTS(clr_arrays);
#define SHAPE_STRUCT(name) EXPECT_DEFAULTS(clr_##name);
#include "shape_cases.def"
    EXPECT_DEFAULTS(clr_mask);
    EXPECT_DEFAULTS(clr_index);
    EXPECT_DEFAULTS(clr_run);
    EXPECT_DEFAULTS(clr_plan_info);
    EXPECT_DEFAULTS(clr_launched);
    EXPECT_DEFAULTS(clr_stream_options);
    EXPECT_DEFAULTS(clr_stream_times);
    EXPECT_DEFAULTS(clr_estimate);
    EXPECT_DEFAULTS(clr_block);
    EXPECT_DEFAULTS(clr_block_info);
    EXPECT_DEFAULTS(clr_accumulator_info);
    EXPECT_DEFAULTS(clr_team_options);
    EXPECT_DEFAULTS(clr_team_device);
}

TEST(the_library_takes_them)
{
    const clr_reduction macro = CLR_REDUCTION(CLR_OPERATOR_MAX, CLR_TYPE_U8);
    const clr_reduction made = clr_reduction_of(CLR_OPERATOR_MAX, CLR_TYPE_U8);
    clr_operator_info op = clr_operator_info_defaults();
    clr_strategy_info strategy = clr_strategy_info_defaults();

    assert_memory_equal(&made.op, &macro.op, sizeof macro - offsetof(clr_reduction, op));
    assert_int_equal(clr_operator_describe(CLR_OPERATOR_DOT, &op), CLR_OK);
    assert_int_equal(op.inputs, 2);
    assert_int_equal(clr_strategy_describe("ticket", &strategy), CLR_OK);
    assert_true(strategy.is_sound);
}
