/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Choices and what is composed of them, for made-up devices: every strategy for every reduction on
 * every kind of device either composes, or is refused with a reason that names what is missing.
 */
#include "../src/compose.h"
#include "../src/piece.h"
#include "made_up.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static bool is(const char *text, const char *other)
{
    return strcmp(text, other) == 0;
}

/* ---- choices ---- */

static void chooses_by_the_device(void **state)
{
    const clr_device gpu = gpu_make(), bare = bare_gpu_make(), cpu = cpu_make();
    const clr_device mute = mute_make();
    clri_choice choice;

    (void)state;
    choice = choose(&gpu, CLR_OPERATOR_SUM, CLR_TYPE_F32, NULL, UINT64_MAX);
    assert_string_equal(choice.strategy.name, "ticket");
    assert_int_equal(choice.group_size, 256);
    assert_int_equal(choice.vector_width, 4);
    assert_false(choice.contiguous);
    assert_string_equal(choice.means.fence, "nvidia");
    assert_string_equal(choice.build_options, "");

    choice = choose(&cpu, CLR_OPERATOR_SUM, CLR_TYPE_F32, NULL, UINT64_MAX);
    assert_string_equal(choice.strategy.name, "two-pass");
    assert_int_equal(choice.group_size, 1);
    assert_int_equal(choice.vector_width, 8);
    assert_true(choice.contiguous);
    choice = choose(&cpu, CLR_OPERATOR_SUM, CLR_TYPE_F32, "ticket", UINT64_MAX);
    assert_string_equal(choice.build_options, "-cl-std=CL3.0");

    choice = choose(&bare, CLR_OPERATOR_SUM, CLR_TYPE_F32, NULL, UINT64_MAX);
    assert_string_equal(choice.strategy.name, "two-pass");
    assert_int_equal(choice.group_size, 256);

    choice = choose(&mute, CLR_OPERATOR_SUM, CLR_TYPE_F32, NULL, UINT64_MAX);
    assert_string_equal(choice.strategy.name, "two-pass");
    assert_int_equal(choice.group_size, 1);
    assert_string_equal(choice.form.accumulator, "double-float");
}

/* Whatever the limits, the group fits them all; after compiling, the kernel's own too. */
static void keeps_within_every_limit(void **state)
{
    clr_device device = gpu_make();

    (void)state;
    for (size_t s = 1; clr_strategy_name(s); s++)
        for (uint64_t limit = 2; limit <= 4096; limit = limit * 3 / 2 + 1) {
            clri_choice choice =
                choose(&device, CLR_OPERATOR_SUM, CLR_TYPE_I32, clr_strategy_name(s), limit);

            assert_in_range(choice.group_size, 1, limit);
            assert_in_range(choice.second_group_size, 1, limit);
        }
    device.max_work_item_sizes[0] = 50;
    assert_in_range(choose(&device, CLR_OPERATOR_MIN, CLR_TYPE_I8, NULL, UINT64_MAX).group_size, 1,
                    50);
    device.max_work_item_sizes[0] = 1024;
    device.local_mem_size = 1000; /* 112 states of 8 bytes and something to spare */
    assert_in_range(choose(&device, CLR_OPERATOR_SUM, CLR_TYPE_I8, NULL, UINT64_MAX).group_size, 1,
                    112);
    device.max_work_group_size = 1;
    assert_int_equal(choose(&device, CLR_OPERATOR_SUM, CLR_TYPE_I8, NULL, UINT64_MAX).group_size,
                     1);
}

/* Wishes, and the reasons why some are not granted; on the GPU that has everything. */
static void refuses_what_does_not_go_together(void **state)
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
        {HOW("race"), CLR_ERROR_UNSUPPORTED, "wrong results by design"},
        {HOW("collide"), CLR_ERROR_UNSUPPORTED, "wrong results by design"},
        {HOW("tile/none/overwrite"), CLR_ERROR_UNSUPPORTED, "wrong results by design"},
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
        {HOW("magic"), CLR_ERROR_ARGUMENT, "no strategy 'magic'"},
        {HOW("one/two/three"), CLR_ERROR_ARGUMENT, "LOAD/GROUP/FINISH"},
    };
#undef HOW
    const clr_device gpu = gpu_make();
    const clr_reduction reduction = reduction_of(CLR_OPERATOR_SUM, CLR_TYPE_F32);

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        clri_choice choice = {0};
        clri_error error = {0};
        const clr_status status =
            clri_choose(&gpu, &reduction, &cases[i].how, UINT64_MAX, &choice, &error);

        if (status != cases[i].status || (status && !strstr(error.message, cases[i].part)))
            fail_msg("%s: %s: '%s'", cases[i].how.strategy, clr_status_name(status), error.message);
    }
}

