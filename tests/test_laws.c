/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Laws that reductions keep on every device, whatever the strategy: nothing is lost or counted
 * twice, parts come to the whole, the same comes out again, and numbers keep their precision.
 */
#include "subject.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what counts ---- */

enum { IMPULSE = 1000003 };

/* One element that counts among zeros is found at `at`, and not beyond the end. */
static void check_sum_of_impulse(const struct subject *s, cl_mem buffer, uint64_t at, uint64_t size)
{
    const int32_t one = IMPULSE;
    int64_t sum = -1;

    run_plan(s->rig, s->plan, buffer, 0, size, &sum);
    if (sum != one)
        fail_case(s, 0, size, "the impulse was lost or counted twice");
    run_plan(s->rig, s->plan, buffer, 0, at, &sum);
    if (sum != 0)
        fail_case(s, 0, at, "an element after the end was counted");
}

/* The same of the largest element's index: of equal ones, which zeros are, the first. */
static void check_index_of_impulse(const struct subject *s, cl_mem buffer, uint64_t at,
                                   uint64_t size)
{
    struct {
        int32_t value;
        uint64_t index;
    } record = {0};

    run_plan(s->rig, s->plan, buffer, 0, size, &record);
    if (record.value != IMPULSE || record.index != at)
        fail_case(s, 0, size, "the impulse is not where it was put");
    if (at == 0)
        return;
    run_plan(s->rig, s->plan, buffer, 0, at, &record);
    if (record.value != 0 || record.index != 0)
        fail_case(s, 0, at, "the first of equal elements is not what came out");
}

/* Puts an impulse at every edge of the plan's geometry, one after the other. */
static void check_impulses(const struct rig *rig, cl_mem buffer, const clr_reduction *reduction,
                           size_t strategy,
                           void (*check)(const struct subject *s, cl_mem buffer, uint64_t at,
                                         uint64_t size))
{
    const clr_plan_options options = {.size = sizeof options,
                                      .strategy = clr_strategy_name(strategy),
                                      .vector_width = 4,
                                      .group_size = strategy % 3 == 0 ? 8 : 0};
    const uint64_t size = test_scope() <= SCOPE_SMALL ? 4200 : LARGEST;
    struct subject s = subject_make(rig, reduction, &options);
    const int32_t impulse = IMPULSE, none = 0;
    uint64_t counts[64];
    const size_t n = s.plan ? edge_counts(&s, counts) : 0;

    for (size_t i = 0; i < n; i++) {
        buffer_write(rig, buffer, counts[i] * sizeof impulse, &impulse, sizeof impulse);
        check(&s, buffer, counts[i], size);
        buffer_write(rig, buffer, counts[i] * sizeof none, &none, sizeof none);
    }
    clr_plan_destroy(s.plan);
}

TEST(finds_an_impulse_at_every_edge)
{
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32);
    const clr_reduction argmax = CLR_REDUCTION(CLR_OPERATOR_ARGMAX, CLR_TYPE_I32);
    int32_t *zeros = calloc(LARGEST, sizeof *zeros);

    for (size_t r = 0; r < rig_count(); r++) {
        const struct rig *rig = rig_at(r);
        cl_mem buffer = buffer_of(rig, zeros, LARGEST * sizeof *zeros);

        for (size_t st = 1; clr_strategy_name(st); st++) {
            check_impulses(rig, buffer, &sum, st, check_sum_of_impulse);
            if (test_scope() > SCOPE_SMALL || st % 3 == 0)
                check_impulses(rig, buffer, &argmax, st, check_index_of_impulse);
        }
        clReleaseMemObject(buffer);
    }
    free(zeros);
}

/* ---- parts ---- */

enum { PARTED = 4099 }; /* elements that are given in two parts */

/*
 * Parts come to the whole wherever the cut is, and a whole run between them neither disturbs them
 * nor is disturbed. The last part is one of the two, or an empty one after both.
 */
