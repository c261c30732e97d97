/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The pure rooms, without any device: tables, choices for made-up devices, geometry beyond 2^32,
 * and what composed sources say.
 */
#include "../src/choose.h"
#include "../src/compose.h"
#include "../src/geometry.h"
#include "../src/piece.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* */
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A GPU such as an H200, a CPU such as PoCL's, and a device that tells nothing. */
static clr_device gpu_make(void)
{
    clr_device device;

    memset(&device, 0xff, sizeof device);
    device.name[0] = '\0';
    device.type = CL_DEVICE_TYPE_GPU;
    device.max_compute_units = 132;
    device.max_work_group_size = 1024;
    device.max_work_item_sizes[0] = 1024;
    device.local_mem_size = 48 << 10;
    device.native_vector_width_float = 1;
    device.fp64 = 1;
    device.fence = CLR_FENCE_NVIDIA;
    return device;
}

static clr_device cpu_make(void)
{
    clr_device device = gpu_make();

    device.type = CL_DEVICE_TYPE_CPU;
    device.max_compute_units = 2;
    device.native_vector_width_float = 8;
    device.opencl_c_latest = 300;
    device.fence = CLR_FENCE_C11;
    return device;
}

static clr_device mute_make(void)
{
    clr_device device = gpu_make();

    memset(&device, 0xff, sizeof device);
    device.name[0] = '\0';
    device.fp64 = 0;
    device.fence = CLR_FENCE_NONE;
    return device;
}

static clr_reduction reduction_of(clr_operator op, clr_type type)
{
    clr_reduction reduction = CLR_REDUCTION(op, type);

    reduction.result = clr_operator_result(op, type);
    reduction.accuracy = CLR_ACCURACY_FAST;
    return reduction;
}

static clri_choice choose(const clr_device *device, clr_operator op, clr_type type,
                          const char *strategy, uint64_t limit)
{
    const clr_reduction reduction = reduction_of(op, type);
    const clr_plan_options options = {.size = sizeof options, .strategy = strategy};
    clri_choice choice = {0};
    clri_error error = {0};

    if (clri_choose(device, &reduction, &options, limit, &choice, &error) != CLR_OK)
        fail_msg("%s", error.message);
    return choice;
}

/* ---- tables ---- */

static void names_lead_back_to_their_rows(void **state)
{
    (void)state;
    for (int type = 1; type <= 12; type++) {
        assert_non_null(clr_type_name((clr_type)type));
        assert_int_equal(clr_type_from_name(clr_type_name((clr_type)type)), type);
        assert_in_range(clr_type_size((clr_type)type), 1, 8);
    }
    assert_null(clr_type_name((clr_type)13));
    assert_null(clr_type_name(CLR_TYPE_DEFAULT));
    assert_int_equal(clr_type_from_name("f33"), CLR_TYPE_DEFAULT);
    assert_int_equal(clr_type_from_name(NULL), CLR_TYPE_DEFAULT);
    for (int op = 1; op <= 4; op++)
        assert_int_equal(clr_operator_from_name(clr_operator_name((clr_operator)op)), op);
    assert_null(clr_operator_name((clr_operator)5));
    for (int level = 1; level <= 4; level++)
        assert_int_equal(clr_accuracy_from_name(clr_accuracy_name((clr_accuracy)level)), level);
    assert_string_equal(clr_strategy_name(0), "auto");
    assert_string_equal(clr_strategy_name(20), "ticket");
    assert_null(clr_strategy_name(21));
}

/* Public numbers are for ever: what programs were compiled with must go on meaning the same. */
static void numbers_are_pinned(void **state)
{
    (void)state;
    assert_int_equal(CLR_OK, 0);
    assert_int_equal(CLR_ERROR_FORKED, -11);
    assert_string_equal(clr_status_name((clr_status)-1), "wrong argument");
    assert_string_equal(clr_status_name((clr_status)-9), "overflow");
    assert_string_equal(clr_status_name((clr_status)-99), "unknown status");
    assert_string_equal(clr_type_name((clr_type)1), "i8");
    assert_string_equal(clr_type_name((clr_type)10), "bf16");
    assert_string_equal(clr_type_name((clr_type)12), "f64");
    assert_string_equal(clr_operator_name((clr_operator)1), "sum");
    assert_string_equal(clr_operator_name((clr_operator)4), "max");
    assert_string_equal(clr_accuracy_name((clr_accuracy)3), "fast");
}

static void every_opencl_code_has_its_name(void **state)
{
    (void)state;
    assert_string_equal(clri_opencl_name(CL_OUT_OF_RESOURCES), "CL_OUT_OF_RESOURCES");
    assert_string_equal(clri_opencl_name(-1001), "CL_PLATFORM_NOT_FOUND_KHR");
    assert_string_equal(clri_opencl_name(-9999), "unknown OpenCL code");
}

/* ---- choices ---- */

