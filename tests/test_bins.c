/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of a histogram's bins: the device's way to an element's bin, by keys, and the host's, by
 * distance and edges, lead to the same one, for every type and elements of any bits; and edges that
 * are those of numpy.linspace().
 */
#include "bins.h"
#include "message.h"
#include "split_mix.h"
#include "unit.h"
#include "value.h"

#include <math.h>
#include <string.h>

enum { RANGES = 3000, ELEMENTS = 100 };

/* Bits of all sizes, with many zeros or ones in front. */
static uint64_t any_bits(uint64_t *seed)
{
    const uint64_t bits = next_random(seed) >> (next_random(seed) % 64);

    return next_random(seed) % 2 == 0 ? bits : ~bits;
}

/* What the kernel makes of an element, written anew. */
static uint64_t key_of(clr_type type, uint64_t element)
{
    const uint64_t mask = UINT64_MAX >> (64 - 8 * clr_type_size(type)), sign = mask / 2 + 1;
    const uint64_t bits = element & mask;

    if (value_kind_of(type) == VALUE_UNSIGNED)
        return bits;
    if (value_kind_of(type) == VALUE_SIGNED)
        return bits ^ sign;
    return (bits & sign) != 0 ? mask - bits : bits + sign;
}

static uint64_t bin_by_keys(const bins *b, uint64_t element)
{
    const uint64_t key = key_of(b->type, element);
    uint64_t keys = 0;

    while (keys < b->key_count && b->keys[keys] <= key)
        keys++;
    return keys == 0 || keys > b->count ? b->count : keys - 1;
}

/* An element of any bits, or at an edge or beside it; narrow types have the lower bytes. */
static uint64_t draw_element(const bins *b, uint64_t *seed)
{
    const double edge = b->edges[next_random(seed) % (b->count + 1)];
    uint64_t element = any_bits(seed);
    const float narrow = (float)edge;

    if (next_random(seed) % 2 == 0)
        return element;
    if (b->type == CLR_TYPE_F64)
        memcpy(&element, &edge, sizeof edge);
    else if (b->type == CLR_TYPE_F32)
        memcpy(&element, &narrow, sizeof narrow);
    else if (value_kind_of(b->type) != VALUE_REAL && fabs(edge) < 0x1p62)
        element = (uint64_t)(int64_t)edge;
    return element + next_random(seed) % 3 - 1;
}

static bool draw_range(clr_type type, uint64_t *seed, double range[2])
{
    for (int i = 0; i < 2; i++) {
        const uint64_t element = any_bits(seed);
        range[i] = bins_below(type, &element);
        if (!isfinite(range[i]))
            return false;
    }
    if (range[0] > range[1]) {
        const double end = range[0];
        range[0] = range[1];
        range[1] = end;
    }
    range[0] -= next_random(seed) % 4 == 0 ? 0.25 : 0;
    return isfinite(range[1] - range[0]);
}

TEST(both_ways_lead_to_one_bin)
{
    uint64_t seed = 16;
    int tried = 0;

    for (int run = 0; run < RANGES; run++) {
        const clr_type type = (clr_type)(1 + next_random(&seed) % CLR_TYPE_F64);
        double range[2];
        bins b;

        if (!draw_range(type, &seed, range))
            continue;
        /* So few bins that f64 has numbers for them nearly everywhere; elsewhere it is said so. */
        if (bins_open(&b, type, 1 + next_random(&seed) % 20, range[0], range[1]) == CODE_FINE) {
            for (int i = 0; i < ELEMENTS; i++, tried++) {
                const uint64_t element = draw_element(&b, &seed);
                assert_int_equal(bin_by_keys(&b, element), bins_find(&b, &element));
            }
        }
        bins_close(&b);
    }
    assert_true(tried > RANGES * ELEMENTS / 2);
}

/* 3 * 0.1 is above 0.3, and the last edge is the range's end. */
TEST(edges_are_numpys)
{
    const double elements[] = {0.3, 0x1.3333333333334p-2, 1, 0x1.0000000000001p0, -0.0, -5e-324};
    const uint64_t found[] = {2, 3, 9, 10, 0, 10};
    bins b;

    assert_int_equal(bins_open(&b, CLR_TYPE_F64, 10, 0, 1), CODE_FINE);
    assert_true(b.edges[3] == 0x1.3333333333334p-2 && b.edges[10] == 1);
    for (size_t i = 0; i < sizeof found / sizeof *found; i++) {
        uint64_t bits;
        memcpy(&bits, &elements[i], sizeof bits);
        assert_int_equal(bins_find(&b, &bits), found[i]);
        assert_int_equal(bin_by_keys(&b, bits), found[i]);
    }
    bins_close(&b);
}

/* The first edge and the last are in a bin, with an edge that is no whole number between them. */
TEST(whole_numbers_have_edges_too)
{
    static const clr_type types[] = {CLR_TYPE_I8, CLR_TYPE_U8, CLR_TYPE_I64, CLR_TYPE_U64};
    static const uint64_t found[] = {2, 0, 0, 0, 1, 1, 1, 2}; /* of 0 to 7 */
    bins b;

    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        assert_int_equal(bins_open(&b, types[i], 2, 1, 6), CODE_FINE);
        for (uint64_t element = 0; element < 8; element++) {
            assert_int_equal(bins_find(&b, &element), found[element]);
            assert_int_equal(bin_by_keys(&b, element), found[element]);
        }
        bins_close(&b);
    }
}

/* Not even where the bins reach as far as the type does. */
TEST(no_number_is_in_no_bin)
{
    static const uint64_t elements[] = {0xfbff, 0x7bff, 0xfe00, 0xfc01, 0x7e00, 0xfc00, 0x7c00};
    static const uint64_t found[] = {0, 1, 2, 2, 2, 2, 2}; /* the ends; NaNs; infinities */
    bins b;

    assert_int_equal(bins_open(&b, CLR_TYPE_F16, 2, -65504, 65504), CODE_FINE);
    for (size_t i = 0; i < sizeof found / sizeof *found; i++) {
        assert_int_equal(bins_find(&b, &elements[i]), found[i]);
        assert_int_equal(bin_by_keys(&b, elements[i]), found[i]);
    }
    bins_close(&b);
}

/* Whole numbers that f64 does not hold have it around them. */
TEST(ends_reach_around_numbers)
{
    const int64_t whole = INT64_C(9007199254740993), least = INT64_MIN, largest = INT64_MAX;
    const uint64_t most = UINT64_MAX;

    assert_true(bins_below(CLR_TYPE_I64, &whole) == 0x1p53);
    assert_true(bins_above(CLR_TYPE_I64, &whole) == 0x1p53 + 2);
    assert_true(bins_below(CLR_TYPE_I64, &least) == -0x1p63);
    assert_true(bins_above(CLR_TYPE_I64, &least) == -0x1p63);
    assert_true(bins_below(CLR_TYPE_I64, &largest) == 0x1p63 - 1024);
    assert_true(bins_above(CLR_TYPE_I64, &largest) == 0x1p63);
    assert_true(bins_below(CLR_TYPE_U64, &most) == 0x1p64 - 2048);
    assert_true(bins_above(CLR_TYPE_U64, &most) == 0x1p64);
}
