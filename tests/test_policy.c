/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What data can do to a result: nothing at all, NaNs, too few for a variance, sums that do not fit.
 * Each is a status, in the record and from the calls that wait, and nothing is written beside it.
 */
#include "support.h"

#include <math.h>
#include <string.h>

#define REDUCTION(op_, type_, ...)                                                                 \
    ((clr_reduction){.size = sizeof(clr_reduction),                                                \
                     .op = CLR_OPERATOR_##op_,                                                     \
                     .type = CLR_TYPE_##type_,                                                     \
                     __VA_ARGS__})

enum { MARK = 0x5a, RECORD_SIZE = 64 };

/* A record with every byte marked, so that one which was not written is known. */
struct record {
    unsigned char bytes[RECORD_SIZE];
};

static struct record marked(void)
{
    struct record made;

    memset(made.bytes, MARK, sizeof made.bytes);
    return made;
}

static void assert_untouched(const struct record *record)
{
    const struct record marks = marked();

    assert_memory_equal(record->bytes, marks.bytes, sizeof marks.bytes);
}

static clr_plan *plan_for(const struct rig *rig, const clr_reduction *reduction)
{
    clr_plan *plan = NULL;

    assert_ok(rig, clr_plan_create(rig->context, reduction, 1, NULL, &plan));
    return plan;
}

/* Whether the device has the reduction at all: f64 is not for everyone. */
static bool has(const struct rig *rig, const clr_reduction *reduction)
{
    return clr_plan_check(rig->device, reduction, 1, NULL, NULL, 0) == CLR_OK;
}

/* The status that a plan's record holds, CLR_OK if it holds none. */
static clr_status status_in(const clr_plan *plan, const struct record *record)
{
    clr_result result = {.size = sizeof result};
    cl_int status = CLR_OK;

    assert_int_equal(clr_plan_result(plan, 0, &result), CLR_OK);
    if (result.status_offset != CLR_UNKNOWN)
        memcpy(&status, record->bytes + result.status_offset, sizeof status);
    return (clr_status)status;
}

/* Feeds all elements to a stream in pieces of three. */
static clr_status stream_of(const struct rig *rig, const clr_reduction *reduction, const void *data,
                            uint64_t count, struct record *record)
{
    const clr_stream_options options = {.size = sizeof options, .piece_capacity = 3};
    const size_t element = clr_type_size(reduction->type);
    uint64_t capacity = 0;
    clr_stream *stream = NULL;
    clr_status status;

    assert_ok(rig, clr_stream_create(rig->context, reduction, 1, &options, &stream));
    for (uint64_t at = 0; at < count; at += capacity) {
        void *room = NULL;

        assert_ok(rig, clr_stream_map(stream, &room, &capacity));
        if (capacity > count - at)
            capacity = count - at;
        memcpy(room, (const char *)data + at * element, (size_t)capacity * element);
        assert_ok(rig, clr_stream_submit(stream, capacity));
    }
    status = clr_stream_result(stream, record->bytes);
    clr_stream_destroy(stream);
    return status;
}

/*
 * One case in all ways that lead to a result: each comes to `expected`, with `value` if that is
 * CLR_OK, and without a written record if a call tells it.
 */
