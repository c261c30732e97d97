/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Choices for made-up devices: strategy and sizes by the device's answers and the caller's wishes,
 * and the reasons of what is refused.
 */
#include "made_up.h"
#include "state/layout.h"

#include <stdio.h>
#include <string.h>

/* ---- choices ---- */

TEST(chooses_by_the_device)
{
    const clr_device gpu = gpu_make(), bare = bare_gpu_make(), cpu = cpu_make();
    const clr_device mute = mute_make();
    clri_choice choice;

    choice = choose(&gpu, CLR_OPERATOR_SUM, CLR_TYPE_F32, NULL, UINT64_MAX);
    assert_string_equal(choice.strategy.name, "ticket");
    assert_int_equal(choice.sizes.group, 256);
    assert_int_equal(choice.sizes.vector_width, 4);
    assert_false(choice.sizes.contiguous);
    assert_string_equal(choice.capability.fence, "nvidia");
    assert_string_equal(choice.code.build_options, "");

    choice = choose(&cpu, CLR_OPERATOR_SUM, CLR_TYPE_F32, NULL, UINT64_MAX);
    assert_string_equal(choice.strategy.name, "ticket");
    assert_string_equal(choice.code.build_options, "-cl-std=CL3.0");
    assert_int_equal(choice.sizes.group, 1);
    assert_int_equal(choice.sizes.vector_width, 16);
    assert_true(choice.sizes.contiguous);

    choice = choose(&bare, CLR_OPERATOR_SUM, CLR_TYPE_F32, NULL, UINT64_MAX);
    assert_string_equal(choice.strategy.name, "two-pass");
    assert_int_equal(choice.sizes.group, 256);

    choice = choose(&mute, CLR_OPERATOR_SUM, CLR_TYPE_F32, NULL, UINT64_MAX);
    assert_string_equal(choice.strategy.name, "two-pass");
    assert_int_equal(choice.sizes.group, 1);
    assert_string_equal(choice.pass.members[0].form.accumulator, "double-float");
}

static bool loads_past_the_cache(uint64_t capability, const char *driver, const char *strategy)
{
    clr_device device = gpu_make();

    device.compute_capability_major_nv = capability;
    snprintf(device.driver_version, sizeof device.driver_version, "%s", driver);
    return choose(&device, CLR_OPERATOR_SUM, CLR_TYPE_F32, strategy, UINT64_MAX).capability.read !=
           NULL;
}

TEST(only_ptx_that_the_driver_knows_is_used)
{
    assert_true(loads_past_the_cache(9, "580.159.04", NULL));
    assert_true(loads_past_the_cache(7, "470.42", "two-pass"));
    assert_false(loads_past_the_cache(6, "580.159.04", NULL));
    assert_false(loads_past_the_cache(CLR_UNKNOWN, "580.159.04", NULL));
    assert_false(loads_past_the_cache(9, "465.19", NULL));
    assert_false(loads_past_the_cache(9, "", NULL));
    assert_false(loads_past_the_cache(9, "580.159.04", "ordered"));
    assert_false(loads_past_the_cache(9, "580.159.04", "grid-stride"));
}

/* Where it makes no difference which group folds what, and groups get on by themselves. */
TEST(tiles_are_claimed_where_order_is_free)
{
    static const struct {
        clr_operator op;
        clr_type type;
        const char *strategy;
        bool claims;
    } rows[] = {
        {CLR_OPERATOR_SUM, CLR_TYPE_I8, NULL, true},
        {CLR_OPERATOR_MEAN, CLR_TYPE_I8, NULL, true},
        {CLR_OPERATOR_MINMAX, CLR_TYPE_F64, NULL, true},
        {CLR_OPERATOR_ARGMAX, CLR_TYPE_BF16, NULL, true},
        {CLR_OPERATOR_XOR, CLR_TYPE_U32, NULL, true},
        {CLR_OPERATOR_COUNT, CLR_TYPE_F32, NULL, true},
        {CLR_OPERATOR_SUM, CLR_TYPE_F32, NULL, false}, /* of level fast */
        {CLR_OPERATOR_VAR, CLR_TYPE_I32, NULL, false},
        {CLR_OPERATOR_SUM, CLR_TYPE_I8, "two-pass", false},
        {CLR_OPERATOR_SUM, CLR_TYPE_I8, "stride/best/ticket", false},
    };
    const clr_device gpu = gpu_make(), cpu = cpu_make();

    for (size_t i = 0; i < COUNT(rows); i++) {
        const char *strategy = rows[i].strategy;

        assert_int_equal(choose(&gpu, rows[i].op, rows[i].type, strategy, UINT64_MAX).sizes.claims,
                         rows[i].claims);
        assert_false(choose(&cpu, rows[i].op, rows[i].type, "ticket", UINT64_MAX).sizes.claims);
    }
}

