/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Level reproducible, on every device: the bits are those of the published order as order.c has it,
 * whatever the groups, vectors, launches, offsets, parts and pieces; and data that tell that order
 * from others.
 */
#include "order_subjects.h"
#include "support.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST = 300001, RECORD = 256 };

static clr_reduction reduction_of(const struct order_subject *s)
{
    clr_reduction reduction = CLR_REDUCTION(s->op, s->type);

    reduction.accuracy = CLR_ACCURACY_REPRODUCIBLE;
    reduction.custom = s->custom;
    reduction.result = s->custom ? CLR_TYPE_DEFAULT : CLR_TYPE_F64;
    return reduction;
}

static double expected_of(const struct order_subject *s, uint64_t offset, uint64_t count)
{
    order_fold fold = s->fold;
    double state[4];

    fold.data = (const char *)s->data + offset * clr_type_size(s->type);
    order_reduce(&fold, count, state);
    return s->result(state, count);
}

/* ---- plans ---- */

/* A plan, or NULL if the device cannot have it: for want of fp64 or of groups that see writes. */
static clr_plan *plan_by(const struct rig *rig, const struct order_subject *s,
                         const clr_plan_options *options)
{
    const clr_reduction reduction = reduction_of(s);
    clr_plan *plan = NULL;
    const clr_status status = clr_plan_create(rig->context, &reduction, 1, options, &plan);
    const char *message = clr_context_error(rig->context)->message;

    if (status == CLR_ERROR_UNSUPPORTED &&
        (strstr(message, "no fp64") || strstr(message, "each other's writes")))
        return NULL;
    if (status == CLR_ERROR_BUILD && s->custom && !rig->device->fp64)
        return NULL;
    if (status == CLR_ERROR_ARGUMENT && strstr(message, "work-items that"))
        return NULL;
    assert_ok(rig, status);
    return plan;
}

static cl_mem buffer_for(const struct rig *rig, const struct order_subject *s, uint64_t count)
{
    return buffer_of(rig, s->data, (size_t)(OFFSETS + count) * clr_type_size(s->type));
}

static void assert_bits(const struct order_subject *s, const char *how, uint64_t count, double got,
                        double expected)
{
    if (memcmp(&got, &expected, sizeof got) != 0)
        fail_msg("%s of %llu %s, %s: %a instead of %a", clr_operator_name(s->op),
                 (unsigned long long)count, clr_type_name(s->type), how, got, expected);
}

static const uint64_t counts[] = {1,     2,     15,    16,    17,     127,  128,  129,
                                  511,   512,   513,   4095,  4096,   4097, 5000, 32767,
                                  32768, 32769, 65537, 98304, 130001, MOST, MANY};

static size_t count_limit(bool many)
{
    if (test_scope() <= SCOPE_SMALL)
        return COUNT(counts) - 6;
    return COUNT(counts) - (many ? 0 : 1);
}

/* All counts by one plan, at offsets by turns. */
static void check_plan(const struct rig *rig, const struct order_subject *s, clr_plan *plan,
                       cl_mem buffer, const char *how, bool many)
{
    for (size_t i = 0; i < count_limit(many); i++) {
        const uint64_t offset = i % OFFSETS;
        double got;

        run_plan(rig, plan, buffer, offset, counts[i], &got);
        assert_bits(s, how, counts[i], got, expected_of(s, offset, counts[i]));
    }
}

/* ---- ways of carrying it out ---- */

