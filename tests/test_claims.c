/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tiles that groups claim as they get on, and what groups hand to the last of them: states of all
 * kinds of sizes, in one run after the other and in parts. Oclgrind looks on for races.
 */
#include "support.h"

#include <stdlib.h>
#include <string.h>

enum {
    GROUP = 16,
    GROUPS = 4,
    TILES = 40, /* a group: more than it takes for tiles to be claimed */
    COUNT = GROUP * GROUPS * TILES + 5,
};

/* Small integers, which all types hold, and whose sums floats do; the largest one somewhere. */
static int value_at(size_t i)
{
    return i == COUNT / 3 ? 100 : (int)(i % 7) - 2;
}

static int sum_of(size_t count)
{
    int sum = 0;

    for (size_t i = 0; i < count; i++)
        sum += value_at(i);
    return sum;
}

static void store(clr_type type, void *to, int value)
{
    const float single = (float)value;
    const int32_t whole = value;
    const int8_t byte = (int8_t)value;
    const double real = value;

    switch (type) {
    case CLR_TYPE_I8:
        memcpy(to, &byte, sizeof byte);
        break;
    case CLR_TYPE_I32:
        memcpy(to, &whole, sizeof whole);
        break;
    case CLR_TYPE_F32:
        memcpy(to, &single, sizeof single);
        break;
    default:
        memcpy(to, &real, sizeof real);
        break;
    }
}

static cl_mem elements_of(const struct rig *rig, clr_type type)
{
    const size_t size = clr_type_size(type);
    char *bytes = malloc(COUNT * size);
    cl_mem buffer;

    assert_non_null(bytes);
    for (size_t i = 0; i < COUNT; i++)
        store(type, bytes + i * size, value_at(i));
    buffer = buffer_of(rig, bytes, COUNT * size);
    free(bytes);
    return buffer;
}

static double number_of(clr_type type, const unsigned char *at)
{
    int64_t whole = 0;
    float single;
    double real;

    if (type == CLR_TYPE_F64) {
        memcpy(&real, at, sizeof real);
        return real;
    }
    if (type == CLR_TYPE_F32) {
        memcpy(&single, at, sizeof single);
        return single;
    }
    memcpy(&whole, at, clr_type_size(type));
    return type == CLR_TYPE_I8 ? (double)(int8_t)whole : (double)whole;
}

static void check(const struct rig *rig, clr_operator op, clr_type type, double expected)
{
    const clr_plan_options options = {.size = sizeof options,
                                      .strategy = "ticket",
                                      .group_size = GROUP,
                                      .group_count = GROUPS,
                                      .vector_width = 1,
                                      .item_loads = 1};
    const clr_reduction reduction = CLR_REDUCTION(op, type);
    clr_plan_info info = {.size = sizeof info};
    clr_result result = {.size = sizeof result};
    cl_mem buffer = elements_of(rig, type);
    clr_plan *plan = NULL;
    unsigned char record[64];

    assert_ok(rig, clr_plan_create(rig->context, &reduction, 1, &options, &plan));
    assert_int_equal(clr_plan_describe(plan, &info), CLR_OK);
    assert_int_equal(clr_plan_result(plan, 0, &result), CLR_OK);
    assert_int_equal(info.group_size, GROUP);
    assert_non_null(strstr(info.why, "groups claim tiles"));
    for (int turn = 0; turn < 2; turn++) { /* the counters have been put back */
        run_plan(rig, plan, buffer, 0, COUNT, record);
        assert_true(number_of(result.type, record + result.offset) == expected);
    }
    run_part(rig, plan, buffer, 0, COUNT - 7, CLR_PART_MORE, NULL);
    run_part(rig, plan, buffer, COUNT - 7, 7, CLR_PART_LAST, record);
    assert_true(number_of(result.type, record + result.offset) == expected);
    clr_plan_destroy(plan);
    clReleaseMemObject(buffer);
}

TEST(claimed_tiles_are_all_there_once)
{
    const int sum = sum_of(COUNT);

    for (size_t r = 0; r < rig_count(); r++) {
        const struct rig *rig = rig_at(r);

        if ((rig->device->type & CL_DEVICE_TYPE_CPU) || rig->device->fence == CLR_FENCE_NONE) {
            print_message("%s has no claims\n", rig->device->name);
            continue;
        }
        check(rig, CLR_OPERATOR_SUM, CLR_TYPE_I32, sum);
        check(rig, CLR_OPERATOR_MAX, CLR_TYPE_I8, 100); /* a state of one byte */
        check(rig, CLR_OPERATOR_ARGMAX, CLR_TYPE_I8, 100);
        check(rig, CLR_OPERATOR_SUM, CLR_TYPE_F32, sum); /* bins and columns */
        if (test_scope() > SCOPE_SMALL)
            check(rig, CLR_OPERATOR_MEAN, CLR_TYPE_F64, (double)sum / COUNT);
    }
}