/* As many groups as keep the device busy: what an item has in flight goes down as elements do. */
TEST(sizes_follow_from_the_elements)
{
    static const struct {
        clr_operator op;
        clr_type type;
        unsigned lanes, loads;
    } rows[] = {
        {CLR_OPERATOR_SUM, CLR_TYPE_F32, 4, 8}, /* 128 bytes of 16 at a time */
        {CLR_OPERATOR_SUM, CLR_TYPE_F64, 2, 4}, /* pairs of f64 take registers: 64 bytes */
        {CLR_OPERATOR_VAR, CLR_TYPE_F32, 4, 4},
        {CLR_OPERATOR_ARGMAX, CLR_TYPE_F32, 4, 8},
        {CLR_OPERATOR_LOGSUMEXP, CLR_TYPE_F32, 2, 4}, /* much work an element */
        {CLR_OPERATOR_SUM, CLR_TYPE_U64, 2, 8},
        {CLR_OPERATOR_MAX, CLR_TYPE_I32, 4, 8},
        {CLR_OPERATOR_SUM, CLR_TYPE_F16, 4, 8}, /* 64 bytes of 8 */
        {CLR_OPERATOR_VAR, CLR_TYPE_BF16, 4, 8},
        {CLR_OPERATOR_SUM, CLR_TYPE_I16, 4, 8},
        {CLR_OPERATOR_MIN, CLR_TYPE_I8, 16, 4}, /* all lanes of bytes share a state */
        {CLR_OPERATOR_SUM, CLR_TYPE_I8, 16, 4},
        {CLR_OPERATOR_SUM, CLR_TYPE_U8, 16, 4},
        {CLR_OPERATOR_ASUM, CLR_TYPE_I8, 4, 16},
        {CLR_OPERATOR_DOT, CLR_TYPE_F32, 4, 4}, /* of two inputs */
        {CLR_OPERATOR_DOT, CLR_TYPE_I8, 4, 8},
    };
    const clr_device gpu = gpu_make();

    for (size_t i = 0; i < COUNT(rows); i++) {
        const clri_choice choice = choose(&gpu, rows[i].op, rows[i].type, "two-pass", UINT64_MAX);

        assert_int_equal(choice.sizes.vector_width, rows[i].lanes);
        assert_int_equal(choice.sizes.item_loads, rows[i].loads);
        assert_int_equal(choice.sizes.group_count, 4 * 132);
        assert_int_equal(choice.sizes.second_group, 512);
    }
}

TEST(halves_that_are_multiplied_exactly_are_as_many_as_floats)
{
    static const clr_type types[] = {CLR_TYPE_F32, CLR_TYPE_F16, CLR_TYPE_BF16};
    const clr_plan_options options = {.size = sizeof options};
    const clr_device gpu = h200_make();

    for (size_t i = 0; i < COUNT(types); i++) {
        const clr_reduction dot = {.size = sizeof dot,
                                   .op = CLR_OPERATOR_DOT,
                                   .type = types[i],
                                   .accuracy = CLR_ACCURACY_EXACT};
        clri_choice choice;
        clri_error error = {0};

        assert_int_equal(try_choose(&gpu, &dot, &options, UINT64_MAX, &choice, &error), CLR_OK);
        assert_int_equal(choice.sizes.vector_width * choice.sizes.item_loads, 8);
    }
}

/* What is chosen for several reductions at once; nothing in it belongs to the request. */
static clri_choice choose_several(const clr_reduction *reductions, size_t count)
{
    const clr_device gpu = gpu_make();
    const clr_plan_options plain = {.size = sizeof plain};
    clri_request request = request_of(reductions, count);
    clri_choice choice;
    clri_error error = {0};

    assert_int_equal(clri_choose(&gpu, &request, &plain, NULL, &choice, &error), CLR_OK);
    clri_request_free(&request);
    return choice;
}

