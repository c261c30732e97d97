/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Streams that take memory of the caller's, where it lies or by way of their pieces: whatever is
 * taken and whatever is submitted in between, the result has the same bits.
 */
#include "support.h"

#include <stdlib.h>
#include <string.h>

enum {
    COUNT = 250001, /* several strips of the published order, and a rest */
    PIECE = 40000   /* elements, which is less than what is taken at a time */
};

static const struct rig *any_rig(void)
{
    assert_true(rig_count() > 0);
    return rig_at(0);
}

/* Of very different sizes, so that the order of additions shows. */
static void draw(float *numbers, unsigned seed)
{
    for (size_t i = 0; i < COUNT; i++) {
        seed = seed * 1664525u + 1013904223u;
        numbers[i] = (float)((int)(seed >> 8) - (1 << 23)) * (float)(1u << (seed & 15));
    }
}

static clr_stream *stream_of(const struct rig *rig, clr_operator op, clr_accuracy accuracy)
{
    const clr_stream_options options = {.size = sizeof options, .piece_capacity = PIECE};
    clr_reduction reduction = CLR_REDUCTION(op, CLR_TYPE_F32);
    clr_stream *stream = NULL;

    reduction.accuracy = accuracy;
    assert_ok(rig, clr_stream_create(rig->context, &reduction, 1, &options, &stream));
    return stream;
}

static void submit(const struct rig *rig, clr_stream *stream, const void *numbers, uint64_t count)
{
    for (uint64_t done = 0; done < count;) {
        uint64_t capacity = 0;
        void *room = NULL;

        assert_ok(rig, clr_stream_map(stream, &room, &capacity));
        if (capacity > count - done)
            capacity = count - done;
        memcpy(room, (const char *)numbers + done * sizeof(float),
               (size_t)capacity * sizeof(float));
        assert_ok(rig, clr_stream_submit(stream, capacity));
        done += capacity;
    }
}

static void take(const struct rig *rig, clr_stream *stream, const void *numbers, uint64_t count)
{
    assert_ok(rig, clr_stream_take(stream, &numbers, count));
}

/* The record, by some calls that take and some that submit: bit k of `which` says of the k-th. */
static void result_of(const struct rig *rig, clr_stream *stream, const char *numbers,
                      unsigned which, unsigned char record[32])
{
    static const uint64_t counts[] = {1, 32768, 65536, 7, 0, 151689};
    uint64_t done = 0;

    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
        (which >> k & 1 ? take : submit)(rig, stream, numbers + done * sizeof(float), counts[k]);
        done += counts[k];
    }
    assert_int_equal(done, COUNT);
    memset(record, 0, 32);
    assert_ok(rig, clr_stream_result(stream, record));
}

static void check_bits(const struct rig *rig, clr_operator op, clr_accuracy accuracy)
{
    clr_stream *stream = stream_of(rig, op, accuracy);
    char *room = malloc(COUNT * sizeof(float) + 16);
    float *numbers = malloc(COUNT * sizeof *numbers);
    unsigned char expected[32], found[32];

    assert_true(room && numbers);
    draw(numbers, 17 + (unsigned)op);
    result_of(rig, stream, (char *)numbers, 0, expected);
    for (unsigned which = 1; which < 64; which += 9) {
        /* Aligned, as floats are, and in no way at all. */
        static const size_t offsets[] = {0, 4, 12, 1};
        char *begin = room + offsets[which % 4];

        memcpy(begin, numbers, COUNT * sizeof *numbers);
        result_of(rig, stream, begin, which, found);
        assert_memory_equal(found, expected, sizeof found);
    }
    clr_stream_destroy(stream);
    free(room);
    free(numbers);
}

TEST(taken_and_submitted_are_the_same)
{
    for (size_t r = 0; r < rig_count(); r++) {
        check_bits(rig_at(r), CLR_OPERATOR_ARGMAX, CLR_ACCURACY_DEFAULT);
        check_bits(rig_at(r), CLR_OPERATOR_SUM, CLR_ACCURACY_EXACT);
        check_bits(rig_at(r), CLR_OPERATOR_SUM, CLR_ACCURACY_REPRODUCIBLE);
    }
}

/* When a call returns the memory is the caller's again. */
TEST(nobody_reads_it_afterwards)
{
    const struct rig *rig = any_rig();
    clr_stream *stream = stream_of(rig, CLR_OPERATOR_SUM, CLR_ACCURACY_EXACT);
    float *numbers = malloc(COUNT * sizeof *numbers);
    float sum = 0;

    assert_non_null(numbers);
    for (unsigned round = 0; round < 8; round++) {
        const void *place = numbers;

        for (size_t i = 0; i < COUNT; i++)
            numbers[i] = (float)(round + 1);
        assert_ok(rig, clr_stream_take(stream, &place, COUNT));
        memset(numbers, 0x7f, COUNT * sizeof *numbers);
    }
    assert_ok(rig, clr_stream_result(stream, &sum));
    assert_true(sum == 36.0f * COUNT);
    clr_stream_destroy(stream);
    free(numbers);
}

TEST(refuses_what_makes_no_sense)
{
    const struct rig *rig = any_rig();
    clr_stream *stream = stream_of(rig, CLR_OPERATOR_MAX, CLR_ACCURACY_DEFAULT);
    const float one = 1;
    const void *place = &one, *nothing = NULL;
    uint64_t capacity = 0;
    void *room = NULL;
    float most = 0;

    assert_int_equal(clr_stream_take(NULL, &place, 1), CLR_ERROR_ARGUMENT);
    assert_error(rig, CLR_ERROR_ARGUMENT, clr_stream_take(stream, NULL, 1), "NULL");
    assert_error(rig, CLR_ERROR_ARGUMENT, clr_stream_take(stream, &nothing, 1), "NULL");
    assert_ok(rig, clr_stream_take(stream, NULL, 0));
    assert_ok(rig, clr_stream_map(stream, &room, &capacity));
    assert_error(rig, CLR_ERROR_ARGUMENT, clr_stream_take(stream, &place, 1), "between");
    *(float *)room = -1;
    assert_ok(rig, clr_stream_submit(stream, 1));
    assert_ok(rig, clr_stream_take(stream, &place, 1));
    assert_ok(rig, clr_stream_result(stream, &most));
    assert_true(most == 1);
    clr_stream_destroy(stream);
}