static void check_ways(const struct rig *rig, const clr_reduction *reduction, const void *data,
                       uint64_t count, clr_status expected, const void *value)
{
    const size_t element = clr_type_size(reduction->type);
    clr_result result = {.size = sizeof result};
    clr_plan_info info = {.size = sizeof info};
    clr_plan *plan = plan_for(rig, reduction);
    struct record direct = marked(), reduced = marked(), streamed = marked();
    cl_mem buffer = buffer_of(rig, data, (size_t)count * element);
    clr_status status = clr_plan_run(
        plan, RUN(.queue = rig->queue, .inputs = {{buffer, 0, count}}, .host = direct.bytes));

    assert_int_equal(clFinish(rig->queue), CL_SUCCESS);
    assert_int_equal(clr_plan_result(plan, 0, &result), CLR_OK);
    assert_int_equal(clr_plan_describe(plan, &info), CLR_OK);
    if (status == CLR_OK)
        status = status_in(plan, &direct);
    else
        assert_untouched(&direct);
    if (status != expected)
        fail_msg("%s of %u %s: %s, not %s", clr_operator_name(reduction->op), (unsigned)count,
                 clr_type_name(reduction->type), clr_status_name(status),
                 clr_status_name(expected));
    assert_int_equal(
        clr_reduce(rig->context, reduction, data, count, reduced.bytes, (size_t)info.result_size),
        expected);
    assert_int_equal(stream_of(rig, reduction, data, count, &streamed), expected);
    if (expected == CLR_OK) {
        assert_memory_equal(direct.bytes + result.offset, value, (size_t)result.value_size);
        assert_memory_equal(reduced.bytes + result.offset, value, (size_t)result.value_size);
        assert_memory_equal(streamed.bytes + result.offset, value, (size_t)result.value_size);
    } else {
        assert_error(rig, expected, expected, clr_operator_name(reduction->op));
        assert_untouched(&reduced);
        assert_untouched(&streamed);
    }
    clReleaseMemObject(buffer);
    clr_plan_destroy(plan);
}

/* ---- empty input ---- */

static const uint64_t zero;
static const uint64_t one = 1;
static const uint64_t ones = UINT64_MAX;
static const float minus_infinity = -INFINITY;
static const double minus_infinity_f64 = -INFINITY;

/* The value of every operator on no elements, first of i16 and then of f32; NULL: there is none. */
static const struct {
    clr_operator op;
    const void *of_integers;
    const void *of_floats;
} empties[] = {
    {CLR_OPERATOR_SUM, &zero, &zero},
    {CLR_OPERATOR_PROD, &one, &(const float){1}},
    {CLR_OPERATOR_MIN, NULL, NULL},
    {CLR_OPERATOR_MAX, NULL, NULL},
    {CLR_OPERATOR_MINMAX, NULL, NULL},
    {CLR_OPERATOR_ARGMIN, NULL, NULL},
    {CLR_OPERATOR_ARGMAX, NULL, NULL},
    {CLR_OPERATOR_ANY, &zero, &zero},
    {CLR_OPERATOR_ALL, &one, &one},
    {CLR_OPERATOR_COUNT, &zero, &zero},
    {CLR_OPERATOR_AND, &ones, NULL},
    {CLR_OPERATOR_OR, &zero, NULL},
    {CLR_OPERATOR_XOR, &zero, NULL},
    {CLR_OPERATOR_ASUM, &zero, &zero},
    {CLR_OPERATOR_SUMSQ, &zero, &zero},
    {CLR_OPERATOR_NRM2, &zero, &zero},
    {CLR_OPERATOR_AMAX, NULL, NULL},
    {CLR_OPERATOR_IAMAX, NULL, NULL},
    {CLR_OPERATOR_MEAN, NULL, NULL},
    {CLR_OPERATOR_VAR, NULL, NULL},
    {CLR_OPERATOR_STD, NULL, NULL},
    {CLR_OPERATOR_LOGSUMEXP, &minus_infinity_f64, &minus_infinity},
    {CLR_OPERATOR_SIZE, &zero, &zero},
    {CLR_OPERATOR_FIRST, NULL, NULL},
    {CLR_OPERATOR_LAST, NULL, NULL},
};

/* The same by what clr_operator_describe() says of it, which is so tested. */
static void check_empty(const struct rig *rig, const clr_reduction *reduction, const void *data,
                        uint64_t count, const void *value)
{
    clr_operator_info info = {.size = sizeof info};

    assert_int_equal(clr_operator_describe(reduction->op, &info), CLR_OK);
    assert_int_equal(info.has_empty_value, value != NULL);
    check_ways(rig, reduction, data, count, value ? CLR_OK : CLR_ERROR_EMPTY, value);
}