/* Several states in all lanes stay within 64 bytes, or there is one lane. */
TEST(lanes_are_few_where_states_are_large)
{
    const clr_reduction reductions[] = {CLR_REDUCTION(CLR_OPERATOR_MIN, CLR_TYPE_F32),
                                        CLR_REDUCTION(CLR_OPERATOR_MAX, CLR_TYPE_F32),
                                        CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32),
                                        CLR_REDUCTION(CLR_OPERATOR_STD, CLR_TYPE_F32)};
    static const struct {
        size_t state_size;
        unsigned lanes;
    } expected[] = {{4, 4}, {8, 4}, {16, 4}, {40, 1}};

    for (size_t count = 1; count <= COUNT(reductions); count++) {
        const clri_choice choice = choose_several(reductions, count);

        assert_int_equal(clri_layout_state_size(&choice.pass), expected[count - 1].state_size);
        assert_int_equal(choice.sizes.vector_width, expected[count - 1].lanes);
    }
}

/* Wherever among others it stands: two lanes at most, or one if two are too large, and four loads.
 */
TEST(heavy_work_is_seen_in_company)
{
    const clr_reduction heavy = CLR_REDUCTION(CLR_OPERATOR_LOGSUMEXP, CLR_TYPE_F32);
    const clr_reduction before[] = {CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32), heavy};
    const clr_reduction after[] = {heavy, CLR_REDUCTION(CLR_OPERATOR_MIN, CLR_TYPE_F32)};
    const clr_reduction large[] = {heavy, CLR_REDUCTION(CLR_OPERATOR_MINMAX, CLR_TYPE_F32),
                                   CLR_REDUCTION(CLR_OPERATOR_ARGMIN, CLR_TYPE_F32)};
    const struct {
        const clr_reduction *reductions;
        size_t count;
        unsigned lanes;
    } rows[] = {{before, COUNT(before), 2}, {after, COUNT(after), 2}, {large, COUNT(large), 1}};

    for (size_t i = 0; i < COUNT(rows); i++) {
        const clri_choice choice = choose_several(rows[i].reductions, rows[i].count);

        assert_int_equal(choice.sizes.vector_width, rows[i].lanes);
        assert_int_equal(choice.sizes.item_loads, 4);
    }
}

/* Whatever the limits, the group fits them all; after compiling, the kernel's own too. */
TEST(keeps_within_every_limit)
{
    clr_device device = gpu_make();

    for (size_t s = 1; clr_strategy_name(s); s++)
        for (uint64_t limit = 2; limit <= 4096; limit = limit * 3 / 2 + 1) {
            clri_choice choice =
                choose(&device, CLR_OPERATOR_SUM, CLR_TYPE_I32, clr_strategy_name(s), limit);

            assert_in_range(choice.sizes.group, 1, limit);
            assert_in_range(choice.sizes.second_group, 1, limit);
        }
    device.max_work_item_sizes[0] = 50;
    assert_in_range(choose(&device, CLR_OPERATOR_MIN, CLR_TYPE_I8, NULL, UINT64_MAX).sizes.group, 1,
                    50);
    device.max_work_item_sizes[0] = 1024;
    device.local_mem_size = 1000; /* 112 states of 8 bytes and something to spare */
    assert_in_range(choose(&device, CLR_OPERATOR_SUM, CLR_TYPE_I8, NULL, UINT64_MAX).sizes.group, 1,
                    112);
    device.max_work_group_size = 1;
    assert_int_equal(choose(&device, CLR_OPERATOR_SUM, CLR_TYPE_I8, NULL, UINT64_MAX).sizes.group,
                     1);
}