/* Formats that no strategy could do anything about. */
static void refuses_numbers_that_the_device_lacks(void **state)
{
    clr_device device = gpu_make();
    clr_reduction reduction = reduction_of(CLR_OPERATOR_SUM, CLR_TYPE_F64);
    const clr_plan_options plain = {.size = sizeof plain};
    clri_choice choice;
    clri_error error = {0};

    (void)state;
    device.fp64 = 0;
    assert_int_equal(clri_choose(&device, &reduction, &plain, UINT64_MAX, &choice, &error),
                     CLR_ERROR_UNSUPPORTED);
    assert_non_null(strstr(error.message, "no fp64"));
    reduction = reduction_of(CLR_OPERATOR_PROD, CLR_TYPE_F32);
    reduction.result = CLR_TYPE_F64;
    assert_int_equal(clri_choose(&device, &reduction, &plain, UINT64_MAX, &choice, &error),
                     CLR_ERROR_UNSUPPORTED);
    assert_non_null(strstr(error.message, "f32"));
    reduction = reduction_of(CLR_OPERATOR_MIN, CLR_TYPE_F64);
    assert_int_equal(clri_choose(&device, &reduction, &plain, UINT64_MAX, &choice, &error), CLR_OK);
}

static void best_is_a_piece_that_there_is(void **state)
{
    const clr_device devices[] = {gpu_make(), bare_gpu_make(), cpu_make(), mute_make()};

    (void)state;
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
    clr_reduction reduction = reduction_of(CLR_OPERATOR_SUM, type);

    reduction.accuracy = asked;
    return clri_choose(&gpu, &reduction, &options, UINT64_MAX, choice, error);
}

/* Sums of floats in any order are relaxed, and nothing stronger; those of integers are exact. */
static void atomics_keep_the_level_that_they_can(void **state)
{
    static const char *const atomics[] = {"atomic", "atomic-stride", "serial", "group-atomic"};
    static const clr_accuracy strong[] = {CLR_ACCURACY_FAST, CLR_ACCURACY_REPRODUCIBLE,
                                          CLR_ACCURACY_EXACT};
    clri_choice choice;
    clri_error error = {0};

    (void)state;
    for (size_t a = 0; a < COUNT(atomics); a++) {
        for (clr_accuracy level = CLR_ACCURACY_DEFAULT; level <= CLR_ACCURACY_RELAXED; level++) {
            assert_int_equal(choose_at_level(atomics[a], CLR_TYPE_U8, level, &choice, &error),
                             CLR_OK);
            assert_int_equal(choice.accuracy, CLR_ACCURACY_EXACT);
        }
        assert_int_equal(
            choose_at_level(atomics[a], CLR_TYPE_F32, CLR_ACCURACY_DEFAULT, &choice, &error),
            CLR_OK);
        assert_int_equal(choice.accuracy, CLR_ACCURACY_RELAXED);
        assert_int_equal(
            choose_at_level(atomics[a], CLR_TYPE_F32, CLR_ACCURACY_RELAXED, &choice, &error),
            CLR_OK);
        assert_int_equal(choice.accuracy, CLR_ACCURACY_RELAXED);
        for (size_t i = 0; i < COUNT(strong); i++) {
            assert_int_equal(choose_at_level(atomics[a], CLR_TYPE_F32, strong[i], &choice, &error),
                             CLR_ERROR_UNSUPPORTED);
            assert_non_null(strstr(error.message, clr_accuracy_name(strong[i])));
        }
    }
}

static void fixed_orders_are_fast(void **state)
{
    clri_choice choice;
    clri_error error = {0};

    (void)state;
    for (size_t s = 1; clr_strategy_name(s); s++) {
        clr_strategy_info info = {.size = sizeof info};

        assert_int_equal(clr_strategy_describe(clr_strategy_name(s), &info), CLR_OK);
        if (!info.is_repeatable)
            continue;
        assert_int_equal(choose_at_level(clr_strategy_name(s), CLR_TYPE_F32, CLR_ACCURACY_DEFAULT,
                                         &choice, &error),
                         CLR_OK);
        assert_int_equal(choice.accuracy, CLR_ACCURACY_FAST);
    }
}

/* ---- the public question ---- */