/* In the small scope operators take turns: of integers, or of floats at level fast. */
TEST(empty_input_is_the_operators_own_value)
{
    const bool is_sample = test_scope() <= SCOPE_SMALL;

    for (size_t r = 0; r < rig_count(); r++)
        for (size_t i = 0; i < COUNT(empties); i++) {
            clr_reduction reduction = CLR_REDUCTION(empties[i].op, CLR_TYPE_I16);

            if (has(rig_at(r), &reduction) && !(is_sample && i % 2))
                check_empty(rig_at(r), &reduction, NULL, 0, empties[i].of_integers);
            reduction.type = CLR_TYPE_F32;
            reduction.accuracy = is_sample ? CLR_ACCURACY_FAST : CLR_ACCURACY_DEFAULT;
            if (has(rig_at(r), &reduction) && !(is_sample && i % 2 == 0))
                check_empty(rig_at(r), &reduction, NULL, 0, empties[i].of_floats);
        }
}

/* dot has two inputs, which the table's ways do not know. */
TEST(empty_dots_are_zero)
{
    const clr_reduction dot = REDUCTION(DOT, F32, 0);

    for (size_t r = 0; r < rig_count(); r++) {
        float result = 5;

        assert_ok(rig_at(r),
                  clr_reduce_all(rig_at(r)->context, &dot, 1, NULL, 0, 0, &result, sizeof result));
        assert_memory_equal(&result, &(float){0}, sizeof result);
    }
}

/* ---- NaN ---- */

/* Of f32; in the small scope, and every other time, at level fast: else by default. */
static clr_reduction at_level(clr_operator op, size_t turn)
{
    clr_reduction reduction = CLR_REDUCTION(op, CLR_TYPE_F32);

    if (turn % 2 || test_scope() <= SCOPE_SMALL)
        reduction.accuracy = CLR_ACCURACY_FAST;
    return reduction;
}

/* Nothing but NaNs is empty input where they are ignored. (Sums may be -0, as other zero sums.) In
 * the small scope of those operators that have integers' turn above. */
TEST(nothing_but_nans_is_empty)
{
    const float nans[] = {NAN, -NAN, NAN, NAN, -NAN, NAN, NAN};

    for (size_t r = 0; r < rig_count(); r++)
        for (size_t i = 0; i < COUNT(empties); i++) {
            clr_reduction reduction = at_level(empties[i].op, i);
            const struct rig *rig = rig_at(r);
            float sum = 1;

            reduction.nan = CLR_NAN_IGNORE;
            if (!has(rig, &reduction) || (test_scope() <= SCOPE_SMALL && i % 2))
                continue;
            if (empties[i].op != CLR_OPERATOR_SUM) {
                check_empty(rig, &reduction, nans, COUNT(nans), empties[i].of_floats);
                continue;
            }
            assert_ok(rig,
                      clr_reduce(rig->context, &reduction, nans, COUNT(nans), &sum, sizeof sum));
            assert_true(sum == 0);
        }
}