static const struct way {
    const char *strategy;
    uint64_t group, vector, groups;
    clr_local local;
} ways[] = {
    {NULL, 0, 0, 0, CLR_LOCAL_DEFAULT},
    {"ordered", 1, 16, 1, CLR_LOCAL_DEFAULT},
    {"ordered-ticket", 64, 4, 3, CLR_LOCAL_DYNAMIC},
    {"ordered", 7, 1, 0, CLR_LOCAL_DEFAULT},
    {"ordered", 256, 4, 0, CLR_LOCAL_DEFAULT},
    {"ordered", 2, 8, 5, CLR_LOCAL_DEFAULT},
    {"ordered-ticket", 96, 2, 2, CLR_LOCAL_DEFAULT},
    {"ordered", 3, 4, 0, CLR_LOCAL_DYNAMIC},
    {"ordered", 32, 2, 7, CLR_LOCAL_DEFAULT},
    {"ordered-ticket", 256, 1, 0, CLR_LOCAL_DEFAULT},
    {"ordered", 1, 2, 2, CLR_LOCAL_DEFAULT},
};

/* The first subjects are carried out in all ways, the others in some by turns. */
static bool is_covered(size_t subject, size_t way)
{
    if (test_scope() == SCOPE_FULL)
        return true;
    if (test_scope() <= SCOPE_SMALL)
        return way == 0 || way % SUBJECTS == subject;
    return subject < 2 || way == 0 || way % 4 == subject % 4;
}

static void check_way(const struct rig *rig, const struct order_subject *s, const struct way *way,
                      struct tally *tally)
{
    const clr_plan_options options = {.size = sizeof options,
                                      .strategy = way->strategy,
                                      .group_size = way->group,
                                      .group_count = way->groups,
                                      .vector_width = s->custom ? 0 : way->vector,
                                      .local = way->local};
    clr_plan *plan = plan_by(rig, s, &options);
    char how[100];
    cl_mem buffer;

    if (!plan) {
        tally_skip(tally, clr_context_error(rig->context)->message);
        return;
    }
    snprintf(how, sizeof how, "%s, groups of %u, vectors of %u",
             way->strategy ? way->strategy : "auto", (unsigned)way->group, (unsigned)way->vector);
    buffer = buffer_for(rig, s, MANY);
    check_plan(rig, s, plan, buffer, how, way == ways || test_scope() == SCOPE_FULL);
    clReleaseMemObject(buffer);
    clr_plan_destroy(plan);
    tally->run++;
}

TEST(all_ways_have_the_published_bits)
{
    struct tally tally = {0};
    uint64_t whole = 0;

    for (size_t r = 0; r < rig_count(); r++)
        for (size_t s = 0; s < SUBJECTS; s++)
            for (size_t w = 0; w < COUNT(ways); w++, whole++)
                if (is_covered(s, w))
                    check_way(rig_at(r), &subjects[s], &ways[w], &tally);
                else
                    tally_skip(&tally, "left to another scope");
    tally_print("subject x way", &tally);
    assert_int_equal(tally.run + tally.skipped, whole);
}

/* ---- input in parts and pieces ---- */

static double result_of_parts(const struct rig *rig, clr_plan *plan, cl_mem buffer,
                              const uint64_t *parts, size_t part_count)
{
    uint64_t first = 0;
    double got = 0;
    double aside;

    for (size_t i = 0; i < part_count; i++) {
        const bool is_last = i + 1 == part_count;

        run_part(rig, plan, buffer, first, parts[i], is_last ? CLR_PART_LAST : CLR_PART_MORE,
                 is_last ? &got : NULL);
        first += parts[i];
        run_plan(rig, plan, buffer, 1, 40000, &aside); /* leaves the parts alone */
    }
    return got;
}