/* Wishes, and the reasons why some are not granted; on the GPU that has everything. */
TEST(refuses_what_does_not_go_together)
{
#define HOW(...)                                                                                   \
    {                                                                                              \
        .size = sizeof(clr_plan_options), .strategy = __VA_ARGS__                                  \
    }
    static const struct {
        clr_plan_options how;
        clr_status status;
        const char *part;
    } cases[] = {
        {HOW("race"), CLR_ERROR_UNSUPPORTED, "wrong by design"},
        {HOW("collide"), CLR_ERROR_UNSUPPORTED, "wrong by design"},
        {HOW("tile/none/overwrite"), CLR_ERROR_UNSUPPORTED, "wrong by design"},
        {HOW("no-barriers"), CLR_ERROR_UNSUPPORTED, "wrong by design"},
        {HOW("volatile-warp"), CLR_ERROR_UNSUPPORTED, "wrong by design"},
        {HOW("tile/no-barriers/ticket"), CLR_ERROR_UNSUPPORTED, "wrong by design"},
        {HOW("early-return"), CLR_ERROR_UNSUPPORTED, "before a barrier"},
        {HOW("early-return", .unsound = 1), CLR_ERROR_UNSUPPORTED, "early_return.cl"},
        {HOW("no-barriers", .unsound = 1), CLR_OK, NULL},
        {HOW("volatile-warp", .unsound = 1), CLR_OK, NULL},
        {HOW("race", .unsound = 1), CLR_OK, NULL},
        {HOW("collide", .unsound = 1), CLR_OK, NULL},
        {HOW("one/sequential/result"), CLR_ERROR_UNSUPPORTED, "as many groups as the input fills"},
        {HOW("pair/none/result"), CLR_ERROR_UNSUPPORTED, "as many groups as the input fills"},
        {HOW("unroll/best/result"), CLR_ERROR_UNSUPPORTED, "use load stride or tile"},
        {HOW("tile/sequential/result"), CLR_OK, NULL},
        {HOW("tile/none/ticket"), CLR_OK, NULL},
        {HOW("tile/none/ticket", .group_size = 2), CLR_ERROR_ARGUMENT, "group size of 1"},
        {HOW("stride/none/host", .group_size = 64), CLR_ERROR_ARGUMENT, "group size of 1"},
        {HOW("stride/none/atomic", .group_size = 64), CLR_OK, NULL},
        {HOW("sequential", .group_size = 1), CLR_ERROR_UNSUPPORTED, "2 work-items at least"},
        {HOW("one/none/relaunch"), CLR_ERROR_UNSUPPORTED, "2 work-items at least"},
        {HOW("tile/serial/relaunch", .group_size = 1), CLR_ERROR_UNSUPPORTED, "two-pass"},
        {HOW("first-add", .group_size = 1), CLR_OK, NULL}, /* two states an item */
        {HOW("sequential", .item_loads = 4), CLR_ERROR_ARGUMENT, "1 loads in flight, not 4"},
        {HOW("first-add", .item_loads = 2), CLR_OK, NULL},
        {HOW("two-pass", .item_loads = 3), CLR_ERROR_ARGUMENT, "none of 1, 2, 4, 8 and 16"},
        {HOW("two-pass", .vector_width = 32), CLR_ERROR_ARGUMENT, "none of 1, 2, 4, 8 and 16"},
        {HOW("one-group", .group_count = 2), CLR_ERROR_ARGUMENT, "one group"},
        {HOW("one-group", .group_count = 1), CLR_OK, NULL},
        {HOW("two-pass", .group_size = 1025), CLR_ERROR_ARGUMENT, "1024 work-items"},
        {HOW("two-pass", .group_count = 1 << 21), CLR_ERROR_ARGUMENT, "group count"},
        {HOW("run/sequential/store"), CLR_OK, NULL}, /* order is kept, and nobody minds */
        {HOW("run/sequential/store", .vector_width = 4), CLR_ERROR_UNSUPPORTED, "one by one"},
        {HOW("run/sequential/store", .vector_width = 1), CLR_OK, NULL},
        {HOW("run/none/result"), CLR_OK, NULL},
        {HOW("two-pass", .atomics = CLR_ATOMICS_SWAP), CLR_ERROR_UNSUPPORTED, "has finish store"},
        {HOW("race", .unsound = 1, .atomics = CLR_ATOMICS_SWAP), CLR_ERROR_UNSUPPORTED,
         "has finish unguarded"},
        {HOW("atomic", .atomics = CLR_ATOMICS_SWAP), CLR_OK, NULL},
        {HOW("early-return", .shape = CLR_SHAPE_LABELS), CLR_ERROR_UNSUPPORTED, "early_return.cl"},
        {HOW("auto", .shape = CLR_SHAPE_LABELS, .atomics = CLR_ATOMICS_SWAP), CLR_ERROR_UNSUPPORTED,
         "leave it 0"},
        {HOW("tile/best/rows-ticket"), CLR_ERROR_UNSUPPORTED, "shape is flat"},
        {HOW("tile/best/rows-ticket", .shape = CLR_SHAPE_SEGMENTS), CLR_ERROR_UNSUPPORTED,
         "of the same length, and the plan's shape is segments"},
        {HOW("tile/best/rows-ticket", .shape = CLR_SHAPE_AXES), CLR_OK, NULL},
        {HOW("magic"), CLR_ERROR_ARGUMENT, "no strategy 'magic'"},
        {HOW("one/two/three"), CLR_ERROR_ARGUMENT, "LOAD/GROUP/FINISH"},
    };
#undef HOW
    const clr_device gpu = gpu_make();
    const clr_reduction reduction = (clr_reduction)CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32);

    for (size_t i = 0; i < COUNT(cases); i++) {
        clri_choice choice = {0};
        clri_error error = {0};
        const clr_status status =
            try_choose(&gpu, &reduction, &cases[i].how, UINT64_MAX, &choice, &error);

        if (status != cases[i].status || (status && !strstr(error.message, cases[i].part)))
            fail_msg("%s: %s: '%s'", cases[i].how.strategy, clr_status_name(status), error.message);
    }
}

