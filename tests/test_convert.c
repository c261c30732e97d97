/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of inputs of several types: the type that they meet in, and each number in it, exactly, or
 * named where it is not held. Needs no device.
 */
#include "convert.h"
#include "unit.h"
#include "value.h"

#include <math.h>
#include <string.h>

#define TYPE_COUNT CLR_TYPE_F64

static clr_type common_of(clr_type a, clr_type b)
{
    const clr_type types[] = {a, b};

    return convert_common(types, 2);
}

TEST(types_meet)
{
    static const struct {
        clr_type a, b, common;
    } rows[] = {
        {CLR_TYPE_F32, CLR_TYPE_F64, CLR_TYPE_F64},  {CLR_TYPE_I32, CLR_TYPE_F64, CLR_TYPE_F64},
        {CLR_TYPE_I16, CLR_TYPE_F32, CLR_TYPE_F32},  {CLR_TYPE_I32, CLR_TYPE_F32, CLR_TYPE_F64},
        {CLR_TYPE_U8, CLR_TYPE_I16, CLR_TYPE_I16},   {CLR_TYPE_U8, CLR_TYPE_I8, CLR_TYPE_I16},
        {CLR_TYPE_U32, CLR_TYPE_I32, CLR_TYPE_I64},  {CLR_TYPE_U32, CLR_TYPE_I8, CLR_TYPE_I64},
        {CLR_TYPE_F16, CLR_TYPE_BF16, CLR_TYPE_F32}, {CLR_TYPE_U8, CLR_TYPE_F16, CLR_TYPE_F16},
        {CLR_TYPE_U8, CLR_TYPE_BF16, CLR_TYPE_BF16}, {CLR_TYPE_I16, CLR_TYPE_F16, CLR_TYPE_F32},
        {CLR_TYPE_I64, CLR_TYPE_F64, CLR_TYPE_F64},  {CLR_TYPE_U64, CLR_TYPE_F16, CLR_TYPE_F64},
        {CLR_TYPE_I64, CLR_TYPE_U64, CLR_TYPE_I64},  {CLR_TYPE_U64, CLR_TYPE_U8, CLR_TYPE_U64},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_int_equal(common_of(rows[i].a, rows[i].b), rows[i].common);
        assert_int_equal(common_of(rows[i].b, rows[i].a), rows[i].common);
    }
    for (int type = 1; type <= TYPE_COUNT; type++)
        assert_int_equal(common_of((clr_type)type, (clr_type)type), type);
}

/* The ends of each type, and what lies near them, as its own numbers. */
static size_t list_numbers(clr_type type, double reals[16])
{
    const int bits = 8 * (int)clr_type_size(type);
    size_t count = 0;

    if (value_kind_of(type) == VALUE_REAL) {
        const double most = type == CLR_TYPE_F16    ? 65504
                            : type == CLR_TYPE_BF16 ? 0x1.fep127
                            : type == CLR_TYPE_F32  ? 0x1.fffffep127
                                                    : 0x1.fffffffffffffp1023;
        const double least = type == CLR_TYPE_F16    ? 0x1p-24
                             : type == CLR_TYPE_BF16 ? 0x1p-133
                             : type == CLR_TYPE_F32  ? 0x1p-149
                                                     : 0x1p-1074;
        const double all[] = {0, -0.0, 1, -1.5, most, -most, least, -least, (double)INFINITY};
        memcpy(reals, all, sizeof all);
        return sizeof all / sizeof all[0];
    }
    reals[count++] = 0;
    reals[count++] = 1;
    reals[count++] = 100;
    if (value_kind_of(type) == VALUE_SIGNED) {
        reals[count++] = -1;
        reals[count++] = -ldexp(1, bits - 1);
    }
    if (bits < 64)
        reals[count++] = ldexp(1, bits - (value_kind_of(type) == VALUE_SIGNED)) - 1;
    return count;
}

static void put(clr_type type, double number, void *room)
{
    const float single = (float)number;

    if (type == CLR_TYPE_F64)
        memcpy(room, &number, sizeof number);
    else if (type == CLR_TYPE_F32)
        memcpy(room, &single, sizeof single);
    else if (value_kind_of(type) == VALUE_REAL)
        value_store(type == CLR_TYPE_F16 ? value_to_f16(number) : value_to_bf16(number), 2, room);
    else
        value_store(number < 0 ? (uint64_t)(int64_t)number : (uint64_t)number, clr_type_size(type),
                    room);
}