TEST(parts_are_as_the_whole)
{
    static const uint64_t parts[] = {ORDER_STRIP, 0, 3 * ORDER_STRIP, ORDER_STRIP, 40007};
    static const uint64_t with_empty_end[] = {2 * ORDER_STRIP, 3 * ORDER_STRIP + 40007, 0};
    const uint64_t count = 5 * ORDER_STRIP + 40007;

    for (size_t r = 0; r < rig_count(); r++)
        for (size_t s = 0; s < 3; s++)
            for (int ticket = 0; ticket < 2; ticket++) {
                const struct rig *rig = rig_at(r);
                const clr_plan_options options = {
                    .size = sizeof options, .strategy = ticket ? "ordered-ticket" : "ordered"};
                clr_plan *plan = plan_by(rig, &subjects[s], &options);
                const double expected = expected_of(&subjects[s], 0, count);
                cl_mem buffer;

                if (!plan)
                    continue;
                buffer = buffer_for(rig, &subjects[s], count);
                assert_bits(&subjects[s], "in parts", count,
                            result_of_parts(rig, plan, buffer, parts, COUNT(parts)), expected);
                assert_bits(
                    &subjects[s], "in parts, the last one empty", count,
                    result_of_parts(rig, plan, buffer, with_empty_end, COUNT(with_empty_end)),
                    expected);
                clReleaseMemObject(buffer);
                clr_plan_destroy(plan);
            }
}

TEST(parts_are_whole_strips)
{
    for (size_t r = 0; r < rig_count(); r++) {
        const struct rig *rig = rig_at(r);
        clr_plan *plan = plan_by(rig, &subjects[0], NULL);
        cl_mem buffer;
        double got;

        if (!plan)
            continue;
        buffer = buffer_for(rig, &subjects[0], 1000);
        run_part(rig, plan, buffer, 0, 100, CLR_PART_MORE, NULL);
        assert_error(rig, CLR_ERROR_ARGUMENT,
                     clr_plan_run(plan, RUN(.queue = rig->queue, .inputs = {{buffer, 100, 1}},
                                            .part = CLR_PART_LAST, .host = &got)),
                     "multiple of 32768");
        run_part(rig, plan, buffer, 100, 0, CLR_PART_LAST, &got);
        assert_bits(&subjects[0], "in one part", 100, got, expected_of(&subjects[0], 0, 100));
        clReleaseMemObject(buffer);
        clr_plan_destroy(plan);
    }
}

/* Feeds a stream whose pieces are to have so many elements by `step` elements at a time. */
static double result_of_stream(const struct rig *rig, const struct order_subject *s,
                               uint64_t capacity, uint64_t step, uint64_t count)
{
    const clr_reduction reduction = reduction_of(s);
    const clr_stream_options options = {.size = sizeof options, .piece_capacity = capacity};
    const size_t size = clr_type_size(s->type);
    clr_stream *stream;
    double got;

    assert_ok(rig, clr_stream_create(rig->context, &reduction, 1, &options, &stream));
    for (uint64_t first = 0; first < count;) {
        uint64_t length = count - first < step ? count - first : step;
        uint64_t room;
        void *rooms;

        assert_ok(rig, clr_stream_map(stream, &rooms, &room));
        length = length < room ? length : room;
        memcpy(rooms, (const char *)s->data + first * size, (size_t)(length * size));
        assert_ok(rig, clr_stream_submit(stream, length));
        first += length;
    }
    assert_ok(rig, clr_stream_result(stream, &got));
    clr_stream_destroy(stream);
    return got;
}

TEST(streams_are_as_the_whole)
{
    static const struct {
        uint64_t capacity, step;
    } feeds[] = {{100, 100000}, {70000, 100000}, {50000, 7777}, {ORDER_STRIP, ORDER_STRIP}};
    const uint64_t count = 3 * ORDER_STRIP + 12345;

    for (size_t r = 0; r < rig_count(); r++)
        for (size_t s = 0; s < 2; s++) {
            const double expected = expected_of(&subjects[s], 0, count);
            clr_plan *plan = plan_by(rig_at(r), &subjects[s], NULL);

            if (!plan)
                continue;
            clr_plan_destroy(plan);
            for (size_t f = 0; f < COUNT(feeds); f++)
                assert_bits(&subjects[s], "streamed", count,
                            result_of_stream(rig_at(r), &subjects[s], feeds[f].capacity,
                                             feeds[f].step, count),
                            expected);
        }
}

/* ---- together, and not ---- */