/* Groups that share a row finish it by a ticket, if they can hand on states as they are. */
TEST(rows_have_tickets_where_fences_allow)
{
    static const struct {
        uint64_t fence;
        clr_shape shape;
        const char *finish;
    } cases[] = {
        {CLR_FENCE_NVIDIA, CLR_SHAPE_AXES, "rows-ticket"},
        {CLR_FENCE_C11, CLR_SHAPE_AXES, "rows-ticket"},
        {CLR_FENCE_ATOMIC, CLR_SHAPE_AXES, "rows"},
        {CLR_FENCE_NONE, CLR_SHAPE_AXES, "rows"},
        {CLR_FENCE_C11, CLR_SHAPE_SEGMENTS, "rows"},
        {CLR_FENCE_ATOMIC, CLR_SHAPE_FLAT, "ticket"},
    };
    const clr_reduction reduction = (clr_reduction)CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32);
    clr_device device = gpu_make();
    clri_choice choice;
    clri_error error = {0};

    for (size_t i = 0; i < COUNT(cases); i++) {
        const clr_plan_options how = {.size = sizeof how, .shape = cases[i].shape};

        device.fence = cases[i].fence;
        assert_int_equal(try_choose(&device, &reduction, &how, UINT64_MAX, &choice, &error),
                         CLR_OK);
        assert_string_equal(choice.strategy.finish->name, cases[i].finish);
    }
    device.fence = CLR_FENCE_ATOMIC;
    assert_int_equal(try_choose(&device, &reduction,
                                &(clr_plan_options){.size = sizeof(clr_plan_options),
                                                    .shape = CLR_SHAPE_AXES,
                                                    .strategy = "tile/best/rows-ticket"},
                                UINT64_MAX, &choice, &error),
                     CLR_ERROR_UNSUPPORTED);
    assert_non_null(strstr(error.message, "in words"));
}

/* Formats that no strategy could do anything about. */
TEST(refuses_numbers_that_the_device_lacks)
{
    clr_device device = gpu_make();
    clr_reduction reduction = (clr_reduction)CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F64);
    const clr_plan_options plain = {.size = sizeof plain};
    clri_choice choice;
    clri_error error = {0};

    device.fp64 = 0;
    assert_int_equal(try_choose(&device, &reduction, &plain, UINT64_MAX, &choice, &error),
                     CLR_ERROR_UNSUPPORTED);
    assert_non_null(strstr(error.message, "no fp64"));
    reduction = (clr_reduction)CLR_REDUCTION(CLR_OPERATOR_PROD, CLR_TYPE_F32);
    reduction.result = CLR_TYPE_F64;
    assert_int_equal(try_choose(&device, &reduction, &plain, UINT64_MAX, &choice, &error),
                     CLR_ERROR_UNSUPPORTED);
    assert_non_null(strstr(error.message, "f32"));
    reduction = (clr_reduction)CLR_REDUCTION(CLR_OPERATOR_MIN, CLR_TYPE_F64);
    assert_int_equal(try_choose(&device, &reduction, &plain, UINT64_MAX, &choice, &error), CLR_OK);
}

