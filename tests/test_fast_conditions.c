/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Conditions where drivers are told to be fast (POCL_EXTRA_BUILD_FLAGS), or not: which of the
 * smallest numbers, zeros and NaNs of each format of floats a comparison takes. What is left is
 * summed at level exact, by integers where doubles are not to be trusted, or none
 * (CLR_FAULT_HIDE_FP64). And what rests on arithmetic of such doubles is refused.
 */
#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static clr_context *context;

static bool is_fast(void)
{
    const char *flags = getenv("POCL_EXTRA_BUILD_FLAGS");

    return flags && *flags;
}

/* ---- numbers ---- */

/* A format: bits of its fraction, the sign's place, log2 of its least number, and a NaN. */
static const struct format {
    clr_type type;
    int fraction, sign, least;
    uint64_t nan;
} formats[] = {
    {CLR_TYPE_F16, 10, 15, -24, 0x7e00},
    {CLR_TYPE_BF16, 7, 15, -133, 0x7fc0},
    {CLR_TYPE_F32, 23, 31, -149, 0x7fc00000},
    {CLR_TYPE_F64, 52, 63, -1074, 0x7ff8000000000000},
};

enum { NUMBERS = 10, PAIRS = NUMBERS * NUMBERS };

/* The smallest numbers in units of the least one, which are their bits, too. */
static double units_of(const struct format *f, size_t number)
{
    const double normal = ldexp(1, f->fraction);
    const double units[NUMBERS] = {NAN, -normal, -3, -1, -0.0, 0, 1, 3, normal, -NAN};

    return units[number];
}

/* Devices are little-endian, as this is. */
static void store(const struct format *f, size_t number, char *at)
{
    const double units = units_of(f, number);
    const uint64_t magnitude = isnan(units) ? f->nan : (uint64_t)fabs(units);
    const uint64_t bits = magnitude | (uint64_t)(signbit(units) != 0) << f->sign;

    memcpy(at, &bits, clr_type_size(f->type));
}

/* ---- conditions ---- */

#define CONDITION(name, expression)                                                                \
    static bool name(double x, double y)                                                           \
    {                                                                                              \
        (void)y;                                                                                   \
        return expression;                                                                         \
    }
CONDITION(is_positive, x > 0)
CONDITION(is_at_most, x <= y)
CONDITION(is_number, !isnan(x))
CONDITION(is_other, fabs(x) > 0 && x != y)

static const struct condition {
    const char *where;
    bool (*holds)(double x, double y);
} conditions[] = {
    {"x > 0", is_positive},
    {"x <= y", is_at_most},
    {"x == x", is_number},
    {"fabs(x) > 0 && x != y", is_other},
};

/* How many pairs are left, and the sum of their x: in units it is an integer. */
static uint64_t left(const struct format *f, const struct condition *condition, double *sum)
{
    uint64_t count = 0;
    int64_t units = 0;

    for (size_t k = 0; k < PAIRS; k++) {
        const double x = units_of(f, k % NUMBERS), y = units_of(f, k / NUMBERS);

        if (condition->holds(x, y)) {
            count++;
            units += (int64_t)x;
        }
    }
    *sum = ldexp((double)units, f->least);
    return count;
}

/* Reduces all pairs of the format. */
static void reduce(const struct format *f, const clr_reduction *reductions, size_t count,
                   void *record, size_t size)
{
    char x[PAIRS * 8], y[PAIRS * 8];
    const void *const inputs[] = {x, y};

    for (size_t k = 0; k < PAIRS; k++) {
        store(f, k % NUMBERS, x + k * clr_type_size(f->type));
        store(f, k / NUMBERS, y + k * clr_type_size(f->type));
    }
    if (clr_reduce_all(context, reductions, count, inputs, 2, PAIRS, record, size) != CLR_OK)
        fail_msg("%s: %s", clr_type_name(f->type), clr_context_error(context)->message);
}

/* ---- tests ---- */

TEST(the_smallest_numbers_are_told_apart)
{
    clr_reduction counts[COUNT(conditions)];
    uint64_t found[COUNT(conditions)];
    double sum;

    assert_int_equal((clr_context_device(context)->single_fp_config & CL_FP_DENORM) != 0,
                     !is_fast());
    for (size_t i = 0; i < COUNT(formats); i++) {
        for (size_t k = 0; k < COUNT(conditions); k++) {
            counts[k] = (clr_reduction)CLR_REDUCTION(CLR_OPERATOR_COUNT, formats[i].type);
            counts[k].map = "1";
            counts[k].where = conditions[k].where;
        }
        reduce(&formats[i], counts, COUNT(counts), found, sizeof found);
        for (size_t k = 0; k < COUNT(conditions); k++)
            if (found[k] != left(&formats[i], &conditions[k], &sum))
                fail_msg("%s of %s: %d are left", conditions[k].where,
                         clr_type_name(formats[i].type), (int)found[k]);
    }
}

/* The last condition leaves numbers that have a sum; of doubles, which are integers under flags. */
TEST(what_is_left_is_summed_exactly)
{
    const struct format *f = &formats[COUNT(formats) - 1];
    const struct condition *condition = &conditions[COUNT(conditions) - 1];
    const clr_reduction sum = {.size = sizeof sum,
                               .op = CLR_OPERATOR_SUM,
                               .type = f->type,
                               .accuracy = CLR_ACCURACY_EXACT,
                               .where = condition->where};
    double expected, found;

    left(f, condition, &expected);
    reduce(f, &sum, 1, &found, sizeof found);
    assert_memory_equal(&found, &expected, sizeof found);
}

static clr_status status_of(clr_type type, const char *map, const char *where)
{
    const clr_reduction sum = {.size = sizeof sum,
                               .op = CLR_OPERATOR_SUM,
                               .type = type,
                               .accuracy = CLR_ACCURACY_EXACT,
                               .map = map,
                               .where = where};

    return clr_plan_check(clr_context_device(context), &sum, 1, NULL, NULL, 0);
}

/* What is computed in doubles is refused where they are none; f32 is as OpenCL C has it. */
TEST(arithmetic_of_doubles_is_refused)
{
    const bool has_doubles = clr_context_device(context)->fp64 == 1 && !is_fast();
    const clr_status status = has_doubles ? CLR_OK : CLR_ERROR_UNSUPPORTED;

    assert_int_equal(status_of(CLR_TYPE_F64, NULL, "x > 1 || y == inf"), CLR_OK);
    assert_int_equal(status_of(CLR_TYPE_F64, NULL, "x * 2 > 1"), status);
    assert_int_equal(status_of(CLR_TYPE_F64, "x * y", NULL), status);
    assert_int_equal(status_of(CLR_TYPE_F32, NULL, "f64(x) > y"), CLR_OK);
    assert_int_equal(status_of(CLR_TYPE_F32, NULL, "f64(x) + y > 1"), status);
    assert_int_equal(status_of(CLR_TYPE_F32, NULL, "x * 2 > 1"), CLR_OK);
    assert_int_equal(status_of(CLR_TYPE_I32, NULL, "x % 2 == 1"), CLR_OK);
}

void before_all(void)
{
    const clr_context_options options = {.size = sizeof options, .cache_folder = ""};

    assert_int_equal(clr_context_create(&options, &context), CLR_OK);
}

void after_all(void)
{
    clr_context_destroy(context);
}
