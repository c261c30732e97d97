/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Streams and what is built on them: pieces of any size, results that leave a stream ready for more
 * data, and what they refuse. That parts come to the whole is test_laws.c's.
 */
#include "support.h"

#include <string.h>

enum { COUNT = 10007 };

static int32_t numbers[COUNT];

static struct rig *any_rig(void)
{
    assert_true(rig_count() > 0);
    return rig_at(0);
}

/* Gives all numbers to a stream. */
static void feed_stream(const struct rig *rig, clr_stream *stream, uint64_t piece)
{
    for (size_t at = 0; at < COUNT;) {
        uint64_t capacity = 0;
        void *room = NULL;

        assert_ok(rig, clr_stream_map(stream, &room, &capacity));
        assert_int_equal(capacity, piece);
        if (capacity > COUNT - at)
            capacity = COUNT - at;
        memcpy(room, numbers + at, (size_t)capacity * sizeof *numbers);
        assert_ok(rig, clr_stream_submit(stream, capacity));
        at += (size_t)capacity;
    }
}

TEST(streams_in_pieces_of_any_size)
{
    const clr_reduction max = CLR_REDUCTION(CLR_OPERATOR_MAX, CLR_TYPE_I32);
    struct rig *rig = any_rig();

    for (uint64_t piece = 1000; piece <= 1 << 14; piece += 4999) {
        const clr_stream_options options = {.size = sizeof options, .piece_capacity = piece};
        clr_plan_info info = {.size = sizeof info};
        clr_stream *stream = NULL;
        int32_t most = 0;

        assert_ok(rig, clr_stream_create(rig->context, &max, 1, &options, &stream));
        assert_int_equal(clr_plan_describe(clr_stream_plan(stream), &info), CLR_OK);
        assert_int_equal(info.result_size, sizeof most);
        for (int round = 0; round < 2; round++) {
            feed_stream(rig, stream, piece);
            most = 0;
            assert_ok(rig, clr_stream_result(stream, &most));
            assert_int_equal(most, numbers[COUNT - 1]);
        }
        assert_error(rig, CLR_ERROR_EMPTY, clr_stream_result(stream, &most), "no elements");
        assert_int_equal(most, numbers[COUNT - 1]);
        clr_stream_destroy(stream);
    }
}

/* Two pieces of each input are held: more than a known total are not. */
TEST(streams_hold_no_more_than_will_come)
{
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32);
    const clr_stream_options options = {.size = sizeof options, .total = 10};
    struct rig *rig = any_rig();
    clr_stream *stream = NULL;
    uint64_t capacity = 0;
    int64_t total = 0;
    void *room = NULL;

    assert_ok(rig, clr_stream_create(rig->context, &sum, 1, &options, &stream));
    assert_ok(rig, clr_stream_map(stream, &room, &capacity));
    assert_in_range(capacity, 10, 4096);
    memset(room, 0, 10 * sizeof(int32_t));
    *(int32_t *)room = 5;
    assert_ok(rig, clr_stream_submit(stream, 10));
    assert_ok(rig, clr_stream_result(stream, &total));
    assert_int_equal(total, 5);
    clr_stream_destroy(stream);
}

TEST(inputs_have_rooms_of_their_own)
{
    const clr_reduction dot = CLR_REDUCTION(CLR_OPERATOR_DOT, CLR_TYPE_I32);
    const clr_stream_options options = {.size = sizeof options, .piece_capacity = 10};
    struct rig *rig = any_rig();
    clr_stream *stream = NULL;
    int64_t total = 0;

    assert_ok(rig, clr_stream_create(rig->context, &dot, 1, &options, &stream));
    for (int32_t piece = 0; piece < 3; piece++) {
        uint64_t capacity = 0;
        void *rooms[2];

        assert_ok(rig, clr_stream_map(stream, rooms, &capacity));
        assert_int_equal(capacity, 10);
        for (int32_t i = 0; i < 10; i++) {
            ((int32_t *)rooms[0])[i] = piece * 10 + i;
            ((int32_t *)rooms[1])[i] = i - 2;
        }
        assert_ok(rig, clr_stream_submit(stream, 10));
    }
    assert_ok(rig, clr_stream_result(stream, &total));
    /* sums of i^2 and i below 10 are 285 and 45 */
    assert_int_equal(total, 3 * (285 - 2 * 45) + (10 + 20) * (45 - 10 * 2));
    clr_stream_destroy(stream);
}

