/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Maps and conditions in a context of the device "host": those of expression_cases.def that do no
 * arithmetic with floats come to what C says, and the host leaves all others to a device, with the
 * operation's name. What i, n and scalars are, up to four inputs, and what stands beside a
 * condition.
 */
#include "expression_case.h"
#include "unit.h"

#include <fenv.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MANY = 5000 };

static clr_context *host;

static void assert_ok(clr_status status)
{
    if (status != CLR_OK)
        fail_msg("%s", clr_context_error(host)->message);
}

static void assert_refused(clr_status status, clr_status expected, const char *part)
{
    assert_int_equal(status, expected);
    if (!strstr(clr_context_error(host)->message, part))
        fail_msg("\"%s\" is not in: %s", part, clr_context_error(host)->message);
}

/* ---- the cases ---- */

static char xs[SAMPLES_MOST * 8], ys[SAMPLES_MOST * 8];
static struct sample samples[SAMPLES_MOST];
static cl_uint labels[SAMPLES_MOST];

/* The reduction of each pair of the case, whose map takes one input or two, by a label of its own,
 * so that i and n are of all pairs. */
static clr_status reduce_pairs(const struct map_case *c, const clr_reduction *reduction,
                               const char *expression, void *values)
{
    const size_t count = sample_count(c->element);
    cl_int statuses[SAMPLES_MOST];
    const clr_host_arrays arrays = {.size = sizeof arrays, .value = values, .status = statuses};
    clr_host_run run = {.size = sizeof run,
                        .shape = CLR_SHAPE_LABELS,
                        .inputs = {xs},
                        .count = count,
                        .by = labels,
                        .by_type = CLR_TYPE_U32,
                        .results = count,
                        .arrays = &arrays};
    uint64_t inputs = 0;

    assert_int_equal(clr_map_check(expression, c->element, NULL, &inputs, NULL, 0), CLR_OK);
    run.inputs[1] = inputs > 1 ? ys : NULL;
    for (size_t k = 0; k < count; k++) {
        labels[k] = (cl_uint)k;
        samples[k] = make_sample(c->element, k, xs, ys);
    }
    return clr_reduce_shape(host, reduction, 1, &run);
}

static uint64_t bits_at(const void *at, size_t size)
{
    return size == 1   ? *(const uint8_t *)at
           : size == 4 ? *(const uint32_t *)at
                       : *(const uint64_t *)at;
}

static void assert_map(const struct map_case *c)
{
    const size_t size = clr_type_size(c->value);
    static _Alignas(8) unsigned char values[SAMPLES_MOST * 8];
    clr_reduction max = CLR_REDUCTION(CLR_OPERATOR_MAX, c->element);

    max.map = c->map;
    assert_ok(reduce_pairs(c, &max, c->map, values));
    for (size_t k = 0; k < sample_count(c->element); k++) {
        const uint64_t expected = c->expected(&samples[k]);
        const uint64_t got = bits_at(values + k * size, size);

        if (!agrees(c, expected, got))
            fail_msg("%s of %s, sample %zu: %016" PRIx64 " expected, got %016" PRIx64, c->map,
                     clr_type_name(c->element), k, expected, got);
    }
}

static void assert_condition(const struct map_case *c)
{
    const bool is_float = c->value == CLR_TYPE_F32 || c->value == CLR_TYPE_F64;
    static int64_t sums[SAMPLES_MOST];
    clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, c->element);

    sum.map = "1";
    sum.where = c->map;
    assert_ok(reduce_pairs(c, &sum, c->map, sums));
    for (size_t k = 0; k < sample_count(c->element); k++) {
        const uint64_t bits = c->expected(&samples[k]);
        const uint64_t sign = UINT64_C(1) << (8 * clr_type_size(c->value) - 1);
        const int64_t expected = (is_float ? bits & ~sign : bits) != 0;

        if (sums[k] != expected)
            fail_msg("where %s of %s, sample %zu: %" PRId64 " expected", c->map,
                     clr_type_name(c->element), k, expected);
    }
}

TEST(what_computes_nothing_is_evaluated)
{
    for (size_t i = 0; i < map_case_count; i++)
        if (map_cases[i].looks) {
            assert_map(&map_cases[i]);
            assert_condition(&map_cases[i]);
        }
}

TEST(what_computes_with_floats_is_not)
{
    static uint64_t values[SAMPLES_MOST];

    for (size_t i = 0; i < map_case_count; i++) {
        clr_reduction max = CLR_REDUCTION(CLR_OPERATOR_MAX, map_cases[i].element);

        max.map = map_cases[i].map;
        if (!map_cases[i].looks)
            assert_refused(reduce_pairs(&map_cases[i], &max, max.map, values),
                           CLR_ERROR_UNSUPPORTED, "the map needs a device");
    }
}

