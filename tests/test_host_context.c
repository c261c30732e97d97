/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The device "host", where there is no OpenCL device at all: what works in its contexts and what is
 * refused; that the caller's rounding mode changes nothing, and stays; results at the ends of the
 * formats, each written down.
 */
#include "fold/foldable.h"
#include "unit.h"

#include <clreduce/clreduce.h>
#include <fenv.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MANY = 5000 };

static clr_context *host;

static double sum_of(const double *x, uint64_t count)
{
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F64);
    double total = -1;

    assert_int_equal(clr_reduce(host, &sum, x, count, &total, sizeof total), CLR_OK);
    return total;
}

static void assert_refused(clr_status status, clr_status expected, const char *part)
{
    assert_int_equal(status, expected);
    if (!strstr(clr_context_error(host)->message, part))
        fail_msg("\"%s\" is not in: %s", part, clr_context_error(host)->message);
}

TEST(it_names_itself)
{
    assert_string_equal(clr_context_device(host)->name, "host");
    assert_null(clr_context_opencl(host));
}

TEST(sums_at_the_ends)
{
    const double largest = 0x1.fffffffffffffp1023, smallest = 0x1p-1074;
    const double cancelling[] = {1e20, 1, -1e20};
    const double overflowing[] = {largest, largest, -largest, -largest, smallest};
    const double halfway[] = {1, 0x1p-53, smallest}; /* just above the middle between two doubles */
    const double zeros[] = {-0.0, -0.0}, opposite[] = {INFINITY, -INFINITY};
    double many[MANY];

    assert_true(sum_of(cancelling, 3) == 1);
    assert_true(sum_of(overflowing, 5) == smallest);
    assert_true(sum_of(overflowing, 2) == INFINITY);
    assert_true(sum_of(halfway, 3) == 1 + 0x1p-52);
    assert_true(sum_of(halfway, 2) == 1);
    assert_true(signbit(sum_of(zeros, 2)));
    assert_false(signbit(sum_of(zeros, 0)));
    assert_true(isnan(sum_of(opposite, 2)));
    for (int i = 0; i < MANY; i++) /* the largest, the smallest, and all between */
        many[i] = (i % 2 ? -1 : 1) * ldexp(1, i / 2 % 2046 - 1074) * (i < 2 ? 3 : 1);
    assert_true(sum_of(many, MANY) == 0);
    many[MANY - 1] = 0;
    assert_true(sum_of(many, MANY) == ldexp(1, (MANY - 2) / 2 % 2046 - 1074));
}

/* No key is beyond the end of 64 bits, where a bound would overflow. */
TEST(extremes_at_the_ends_of_64_bits)
{
    static const struct {
        clr_operator op;
        int64_t end;
    } cases[] = {{CLR_OPERATOR_ARGMAX, INT64_MIN}, {CLR_OPERATOR_ARGMIN, INT64_MAX}};

    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        const clr_reduction best = clr_reduction_of(cases[c].op, CLR_TYPE_I64);
        const int64_t x[3] = {cases[c].end, cases[c].end, cases[c].end};
        struct {
            int64_t value;
            uint64_t index;
        } found = {7, 7};

        assert_int_equal(clr_reduce(host, &best, x, 3, &found, sizeof found), CLR_OK);
        assert_int_equal(found.value, cases[c].end);
        assert_int_equal(found.index, 0);
    }
}

/* Thousands of products of one exponent, below the last place of doubles near one: their sum has
 * more bits than an integer of 64. */
TEST(tiny_products_beside_large_ones)
{
    clr_reduction dot = CLR_REDUCTION(CLR_OPERATOR_DOT, CLR_TYPE_F32);
    float x[MANY], y[MANY];
    double total = -1;

    for (int exponent = -140; exponent <= -60; exponent++) {
        for (int i = 0; i < MANY; i++)
            x[i] = y[i] = i % 250 < 2 ? 1 : ldexpf(1, exponent);
        for (int i = 0; i < MANY; i += 250)
            y[i] = -1; /* one and minus one cancel */
        dot.result = CLR_TYPE_F64;
        assert_int_equal(clr_reduce_pair(host, &dot, x, y, MANY, &total, sizeof total), CLR_OK);
        assert_true(total == ldexp(MANY - MANY / 250 * 2, 2 * exponent));
    }
}

TEST(the_callers_rounding_mode_stays)
{
    const double halfway[] = {1, 0x1p-53};
    double many[MANY];

    for (int i = 0; i < MANY; i++)
        many[i] = 1 + i * 0x1p-52;
    const double nearest = sum_of(many, MANY);

    fesetround(FE_UPWARD);
    feclearexcept(FE_ALL_EXCEPT);
    assert_true(sum_of(halfway, 2) == 1);
    assert_true(sum_of(many, MANY) == nearest);
    assert_int_equal(fegetround(), FE_UPWARD);
    assert_int_equal(fetestexcept(FE_INEXACT), 0);
    fesetround(FE_TONEAREST);
}