static uint64_t count_of(const clr_accumulator *accumulator)
{
    clr_accumulator_info info = {.size = sizeof info};

    assert_int_equal(clr_accumulator_describe(accumulator, &info), CLR_OK);
    return info.count;
}

/* An accumulator of what was submitted since the last result, which comes nevertheless. */
TEST(streams_tell_their_accumulators)
{
    clr_reduction mean = CLR_REDUCTION(CLR_OPERATOR_MEAN, CLR_TYPE_F32);
    const clr_stream_options options = {.size = sizeof options, .piece_capacity = 1000};
    struct rig *rig = any_rig();
    clr_accumulator *accumulator = NULL;
    clr_stream *stream = NULL;
    float kept = 0, told = 0;

    mean.accuracy = CLR_ACCURACY_EXACT;
    assert_ok(rig, clr_stream_create(rig->context, &mean, 1, &options, &stream));
    for (int round = 0; round < 2; round++) {
        assert_ok(rig, clr_stream_accumulator(stream, 0, &accumulator));
        assert_int_equal(count_of(accumulator), 0);
        clr_accumulator_destroy(accumulator);
        feed_stream(rig, stream, 1000); /* the numbers' bits, as floats: finite ones */
        assert_ok(rig, clr_stream_accumulator(stream, 0, &accumulator));
        assert_int_equal(count_of(accumulator), COUNT);
        assert_int_equal(clr_accumulator_round(accumulator, &kept, sizeof kept, NULL, 0), CLR_OK);
        clr_accumulator_destroy(accumulator);
        assert_ok(rig, clr_stream_result(stream, &told));
        assert_memory_equal(&kept, &told, sizeof kept);
    }
    assert_error(rig, CLR_ERROR_ARGUMENT, clr_stream_accumulator(stream, 1, &accumulator),
                 "number 1");
    assert_error(rig, CLR_ERROR_ARGUMENT, clr_stream_accumulator(stream, 0, NULL), "NULL");
    assert_int_equal(clr_stream_accumulator(NULL, 0, &accumulator), CLR_ERROR_ARGUMENT);
    assert_null(accumulator);
    clr_stream_destroy(stream);
}

TEST(streams_refuse_what_makes_no_sense)
{
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F64);
    const clr_stream_options huge = {.size = sizeof huge,
                                     .piece_capacity = (UINT64_C(1) << 61) + 1};
    const clr_stream_options aged = {.size = 1};
    const clr_stream_options ten = {.size = sizeof ten, .piece_capacity = 10};
    struct rig *rig = any_rig();
    clr_context *context = rig->context;
    clr_stream *stream = NULL;
    uint64_t capacity = 0;
    void *room = NULL;

    assert_error(rig, CLR_ERROR_ARGUMENT, clr_stream_create(context, &sum, 1, &huge, &stream),
                 "more than memory");
    assert_null(stream);
    assert_error(rig, CLR_ERROR_ARGUMENT, clr_stream_create(context, &sum, 1, &aged, &stream),
                 "clr_stream_options.size");
    assert_error(rig, CLR_ERROR_ARGUMENT, clr_stream_create(context, NULL, 0, NULL, &stream),
                 "reduction");
    assert_error(rig, CLR_ERROR_ARGUMENT,
                 clr_stream_create(context, &sum, CLR_REDUCTIONS_MOST + 1, NULL, &stream),
                 "reduction");
    assert_ok(rig, clr_stream_create(context, &sum, 1, &ten, &stream));
    assert_error(rig, CLR_ERROR_ARGUMENT, clr_stream_submit(stream, 1), "after clr_stream_map");
    assert_error(rig, CLR_ERROR_ARGUMENT, clr_stream_map(stream, NULL, &capacity), "NULL");
    assert_ok(rig, clr_stream_map(stream, &room, &capacity));
    assert_error(rig, CLR_ERROR_ARGUMENT, clr_stream_submit(stream, 11), "more elements");
    assert_error(rig, CLR_ERROR_ARGUMENT, clr_stream_result(stream, NULL), "NULL");
    clr_stream_destroy(stream);
}