static void plan_check_answers_as_plan_create_would(void **state)
{
    const clr_device gpu = gpu_make(), bare = bare_gpu_make();
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32);
    const clr_plan_options ticket = {.size = sizeof ticket, .strategy = "ticket"};
    const clr_plan_options aged = {.size = 3};
    clr_reduction wrong = sum;
    char reason[512];
    char little[8];

    (void)state;
    assert_int_equal(clr_plan_check(&gpu, &sum, NULL, NULL, 0), CLR_OK);
    memset(reason, 'x', sizeof reason);
    assert_int_equal(clr_plan_check(&gpu, &sum, &ticket, reason, sizeof reason), CLR_OK);
    assert_string_equal(reason, "");
    assert_int_equal(clr_plan_check(&bare, &sum, &ticket, reason, sizeof reason),
                     CLR_ERROR_UNSUPPORTED);
    assert_non_null(strstr(reason, "see each other's writes"));
    memset(little, 'x', sizeof little);
    assert_int_equal(clr_plan_check(&bare, &sum, &ticket, little, 6), CLR_ERROR_UNSUPPORTED);
    assert_memory_equal(little, reason, 5);
    assert_int_equal(little[5], '\0');
    assert_int_equal(little[6], 'x');
    assert_int_equal(clr_plan_check(&bare, &sum, &ticket, little, 0), CLR_ERROR_UNSUPPORTED);
    assert_int_equal(clr_plan_check(NULL, &sum, NULL, reason, sizeof reason), CLR_ERROR_ARGUMENT);
    assert_non_null(strstr(reason, "device is NULL"));
    assert_int_equal(clr_plan_check(&gpu, NULL, NULL, reason, sizeof reason), CLR_ERROR_ARGUMENT);
    assert_non_null(strstr(reason, "reduction is NULL"));
    assert_int_equal(clr_plan_check(&gpu, &sum, &aged, reason, sizeof reason), CLR_ERROR_ARGUMENT);
    assert_non_null(strstr(reason, "clr_plan_options.size"));
    wrong.type = (clr_type)13;
    assert_int_equal(clr_plan_check(&gpu, &wrong, NULL, reason, sizeof reason), CLR_ERROR_ARGUMENT);
    assert_non_null(strstr(reason, "13 is no element type"));
}

/* ---- sources ---- */

static bool has(const char *source, const char *text)
{
    return strstr(source, text) != NULL;
}

/* Every kernel that the strategy launches is there, and none that it does not. */
static void check_kernels(const char *source, const clri_choice *choice)
{
    const char *finish = choice->strategy.finish->name;

    assert_true(has(source, "void clr_reduce("));
    assert_true(has(source, "clr_state clr_item_fold("));
    assert_true(has(source, "clr_state clr_group_fold("));
    assert_true(has(source, "void clr_finish("));
    assert_int_equal(has(source, "void clr_reduce_partials("),
                     is(finish, "store") || is(finish, "overwrite"));
    assert_int_equal(has(source, "void clr_reduce_again("), is(finish, "relaunch"));
    assert_int_equal(has(source, "void clr_cell_begin("),
                     is(finish, "atomic") || is(finish, "unguarded"));
    assert_int_equal(has(source, "void clr_cell_end("), has(source, "void clr_cell_begin("));
    assert_int_equal(has(source, "clr_draw("), is(finish, "ticket"));
}

static void check_source(clri_choice *choice, clr_type type, bool has_fp64)
{
    for (int traced = 0; traced < 2; traced++)
        for (int dynamic = 0; dynamic < 2; dynamic++) {
            char *source;

            choice->is_traced = traced;
            choice->local_is_dynamic = dynamic;
            source = clri_compose(choice, type);
            assert_non_null(source);
            check_kernels(source, choice);
            assert_int_equal(has(source, "__global uint *log"), traced);
            assert_int_equal(has(source, ", __local clr_state *scratch\n"), dynamic);
            if (!has_fp64) {
                assert_false(has(source, "convert_double"));
                assert_false(has(source, "define CLR_STATE double"));
                assert_false(has(source, "cl_khr_fp64"));
            }
            free(source);
        }
}

/*
 * What the device lacks for a strategy, as the reason must say; NULL if nothing. Worked out from
 * what the public calls tell of the strategy, not from the library's tables.
 */