static void check_cut(const struct subject *s, const struct field *field, uint64_t cut)
{
    const uint64_t longest = cut > PARTED - cut ? cut : PARTED - cut;
    const clr_part second = cut % 2 ? CLR_PART_LAST : CLR_PART_MORE;
    const uint64_t parts = second == CLR_PART_LAST ? 2 : 3;
    unsigned char record[RECORD_MOST] = {0};
    clr_status status;

    assert_ok(s->rig, run_case(s, field, 0, cut, CLR_PART_MORE, NULL));
    check_case(s, field, 5, 2000);
    status = run_case(s, field, cut, PARTED - cut, second, second == CLR_PART_LAST ? record : NULL);
    if (second == CLR_PART_MORE) {
        assert_ok(s->rig, status);
        status = run_case(s, field, PARTED, 0, CLR_PART_LAST, record);
    }
    judge_case(s, field, 0, PARTED, clr_plan_depth(s->plan, longest) + parts, status, record);
}

/* A plan that takes parts of any length, which at level reproducible it would not. */
static struct subject parted_make(const struct rig *rig, const clr_reduction *sample,
                                  const clr_plan_options *options)
{
    clr_reduction reduction = *sample;
    struct subject s = subject_make(rig, &reduction, options);

    if (!s.plan || s.result.accuracy != CLR_ACCURACY_REPRODUCIBLE)
        return s;
    clr_plan_destroy(s.plan);
    reduction.accuracy = CLR_ACCURACY_FAST;
    return subject_make(rig, &reduction, options);
}

static void check_parts(const struct rig *rig, size_t strategy, size_t sample)
{
    static const uint64_t cuts[] = {0, 1, 15, 17, 1000, 4098, 4099};
    /* Loads that are fitted to the input cut each part into parts of their own. */
    const clr_plan_options options = {
        .size = sizeof options, .strategy = clr_strategy_name(strategy), .group_count = 3};
    struct subject s = parted_make(rig, &samples[sample], &options);
    struct field field;

    if (!s.plan)
        return;
    field = field_make(&s, kind_for(samples[sample].op, (unsigned)(strategy + sample)), strategy,
                       PARTED);
    for (size_t c = 0; c < sizeof cuts / sizeof *cuts; c++)
        check_cut(&s, &field, cuts[c]);
    assert_ok(rig, run_case(&s, &field, 0, 1000, CLR_PART_MORE, NULL)); /* forgotten */
    clr_plan_discard(s.plan);
    check_cut(&s, &field, 100);
    field_destroy(&field);
    clr_plan_destroy(s.plan);
}

TEST(parts_come_to_the_whole)
{
    for (size_t r = 0; r < rig_count(); r++)
        for (size_t strategy = 1; clr_strategy_name(strategy); strategy++)
            for (size_t sample = 0; sample < SAMPLES; sample++)
                if (scope_pairs(strategy, sample))
                    check_parts(rig_at(r), strategy, sample);
}

/* ---- the same again ---- */

/* Runs again and again and compares bits, if they are promised to be the same; the input stays. */
static void check_again(const struct rig *rig, const char *strategy, const clr_reduction *sample)
{
    const clr_plan_options options = {.size = sizeof options, .strategy = strategy};
    const size_t count = test_scope() <= SCOPE_SMALL ? 5003 : 200003;
    const int runs = test_scope() <= SCOPE_SMALL ? 3 : 20;
    struct subject s = subject_make(rig, sample, &options);
    unsigned char first[RECORD_MOST] = {0}, again[RECORD_MOST] = {0};
    struct field field;
    unsigned char *after;

    if (!s.plan)
        return;
    field = field_make(&s, ORACLE_UNIFORM, 5, count);
    after = malloc(field.size);
    assert_non_null(after);
    if (s.result.accuracy != CLR_ACCURACY_RELAXED) {
        assert_ok(rig, run_case(&s, &field, 1, count - 1, CLR_PART_WHOLE, first));
        for (int i = 0; i < runs; i++) {
            assert_ok(rig, run_case(&s, &field, 1, count - 1, CLR_PART_WHOLE, again));
            assert_memory_equal(first, again, sizeof first);
        }
        buffer_read(rig, field.buffers[0], 0, after, field.size);
        assert_memory_equal(after, field.bytes[0], field.size);
    }
    free(after);
    field_destroy(&field);
    clr_plan_destroy(s.plan);
}