/* Of {NaN, 3, -4, NaN, 1}: what each operator makes of the three numbers. */
TEST(nans_are_as_if_absent)
{
    static const float data[] = {NAN, 3, -4, NAN, 1};
    const void *const inputs[] = {data};
    const struct {
        clr_operator op;
        float value;
        uint64_t index;
    } rows[] = {
        {CLR_OPERATOR_SUM, 0, 0},   {CLR_OPERATOR_PROD, -12, 0},  {CLR_OPERATOR_MIN, -4, 0},
        {CLR_OPERATOR_MAX, 3, 0},   {CLR_OPERATOR_ARGMIN, -4, 2}, {CLR_OPERATOR_ARGMAX, 3, 1},
        {CLR_OPERATOR_ASUM, 8, 0},  {CLR_OPERATOR_SUMSQ, 26, 0},  {CLR_OPERATOR_AMAX, 4, 0},
        {CLR_OPERATOR_IAMAX, 4, 2}, {CLR_OPERATOR_MEAN, 0, 0},    {CLR_OPERATOR_VAR, 26.0f / 3, 0},
        {CLR_OPERATOR_FIRST, 3, 1}, {CLR_OPERATOR_LAST, 1, 4},
    };

    for (size_t r = 0; r < rig_count(); r++)
        for (size_t i = 0; i < COUNT(rows); i++) {
            clr_reduction reduction = at_level(rows[i].op, i);
            const struct rig *rig = rig_at(r);
            clr_result result = {.size = sizeof result};
            struct record record = marked();
            clr_plan *plan;
            uint64_t index;

            reduction.nan = CLR_NAN_IGNORE;
            check_ways(rig, &reduction, data, COUNT(data), CLR_OK, &rows[i].value);
            plan = plan_for(rig, &reduction);
            assert_int_equal(clr_plan_result(plan, 0, &result), CLR_OK);
            clr_plan_destroy(plan);
            if (result.index_offset == CLR_UNKNOWN)
                continue;
            assert_ok(rig, clr_reduce_all(rig->context, &reduction, 1, inputs, 1, COUNT(data),
                                          record.bytes, sizeof record.bytes));
            memcpy(&index, record.bytes + result.index_offset, sizeof index);
            assert_int_equal(index, rows[i].index);
        }
}

/* A pair is absent if either of its numbers is a NaN. */
TEST(pairs_with_nans_are_as_if_absent)
{
    static const float x[] = {NAN, 3, -4, NAN, 1}, y[] = {7, 2, NAN, NAN, 5};
    const clr_reduction dot =
        REDUCTION(DOT, F32, .nan = CLR_NAN_IGNORE, .accuracy = CLR_ACCURACY_FAST);

    for (size_t r = 0; r < rig_count(); r++) {
        float result = 0;

        assert_ok(rig_at(r), clr_reduce_pair(rig_at(r)->context, &dot, x, y, COUNT(x), &result,
                                             sizeof result));
        assert_true(result == 11);
    }
}

/* Where they count, one NaN is the result, and its index the first one's. */
TEST(nans_propagate)
{
    static const clr_operator ops[] = {
        CLR_OPERATOR_SUM,    CLR_OPERATOR_PROD,   CLR_OPERATOR_MIN,   CLR_OPERATOR_MAX,
        CLR_OPERATOR_MINMAX, CLR_OPERATOR_ASUM,   CLR_OPERATOR_SUMSQ, CLR_OPERATOR_NRM2,
        CLR_OPERATOR_AMAX,   CLR_OPERATOR_MEAN,   CLR_OPERATOR_VAR,   CLR_OPERATOR_STD,
        CLR_OPERATOR_ARGMIN, CLR_OPERATOR_ARGMAX, CLR_OPERATOR_IAMAX, CLR_OPERATOR_LOGSUMEXP};
    static const float data[] = {3, INFINITY, -4, NAN, 1, NAN, -INFINITY, 0};
    const void *const inputs[] = {data};

    for (size_t r = 0; r < rig_count(); r++)
        for (size_t i = 0; i < COUNT(ops); i++) {
            const clr_reduction reduction = at_level(ops[i], i + r);
            struct {
                float value, second;
                uint64_t index;
            } record = {0};

            assert_ok(rig_at(r), clr_reduce_all(rig_at(r)->context, &reduction, 1, inputs, 1,
                                                COUNT(data), &record, sizeof record));
            assert_true(isnan(record.value));
            if (ops[i] == CLR_OPERATOR_MINMAX)
                assert_true(isnan(record.second));
            if (ops[i] == CLR_OPERATOR_ARGMIN || ops[i] == CLR_OPERATOR_ARGMAX ||
                ops[i] == CLR_OPERATOR_IAMAX)
                assert_int_equal(record.index, 3);
        }
}