TEST(what_needs_a_device_is_refused)
{
    clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32);
    clr_reduction prod = CLR_REDUCTION(CLR_OPERATOR_PROD, CLR_TYPE_F32);
    const float x[] = {1, 2};
    clr_stream *stream = NULL;
    clr_plan *plan = NULL;
    float total = 7;

    assert_refused(clr_plan_create(host, &sum, 1, NULL, &plan), CLR_ERROR_UNSUPPORTED, "\"host\"");
    assert_refused(clr_stream_create(host, &sum, 1, NULL, &stream), CLR_ERROR_UNSUPPORTED,
                   "\"host\"");
    assert_refused(clr_reduce(host, &prod, x, 2, &total, sizeof total), CLR_ERROR_UNSUPPORTED,
                   "device");
    sum.map = "x * x";
    assert_refused(clr_reduce(host, &sum, x, 2, &total, sizeof total), CLR_ERROR_UNSUPPORTED,
                   "map");
    sum.map = NULL;
    assert_refused(clr_reduce(host, &sum, x, 2, &total, 8), CLR_ERROR_ARGUMENT, "4 bytes");
    assert_refused(clr_reduce(host, &sum, NULL, 2, &total, sizeof total), CLR_ERROR_ARGUMENT,
                   "NULL");
    assert_true(total == 7);
    assert_int_equal(clr_reduce(NULL, &sum, x, 2, &total, sizeof total), CLR_ERROR_ARGUMENT);
}

/* A shape whose elements the host cannot find would be one result of all. */
TEST(shapes_that_are_not_known_are_refused)
{
    const clri_shape unknown = {.name = "spirals"};
    clri_error error = {0};

    assert_int_equal(clri_foldable_shape(&unknown, &error), CLR_ERROR_UNSUPPORTED);
    assert_non_null(strstr(error.message, "no spirals"));
    assert_int_equal(clri_foldable_shape(clri_shape_of(CLR_SHAPE_RUNS), &error), CLR_OK);
}

TEST(level_fast_has_no_accumulator)
{
    clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32);
    const float x[] = {1, 2};
    const clr_host_run run = {.size = sizeof run, .inputs = {x}, .count = 2};
    clr_accumulator *made = NULL;
    float total = 0;

    sum.accuracy = CLR_ACCURACY_FAST;
    assert_refused(clr_reduce_accumulator(host, &sum, 1, &run, &made), CLR_ERROR_UNSUPPORTED,
                   "level exact");
    assert_null(made);
    assert_int_equal(clr_reduce(host, &sum, x, 2, &total, sizeof total), CLR_OK);
    assert_true(total == 3);
    sum.accuracy = CLR_ACCURACY_DEFAULT; /* is level exact where there is one */
    assert_int_equal(clr_reduce_accumulator(host, &sum, 1, &run, &made), CLR_OK);
    clr_accumulator_destroy(made);
}

TEST(nothing_has_no_minimum)
{
    const clr_reduction min = CLR_REDUCTION(CLR_OPERATOR_MIN, CLR_TYPE_I16);
    int16_t least = 3;

    assert_refused(clr_reduce(host, &min, NULL, 0, &least, sizeof least), CLR_ERROR_EMPTY,
                   "no elements");
    assert_int_equal(least, 3);
}

TEST(labels_and_segments_outside)
{
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32);
    const int32_t x[] = {1, 2, 4, 8};
    const int32_t labels[] = {1, -1, 1, 5}, begins[] = {0, 2}, ends[] = {2, 9};
    int64_t sums[2];
    cl_int statuses[2];
    cl_ulong outside = 0;
    const clr_host_arrays arrays = {.size = sizeof arrays, .value = sums, .status = statuses};
    clr_host_run run = {.size = sizeof run,
                        .shape = CLR_SHAPE_LABELS,
                        .inputs = {x},
                        .count = 4,
                        .by = labels,
                        .by_type = CLR_TYPE_I32,
                        .results = 2,
                        .arrays = &arrays,
                        .outside = &outside};

    assert_int_equal(clr_reduce_shape(host, &sum, 1, &run), CLR_OK);
    assert_int_equal(sums[0], 0);
    assert_int_equal(sums[1], 5);
    assert_int_equal(outside, 2);
    run.shape = CLR_SHAPE_SEGMENTS;
    run.by = begins;
    run.ends = ends;
    run.outside = NULL;
    assert_int_equal(clr_reduce_shape(host, &sum, 1, &run), CLR_OK);
    assert_int_equal(sums[0], 3);
    assert_int_equal(statuses[0], CLR_OK);
    assert_int_equal(statuses[1], CLR_ERROR_ARGUMENT);
}

/* Few elements in many groups: labels of three digits of the sort, most of them of no element. The
 * first of equal elements is the one that a sort that is not stable would lose. */