/* What any order gives the same by every strategy; the others by those whose order is the plan's
 * own. */
TEST(stays_the_same_and_leaves_the_input_alone)
{
    for (size_t r = 0; r < rig_count(); r++)
        for (size_t st = 1; clr_strategy_name(st); st++)
            for (size_t sample = 0; sample < SAMPLES; sample++)
                if (scope_pairs(st, sample))
                    check_again(rig_at(r), clr_strategy_name(st), &samples[sample]);
}

/* ---- what a group's items tell each other ---- */

/* Many tiles a group, so that keys which items have been told meet better, equal and worse ones. */
static void check_led(const struct rig *rig, clr_operator op, clr_type type)
{
    const clr_plan_options options = {.size = sizeof options,
                                      .strategy = "two-pass",
                                      .group_size = 48,
                                      .group_count = 2,
                                      .vector_width = type == CLR_TYPE_F32 ? 4 : 1,
                                      .item_loads = 2};
    const clr_reduction reduction = FAST_REDUCTION(op, type);
    struct subject s = subject_make(rig, &reduction, &options);
    const uint64_t tile = (uint64_t)s.info.group_size * s.info.vector_width * s.info.item_loads;

    if (!s.plan)
        return;
    for (int kind = 0; kind < ORACLE_DATA_COUNT; kind++) {
        struct field field = field_make(&s, (oracle_data)kind, 3, 80 * tile);

        check_case(&s, &field, 1, 70 * tile + 5);
        field_destroy(&field);
    }
    clr_plan_destroy(s.plan);
}

TEST(groups_share_what_is_best)
{
    static const clr_operator ops[] = {CLR_OPERATOR_ARGMIN, CLR_OPERATOR_ARGMAX,
                                       CLR_OPERATOR_IAMAX};

    for (size_t r = 0; r < rig_count(); r++)
        for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
            check_led(rig_at(r), ops[i], CLR_TYPE_F32);
            check_led(rig_at(r), ops[i], CLR_TYPE_I64);
            check_led(rig_at(r), ops[i], CLR_TYPE_U8);
        }
}

/* ---- tiles that groups claim ---- */

/* So few tiles a group that they are shared out, just so many that they are claimed, and more. */
static void check_claimed(const struct rig *rig, const clr_reduction *reduction)
{
    static const uint64_t shares[] = {31, 32, 33, 47, 100};
    enum { GROUPS = 3 };
    const clr_plan_options options = {.size = sizeof options,
                                      .strategy = "ticket",
                                      .group_size = 16,
                                      .group_count = GROUPS,
                                      .item_loads = 2};
    struct subject s = subject_make(rig, reduction, &options);
    const uint64_t tile = (uint64_t)s.info.group_size * s.info.vector_width * s.info.item_loads;
    struct field field;

    if (!s.plan)
        return;
    assert_int_equal(strstr(s.info.source, "clr_ask(") != NULL,
                     !(rig->device->type & CL_DEVICE_TYPE_CPU));
    field = field_make(&s, kind_for(reduction->op, 0), 11, 101 * GROUPS * tile);
    for (size_t i = 0; i < sizeof shares / sizeof *shares; i++)
        for (uint64_t tiles = shares[i] * GROUPS - 1; tiles <= shares[i] * GROUPS + 1; tiles++)
            check_case(&s, &field, i % 4, tiles * tile + i);
    field_destroy(&field);
    clr_plan_destroy(s.plan);
}

TEST(every_tile_is_claimed_once)
{
    static const clr_reduction reductions[] = {
        CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32),
        CLR_REDUCTION(CLR_OPERATOR_XOR, CLR_TYPE_U16),
        CLR_REDUCTION(CLR_OPERATOR_ARGMIN, CLR_TYPE_F32),
        CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32),
        CLR_REDUCTION(CLR_OPERATOR_DOT, CLR_TYPE_F32),
    };

    for (size_t r = 0; r < rig_count(); r++)
        for (size_t i = 0; i < sizeof reductions / sizeof *reductions; i++)
            check_claimed(rig_at(r), &reductions[i]);
}

