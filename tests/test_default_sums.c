/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the command does unless told otherwise: sums of floats by the library's own choice of all
 * sizes, of each kind of exact sum, on devices as they are. Simulators are given lower limits
 * elsewhere, for the time that it takes; here they have their own.
 */
#include "support.h"

#include <string.h>

/* What cancels, around small numbers; as other formats have it, too. */
static const float floats[] = {0x1p60f, 3, -0x1p60f, 4, 0x1p-60f, 5, -0x1p-60f, 0};
static const double doubles[] = {0x1p900, 3, -0x1p900, 4, 0x1p-900, 5, -0x1p-900, 0};
static const uint16_t brains[] = {0x5d80, 0x4040, 0xdd80, 0x4080, 0x2180, 0x40a0, 0xa180, 0};
static const double factors[] = {1, 1, 1, 1, 0x1p900, 0, 0, 0}; /* of 3, 4 and 1 */
static const float few[] = {0, 3, 0, 4, 0, 0, 0, 0};
/* Halfway between two floats but for less than a double has digits for: a mean, a root, a variance.
 */
static const float above_mean[] = {8, 0x1p-21f, 0x1p-100f, 0, 0, 0, 0, 0};
static const float below_mean[] = {8, 0x1p-21f, -0x1p-100f, 0, 0, 0, 0, 0};
static const float above_root[] = {1, 0x1p-12f, 0x1p-12f, 0x1p-24f, 0x1p-50f, 0, 0, 0};
static const float above_var[] = {1 + 0x1p-12f, -1 - 0x1p-12f, 0x1p-50f, -0x1p-50f, 0, 0, 0, 0};

static const struct {
    const char *strategy; /* NULL: the library's choice */
    clr_operator op;
    clr_type type;
    const void *x, *y;
    double expected;
} rows[] = {
    {NULL, CLR_OPERATOR_SUM, CLR_TYPE_F32, floats, NULL, 12},
    {NULL, CLR_OPERATOR_SUM, CLR_TYPE_F64, doubles, NULL, 12},
    {NULL, CLR_OPERATOR_MEAN, CLR_TYPE_BF16, brains, NULL, 1.5},
    {NULL, CLR_OPERATOR_NRM2, CLR_TYPE_F32, few, NULL, 5},
    {NULL, CLR_OPERATOR_DOT, CLR_TYPE_F64, doubles, factors, 8},
    {NULL, CLR_OPERATOR_VAR, CLR_TYPE_F32, few, NULL, (25 - 49.0 / 8) / 8},
    {NULL, CLR_OPERATOR_MEAN, CLR_TYPE_F32, above_mean, NULL, 1 + 0x1p-23},
    {NULL, CLR_OPERATOR_MEAN, CLR_TYPE_F32, below_mean, NULL, 1},
    {NULL, CLR_OPERATOR_NRM2, CLR_TYPE_F32, above_root, NULL, 1 + 0x1p-23},
    {NULL, CLR_OPERATOR_VAR, CLR_TYPE_F32, above_var, NULL, (1 + 0x1p-11 + 0x1p-23) / 4},
    {"two-pass", CLR_OPERATOR_SUM, CLR_TYPE_F32, floats, NULL, 12},
    {"one-group", CLR_OPERATOR_SUM, CLR_TYPE_F32, floats, NULL, 12},
};

enum { ELEMENTS = COUNT(floats) };

static double value_of(clr_type type, const void *at)
{
    float single;
    double real;

    if (type == CLR_TYPE_F32) {
        memcpy(&single, at, sizeof single);
        return single;
    }
    memcpy(&real, at, sizeof real);
    return real;
}

static void check(const struct rig *rig, size_t row)
{
    const clr_plan_options options = {.size = sizeof options, .strategy = rows[row].strategy};
    const clr_reduction reduction = CLR_REDUCTION(rows[row].op, rows[row].type);
    const size_t size = ELEMENTS * clr_type_size(rows[row].type);
    const cl_mem x = buffer_of(rig, rows[row].x, size);
    const cl_mem y = rows[row].y ? buffer_of(rig, rows[row].y, size) : NULL;
    clr_run run = {.size = sizeof run, .queue = rig->queue, .inputs = {{x, 0, ELEMENTS}}};
    clr_plan_info info = {.size = sizeof info};
    clr_result result = {.size = sizeof result};
    unsigned char record[64];
    clr_plan *plan = NULL;

    assert_ok(rig, clr_plan_create(rig->context, &reduction, 1, &options, &plan));
    assert_int_equal(clr_plan_describe(plan, &info), CLR_OK);
    assert_int_equal(clr_plan_result(plan, 0, &result), CLR_OK);
    assert_int_equal(result.accuracy, CLR_ACCURACY_EXACT);
    if (info.kernel_local_size != CLR_UNKNOWN && rig->device->local_mem_size != CLR_UNKNOWN)
        assert_in_range(info.kernel_local_size, 0, rig->device->local_mem_size);
    run.inputs[1] = (clr_span){y, 0, y ? ELEMENTS : 0};
    run.host = record;
    assert_ok(rig, clr_plan_run(plan, &run));
    assert_int_equal(clFinish(rig->queue), CL_SUCCESS);
    if (value_of(result.type, record + result.offset) != rows[row].expected)
        fail_msg("%s of %s on %s: %.17g, not %.17g", clr_operator_name(rows[row].op),
                 clr_type_name(rows[row].type), rig->device->name,
                 value_of(result.type, record + result.offset), rows[row].expected);
    clr_plan_destroy(plan);
    clReleaseMemObject(x);
    if (y)
        clReleaseMemObject(y);
}

TEST(sums_are_exact_by_default)
{
    for (size_t r = 0; r < rig_count(); r++)
        for (size_t row = 0; row < COUNT(rows); row++)
            check(rig_at(r), row);
}