/* ---- too few for a variance ---- */

/* In the small scope they and their roots take turns. */
TEST(variances_need_more_than_ddof)
{
    const bool is_sample = test_scope() <= SCOPE_SMALL;
    static const float data[] = {1, 2, 4, NAN, 5};
    const struct {
        uint64_t ddof, count;
        clr_nan nan;
        clr_status status;
        double value;
    } rows[] = {
        {0, 1, CLR_NAN_PROPAGATE, CLR_OK, 0},
        {1, 1, CLR_NAN_PROPAGATE, CLR_ERROR_EMPTY, 0},
        {1, 2, CLR_NAN_PROPAGATE, CLR_OK, 0.5},
        {2, 2, CLR_NAN_PROPAGATE, CLR_ERROR_EMPTY, 0},
        {2, 3, CLR_NAN_PROPAGATE, CLR_OK, 14.0 / 3},
        {3, 3, CLR_NAN_PROPAGATE, CLR_ERROR_EMPTY, 0},
        {UINT64_MAX, 3, CLR_NAN_PROPAGATE, CLR_ERROR_EMPTY, 0},
        {2, 4, CLR_NAN_IGNORE, CLR_OK, 14.0 / 3},
        {3, 4, CLR_NAN_IGNORE, CLR_ERROR_EMPTY, 0}, /* four, of which one is absent */
        {3, 5, CLR_NAN_IGNORE, CLR_OK, 10},
    };

    for (size_t r = 0; r < rig_count(); r++)
        for (size_t i = 0; i < COUNT(rows); i++) {
            clr_reduction var = at_level(CLR_OPERATOR_VAR, i);
            clr_reduction std = at_level(CLR_OPERATOR_STD, i + 1);
            const float value = (float)rows[i].value;
            const float root = (float)sqrt(rows[i].value);

            var.ddof = std.ddof = rows[i].ddof;
            var.nan = std.nan = rows[i].nan;

            if (!is_sample || i % 2 == 0)
                check_ways(rig_at(r), &var, data, rows[i].count, rows[i].status, &value);
            if (!is_sample || i % 2)
                check_ways(rig_at(r), &std, data, rows[i].count, rows[i].status, &root);
        }
}

/* ---- overflow ---- */

#define BIG         (INT64_C(1) << 62)
#define HALF        (INT64_C(1) << 32)
#define HIGHEST_BIT (UINT64_C(1) << 63)

