/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One-call reductions keep what they have made: the second of a kind makes no plan, no queue and no
 * buffer; kinds that differ in anything do not meet; there are a few at most, and they go with the
 * context. What OpenCL objects are made the fault layer counts.
 */
#include "layer/fault_layer.h"
#include "support.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT = 1000, THREADS = 4, ROUNDS = 50, KINDS_KEPT = 8 };

static const clr_fault_control *layer;
static int32_t numbers[COUNT];
static int64_t expected;

static const clr_reduction sum_i32 = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32);

static void reduce_sum(const struct rig *rig, uint64_t count, int64_t is)
{
    int64_t total = -1;

    assert_ok(rig, clr_reduce(rig->context, &sum_i32, numbers, count, &total, sizeof total));
    assert_int_equal(total, is);
}

/* Objects alive of a kind. */
static long alive(clr_fault_kind kind)
{
    clr_fault_counts counts;

    layer->count(&counts);
    return counts.live[kind];
}

static void expect_nothing_made_but(long buffers)
{
    static const clr_fault_call calls[] = {CLR_CALL_clCreateKernel,
                                           CLR_CALL_clCreateCommandQueue,
                                           CLR_CALL_clCreateCommandQueueWithProperties,
                                           CLR_CALL_clCreateProgramWithSource,
                                           CLR_CALL_clCreateProgramWithBinary,
                                           CLR_CALL_clBuildProgram};

    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (clr_fault_called(layer, calls[i]))
            fail_msg("the second call of a kind calls %s", layer->call_name(calls[i]));
    if (clr_fault_called(layer, CLR_CALL_clCreateBuffer) > buffers)
        fail_msg("the second call of a kind makes %ld buffers",
                 clr_fault_called(layer, CLR_CALL_clCreateBuffer));
}

static void expect_nothing_made(void)
{
    expect_nothing_made_but(0);
}

TEST(the_second_call_makes_nothing)
{
    struct rig *rig = rig_at(0);
    int64_t total = 0;

    rig_renew(rig);
    layer->clear_counts();
    reduce_sum(rig, COUNT, expected);
    assert_true(clr_fault_called(layer, CLR_CALL_clCreateKernel) > 0);
    layer->clear_counts();
    reduce_sum(rig, COUNT, expected);
    reduce_sum(rig, 1, numbers[0]);
    assert_int_equal(clr_reduce(rig->context, &sum_i32, NULL, 5, &total, sizeof total),
                     CLR_ERROR_ARGUMENT);
    reduce_sum(rig, 0, 0);
    expect_nothing_made();
}

/* A call of more elements than the one before has room for them, and makes nothing but that. */
TEST(larger_inputs_make_room)
{
    struct rig *rig = rig_at(0);

    rig_renew(rig);
    reduce_sum(rig, 2, (int64_t)numbers[0] + numbers[1]);
    layer->clear_counts();
    reduce_sum(rig, COUNT, expected);
    assert_int_equal(clr_fault_called(layer, CLR_CALL_clCreateKernel), 0);
    assert_true(clr_fault_called(layer, CLR_CALL_clCreateBuffer) > 0);
    layer->clear_counts();
    reduce_sum(rig, COUNT, expected);
    expect_nothing_made();
}

/* Arrays larger than what is kept go through it piece by piece; on a CPU kernels read them in
 * place, by a buffer that is gone when the call returns. */
TEST(large_arrays_make_nothing_either)
{
    const uint64_t count = 5 << 20;
    struct rig *rig = rig_at(0);
    const long lent = rig->device->type & CL_DEVICE_TYPE_CPU ? 1 : 0;
    int32_t *large = calloc(count, sizeof *large);
    long buffers = 0;

    assert_non_null(large);
    for (uint64_t i = 0; i < count; i++)
        large[i] = (int32_t)(i % 1000);
    rig_renew(rig);
    for (int i = 0; i < 3; i++) {
        int64_t total = 0, is = 0;

        layer->clear_counts();
        for (uint64_t at = 0; at < count; at++)
            is += large[at];
        assert_ok(rig, clr_reduce(rig->context, &sum_i32, large, count, &total, sizeof total));
        assert_int_equal(total, is);
        if (i > 0) {
            expect_nothing_made_but(lent);
            assert_int_equal(alive(CLR_KIND_MEM), buffers);
        }
        buffers = alive(CLR_KIND_MEM);
    }
    free(large);
}

/* Ten kinds leave no more than a few, and destroying the context leaves nothing. */
TEST(few_are_kept_and_none_outlives_the_context)
{
    static const clr_operator ops[] = {CLR_OPERATOR_SUM, CLR_OPERATOR_MIN,   CLR_OPERATOR_MAX,
                                       CLR_OPERATOR_AND, CLR_OPERATOR_OR,    CLR_OPERATOR_XOR,
                                       CLR_OPERATOR_ANY, CLR_OPERATOR_COUNT, CLR_OPERATOR_ALL};
    struct rig *rig = rig_at(0);
    long first, least = 0;

    rig_renew(rig);
    first = alive(CLR_KIND_QUEUE);
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
        clr_reduction reduction = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32);
        const void *const inputs[] = {numbers};
        int64_t record[2];

        reduction.op = ops[i];
        assert_ok(rig, clr_reduce_all(rig->context, &reduction, 1, inputs, 1, COUNT, record,
                                      sizeof record));
        if (i == 0)
            least = alive(CLR_KIND_QUEUE) - first;
    }
    assert_true(least > 0);
    assert_int_equal(alive(CLR_KIND_QUEUE) - first, KINDS_KEPT * least);
    rig_renew(rig);
    assert_int_equal(alive(CLR_KIND_QUEUE), first);
}