TEST(best_is_a_piece_that_there_is)
{
    const clr_device devices[] = {gpu_make(), bare_gpu_make(), cpu_make(), mute_make()};

    for (size_t d = 0; d < COUNT(devices); d++) {
        const clri_choice choice =
            choose(&devices[d], CLR_OPERATOR_SUM, CLR_TYPE_F32, "stride/best/store", UINT64_MAX);

        assert_string_equal(choice.strategy.name, "stride/best/store");
        assert_string_equal(choice.strategy.group->name, "sequential");
    }
}

/* ---- levels ---- */

static clr_status choose_at_level(const char *strategy, clr_type type, clr_accuracy asked,
                                  clri_choice *choice, clri_error *error)
{
    const clr_device gpu = gpu_make();
    const clr_plan_options options = {.size = sizeof options, .strategy = strategy};
    clr_reduction reduction = (clr_reduction)CLR_REDUCTION(CLR_OPERATOR_SUM, type);

    reduction.accuracy = asked;
    return try_choose(&gpu, &reduction, &options, UINT64_MAX, choice, error);
}

/* Sums of floats in any order are relaxed, and nothing stronger; those of integers are exact. */
TEST(atomics_keep_the_level_that_they_can)
{
    static const char *const atomics[] = {"atomic", "atomic-stride", "serial", "group-atomic"};
    static const clr_accuracy strong[] = {CLR_ACCURACY_FAST, CLR_ACCURACY_REPRODUCIBLE,
                                          CLR_ACCURACY_EXACT};
    clri_choice choice;
    clri_error error = {0};

    for (size_t a = 0; a < COUNT(atomics); a++) {
        for (clr_accuracy level = CLR_ACCURACY_DEFAULT; level <= CLR_ACCURACY_RELAXED; level++) {
            assert_int_equal(choose_at_level(atomics[a], CLR_TYPE_U8, level, &choice, &error),
                             CLR_OK);
            assert_int_equal(choice.pass.outcomes[0].accuracy, CLR_ACCURACY_EXACT);
        }
        assert_int_equal(
            choose_at_level(atomics[a], CLR_TYPE_F32, CLR_ACCURACY_DEFAULT, &choice, &error),
            CLR_OK);
        assert_int_equal(choice.pass.outcomes[0].accuracy, CLR_ACCURACY_RELAXED);
        assert_int_equal(
            choose_at_level(atomics[a], CLR_TYPE_F32, CLR_ACCURACY_RELAXED, &choice, &error),
            CLR_OK);
        assert_int_equal(choice.pass.outcomes[0].accuracy, CLR_ACCURACY_RELAXED);
        for (size_t i = 0; i < COUNT(strong); i++) {
            assert_int_equal(choose_at_level(atomics[a], CLR_TYPE_F32, strong[i], &choice, &error),
                             CLR_ERROR_UNSUPPORTED);
            assert_non_null(strstr(error.message, clr_accuracy_name(strong[i])));
        }
    }
}

/* The cell's piece, and what the reasons say of it; NULL where there is none. */
TEST(atomics_are_those_that_are_asked_for)
{
    static const struct {
        clr_atomic_add add;
        clr_type type;
        clr_type result; /* F32 is folded in f32 */
        clr_atomics atomics;
        const char *cell;
        const char *why;
    } cases[] = {
        {0, CLR_TYPE_I32, 0, CLR_ATOMICS_DEFAULT, "builtin", "device's own atomics"},
        {0, CLR_TYPE_I32, 0, CLR_ATOMICS_NATIVE, "builtin", "device's own atomics"},
        {0, CLR_TYPE_I32, 0, CLR_ATOMICS_SWAP, "swap", "compare-and-swap"},
        {0, CLR_TYPE_F32, 0, CLR_ATOMICS_DEFAULT, "swap", "compare-and-swap"},
        {0, CLR_TYPE_F32, 0, CLR_ATOMICS_NATIVE, NULL, "no atomic of its own"},
        {CLR_ATOMIC_ADD_NVIDIA, CLR_TYPE_F32, 0, CLR_ATOMICS_NATIVE, "nvidia", "own atomics"},
        {CLR_ATOMIC_ADD_NVIDIA, CLR_TYPE_F32, 0, CLR_ATOMICS_SWAP, "swap", "compare-and-swap"},
        {CLR_ATOMIC_ADD_NVIDIA, CLR_TYPE_F32, CLR_TYPE_F32, 0, "nvidia", "own atomics"},
        {CLR_ATOMIC_ADD_C11, CLR_TYPE_F32, 0, 0, "c11", "own atomics"},
        {CLR_ATOMIC_ADD_C11, CLR_TYPE_F32, CLR_TYPE_F32, 0, "swap", "compare-and-swap"},
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        const clr_plan_options options = {
            .size = sizeof options, .strategy = "atomic", .atomics = cases[i].atomics};
        clr_reduction reduction = CLR_REDUCTION(CLR_OPERATOR_SUM, cases[i].type);
        clr_device device = gpu_make();
        clri_choice choice;
        clri_error error = {0};
        clr_status status;

        device.atomic_add_f64 = cases[i].add;
        reduction.result = cases[i].result;
        reduction.accuracy = CLR_ACCURACY_RELAXED;
        status = try_choose(&device, &reduction, &options, UINT64_MAX, &choice, &error);
        assert_int_equal(status, cases[i].cell ? CLR_OK : CLR_ERROR_UNSUPPORTED);
        assert_non_null(strstr(cases[i].cell ? choice.why : error.message, cases[i].why));
        if (cases[i].cell)
            assert_string_equal(choice.capability.cell, cases[i].cell);
        clri_error_clear(&error);
    }
}