/* What an element can be without changing the result; operators that count have none. */
struct padding {
    clr_operator op;
    int16_t element;
};

static const struct padding paddings[] = {
    {CLR_OPERATOR_SUM, 0},         {CLR_OPERATOR_PROD, 1}, {CLR_OPERATOR_MIN, INT16_MAX},
    {CLR_OPERATOR_MAX, INT16_MIN}, {CLR_OPERATOR_ANY, 0},  {CLR_OPERATOR_ALL, 1},
    {CLR_OPERATOR_COUNT, 0},       {CLR_OPERATOR_AND, -1}, {CLR_OPERATOR_OR, 0},
    {CLR_OPERATOR_XOR, 0},         {CLR_OPERATOR_ASUM, 0}, {CLR_OPERATOR_SUMSQ, 0},
    {CLR_OPERATOR_AMAX, 0},
};

static void check_padding(const struct rig *rig, const struct padding *padding)
{
    const clr_reduction reduction = CLR_REDUCTION(padding->op, CLR_TYPE_I16);
    struct subject s = subject_make(rig, &reduction, NULL);
    struct field field;
    int64_t plain = 0, padded = 0;
    int16_t pads[GUARD];

    if (!s.plan)
        return;
    field = field_make(&s, kind_for(padding->op, 1), 9, 3001);
    for (size_t i = 0; i < GUARD; i++)
        pads[i] = padding->element;
    run_plan(rig, s.plan, field.buffers[0], GUARD, 3001, &plain);
    buffer_write(rig, field.buffers[0], 0, pads, sizeof pads);
    buffer_write(rig, field.buffers[0], (GUARD + 3001) * sizeof *pads, pads, sizeof pads);
    for (uint64_t pad = 1; pad <= GUARD; pad += 9) {
        run_plan(rig, s.plan, field.buffers[0], GUARD - pad, 3001 + 2 * pad, &padded);
        if (padded != plain)
            fail_case(&s, GUARD - pad, 3001 + 2 * pad, "an element that changes nothing did");
    }
    field_destroy(&field);
    clr_plan_destroy(s.plan);
}

TEST(padding_by_the_identity_changes_nothing)
{
    for (size_t r = 0; r < rig_count(); r++)
        for (size_t i = 0; i < sizeof paddings / sizeof *paddings; i++)
            check_padding(rig_at(r), &paddings[i]);
}

/* Numbers that narrower accumulators would get wrong. */
TEST(accumulates_wide)
{
    for (size_t r = 0; r < rig_count(); r++) {
        const struct rig *rig = rig_at(r);
        const size_t n = test_scope() <= SCOPE_SMALL ? 1 << 12 : (1 << 25) + 1;
        float *ones = malloc(n * sizeof *ones);
        int8_t bytes[300];
        double sum = 0;
        int64_t byte_sum = 0;
        clr_reduction reduction = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32);

        for (size_t i = 0; i < n; i++)
            ones[i] = 1;
        reduction.result = CLR_TYPE_F64;
        reduction.accuracy = CLR_ACCURACY_FAST;
        assert_ok(rig, clr_reduce(rig->context, &reduction, ones, n, &sum, sizeof sum));
        assert_true(sum == (double)n);
        free(ones);
        memset(bytes, 127, sizeof bytes);
        reduction = (clr_reduction)CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I8);
        assert_ok(rig, clr_reduce(rig->context, &reduction, bytes, sizeof bytes, &byte_sum,
                                  sizeof byte_sum));
        assert_int_equal(byte_sum, 127 * 300);
    }
}

/*
 * Two floats have one exact sum, and f64 one nearest number to it: in f64 or in pairs of f32, the
 * result as f64 must be that number. The listed pairs are ones that such code gets wrong.
 */