TEST(several_at_once_are_as_each_alone)
{
    static const size_t chosen[] = {0, 1, 6}; /* of one type and one array */
    const uint64_t count = 100001;

    for (size_t r = 0; r < rig_count(); r++) {
        const struct rig *rig = rig_at(r);
        clr_reduction reductions[COUNT(chosen) + 1];
        unsigned char record[RECORD];
        clr_plan *plan;
        cl_mem buffer;

        if (!rig->device->fp64)
            continue;
        for (size_t i = 0; i < COUNT(chosen); i++)
            reductions[i] = reduction_of(&subjects[chosen[i]]);
        reductions[COUNT(chosen)] = (clr_reduction)CLR_REDUCTION(CLR_OPERATOR_ARGMAX, CLR_TYPE_F32);
        assert_ok(rig, clr_plan_create(rig->context, reductions, COUNT(reductions), NULL, &plan));
        buffer = buffer_for(rig, &subjects[0], count);
        run_plan(rig, plan, buffer, 1, count, record);
        for (size_t i = 0; i < COUNT(chosen); i++) {
            clr_result result = {.size = sizeof result};
            double got;

            assert_int_equal(clr_plan_result(plan, i, &result), CLR_OK);
            assert_int_equal(result.accuracy, CLR_ACCURACY_REPRODUCIBLE);
            memcpy(&got, record + result.offset, sizeof got);
            assert_bits(&subjects[chosen[i]], "together with others", count, got,
                        expected_of(&subjects[chosen[i]], 1, count));
        }
        clReleaseMemObject(buffer);
        clr_plan_destroy(plan);
    }
}

TEST(what_cannot_be_is_refused)
{
    const clr_plan_options two_pass = {.size = sizeof two_pass, .strategy = "two-pass"};
    const clr_plan_options mixed = {.size = sizeof mixed, .strategy = "lanes/sequential/store"};
    const clr_reduction sum = reduction_of(&subjects[0]);
    const clr_reduction fast = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32);
    clr_plan *plan;

    for (size_t r = 0; r < rig_count(); r++) {
        const struct rig *rig = rig_at(r);

        assert_error(rig, CLR_ERROR_UNSUPPORTED,
                     clr_plan_create(rig->context, &fast, 1, &mixed, &plan), "go with each other");
        if (!rig->device->fp64) {
            assert_error(rig, CLR_ERROR_UNSUPPORTED,
                         clr_plan_create(rig->context, &sum, 1, NULL, &plan), "no fp64");
            continue;
        }
        assert_error(rig, CLR_ERROR_UNSUPPORTED,
                     clr_plan_create(rig->context, &sum, 1, &two_pass, &plan), "use ordered");
    }
}

/* ---- the data ---- */

static double sum_from_left_to_right(const float *x, uint64_t count)
{
    double sum = 0;

    for (uint64_t i = 0; i < count; i++)
        sum += x[i];
    return sum;
}

/* As a mistake would have it: strips that are shifted, lines the other way round. */
TEST(other_orders_have_other_bits)
{
    const struct order_subject *sum = &subjects[0];
    const struct order_subject *own = &subjects[2];
    double shifted[2], right, mirrored;
    order_fold fold = sum->fold;

    right = expected_of(sum, 0, MOST);
    assert_true(right != sum_from_left_to_right(sum->data, MOST));
    fold.data = sum->data;
    order_reduce(&fold, 5, &shifted[0]);
    fold.data = (const float *)sum->data + 5;
    order_reduce(&fold, MOST - 5, &shifted[1]);
    assert_true(right != shifted[0] + shifted[1]);
    right = expected_of(own, 0, 5000);
    fold = own->fold;
    fold.minds_order = false;
    fold.data = own->data;
    order_reduce(&fold, 5000, shifted);
    mirrored = own->result(shifted, 5000);
    assert_true(right != mirrored);
    fold = subjects[1].fold; /* a run is not the same as its elements one by one */
    right = expected_of(&subjects[1], 0, 4096);
    assert_true(right != expected_of(&subjects[1], 1, 4096));
}