/* Products and sums of few: the true value fits, or it is told that it does not. */
static const struct {
    clr_operator op;
    int64_t data[7];
    uint64_t count;
    clr_status status;
    int64_t value; /* the true one, or what wrapping makes of it */
} brinks[] = {
    {CLR_OPERATOR_SUM, {INT64_MAX, 0}, 2, CLR_OK, INT64_MAX},
    {CLR_OPERATOR_SUM, {INT64_MAX, 1}, 2, CLR_ERROR_OVERFLOW, INT64_MIN},
    {CLR_OPERATOR_SUM, {INT64_MAX, 1, -1}, 3, CLR_OK, INT64_MAX},
    {CLR_OPERATOR_SUM, {INT64_MIN, -1, 0, 0, 0, 1}, 6, CLR_OK, INT64_MIN},
    {CLR_OPERATOR_SUM, {INT64_MIN, -1}, 2, CLR_ERROR_OVERFLOW, INT64_MAX},
    {CLR_OPERATOR_SUM, {BIG, BIG, BIG, BIG, -BIG, -BIG, -BIG}, 7, CLR_OK, BIG},
    {CLR_OPERATOR_SUM, {BIG, BIG, BIG, BIG}, 4, CLR_ERROR_OVERFLOW, 0},
    {CLR_OPERATOR_PROD, {HALF, HALF}, 2, CLR_ERROR_OVERFLOW, 0},
    {CLR_OPERATOR_PROD, {HALF, HALF, 0}, 3, CLR_OK, 0},
    {CLR_OPERATOR_PROD, {0, HALF, HALF, HALF, HALF}, 5, CLR_OK, 0},
    {CLR_OPERATOR_PROD, {HALF, -HALF / 2}, 2, CLR_OK, INT64_MIN},
    {CLR_OPERATOR_PROD, {HALF, HALF / 2}, 2, CLR_ERROR_OVERFLOW, INT64_MIN},
    {CLR_OPERATOR_PROD, {-1, INT64_MIN}, 2, CLR_ERROR_OVERFLOW, INT64_MIN},
    {CLR_OPERATOR_PROD, {-1, INT64_MIN, -1}, 3, CLR_OK, INT64_MIN},
    {CLR_OPERATOR_PROD, {-1, -1, -1, 3, INT64_MAX / 3}, 5, CLR_OK, -(INT64_MAX / 3 * 3)},
    {CLR_OPERATOR_ASUM, {INT64_MIN}, 1, CLR_ERROR_OVERFLOW, INT64_MIN},
    {CLR_OPERATOR_ASUM, {-INT64_MAX}, 1, CLR_OK, INT64_MAX},
    {CLR_OPERATOR_SUMSQ, {HALF / 2, 3}, 2, CLR_OK, BIG + 9},
    {CLR_OPERATOR_SUMSQ, {HALF}, 1, CLR_ERROR_OVERFLOW, 0},
    {CLR_OPERATOR_SUMSQ, {HALF / 2, HALF / 2}, 2, CLR_ERROR_OVERFLOW, INT64_MIN},
    /* 2^128: not even 128 bits tell that from 0. */
    {CLR_OPERATOR_SUMSQ, {INT64_MIN, INT64_MIN, INT64_MIN, INT64_MIN}, 4, CLR_ERROR_OVERFLOW, 0},
};

TEST(sums_that_do_not_fit_are_told_or_wrapped)
{
    for (size_t r = 0; r < rig_count(); r++)
        for (size_t i = 0; i < COUNT(brinks); i++) {
            clr_reduction reduction = CLR_REDUCTION(brinks[i].op, CLR_TYPE_I64);

            check_ways(rig_at(r), &reduction, brinks[i].data, brinks[i].count, CLR_OK,
                       &brinks[i].value);
            reduction.overflow = CLR_OVERFLOW_DETECT;
            check_ways(rig_at(r), &reduction, brinks[i].data, brinks[i].count, brinks[i].status,
                       &brinks[i].value);
        }
}

TEST(unsigned_sums_that_do_not_fit_are_told)
{
    const clr_reduction sum = REDUCTION(SUM, U64, .overflow = CLR_OVERFLOW_DETECT);
    const clr_reduction dot = REDUCTION(DOT, U64, .overflow = CLR_OVERFLOW_DETECT);
    const clr_reduction sumsq = REDUCTION(SUMSQ, U64, .overflow = CLR_OVERFLOW_DETECT);
    const uint64_t tops[] = {HIGHEST_BIT, HIGHEST_BIT, HIGHEST_BIT, HIGHEST_BIT}; /* 2^128 */
    const uint64_t data[] = {UINT64_MAX - 1, 1, 1};
    const uint64_t factors[] = {1, 1, 0};
    const uint64_t highest = UINT64_MAX;

    for (size_t r = 0; r < rig_count(); r++) {
        const struct rig *rig = rig_at(r);
        const void *fits[] = {data, factors}, *overflows[] = {data, data};
        struct {
            uint64_t value;
            cl_int status;
        } record = {7, 7};

        check_ways(rig, &sum, data, 2, CLR_OK, &highest);
        check_ways(rig, &sum, data, 3, CLR_ERROR_OVERFLOW, NULL);
        check_ways(rig, &sumsq, tops, 4, CLR_ERROR_OVERFLOW, NULL);
        assert_error(rig, CLR_ERROR_OVERFLOW,
                     clr_reduce_all(rig->context, &dot, 1, overflows, 2, 3, &record, sizeof record),
                     "dot");
        assert_true(record.value == 7 && record.status == 7);
        assert_ok(rig, clr_reduce_all(rig->context, &dot, 1, fits, 2, 3, &record, sizeof record));
        assert_true(record.value == UINT64_MAX && record.status == CLR_OK);
    }
}