TEST(fixed_orders_are_fast)
{
    clri_choice choice;
    clri_error error = {0};

    for (size_t s = 1; clr_strategy_name(s); s++) {
        clr_strategy_info info = {.size = sizeof info};

        assert_int_equal(clr_strategy_describe(clr_strategy_name(s), &info), CLR_OK);
        if (!info.is_repeatable)
            continue;
        assert_int_equal(choose_at_level(clr_strategy_name(s), CLR_TYPE_F32, CLR_ACCURACY_DEFAULT,
                                         &choice, &error),
                         CLR_OK);
        assert_int_equal(choice.pass.outcomes[0].accuracy, CLR_ACCURACY_FAST);
    }
}

/* ---- the published order ---- */

static const clr_plan_options no_options = {.size = sizeof no_options};

static clri_choice choose_reproducible(const clr_device *device, clr_operator op, clr_type type)
{
    clr_reduction reduction = CLR_REDUCTION(op, type);
    clri_choice choice;
    clri_error error = {0};

    reduction.accuracy = CLR_ACCURACY_REPRODUCIBLE;
    if (try_choose(device, &reduction, &no_options, UINT64_MAX, &choice, &error) != CLR_OK)
        fail_msg("%s", error.message);
    return choice;
}

TEST(reproducible_has_the_published_order)
{
    const clr_device gpu = gpu_make(), bare = bare_gpu_make(), cpu = cpu_make();
    clri_choice choice = choose_reproducible(&gpu, CLR_OPERATOR_SUM, CLR_TYPE_F32);

    assert_string_equal(choice.strategy.name, "ordered-ticket");
    assert_int_equal(choice.sizes.group, 256);
    assert_int_equal(choice.sizes.vector_width, 4);
    assert_int_equal(choice.sizes.item_loads, 8);
    assert_int_equal(choice.pass.outcomes[0].accuracy, CLR_ACCURACY_REPRODUCIBLE);
    choice = choose_reproducible(&gpu, CLR_OPERATOR_VAR, CLR_TYPE_F64);
    assert_int_equal(choice.sizes.item_loads, 8); /* runs are a part of the order */
    choice = choose_reproducible(&cpu, CLR_OPERATOR_SUM, CLR_TYPE_F64);
    assert_string_equal(choice.strategy.name, "ordered");
    assert_int_equal(choice.sizes.group, 1);
    assert_int_equal(choice.sizes.vector_width, 16);
    /* What does not round needs no order. */
    choice = choose_reproducible(&gpu, CLR_OPERATOR_MEAN, CLR_TYPE_I32);
    assert_string_equal(choice.strategy.name, "ticket");
    assert_int_equal(choice.pass.outcomes[0].accuracy, CLR_ACCURACY_EXACT);
    choice = choose_reproducible(&bare, CLR_OPERATOR_MAX, CLR_TYPE_F32);
    assert_string_equal(choice.strategy.name, "two-pass");
    assert_int_equal(choice.pass.outcomes[0].accuracy, CLR_ACCURACY_EXACT);
}