/* Whatever a reduction says makes it another kind. */
/* What selects is computed by the host, of any number of elements, and makes nothing on a device.
 */
TEST(selections_are_the_hosts)
{
    const clr_reduction reductions[] = {sum_i32, CLR_REDUCTION(CLR_OPERATOR_MEDIAN, CLR_TYPE_I32)};
    struct {
        int64_t sum;
        double median;
    } record;

    for (size_t i = 0; i < rig_count(); i++) {
        const struct rig *rig = rig_at(i);

        layer->clear_counts();
        assert_ok(rig, clr_reduce_all(rig->context, reductions, 2, (const void *[]){numbers}, 1,
                                      COUNT, &record, sizeof record));
        assert_int_equal(record.sum, expected);
        assert_true(record.median == (numbers[COUNT / 2 - 1] + numbers[COUNT / 2]) / 2.0);
        assert_int_equal(clr_fault_called(layer, CLR_CALL_clCreateBuffer), 0);
    }
}

TEST(kinds_do_not_meet)
{
    static const float x[] = {1, 2, 4, 0};
    clr_reduction r = CLR_REDUCTION(CLR_OPERATOR_VAR, CLR_TYPE_F32);
    struct rig *rig = rig_at(0);
    float value = 0;
    double wide = 0;

    r.accuracy = CLR_ACCURACY_FAST;
    assert_ok(rig, clr_reduce(rig->context, &r, x, 4, &value, sizeof value));
    assert_true(value == 2.1875f);
    r.op = CLR_OPERATOR_SUM;
    assert_ok(rig, clr_reduce(rig->context, &r, x, 4, &value, sizeof value));
    assert_true(value == 7);
    r.map = "x * x";
    assert_ok(rig, clr_reduce(rig->context, &r, x, 4, &value, sizeof value));
    assert_true(value == 21);
    r.where = "x > 1";
    assert_ok(rig, clr_reduce(rig->context, &r, x, 4, &value, sizeof value));
    assert_true(value == 20);
    r.where = NULL;
    r.map = "x + n";
    assert_ok(rig, clr_reduce(rig->context, &r, x, 4, &value, sizeof value));
    assert_true(value == 7 + 16);
    assert_ok(rig, clr_reduce(rig->context, &r, x, 2, &value, sizeof value));
    assert_true(value == 3 + 4); /* n is this call's */
    if (rig->device->fp64 == 1) {
        r.result = CLR_TYPE_F64;
        assert_ok(rig, clr_reduce(rig->context, &r, x, 4, &wide, sizeof wide));
        assert_true(wide == 23);
    }
}

/* Nor do those that differ in a policy alone. */
TEST(policies_do_not_meet)
{
    static const float x[] = {1, NAN, 2};
    static const int64_t highest[] = {INT64_MAX, 1};
    clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32);
    clr_reduction var = CLR_REDUCTION(CLR_OPERATOR_VAR, CLR_TYPE_F32);
    clr_reduction whole = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I64);
    struct rig *rig = rig_at(0);
    struct {
        float value;
        cl_int status;
    } spread = {0};
    struct {
        int64_t value;
        cl_int status;
    } told = {0};
    float value = 0;
    int64_t total = 0;

    sum.accuracy = var.accuracy = CLR_ACCURACY_FAST;
    assert_ok(rig, clr_reduce(rig->context, &sum, x, 3, &value, sizeof value));
    assert_true(isnan(value));
    sum.nan = CLR_NAN_IGNORE;
    assert_ok(rig, clr_reduce(rig->context, &sum, x, 3, &value, sizeof value));
    assert_true(value == 3);
    var.nan = CLR_NAN_IGNORE;
    assert_ok(rig, clr_reduce(rig->context, &var, x, 3, &spread, sizeof spread));
    assert_true(spread.value == 0.25f);
    var.ddof = 1;
    assert_ok(rig, clr_reduce(rig->context, &var, x, 3, &spread, sizeof spread));
    assert_true(spread.value == 0.5f);
    assert_ok(rig, clr_reduce(rig->context, &whole, highest, 2, &total, sizeof total));
    assert_true(total == INT64_MIN);
    whole.overflow = CLR_OVERFLOW_DETECT;
    assert_int_equal(clr_reduce(rig->context, &whole, highest, 2, &told, sizeof told),
                     CLR_ERROR_OVERFLOW);
}

static void *reduce_again_and_again(void *argument)
{
    const struct rig *rig = argument;
    intptr_t wrong = 0;

    for (int i = 0; i < ROUNDS; i++) {
        const clr_reduction max = CLR_REDUCTION(CLR_OPERATOR_MAX, CLR_TYPE_I32);
        int64_t total = -1;
        int32_t most = -1;

        wrong += clr_reduce(rig->context, &sum_i32, numbers, COUNT, &total, sizeof total) ||
                 total != expected;
        wrong += clr_reduce(rig->context, &max, numbers, COUNT, &most, sizeof most) ||
                 most != numbers[COUNT - 1];
    }
    return (void *)wrong;
}

TEST(threads_share_what_is_kept)
{
    struct rig *rig = rig_at(0);
    pthread_t threads[THREADS];

    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, reduce_again_and_again, rig), 0);
    for (int i = 0; i < THREADS; i++) {
        void *wrong = rig;

        assert_int_equal(pthread_join(threads[i], &wrong), 0);
        assert_null(wrong);
    }
}

void before_all(void)
{
    layer = clr_fault_needed();
    for (int i = 0; i < COUNT; i++) {
        numbers[i] = i * 7919 - 4000000;
        expected += numbers[i];
    }
}