static const char *what_is_missing(const clr_device *device, const char *strategy, clr_operator op,
                                   clr_type type)
{
    const bool is_float_type = type >= CLR_TYPE_F16;
    const bool is_ordered = op >= CLR_OPERATOR_MIN;
    const bool is_pair = !is_ordered && is_float_type && device->fp64 != 1;
    const bool is_long = !is_ordered || clr_type_size(type) == 8;
    const bool takes_one = device->max_work_group_size == CLR_UNKNOWN;
    clr_strategy_info info = {.size = sizeof info};

    assert_int_equal(clr_strategy_describe(strategy, &info), CLR_OK);
    if (is_pair && type == CLR_TYPE_F64)
        return "no fp64";
    if (is(info.group, "shuffle") && device->shuffle - 1 >= CLR_SHUFFLE_NVIDIA)
        return "no sub-group shuffles";
    if (is(info.group, "builtin") && device->collectives != 1)
        return "no work_group_reduce functions";
    if (is(info.group, "builtin") && (is_pair || op == CLR_OPERATOR_PROD))
        return "no work_group_reduce function for";
    if (is(info.finish, "ticket") && device->fence - 1 >= CLR_FENCE_NVIDIA)
        return "see each other's writes";
    if (is(info.finish, "atomic") && is_long && device->int64_base_atomics != 1)
        return "no 64-bit atomics";
    if (is(info.finish, "relaunch") && takes_one && !is(info.load, "pair"))
        return "2 work-items at least";
    return NULL;
}

struct counts {
    unsigned chosen, refused;
};

static void check_combination(const clr_device *device, const char *strategy, clr_operator op,
                              clr_type type, struct counts *counts)
{
    const clr_plan_options options = {.size = sizeof options, .strategy = strategy, .unsound = 1};
    const clr_reduction reduction = reduction_of(op, type);
    const char *missing = what_is_missing(device, strategy, op, type);
    clri_choice choice = {0};
    clri_error error = {0};
    const clr_status status =
        clri_choose(device, &reduction, &options, UINT64_MAX, &choice, &error);

    if (status == CLR_OK) {
        if (missing)
            fail_msg("%s of %s by %s without saying '%s'", clr_operator_name(op),
                     clr_type_name(type), strategy, missing);
        assert_in_range(strlen(choice.why), 20, sizeof choice.why - 2);
        check_source(&choice, type, device->fp64 == 1);
        counts->chosen++;
        return;
    }
    assert_int_equal(status, CLR_ERROR_UNSUPPORTED);
    if (!missing || !has(error.message, missing))
        fail_msg("%s of %s by %s: '%s' instead of '%s'", clr_operator_name(op), clr_type_name(type),
                 strategy, error.message, missing ? missing : "");
    counts->refused++;
}

static void every_strategy_composes_or_says_what_is_missing(void **state)
{
    const clr_device devices[] = {gpu_make(), bare_gpu_make(), cpu_make(), mute_make()};
    struct counts counts = {0};

    (void)state;
    for (size_t d = 0; d < COUNT(devices); d++)
        for (size_t s = 1; clr_strategy_name(s); s++)
            for (int op = 1; clr_operator_name((clr_operator)op); op++)
                for (int type = 1; clr_type_name((clr_type)type); type++)
                    check_combination(&devices[d], clr_strategy_name(s), (clr_operator)op,
                                      (clr_type)type, &counts);
    print_message("%u chosen + %u refused = 4 devices x 20 strategies x 4 operators x 12 types\n",
                  counts.chosen, counts.refused);
    assert_int_equal(counts.chosen + counts.refused, 4 * 20 * 4 * 12);
    assert_in_range(counts.refused, 1, counts.chosen);
}