/* A type that holds another has every number of it, to the bit. */
TEST(what_is_held_is_the_same)
{
    for (int from = 1; from <= TYPE_COUNT; from++) {
        double reals[16];
        const size_t count = list_numbers((clr_type)from, reals);
        for (int to = 1; to <= TYPE_COUNT; to++) {
            if (!convert_holds((clr_type)to, (clr_type)from))
                continue;
            for (size_t i = 0; i < count; i++) {
                unsigned char before[8] = {0}, after[8] = {0}, expected[8] = {0};
                put((clr_type)from, reals[i], before);
                put((clr_type)to, reals[i], expected);
                assert_int_equal(
                    convert_elements((clr_type)from, before, (clr_type)to, false, after, 1), 1);
                assert_memory_equal(after, expected, sizeof after);
            }
        }
    }
}

static uint64_t convert_i64(int64_t number, clr_type to, bool rounds, void *room)
{
    return convert_elements(CLR_TYPE_I64, &number, to, rounds, room, 1);
}

static uint64_t convert_f64(double number, clr_type to, bool rounds, void *room)
{
    return convert_elements(CLR_TYPE_F64, &number, to, rounds, room, 1);
}

TEST(integers_that_are_not_held)
{
    const uint64_t beyond = UINT64_C(1) << 63;
    unsigned char room[8];
    double real;

    assert_int_equal(convert_i64(INT64_C(1) << 53, CLR_TYPE_F64, false, &real), 1);
    assert_true(real == 0x1p53);
    assert_int_equal(convert_i64((INT64_C(1) << 53) + 1, CLR_TYPE_F64, false, &real), 0);
    assert_int_equal(convert_i64((INT64_C(1) << 53) + 2, CLR_TYPE_F64, false, &real), 1);
    assert_int_equal(convert_i64((INT64_C(1) << 53) + 1, CLR_TYPE_F64, true, &real), 1);
    assert_true(real == 0x1p53);
    assert_int_equal(convert_i64(INT64_MIN, CLR_TYPE_F64, false, &real), 1);
    assert_true(real == -0x1p63);
    assert_int_equal(convert_i64(INT64_MAX, CLR_TYPE_F64, false, &real), 0);
    assert_int_equal(convert_elements(CLR_TYPE_U64, &beyond, CLR_TYPE_I64, false, room, 1), 0);
    assert_int_equal(convert_elements(CLR_TYPE_U64, &beyond, CLR_TYPE_I64, true, room, 1), 0);
    assert_int_equal(convert_i64(-1, CLR_TYPE_U64, true, room), 0);
    assert_int_equal(convert_i64(128, CLR_TYPE_I8, true, room), 0);
    assert_int_equal(convert_i64(-128, CLR_TYPE_I8, false, room), 1);
    assert_int_equal(convert_i64(-129, CLR_TYPE_I8, false, room), 0);
    assert_int_equal(convert_i64(65536, CLR_TYPE_F16, true, room), 0); /* an infinity */
    assert_int_equal(convert_i64(2049, CLR_TYPE_F16, true, room), 1);
    assert_int_equal(convert_i64(2049, CLR_TYPE_F16, false, room), 0);
}

TEST(floats_that_are_not_held)
{
    unsigned char room[8];
    float single;

    assert_int_equal(convert_f64(0.1, CLR_TYPE_F32, false, &single), 0);
    assert_int_equal(convert_f64(0.1, CLR_TYPE_F32, true, &single), 1);
    assert_true(single == 0.1F);
    assert_int_equal(convert_f64(1e300, CLR_TYPE_F32, true, &single), 0);
    assert_int_equal(convert_f64((double)INFINITY, CLR_TYPE_F32, false, &single), 1);
    assert_int_equal(convert_f64((double)NAN, CLR_TYPE_F32, false, &single), 1);
    assert_true(isnan(single));
    assert_int_equal(convert_f64(1.5, CLR_TYPE_I32, true, room), 0);
    assert_int_equal(convert_f64((double)NAN, CLR_TYPE_I32, true, room), 0);
    assert_int_equal(convert_f64(0x1p31, CLR_TYPE_I32, true, room), 0);
    assert_int_equal(convert_f64(-0x1p31, CLR_TYPE_I32, true, room), 1);
    assert_int_equal(convert_f64(0x1p64, CLR_TYPE_U64, true, room), 0);
    assert_int_equal(convert_f64(-1, CLR_TYPE_U64, true, room), 0);
}

/* How many were converted is told, and so which one was not. */
TEST(the_first_is_told)
{
    const int64_t numbers[] = {1, 2, INT64_MAX, 4};
    double room[4];

    assert_int_equal(convert_elements(CLR_TYPE_I64, numbers, CLR_TYPE_F64, false, room, 4), 2);
    assert_true(room[0] == 1 && room[1] == 2);
}