static void chooses_by_the_device(void **state)
{
    const clr_device gpu = gpu_make(), cpu = cpu_make(), mute = mute_make();
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
    for (uint64_t limit = 1; limit <= 4096; limit = limit * 3 / 2 + 1) {
        clri_choice choice = choose(&device, CLR_OPERATOR_SUM, CLR_TYPE_F64, NULL, limit);

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

static void refuses_what_the_device_lacks(void **state)
{
    clr_device device = gpu_make();
    clr_reduction reduction = reduction_of(CLR_OPERATOR_SUM, CLR_TYPE_F64);
    const clr_plan_options options = {.size = sizeof options, .strategy = "ticket"};
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
    device.fence = CLR_FENCE_NONE;
    assert_int_equal(clri_choose(&device, &reduction, &options, UINT64_MAX, &choice, &error),
                     CLR_ERROR_UNSUPPORTED);
    assert_non_null(strstr(error.message, "two-pass"));
}

/* ---- geometry ---- */

static void counts_groups_beyond_2_to_the_32(void **state)
{
    static const uint64_t counts[] = {0,
                                      1,
                                      4095,
                                      4096,
                                      4097,
                                      UINT64_C(1) << 32,
                                      (UINT64_C(1) << 32) + 1,
                                      UINT64_C(1) << 40,
                                      UINT64_MAX / 8,
                                      UINT64_MAX};
    const clr_device gpu = gpu_make();
    const clri_choice choice = choose(&gpu, CLR_OPERATOR_SUM, CLR_TYPE_F32, NULL, UINT64_MAX);
    uint64_t before = 0;

    (void)state;
    assert_int_equal(clri_groups(&choice, 0), 1);
    assert_int_equal(clri_groups(&choice, 4096), 1);
    assert_int_equal(clri_groups(&choice, 4097), 2);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        const uint64_t depth = clri_depth(&choice, counts[i]);

        assert_in_range(clri_groups(&choice, counts[i]), 1, choice.group_count);
        assert_true(depth < 200 + counts[i] / 1000);
        if (counts[i] >= UINT64_C(1) << 32) { /* as many groups as there will be: chains grow */
            assert_true(depth >= before);
            before = depth;
        }
    }
    assert_int_equal(clri_groups(&choice, UINT64_C(1) << 40), choice.group_count);
}

/*
 * The group that draws the last ticket folds all groups' states by itself: with few work-items and
 * many groups that is the longest chain of all.
 */
static void depth_knows_who_folds_the_groups(void **state)
{
    const clr_device gpu = gpu_make();
    clri_choice choice = choose(&gpu, CLR_OPERATOR_SUM, CLR_TYPE_F64, "ticket", UINT64_MAX);

    (void)state;
    choice.group_size = 2;
    choice.group_count = 1 << 20;
    assert_true(clri_depth(&choice, UINT64_C(1) << 40) >= (1 << 19));
    clri_strategy_find("two-pass", &choice.strategy);
    assert_true(clri_depth(&choice, UINT64_C(1) << 30) >= (1 << 20) / choice.second_group_size);
}

/* ---- sources ---- */

/* Every row of every table composes, from pieces that are all there, without a stray double. */
static void every_row_composes(void **state)
{
    clr_device device = gpu_make();
    unsigned composed = 0;

    (void)state;
    for (device.fp64 = 0; device.fp64 < 2; device.fp64++)
        for (int op = 1; clr_operator_name((clr_operator)op); op++)
            for (int type = 1; clr_type_name((clr_type)type); type++)
                for (size_t s = 1; clr_strategy_name(s); s++) {
                    const clr_plan_options options = {.size = sizeof options,
                                                      .strategy = clr_strategy_name(s)};
                    const clr_reduction reduction = reduction_of((clr_operator)op, (clr_type)type);
                    clri_choice choice = {0};
                    clri_error error = {0};
                    char *source;

                    if (clri_choose(&device, &reduction, &options, UINT64_MAX, &choice, &error))
                        continue;
                    source = clri_compose(&choice, (clr_type)type);
                    assert_non_null(source);
                    assert_non_null(strstr(source, "void clr_reduce("));
                    assert_non_null(strstr(source, "clr_item_fold"));
                    assert_non_null(strstr(source, "clr_group_fold"));
                    assert_non_null(strstr(source, "void clr_finish"));
                    assert_true((strstr(source, "clr_reduce_partials") != NULL) ==
                                (strcmp(choice.strategy.finish->name, "store") == 0));
                    if (!device.fp64) {
                        assert_null(strstr(source, "convert_double"));
                        assert_null(strstr(source, "define CLR_STATE double"));
                        assert_null(strstr(source, "cl_khr_fp64"));
                    }
                    free(source);
                    composed++;
                }
    assert_int_equal(composed, 2 * 4 * 12 * 3 - 2 * 3); /* no sums and products of f64 */
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
        cmocka_unit_test(names_lead_back_to_their_rows),
        cmocka_unit_test(numbers_are_pinned),
        cmocka_unit_test(every_opencl_code_has_its_name),
        cmocka_unit_test(chooses_by_the_device),
        cmocka_unit_test(keeps_within_every_limit),
        cmocka_unit_test(refuses_what_the_device_lacks),
        cmocka_unit_test(counts_groups_beyond_2_to_the_32),
        cmocka_unit_test(depth_knows_who_folds_the_groups),
        cmocka_unit_test(every_row_composes),
        cmocka_unit_test(pieces_are_whole),
    };

    return cmocka_run_group_tests_name("choose", tests, NULL, NULL);
}