TEST(reduces_host_memory_in_one_call)
{
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32);
    const clr_reduction max = CLR_REDUCTION(CLR_OPERATOR_MAX, CLR_TYPE_I32);
    const void *const inputs[] = {numbers};
    struct rig *rig = any_rig();
    int64_t total = -1, expected = 0;
    int32_t most = 0;

    for (int i = 0; i < COUNT; i++)
        expected += numbers[i];
    assert_ok(rig, clr_reduce(rig->context, &sum, numbers, COUNT, &total, sizeof total));
    assert_int_equal(total, expected);
    assert_ok(rig, clr_reduce_all(rig->context, &max, 1, inputs, 1, COUNT, &most, sizeof most));
    assert_int_equal(most, numbers[COUNT - 1]);
    assert_ok(rig, clr_reduce(rig->context, &sum, NULL, 0, &total, sizeof total));
    assert_int_equal(total, 0);
    assert_ok(rig, clr_reduce_all(rig->context, &sum, 1, NULL, 0, 0, &total, sizeof total));
    assert_int_equal(total, 0);
    assert_error(rig, CLR_ERROR_EMPTY, clr_reduce(rig->context, &max, NULL, 0, &most, sizeof most),
                 "no elements");
    assert_int_equal(most, numbers[COUNT - 1]);
}

TEST(reductions_of_host_memory_refuse_what_makes_no_sense)
{
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32);
    const void *const inputs[] = {NULL};
    struct rig *rig = any_rig();
    clr_context *context = rig->context;
    int64_t total = -1;

    assert_error(rig, CLR_ERROR_ARGUMENT, clr_reduce(context, &sum, NULL, 3, &total, sizeof total),
                 "NULL");
    assert_error(rig, CLR_ERROR_ARGUMENT, clr_reduce(context, &sum, numbers, 3, NULL, sizeof total),
                 "NULL");
    assert_error(rig, CLR_ERROR_ARGUMENT,
                 clr_reduce(context, NULL, numbers, 3, &total, sizeof total), "no reduction");
    assert_error(rig, CLR_ERROR_ARGUMENT,
                 clr_reduce_all(context, &sum, 1, NULL, 0, 3, &total, sizeof total), "NULL");
    assert_error(rig, CLR_ERROR_ARGUMENT,
                 clr_reduce_all(context, &sum, 1, inputs, 1, 3, &total, sizeof total), "NULL");
    assert_error(rig, CLR_ERROR_ARGUMENT,
                 clr_reduce_all(context, &sum, 0, inputs, 1, 3, &total, sizeof total), "reduction");
    assert_int_equal(clr_reduce(NULL, &sum, numbers, 3, &total, sizeof total), CLR_ERROR_ARGUMENT);
    assert_int_equal(total, -1);
}

/* The one argument of clr_reduce() is no place for two inputs, whatever lies behind it. */
TEST(one_argument_is_one_input)
{
    const clr_reduction dot = CLR_REDUCTION(CLR_OPERATOR_DOT, CLR_TYPE_I32);
    clr_reduction map = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32);
    struct rig *rig = any_rig();
    int64_t total = -1;

    map.map = "x * i + z";
    for (uint64_t count = 0; count < 4; count += 3) {
        assert_error(rig, CLR_ERROR_ARGUMENT,
                     clr_reduce(rig->context, &dot, numbers, count, &total, sizeof total),
                     "takes 2 inputs, and 1 is handed over: clr_reduce() takes one, "
                     "clr_reduce_pair() two, clr_reduce_all() up to 4");
        assert_error(rig, CLR_ERROR_ARGUMENT,
                     clr_reduce(rig->context, &map, numbers, count, &total, sizeof total),
                     "takes 3 inputs");
    }
    assert_int_equal(total, -1);
}