/* Parts may overflow on the way, as long as what they come to fits. */
TEST(parts_may_leave_the_range_and_come_back)
{
    const clr_reduction sum = REDUCTION(SUM, I64, .overflow = CLR_OVERFLOW_DETECT);
    const int64_t data[] = {INT64_MAX, INT64_MAX, 5, INT64_MIN, INT64_MIN, 2};

    for (size_t r = 0; r < rig_count(); r++) {
        const struct rig *rig = rig_at(r);
        cl_mem buffer = buffer_of(rig, data, sizeof data);
        clr_plan *plan = plan_for(rig, &sum);
        struct record record = marked();
        int64_t value;

        run_part(rig, plan, buffer, 0, 3, CLR_PART_MORE, NULL);
        run_plan(rig, plan, buffer, 0, 3, record.bytes);
        assert_int_equal(status_in(plan, &record), CLR_ERROR_OVERFLOW);
        run_part(rig, plan, buffer, 3, 3, CLR_PART_LAST, record.bytes);
        assert_int_equal(status_in(plan, &record), CLR_OK);
        memcpy(&value, record.bytes, sizeof value);
        assert_int_equal(value, 5);
        clr_plan_destroy(plan);
        clReleaseMemObject(buffer);
    }
}

/* One that fails leaves the others in the record right, and the calls that wait say that it did. */
TEST(one_that_fails_does_not_spoil_the_others)
{
    const clr_reduction reductions[] = {REDUCTION(SUM, I64, .overflow = CLR_OVERFLOW_DETECT),
                                        REDUCTION(MAX, I64, 0),
                                        REDUCTION(PROD, I64, .overflow = CLR_OVERFLOW_DETECT)};
    const int64_t data[] = {INT64_MAX, 1, 1};
    const void *const inputs[] = {data};
    struct {
        int64_t sum, max, product;
        cl_int sum_status, product_status;
    } record = {0}, untouched = {7, 7, 7, 7, 7};

    for (size_t r = 0; r < rig_count(); r++) {
        const struct rig *rig = rig_at(r);
        cl_mem buffer = buffer_of(rig, data, sizeof data);
        clr_plan *plan = NULL;

        assert_ok(rig, clr_plan_create(rig->context, reductions, 3, NULL, &plan));
        run_plan(rig, plan, buffer, 0, 3, &record);
        assert_int_equal(record.sum_status, CLR_ERROR_OVERFLOW);
        assert_int_equal(record.product_status, CLR_OK);
        assert_true(record.max == INT64_MAX && record.product == INT64_MAX);
        assert_error(
            rig, CLR_ERROR_OVERFLOW,
            clr_reduce_all(rig->context, reductions, 3, inputs, 1, 3, &untouched, sizeof untouched),
            "sum");
        assert_true(untouched.sum == 7 && untouched.max == 7 && untouched.product_status == 7);
        clr_plan_destroy(plan);
        clReleaseMemObject(buffer);
    }
}

/* ---- numbers that are no policies ---- */

TEST(refuses_policies_that_there_are_not)
{
    const clr_reduction reductions[] = {REDUCTION(SUM, F32, .nan = (clr_nan)2),
                                        REDUCTION(SUM, I32, .overflow = (clr_overflow)-1)};
    struct rig *rig = rig_at(0);
    clr_plan *plan = NULL;

    for (size_t i = 0; i < COUNT(reductions); i++)
        assert_error(rig, CLR_ERROR_ARGUMENT,
                     clr_plan_create(rig->context, &reductions[i], 1, NULL, &plan),
                     i ? "clr_overflow" : "clr_nan");
}