TEST(two_floats_make_their_nearest_f64)
{
    static const float pairs[][2] = {
        {-0x1.8p104f, 0x1.fffffep127f},
        {-0x1.8p-28f, -0x1p-81f},
        {0x1p-149f, -0x1.fffffep-126f},
        {1, -0x1p-60f},
        {0x1.000002p0f, 0x1p-53f},
        {0x1p0f, 0x1.8p-53f},
        {-0.0f, -0.0f},
        {1, -1},
    };
    const size_t listed = sizeof pairs / sizeof *pairs;
    const size_t count = test_scope() <= SCOPE_SMALL ? 200 : 2000;
    clr_reduction reduction = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32);
    float random[2];

    reduction.result = CLR_TYPE_F64;
    reduction.accuracy = CLR_ACCURACY_FAST;
    for (size_t r = 0; r < rig_count(); r++) {
        const struct rig *rig = rig_at(r);
        cl_mem buffer = buffer_of(rig, pairs[0], sizeof pairs[0]);
        clr_plan *plan = NULL;

        assert_ok(rig, clr_plan_create(rig->context, &reduction, 1, NULL, &plan));
        for (size_t i = 0; i < count; i++) {
            const float *pair = i < listed ? pairs[i] : random;
            double expected, result = -1;

            oracle_fill(ORACLE_WIDE, i + 1, CLR_TYPE_F32, random, 2);
            if (i >= listed && i % 2) /* near enough to one another to interact */
                random[1] = random[0] * 0x1.8765p-40f;
            expected = (double)pair[0] + (double)pair[1];
            if (fabs(expected) > 0x1.fffffep127)
                continue; /* beyond what pairs of f32 can hold */
            buffer_write(rig, buffer, 0, pair, sizeof pairs[0]);
            run_plan(rig, plan, buffer, 0, 2, &result);
            if (memcmp(&result, &expected, sizeof result) != 0)
                fail_msg("%a + %a came to %a instead of %a", (double)pair[0], (double)pair[1],
                         result, expected);
        }
        clr_plan_destroy(plan);
        clReleaseMemObject(buffer);
    }
}

/* Elements on either side of 2^32 count, where the device can hold as many in one buffer. */
TEST(counts_beyond_2_to_the_32)
{
    const uint64_t count = (UINT64_C(1) << 32) + 5;
    const uint64_t marks[] = {0, UINT64_C(1) << 31, (UINT64_C(1) << 32) - 1, UINT64_C(1) << 32,
                              (UINT64_C(1) << 32) + 4};
    const size_t block = 1 << 28;
    unsigned char *zeros = calloc(1, block);
    size_t ran = 0;

    for (size_t r = 0; r < rig_count(); r++) {
        const struct rig *rig = rig_at(r);
        const unsigned char mark = 200;
        uint64_t sum = 0;
        clr_plan *plan;
        cl_mem buffer;
        cl_int code;

        if (rig->device->max_mem_alloc_size == CLR_UNKNOWN ||
            rig->device->max_mem_alloc_size < count || test_scope() <= SCOPE_SMALL)
            continue;
        buffer =
            clCreateBuffer(clr_context_opencl(rig->context), CL_MEM_READ_WRITE, count, NULL, &code);
        if (code != CL_SUCCESS)
            continue;
        for (uint64_t at = 0; at < count; at += block)
            buffer_write(rig, buffer, at, zeros, count - at < block ? count - at : block);
        for (size_t m = 0; m < sizeof marks / sizeof *marks; m++)
            buffer_write(rig, buffer, marks[m], &mark, 1);
        plan = plan_of(rig, CLR_OPERATOR_SUM, CLR_TYPE_U8, NULL);
        run_plan(rig, plan, buffer, 0, count, &sum);
        assert_int_equal(sum, 5 * mark);
        run_plan(rig, plan, buffer, marks[3], count - marks[3], &sum);
        assert_int_equal(sum, 2 * mark);
        clr_plan_destroy(plan);
        clReleaseMemObject(buffer);
        ran++;
    }
    free(zeros);
    printf("[ TALLY    ] devices with room for 2^32 + 5 elements: %zu of %zu\n", ran, rig_count());
}