TEST(few_elements_in_many_groups)
{
    enum { ELEMENTS = 1500, GROUPS = 1 << 23, STEP = GROUPS / 500 };
    const clr_reduction least[] = {CLR_REDUCTION(CLR_OPERATOR_ARGMIN, CLR_TYPE_I32),
                                   CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32)};
    static int32_t x[ELEMENTS], labels[ELEMENTS], values[GROUPS];
    static int64_t sums[GROUPS];
    static cl_ulong indices[GROUPS];
    static cl_int statuses[GROUPS];
    const clr_host_arrays arrays[] = {
        {.size = sizeof *arrays, .value = values, .index = indices, .status = statuses},
        {.size = sizeof *arrays, .value = sums}};
    const clr_host_run run = {.size = sizeof run,
                              .shape = CLR_SHAPE_LABELS,
                              .inputs = {x},
                              .count = ELEMENTS,
                              .by = labels,
                              .by_type = CLR_TYPE_I32,
                              .results = GROUPS,
                              .arrays = arrays};

    for (int i = 0; i < ELEMENTS; i++) { /* three in each of 500 groups, the last first */
        x[i] = 7;
        labels[i] = GROUPS - 1 - i % 500 * STEP;
    }
    memset(sums, -1, sizeof sums);
    assert_int_equal(clr_reduce_shape(host, least, 2, &run), CLR_OK);
    for (int k = 0; k < GROUPS; k++) {
        const int from_end = GROUPS - 1 - k;
        const bool is_there = from_end % STEP == 0 && from_end / STEP < 500;

        if (statuses[k] != (is_there ? CLR_OK : CLR_ERROR_EMPTY) || sums[k] != 21 * is_there ||
            (is_there && (values[k] != 7 || indices[k] != (cl_ulong)(from_end / STEP))))
            fail_msg("group %d", k);
    }
}

enum { ROWS = 3000, ROW_MOST = 30, SPREAD_MOST = 120 };

/* An element of rows of many kinds: exponents as far apart as the row's number says, both signs,
 * zeros of both signs, neighbours that cancel, subnormals, and now and then what is not finite. */
static double element_of_row(int row, int i)
{
    const double signs[] = {1, -1}, specials[] = {INFINITY, -INFINITY, NAN};
    const int spread = row % SPREAD_MOST;
    const double magnitude =
        ldexp(1 + rand() % (1 << 23) * 0x1p-23, (spread ? rand() % spread : 0) - spread / 2);

    if (row % 7 == 1)
        return rand() % 3 ? signs[rand() % 2] * 0 : magnitude;
    if (row % 50 == 2 && rand() % 9 == 0)
        return specials[rand() % 3];
    if (row % 11 == 3)
        return ldexp(magnitude, -130);
    if (row % 5 == 4)
        return ldexp(1, spread) * signs[i % 2];
    return row % 2 ? magnitude : signs[rand() % 2] * magnitude;
}

/* Sums of short rows take a way of their own, which rows with a mask do not have. */
static void short_rows(clr_type type, clr_type result, int length)
{
    static unsigned char x[ROWS * ROW_MOST * sizeof(double)], mask[ROWS * ROW_MOST];
    static unsigned char sums[2][ROWS * sizeof(double)];
    const uint64_t extents[] = {ROWS, (uint64_t)length};
    const clr_axes axes = {.size = sizeof axes, .rank = 2, .reduced = 1 << 1, .extents = extents};
    clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, type);
    clr_host_arrays arrays = {.size = sizeof arrays};
    clr_host_run run = {.size = sizeof run,
                        .shape = CLR_SHAPE_AXES,
                        .inputs = {x},
                        .count = ROWS * (uint64_t)length,
                        .axes = &axes,
                        .arrays = &arrays};

    sum.result = result;
    for (int i = 0; i < ROWS * length; i++) {
        const double element = element_of_row(i / length, i % length);

        if (type == CLR_TYPE_F32)
            ((float *)(void *)x)[i] = (float)element;
        else
            ((double *)(void *)x)[i] = element + ldexp(element, -27 - i % 40);
    }
    memset(mask, 1, sizeof mask);
    memset(sums, 0, sizeof sums);
    for (int k = 0; k < 2; k++) {
        arrays.value = sums[k];
        run.mask_kind = k ? CLR_MASK_BYTES : CLR_MASK_NONE;
        run.mask = k ? mask : NULL;
        assert_int_equal(clr_reduce_shape(host, &sum, 1, &run), CLR_OK);
    }
    assert_memory_equal(sums[0], sums[1], sizeof sums[0]);
}

TEST(short_rows_of_all_data)
{
    const int lengths[] = {1, 2, 3, 10, 23, 24, 25, ROW_MOST};

    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        short_rows(CLR_TYPE_F32, CLR_TYPE_F32, lengths[i]);
        short_rows(CLR_TYPE_F32, CLR_TYPE_F64, lengths[i]);
        short_rows(CLR_TYPE_F64, CLR_TYPE_F64, lengths[i]);
        short_rows(CLR_TYPE_F64, CLR_TYPE_F32, lengths[i]);
    }
}

TEST(a_forked_child_goes_on)
{
    const double x[] = {1, 2};
    int status = -1;
    const pid_t child = fork();

    if (child == 0)
        _exit(sum_of(x, 2) == 3 ? 0 : 1);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
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