TEST(refusals_name_the_operation)
{
    static const struct {
        clr_type type;
        const char *map, *where, *sentence;
    } cases[] = {
        {CLR_TYPE_F32, "x + 1", NULL, "the host computes no '+' of f32, which devices"},
        {CLR_TYPE_F64, "fabs(x - y)", NULL,
         "no '-' of f64, which devices may round otherwise: the "
         "map needs a device"},
        {CLR_TYPE_F16, "x * x", NULL, "no '*' of f32"},
        {CLR_TYPE_I32, "x / 2.0", NULL, "no '/' of f64"},
        {CLR_TYPE_F32, "x % 2", NULL, "no '%' of f32"},
        {CLR_TYPE_F32, "sqrt(x) > 2 ? 1 : 0", NULL, "no 'sqrt' of f32"},
        {CLR_TYPE_F64, NULL, "floor(x) == x",
         "no 'floor' of f64, which devices may round "
         "otherwise: the clr_reduction.where needs a device"},
        {CLR_TYPE_F64, "f32(x)", NULL, "the host makes no f32 of f64, which devices may round"},
        {CLR_TYPE_F64, NULL, "f32(a) > 0", "the host makes no f32 of f64"},
        {CLR_TYPE_F32, "x", "fma(x, x, x) > 1", "no 'fma' of f32"},
    };
    const double x[] = {1, 2};
    const void *const inputs[] = {x, x};
    uint64_t record[4];

    for (size_t i = 0; i < COUNT(cases); i++) {
        clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, cases[i].type);

        sum.map = cases[i].map;
        sum.where = cases[i].where;
        assert_refused(clr_reduce_all(host, &sum, 1, inputs, 2, 2, record, sizeof record),
                       CLR_ERROR_UNSUPPORTED, cases[i].sentence);
    }
}

/* ---- what expressions name ---- */

static int64_t summed(const char *map, const char *where, const clr_host_run *asked)
{
    int64_t sums[1] = {-1};
    const clr_host_arrays arrays = {.size = sizeof arrays, .value = sums};
    clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32);
    clr_host_run run = *asked;

    sum.map = map;
    sum.where = where;
    run.size = sizeof run;
    run.arrays = &arrays;
    assert_ok(clr_reduce_shape(host, &sum, 1, &run));
    return sums[0];
}

TEST(four_inputs_along_axes)
{
    static const int32_t x[] = {1, 2, 3, 4}, y[] = {10, 0, 20, 0, 30, 0, 40, 0},
                         z[] = {400, 300, 200, 100}, w[] = {1000};
    static const uint64_t extents[] = {2, 2};
    static const int64_t of_x[] = {8, 4}, of_y[] = {16, 8}, of_z[] = {-8, -4}, of_w[] = {0, 0};
    const clr_axes axes = {.size = sizeof axes,
                           .rank = 2,
                           .reduced = 3,
                           .extents = extents,
                           .strides = {of_x, of_y, of_z, of_w}};
    const clr_host_run run = {
        .shape = CLR_SHAPE_AXES, .inputs = {x, y, z + 3, w}, .axes = &axes, .count = 4};

    assert_int_equal(summed("x + y + z + w", NULL, &run), 10 + 100 + 1000 + 4000);
    assert_int_equal(summed("(x * y - z / 10) * 1000 + w", NULL, &run), 200 * 1000 + 4000);
    assert_int_equal(summed("x + w", "y > 10 && z != 300", &run), 2 + 4 + 2000);
}

TEST(four_inputs_to_one_result)
{
    static const float x[] = {1, 2, 3}, y[] = {3, 2, 1}, z[] = {5, 5, NAN}, w[] = {0, 1, 1};
    const void *const inputs[] = {x, y, z, w};
    clr_reduction max = CLR_REDUCTION(CLR_OPERATOR_MAX, CLR_TYPE_F32);
    clr_reduction sums[] = {CLR_REDUCTION(CLR_OPERATOR_DOT, CLR_TYPE_F32),
                            CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32)};
    struct {
        float value;
        cl_int status;
    } largest;
    float totals[2];

    max.map = "w ? x : -y";
    max.where = "z == 5";
    assert_ok(clr_reduce_all(host, &max, 1, inputs, 4, 3, &largest, sizeof largest));
    assert_true(largest.value == 2);
    assert_int_equal(largest.status, CLR_OK);
    sums[0].where = "w && y"; /* the sum has no map, and looks at x alone */
    assert_ok(clr_reduce_all(host, sums, 2, inputs, 4, 3, totals, sizeof totals));
    assert_true(totals[0] == 2 * 2 + 3 * 1 && totals[1] == 6);
}