TEST(two_inputs_have_a_call_of_their_own)
{
    const clr_reduction dot = CLR_REDUCTION(CLR_OPERATOR_DOT, CLR_TYPE_I32);
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32);
    clr_reduction distance = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32);
    static const int32_t x[] = {1, 2, 3}, y[] = {4, 5, -6};
    const void *const inputs[] = {x};
    struct rig *rig = any_rig();
    clr_context *context = rig->context;
    int64_t total = -1;

    assert_ok(rig, clr_reduce_pair(context, &dot, x, y, 3, &total, sizeof total));
    assert_int_equal(total, 4 + 10 - 18);
    distance.map = "x < y ? y - x : x - y";
    assert_ok(rig, clr_reduce_pair(context, &distance, x, y, 3, &total, sizeof total));
    assert_int_equal(total, 3 + 3 + 9);
    assert_ok(rig, clr_reduce_pair(context, &dot, NULL, NULL, 0, &total, sizeof total));
    assert_int_equal(total, 0);
    total = -1;
    assert_error(rig, CLR_ERROR_ARGUMENT,
                 clr_reduce_pair(context, &sum, x, y, 3, &total, sizeof total),
                 "takes 1 input, and 2 are handed over");
    assert_error(rig, CLR_ERROR_ARGUMENT,
                 clr_reduce_all(context, &dot, 1, inputs, 1, 3, &total, sizeof total),
                 "takes 2 inputs, and 1 is handed over");
    assert_error(rig, CLR_ERROR_ARGUMENT,
                 clr_reduce_pair(context, &dot, x, NULL, 3, &total, sizeof total), "NULL");
    assert_int_equal(total, -1);
}

/* An int for a sum of ints, which is wider; a double for what is a float. */
TEST(results_have_the_size_of_their_place)
{
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32);
    const clr_reduction least = CLR_REDUCTION(CLR_OPERATOR_MIN, CLR_TYPE_F32);
    const clr_reduction both[] = {sum, CLR_REDUCTION(CLR_OPERATOR_ARGMIN, CLR_TYPE_I32)};
    static const float floats[] = {2, 1};
    const void *const inputs[] = {numbers};
    struct rig *rig = any_rig();
    clr_context *context = rig->context;
    struct {
        int32_t total, behind;
    } place = {-1, -1};
    double wide = -1;
    struct {
        int64_t sum;
        struct {
            int32_t value;
            uint64_t index;
        } argmin;
    } record;

    assert_error(rig, CLR_ERROR_ARGUMENT,
                 clr_reduce(context, &sum, numbers, COUNT, &place.total, sizeof place.total),
                 "sum takes 8 bytes, its value being i64, and the place for it has 4");
    assert_int_equal(place.total, -1);
    assert_int_equal(place.behind, -1);
    assert_error(rig, CLR_ERROR_ARGUMENT,
                 clr_reduce(context, &least, floats, 2, &wide, sizeof wide),
                 "min takes 4 bytes, its value being f32, and the place for it has 8");
    assert_true(wide == -1);
    assert_error(rig, CLR_ERROR_ARGUMENT,
                 clr_reduce_all(context, both, 2, inputs, 1, COUNT, &record, sizeof record - 8),
                 "2 results takes 24 bytes, and the place for it has 16");
    assert_ok(rig, clr_reduce_all(context, both, 2, inputs, 1, COUNT, &record, sizeof record));
    assert_int_equal(record.argmin.value, numbers[0]);
    assert_int_equal(record.argmin.index, 0);
}

void before_all(void)
{
    for (int i = 0; i < COUNT; i++)
        numbers[i] = i * 7919 - 40000000;
}