/* ---- the ends of the range ---- */

/*
 * What an addition of the largest number loses is not lost, though the number that TwoSum takes on
 * the way has no place in the format: the sum is right to the last bit by pairs of doubles. In the
 * published order nothing of x overflows; of y nothing does in any.
 */
TEST(the_largest_numbers_lose_nothing)
{
    static const clr_accuracy levels[] = {CLR_ACCURACY_REPRODUCIBLE, CLR_ACCURACY_FAST};
    const struct rig *rig = rig_at(0);
    clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F64);
    double x[96] = {-0x1.8p971, [32] = DBL_MAX, [64] = -DBL_MAX};
    double y[128] = {-0x1.8p971, [32] = DBL_MAX, [64] = -0x1p1022, [96] = -0x1p1022};

    if (rig->device->fp64 != 1)
        skip();
    for (size_t i = 0; i < 2; i++) {
        double result = 0;

        sum.accuracy = levels[i];
        if (levels[i] == CLR_ACCURACY_REPRODUCIBLE) {
            assert_ok(rig, clr_reduce(rig->context, &sum, x, 96, &result, sizeof result));
            assert_true(result == -0x1.8p971);
        }
        assert_ok(rig, clr_reduce(rig->context, &sum, y, 128, &result, sizeof result));
        assert_true(result == 0x1.ffffffffffffbp1022);
    }
}

/* ---- the default ---- */

/* Two reductions of f32, which levels they are given, and by which strategy. */
struct company {
    clr_reduction first, second;
    const char *strategy;
    clr_accuracy levels[2];
};

static void expect_levels(const struct rig *rig, const struct company *c)
{
    const clr_reduction reductions[2] = {c->first, c->second};
    const clr_plan_options options = {.size = sizeof options, .strategy = c->strategy};
    clr_plan *plan = NULL;

    assert_ok(rig, clr_plan_create(rig->context, reductions, 2, &options, &plan));
    for (size_t i = 0; i < 2; i++) {
        clr_result result = {.size = sizeof result};

        assert_int_equal(clr_plan_result(plan, i, &result), CLR_OK);
        assert_int_equal(result.accuracy, c->levels[i]);
    }
    clr_plan_destroy(plan);
}

/* What is left open is as exact as the rest of the plan allows, whatever the order. */
TEST(what_is_open_is_the_best_that_can_be_kept)
{
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32);
    const clr_reduction max = CLR_REDUCTION(CLR_OPERATOR_MAX, CLR_TYPE_F32);
    const clr_reduction product = CLR_REDUCTION(CLR_OPERATOR_PROD, CLR_TYPE_F32);
    clr_reduction ordered = product;
    const struct rig *rig = rig_at(0);

    if (rig->device->fp64 != 1)
        skip();
    ordered.accuracy = CLR_ACCURACY_REPRODUCIBLE;
    const struct company companies[] = {
        {product, max, NULL, {CLR_ACCURACY_REPRODUCIBLE, CLR_ACCURACY_EXACT}},
        {product, max, "two-pass", {CLR_ACCURACY_FAST, CLR_ACCURACY_EXACT}},
        {sum, product, NULL, {CLR_ACCURACY_EXACT, CLR_ACCURACY_FAST}},
        {product, sum, NULL, {CLR_ACCURACY_FAST, CLR_ACCURACY_EXACT}},
        {sum, ordered, NULL, {CLR_ACCURACY_REPRODUCIBLE, CLR_ACCURACY_REPRODUCIBLE}},
        {sum, max, "ordered", {CLR_ACCURACY_REPRODUCIBLE, CLR_ACCURACY_EXACT}},
    };
    for (size_t i = 0; i < sizeof companies / sizeof *companies; i++)
        expect_levels(rig, &companies[i]);
}

void before_all(void)
{
    make_data();
}