/* Labels have i and n of the whole input, segments and rows their own. */
TEST(what_i_and_n_count)
{
    static int32_t x[MANY];
    static const cl_uint offsets[] = {3, 4000};
    static cl_uint is_odd[MANY]; /* label 1 is outside */
    clr_host_run run = {.shape = CLR_SHAPE_LABELS,
                        .count = MANY,
                        .by = is_odd,
                        .by_type = CLR_TYPE_U32,
                        .results = 1};

    run.inputs[0] = x;
    for (int i = 0; i < MANY; i++)
        is_odd[i] = (cl_uint)(i % 2);
    assert_int_equal(summed("i", NULL, &run), MANY / 2 * (MANY / 2 - 1));
    assert_int_equal(summed("n", "i % 4", &run), MANY / 4 * MANY);
    run.shape = CLR_SHAPE_SEGMENTS;
    run.by = offsets;
    assert_int_equal(summed("i + n * n", NULL, &run),
                     3997 * 3996 / 2 + (int64_t)3997 * 3997 * 3997);
    assert_int_equal(summed("i", "i >= n - 2", &run), 3996 + 3995);
}

TEST(scalars_are_rounded_to_nearest)
{
    static const double scalars[] = {0.1, 0.7};
    const float x[] = {0.1f, 0.2f, 0.7f, 0.8f};
    int64_t counted[1];
    const clr_host_arrays arrays = {.size = sizeof arrays, .value = counted};
    static const cl_uint offsets[] = {0, 4};
    clr_reduction count = CLR_REDUCTION(CLR_OPERATOR_COUNT, CLR_TYPE_F32);
    clr_host_run run = {.size = sizeof run,
                        .shape = CLR_SHAPE_SEGMENTS,
                        .inputs = {x},
                        .count = 4,
                        .by = offsets,
                        .by_type = CLR_TYPE_U32,
                        .results = 1,
                        .arrays = &arrays};

    count.where = "x >= a && x <= b";
    assert_refused(clr_reduce_shape(host, &count, 1, &run), CLR_ERROR_ARGUMENT,
                   "names 'b', a number that each run gives, and clr_host_run.scalars is NULL");
    assert_refused(clr_reduce(host, &count, x, 4, counted, sizeof counted), CLR_ERROR_ARGUMENT,
                   "and clr_reduce_shape() of shape FLAT has, is NULL");
    run.scalars = scalars;
    for (int mode = 0; mode < 3; mode++) {
        fesetround((const int[]){FE_TONEAREST, FE_UPWARD, FE_DOWNWARD}[mode]);
        assert_ok(clr_reduce_shape(host, &count, 1, &run));
        fesetround(FE_TONEAREST);
        assert_int_equal(counted[0], 3);
    }
}

/* ---- what stands beside a condition ---- */

TEST(indices_count_what_is_left_out)
{
    static double x[MANY];
    clr_reduction last = CLR_REDUCTION(CLR_OPERATOR_ARGMAX, CLR_TYPE_F64);
    struct {
        double value;
        _Alignas(8) cl_ulong index; /* 32-bit x86 would align it by 4 */
        cl_int status;
    } found;

    for (int i = 0; i < MANY; i++)
        x[i] = i % 4999;
    last.where = "x < 2500.5 && x != 77";
    assert_ok(clr_reduce(host, &last, x, MANY, &found, 24));
    assert_true(found.value == 2500 && found.index == 2500);
    last.where = "x < 0";
    assert_refused(clr_reduce(host, &last, x, MANY, &found, 24), CLR_ERROR_EMPTY, "argmax");
    last.where = "x";
    last.map = "i % 5 == 0 ? -x : nan";
    last.nan = CLR_NAN_IGNORE;
    assert_ok(clr_reduce(host, &last, x, MANY, &found, 24));
    assert_true(found.value == -5 && found.index == 5);
}

TEST(a_mask_and_a_list_beside_a_condition)
{
    static const int32_t x[] = {1, 2, 3, 4, 5, 6};
    static const unsigned char mask[] = {1, 1, 0, 1, 1, 1};
    static const cl_uint indices[] = {5, 5, 1, 9, 0, 3}, offsets[] = {0, 6};
    const clr_host_run run = {.shape = CLR_SHAPE_SEGMENTS,
                              .inputs = {x},
                              .count = 6,
                              .by = offsets,
                              .by_type = CLR_TYPE_U32,
                              .results = 1,
                              .mask_kind = CLR_MASK_BYTES,
                              .mask = mask,
                              .index_type = CLR_TYPE_U32,
                              .indices = indices,
                              .index_count = 6};

    assert_int_equal(summed(NULL, "x != 1", &run), 6 + 6 + 4);
    assert_int_equal(summed("x * 10 + i", "x != 1", &run), 60 + 61 + 45);
}

void before_all(void)
{
    const clr_context_options options = {.size = sizeof options, .device = "host"};

    setenv("OCL_ICD_VENDORS", "/nowhere", 1);
    assert_int_equal(clr_context_create(&options, &host), CLR_OK);
}

void after_all(void)
{
    clr_context_destroy(host);
}