/* Each way of a device to do a thing is another piece. */
static void uses_the_means_of_the_device(void **state)
{
    static const struct {
        const char *strategy;
        clr_shuffle shuffle;
        clr_fence fence;
        clr_atomic_add atomic_add;
        clr_operator op;
        clr_type type;
        const char *part; /* of the source */
        const char *options;
    } cases[] = {
        {"shuffle", CLR_SHUFFLE_KHR, 0, 0, CLR_OPERATOR_SUM, CLR_TYPE_F32,
         "define CLR_SUB_SHUFFLE sub_group_shuffle\n", "-cl-std=CL3.0"},
        {"shuffle", CLR_SHUFFLE_INTEL, 0, 0, CLR_OPERATOR_SUM, CLR_TYPE_F32,
         "define CLR_SUB_SHUFFLE intel_sub_group_shuffle\n", ""},
        {"shuffle", CLR_SHUFFLE_AMD, 0, 0, CLR_OPERATOR_MIN, CLR_TYPE_I8, "ds_bpermute", ""},
        {"shuffle", CLR_SHUFFLE_NVIDIA, 0, 0, CLR_OPERATOR_MAX, CLR_TYPE_F64, "shfl.sync", ""},
        {"unroll-last", CLR_SHUFFLE_NVIDIA, 0, 0, CLR_OPERATOR_SUM, CLR_TYPE_I32, "bar.warp.sync",
         ""},
        {"unroll-last", CLR_SHUFFLE_INTEL, 0, 0, CLR_OPERATOR_SUM, CLR_TYPE_I32,
         "void clr_meet_in_step(const clr_memory memory, const uint size)\n{\n    "
         "clr_meet(memory);",
         ""},
        {"ticket", 0, CLR_FENCE_C11, 0, CLR_OPERATOR_SUM, CLR_TYPE_F32, "atomic_work_item_fence",
         "-cl-std=CL3.0"},
        {"ticket", 0, CLR_FENCE_NVIDIA, 0, CLR_OPERATOR_SUM, CLR_TYPE_F32, "membar.gl", ""},
        {"builtin", 0, 0, 0, CLR_OPERATOR_MAX, CLR_TYPE_U16,
         "define CLR_COLLECT work_group_reduce_max", "-cl-std=CL3.0"},
        {"atomic", 0, 0, 0, CLR_OPERATOR_SUM, CLR_TYPE_U8, "define CLR_ATOMIC atom_add\n", ""},
        {"atomic", 0, 0, 0, CLR_OPERATOR_MIN, CLR_TYPE_I8, "define CLR_ATOMIC atomic_min\n", ""},
        {"atomic", 0, 0, 0, CLR_OPERATOR_MAX, CLR_TYPE_F64, "define CLR_ATOMIC atom_max\n", ""},
        {"atomic", 0, 0, 0, CLR_OPERATOR_SUM, CLR_TYPE_F32, "define CLR_ATOMIC atom_cmpxchg\n", ""},
        {"atomic", 0, 0, 0, CLR_OPERATOR_PROD, CLR_TYPE_I8, "define CLR_ATOMIC atom_cmpxchg\n", ""},
        {"atomic", 0, 0, CLR_ATOMIC_ADD_C11, CLR_OPERATOR_SUM, CLR_TYPE_F64, "atomic_double *",
         "-cl-std=CL3.0"},
        {"atomic", 0, 0, CLR_ATOMIC_ADD_NVIDIA, CLR_OPERATOR_SUM, CLR_TYPE_F32,
         "red.global.add.f64", ""},
        {"atomic", 0, 0, CLR_ATOMIC_ADD_NVIDIA, CLR_OPERATOR_PROD, CLR_TYPE_F32,
         "define CLR_ATOMIC atom_cmpxchg\n", ""},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        clr_device device = gpu_make();
        clri_choice choice;
        char *source;

        device.shuffle = cases[i].shuffle;
        device.fence = cases[i].fence;
        device.atomic_add_f64 = cases[i].atomic_add;
        choice = choose(&device, cases[i].op, cases[i].type, cases[i].strategy, UINT64_MAX);
        assert_string_equal(choice.build_options, cases[i].options);
        source = clri_compose(&choice, cases[i].type);
        if (!has(source, cases[i].part))
            fail_msg("%s: no '%s' in %s", cases[i].strategy, cases[i].part, source);
        free(source);
    }
}

static void pieces_are_whole(void **state)
{
    (void)state;
    assert_true(clri_piece_count > 20);
    for (size_t i = 0; i < clri_piece_count; i++) {
        char path[256];
        FILE *file;
        char *text = calloc(1, 1 << 16);
        size_t size;

        snprintf(path, sizeof path, "%s/cl/%s", CLR_SOURCE_FOLDER, clri_pieces[i].path);
        file = fopen(path, "r");
        assert_non_null(file);
        size = fread(text, 1, (1 << 16) - 1, file);
        fclose(file);
        assert_int_equal(size, strlen(clri_pieces[i].text));
        assert_string_equal(text, clri_pieces[i].text);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chooses_by_the_device),
        cmocka_unit_test(keeps_within_every_limit),
        cmocka_unit_test(refuses_what_does_not_go_together),
        cmocka_unit_test(refuses_numbers_that_the_device_lacks),
        cmocka_unit_test(best_is_a_piece_that_there_is),
        cmocka_unit_test(atomics_keep_the_level_that_they_can),
        cmocka_unit_test(fixed_orders_are_fast),
        cmocka_unit_test(plan_check_answers_as_plan_create_would),
        cmocka_unit_test(every_strategy_composes_or_says_what_is_missing),
        cmocka_unit_test(uses_the_means_of_the_device),
        cmocka_unit_test(pieces_are_whole),
    };

    return cmocka_run_group_tests_name("choose", tests, NULL, NULL);
}
