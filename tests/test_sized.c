/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Structs that begin with their size, of callers older and newer than the library: what they lack
 * is at its default, what the library does not know must be 0, and no byte beyond them is touched.
 * Each lies at the end of memory of its own, where a sanitizer sees what reaches too far.
 */
#include "support.h"

#include "base/sized.h"

#include <stdlib.h>
#include <string.h>

/* The first `size` bytes of a struct of `known`, which says so; what follows is 0. */
static void *resized(const void *whole, size_t known, size_t size)
{
    unsigned char *part = calloc(1, size);

    assert_non_null(part);
    memcpy(part, whole, size < known ? size : known);
    memcpy(part, &size, sizeof size);
    return part;
}

TEST(reads_structs_of_other_sizes)
{
    static const size_t refused[] = {0,       1, 7, 9, sizeof(clr_run) + 4, sizeof(clr_run) + 4104,
                                     SIZE_MAX};
    cl_event event = NULL;
    const clr_run whole = {.size = sizeof whole, .output_index = 3, .total = 5, .event = &event};
    clri_error error = {0};
    clr_run run;

    for (size_t size = sizeof size; size <= sizeof whole + 4096; size += sizeof size) {
        clr_run *given = resized(&whole, sizeof whole, size);

        assert_int_equal(CLRI_SIZED_READ(clr_run, &run, given, &error), CLR_OK);
        assert_int_equal(run.size, sizeof run);
        assert_int_equal(run.output_index, size > offsetof(clr_run, output_index) ? 3 : 0);
        assert_int_equal(run.total, size > offsetof(clr_run, total) ? 5 : 0);
        assert_ptr_equal(run.event, size > offsetof(clr_run, event) ? &event : NULL);
        if (size > sizeof whole) {
            ((unsigned char *)given)[size - 1] = 1;
            assert_int_equal(CLRI_SIZED_READ(clr_run, &run, given, &error), CLR_ERROR_ARGUMENT);
            assert_non_null(strstr(error.message, "comes from a later version"));
        }
        free(given);
    }
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        assert_int_equal(CLRI_SIZED_READ(clr_run, &run, &refused[i], &error), CLR_ERROR_ARGUMENT);
        assert_non_null(strstr(error.message, "sizeof(clr_run)"));
    }
    clri_error_clear(&error);
}

TEST(writes_no_more_than_there_is)
{
    clr_operator_info whole = {.size = sizeof whole};

    assert_int_equal(clr_operator_describe(CLR_OPERATOR_SUM, &whole), CLR_OK);
    assert_string_equal(whole.name, "sum");
    for (size_t size = sizeof size; size <= sizeof whole + 64; size += sizeof size) {
        unsigned char *info = malloc(size + 8);
        const size_t known = size < sizeof whole ? size : sizeof whole;

        assert_non_null(info);
        memset(info, UNTOUCHED, size + 8);
        memcpy(info, &size, sizeof size);
        assert_int_equal(clr_operator_describe(CLR_OPERATOR_SUM, (void *)info), CLR_OK);
        assert_memory_equal(info, &size, sizeof size);
        assert_memory_equal(info + sizeof size, (unsigned char *)&whole + sizeof size,
                            known - sizeof size);
        for (size_t i = known; i < size + 8; i++)
            assert_int_equal(info[i], i < size ? 0 : UNTOUCHED);
        free(info);
    }
}

TEST(describes_by_its_size)
{
    clr_strategy_info info = {.size = offsetof(clr_strategy_info, load), .load = "untouched"};

    assert_int_equal(clr_strategy_describe("auto", &info), CLR_OK);
    assert_string_equal(info.name, "auto");
    assert_int_equal(clr_strategy_describe("ticket", &info), CLR_OK);
    assert_string_equal(info.name, "ticket");
    assert_string_equal(info.load, "untouched");
    info.size = 9;
    assert_int_equal(clr_strategy_describe("ticket", &info), CLR_ERROR_ARGUMENT);
    assert_int_equal(clr_strategy_describe("ticket", NULL), CLR_ERROR_ARGUMENT);
}

/* Options that end before what they do not set, and reductions that begin where theirs do. */
TEST(plans_from_smaller_structs)
{
    static const clr_plan_options how = {.size = sizeof how, .strategy = "two-pass"};
    static const clr_reduction sums[2] = {CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32),
                                          CLR_REDUCTION(CLR_OPERATOR_MAX, CLR_TYPE_I32)};
    static const size_t size = offsetof(clr_reduction, map);
    const struct rig *rig = rig_at(0);
    clr_plan_options *options = resized(&how, sizeof how, offsetof(clr_plan_options, vector_width));
    unsigned char *reductions = malloc(2 * size);
    clr_result result = {.size = offsetof(clr_result, index_offset), .status_offset = 77};
    clr_plan_info info = {.size = offsetof(clr_plan_info, inputs), .inputs = 77};
    clr_plan *plan = NULL;

    assert_non_null(reductions);
    for (size_t i = 0; i < 2; i++) {
        memcpy(reductions + i * size, &sums[i], size);
        memcpy(reductions + i * size, &size, sizeof size);
    }
    assert_ok(rig, clr_plan_create(rig->context, (void *)reductions, 2, options, &plan));
    assert_int_equal(clr_plan_describe(plan, &info), CLR_OK);
    assert_int_equal(info.reductions, 2);
    assert_int_equal(info.inputs, 77);
    assert_string_equal(info.strategy, "two-pass");
    assert_int_equal(clr_plan_result(plan, 1, &result), CLR_OK);
    assert_int_equal(result.op, CLR_OPERATOR_MAX);
    assert_int_equal(result.status_offset, 77);
    clr_plan_destroy(plan);
    memcpy(reductions + size, &(size_t){sizeof(clr_reduction)}, sizeof(size_t));
    assert_error(rig, CLR_ERROR_ARGUMENT,
                 clr_plan_create(rig->context, (void *)reductions, 2, NULL, &plan),
                 "in the first one");
    free(reductions);
    free(options);
}
