/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Drivers that are told to be fast, as PoCL is by POCL_EXTRA_BUILD_FLAGS: the self-test sees what
 * that breaks, exact sums do without it, NaNs, infinities and subnormal numbers are told by their
 * bits, and a verdict that was remembered under one setting holds under no other. PoCL reads the
 * variable once a process: where it is set, results are looked at; where not, verdicts, each by a
 * process of its own.
 */
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* What breaks doubles, each in a way of its own. */
static const char *const flags[] = {
    "-cl-fast-relaxed-math", "-cl-finite-math-only", "-cl-unsafe-math-optimizations",
    "-cl-no-signed-zeros",   "-cl-denorms-are-zero",
};

static clr_context *context_with(const char *cache_folder)
{
    const clr_context_options options = {.size = sizeof options, .cache_folder = cache_folder};
    clr_context *context = NULL;

    if (clr_context_create(&options, &context) != CLR_OK)
        fail_msg("%s", clr_context_error(context)->message);
    return context;
}

/* Whether they are in a process whose driver has been told so, if anything. No process that asks
 * may have used OpenCL before. */
static bool doubles_are_ieees(const char *flag, const char *cache_folder)
{
    const pid_t child = fork();
    int status;

    assert_true(child >= 0);
    if (child == 0) {
        const clr_context_options options = {.size = sizeof options, .cache_folder = cache_folder};
        clr_context *context = NULL;

        if (flag)
            setenv("POCL_EXTRA_BUILD_FLAGS", flag, 1);
        if (clr_context_create(&options, &context) != CLR_OK)
            _exit(2);
        _exit(clr_context_device(context)->fp64_is_ieee ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_in_range(WEXITSTATUS(status), 0, 1);
    return WEXITSTATUS(status) == 0;
}

static void each_flag_is_seen(void **state)
{
    (void)state;
    assert_true(doubles_are_ieees(NULL, ""));
    for (size_t i = 0; i < COUNT(flags); i++)
        if (doubles_are_ieees(flags[i], ""))
            fail_msg("%s went unseen", flags[i]);
}

static void a_verdict_holds_for_its_settings(void **state)
{
    (void)state;
    char folder[] = "/tmp/clreduce-verdict-XXXXXX";
    char command[64];

    assert_non_null(mkdtemp(folder));
    for (int turn = 0; turn < 2; turn++) { /* found out, then remembered */
        assert_true(doubles_are_ieees(NULL, folder));
        assert_false(doubles_are_ieees("-cl-fast-relaxed-math", folder));
    }
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    assert_int_equal(system(command), 0);
}

/* ---- results under such flags ---- */

enum { SUM, MEAN, ASUM, COUNTED, LEAST, MOST, WHERE, ANY, ALL, REDUCTIONS };

static const clr_operator operators[REDUCTIONS] = {
    [SUM] = CLR_OPERATOR_SUM,       [MEAN] = CLR_OPERATOR_MEAN, [ASUM] = CLR_OPERATOR_ASUM,
    [COUNTED] = CLR_OPERATOR_COUNT, [LEAST] = CLR_OPERATOR_MIN, [MOST] = CLR_OPERATOR_MAX,
    [WHERE] = CLR_OPERATOR_ARGMAX,  [ANY] = CLR_OPERATOR_ANY,   [ALL] = CLR_OPERATOR_ALL,
};

/* One pass; sums come as doubles. */
struct outcome {
    char record[512];
    clr_result results[REDUCTIONS];
};

static struct outcome reduce(clr_context *context, clr_type type, clr_nan nan, const void *x,
                             size_t count)
{
    clr_reduction reductions[REDUCTIONS];
    struct outcome outcome = {{0}, {{0}}};
    clr_plan_info info = {.size = sizeof info};
    const clr_device *device = clr_context_device(context);
    clr_plan *plan = NULL;
    cl_command_queue queue;
    cl_mem buffer;
    cl_int code;

    for (size_t i = 0; i < REDUCTIONS; i++) {
        reductions[i] = (clr_reduction)CLR_REDUCTION(operators[i], type);
        reductions[i].nan = nan;
        if (i <= ASUM)
            reductions[i].result = CLR_TYPE_F64;
    }
    if (clr_plan_create(context, reductions, REDUCTIONS, NULL, &plan) != CLR_OK)
        fail_msg("%s", clr_context_error(context)->message);
    assert_int_equal(clr_plan_describe(plan, &info), CLR_OK);
    assert_in_range(info.result_size, 1, sizeof outcome.record);
    for (size_t i = 0; i < REDUCTIONS; i++) {
        outcome.results[i].size = sizeof outcome.results[i];
        assert_int_equal(clr_plan_result(plan, i, &outcome.results[i]), CLR_OK);
    }
    queue = clCreateCommandQueueWithProperties(clr_context_opencl(context), device->device, NULL,
                                               &code);
    assert_int_equal(code, CL_SUCCESS);
    buffer = clCreateBuffer(clr_context_opencl(context), CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                            count * clr_type_size(type), (void *)(uintptr_t)x, &code);
    assert_int_equal(code, CL_SUCCESS);
    if (clr_plan_run(plan, RUN(.queue = queue, .inputs = {{buffer, 0, count}},
                               .host = outcome.record)) != CLR_OK)
        fail_msg("%s", clr_context_error(context)->message);
    assert_int_equal(clFinish(queue), CL_SUCCESS);
    clReleaseMemObject(buffer);
    clReleaseCommandQueue(queue);
    clr_plan_destroy(plan);
    return outcome;
}

static const void *value_at(const struct outcome *outcome, int which)
{
    return outcome->record + outcome->results[which].offset;
}

static double double_at(const struct outcome *outcome, int which)
{
    double value;

    memcpy(&value, value_at(outcome, which), sizeof value);
    return value;
}

static uint64_t word_at(const struct outcome *outcome, uint64_t offset)
{
    uint64_t word;

    memcpy(&word, outcome->record + offset, sizeof word);
    return word;
}

/* Compared by bits, as this program has no flags and -0 is not 0. */
static void assert_double(double expected, double found)
{
    assert_memory_equal(&expected, &found, sizeof expected);
}

/* NaNs among the smallest numbers, and a zero. */
static void tells_numbers_from_their_bits(clr_context *context)
{
    static const float x[] = {NAN, 0x1p-149f, -0x1p-148f, NAN, 0, 0x1p-149f, -0x1p-149f, -NAN};
    static const double y[] = {NAN, 0x1p-1074, -0x1p-1073, NAN, 0, 0x1p-1074, -0x1p-1074, -NAN};
    const struct outcome f32 = reduce(context, CLR_TYPE_F32, CLR_NAN_IGNORE, x, COUNT(x));
    const struct outcome f64 = reduce(context, CLR_TYPE_F64, CLR_NAN_IGNORE, y, COUNT(y));

    assert_double(-0x1p-149, double_at(&f32, SUM));
    assert_double(-0x1.999999999999ap-152, double_at(&f32, MEAN)); /* a fifth */
    assert_double(0x1.4p-147, double_at(&f32, ASUM));
    assert_memory_equal(value_at(&f32, LEAST), &x[2], sizeof x[2]);
    assert_memory_equal(value_at(&f32, MOST), &x[1], sizeof x[1]);
    assert_double(-0x1p-1074, double_at(&f64, SUM));
    assert_double(-0.0, double_at(&f64, MEAN));
    assert_double(0x1.4p-1072, double_at(&f64, ASUM));
    assert_memory_equal(value_at(&f64, LEAST), &y[2], sizeof y[2]);
    assert_memory_equal(value_at(&f64, MOST), &y[1], sizeof y[1]);
    for (int i = 0; i < 2; i++) {
        const struct outcome *outcome = i ? &f64 : &f32;

        assert_int_equal(word_at(outcome, outcome->results[COUNTED].offset), 4);
        assert_int_equal(word_at(outcome, outcome->results[WHERE].index_offset), 1);
        assert_int_equal(*(const uint8_t *)value_at(outcome, ANY), 1);
        assert_int_equal(*(const uint8_t *)value_at(outcome, ALL), 0);
    }
}

/* Nothing is ignored: infinities of both signs, and one with a NaN behind it. */
static void keeps_infinities_and_nans(clr_context *context)
{
    static const float x[] = {1, INFINITY, 0x1.fffffep127f, 3};
    static const float y[] = {1, INFINITY, -INFINITY, 3};
    static const float z[] = {1, INFINITY, 2, NAN};
    const struct outcome one = reduce(context, CLR_TYPE_F32, CLR_NAN_PROPAGATE, x, COUNT(x));
    const struct outcome both = reduce(context, CLR_TYPE_F32, CLR_NAN_PROPAGATE, y, COUNT(y));
    const struct outcome none = reduce(context, CLR_TYPE_F32, CLR_NAN_PROPAGATE, z, COUNT(z));

    assert_double(INFINITY, double_at(&one, SUM));
    assert_double(INFINITY, double_at(&one, MEAN));
    assert_true(isnan(double_at(&both, SUM)));
    assert_double(INFINITY, double_at(&both, ASUM));
    assert_true(isnan(double_at(&none, SUM)));
    assert_int_equal(word_at(&none, none.results[WHERE].index_offset), 3);
    assert_int_equal(word_at(&none, none.results[COUNTED].offset), 4);
}

static void results_stay_right(void **state)
{
    (void)state;
    clr_context *context = context_with("");

    assert_int_equal(clr_context_device(context)->fp64_is_ieee, 0);
    tells_numbers_from_their_bits(context);
    keeps_infinities_and_nans(context);
    clr_context_destroy(context);
}

/* The driver has such flags always, or is asked for them in turn. */
void before_all(void)
{
    if (getenv("POCL_EXTRA_BUILD_FLAGS")) {
        test_add(0, (struct CMUnitTest)cmocka_unit_test(results_stay_right));
    } else {
        test_add(0, (struct CMUnitTest)cmocka_unit_test(each_flag_is_seen));
        test_add(0, (struct CMUnitTest)cmocka_unit_test(a_verdict_holds_for_its_settings));
    }
}