TEST(what_has_no_published_order_is_refused)
{
    const clr_device gpu = gpu_make(), bare = bare_gpu_make();
    clr_device small = gpu_make();
    clr_reduction two[] = {CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32),
                           CLR_REDUCTION(CLR_OPERATOR_PROD, CLR_TYPE_F32)};
    clr_plan_options options = {.size = sizeof options};
    char reason[512];

    two[0].accuracy = CLR_ACCURACY_REPRODUCIBLE;
    for (size_t s = 1; clr_strategy_name(s); s++) {
        const bool is_ordered = strncmp(clr_strategy_name(s), "ordered", 7) == 0;

        options.strategy = clr_strategy_name(s);
        options.unsound = 1;
        assert_int_equal(clr_plan_check(&gpu, two, 1, &options, reason, sizeof reason),
                         is_ordered ? CLR_OK : CLR_ERROR_UNSUPPORTED);
        if (!is_ordered)
            assert_non_null(strstr(reason, "use ordered"));
    }
    assert_int_equal(clr_plan_check(&bare, two, 1, NULL, reason, sizeof reason),
                     CLR_ERROR_UNSUPPORTED);
    assert_non_null(strstr(reason, "no fp64"));
    small.local_mem_size = 64;
    assert_int_equal(clr_plan_check(&small, two, 1, NULL, reason, sizeof reason),
                     CLR_ERROR_UNSUPPORTED);
    assert_non_null(strstr(reason, "local memory"));
    two[1].accuracy = CLR_ACCURACY_REPRODUCIBLE;
    two[0].accuracy = CLR_ACCURACY_EXACT;
    assert_int_equal(clr_plan_check(&gpu, two, 2, NULL, reason, sizeof reason),
                     CLR_ERROR_UNSUPPORTED);
    assert_non_null(strstr(reason, "need no order"));
    options = (clr_plan_options){.size = sizeof options, .strategy = "tile/pairs/store"};
    assert_int_equal(clr_plan_check(&gpu, two + 1, 1, &options, reason, sizeof reason),
                     CLR_ERROR_UNSUPPORTED);
    assert_non_null(strstr(reason, "go with each other"));
}

/* ---- the public question ---- */

TEST(plan_check_answers_as_plan_create_would)
{
    const clr_device gpu = gpu_make(), bare = bare_gpu_make();
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32);
    const clr_plan_options ticket = {.size = sizeof ticket, .strategy = "ticket"};
    const clr_plan_options aged = {.size = 3};
    clr_reduction wrong = sum;
    char reason[512];
    char little[8];

    assert_int_equal(clr_plan_check(&gpu, &sum, 1, NULL, NULL, 0), CLR_OK);
    memset(reason, 'x', sizeof reason);
    assert_int_equal(clr_plan_check(&gpu, &sum, 1, &ticket, reason, sizeof reason), CLR_OK);
    assert_string_equal(reason, "");
    assert_int_equal(clr_plan_check(&bare, &sum, 1, &ticket, reason, sizeof reason),
                     CLR_ERROR_UNSUPPORTED);
    assert_non_null(strstr(reason, "see each other's writes"));
    memset(little, 'x', sizeof little);
    assert_int_equal(clr_plan_check(&bare, &sum, 1, &ticket, little, 6), CLR_ERROR_UNSUPPORTED);
    assert_memory_equal(little, reason, 5);
    assert_int_equal(little[5], '\0');
    assert_int_equal(little[6], 'x');
    assert_int_equal(clr_plan_check(&bare, &sum, 1, &ticket, little, 0), CLR_ERROR_UNSUPPORTED);
    assert_int_equal(clr_plan_check(NULL, &sum, 1, NULL, reason, sizeof reason),
                     CLR_ERROR_ARGUMENT);
    assert_non_null(strstr(reason, "device is NULL"));
    assert_int_equal(clr_plan_check(&gpu, NULL, 1, NULL, reason, sizeof reason),
                     CLR_ERROR_ARGUMENT);
    assert_non_null(strstr(reason, "no reduction"));
    assert_int_equal(clr_plan_check(&gpu, &sum, 1, &aged, reason, sizeof reason),
                     CLR_ERROR_ARGUMENT);
    assert_non_null(strstr(reason, "clr_plan_options.size"));
    wrong.type = (clr_type)13;
    assert_int_equal(clr_plan_check(&gpu, &wrong, 1, NULL, reason, sizeof reason),
                     CLR_ERROR_ARGUMENT);
    assert_non_null(strstr(reason, "13 is no element type"));
}
