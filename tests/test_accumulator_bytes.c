/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Accumulators as bytes: they come back as they were, what is damaged or no state is refused with
 * the place of it, and docs/accumulator.md is held to its word: its table is read, and its example.
 */
#include "accumulator/accumulator.h"
#include "unit.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BYTES_MOST = 4096, HEADER = 72 };

typedef struct stored {
    unsigned char bytes[BYTES_MOST];
    size_t size;
} stored;

/* ---- memory that runs out ---- */

static bool has_memory = true;

void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);

void *__wrap_calloc(size_t count, size_t size)
{
    return has_memory ? __real_calloc(count, size) : NULL;
}

/* ---- bytes ---- */

/* CRC-32C, by the polynomial as it is written, from the top bit down. */
static uint32_t castagnoli(const unsigned char *bytes, size_t size)
{
    uint32_t rest = UINT32_MAX, mirrored = 0;

    for (size_t i = 0; i < 8 * size; i++) {
        const uint32_t bit = bytes[i / 8] >> i % 8 & 1;

        rest = (rest >> 31) == bit ? rest << 1 : rest << 1 ^ 0x1edc6f41;
    }
    for (int i = 0; i < 32; i++)
        mirrored |= (rest >> i & 1) << (31 - i);
    return ~mirrored;
}

static void put(unsigned char *to, uint64_t number, size_t size)
{
    for (size_t i = 0; i < size; i++)
        to[i] = (unsigned char)(number >> 8 * i);
}

static uint64_t get(const unsigned char *from, size_t size)
{
    uint64_t number = 0;

    for (size_t i = size; i > 0; i--)
        number = number << 8 | from[i - 1];
    return number;
}

static void seal(stored *s)
{
    put(s->bytes + s->size - 4, castagnoli(s->bytes, s->size - 4), 4);
}

/* A small number as a sum's digits in two's complement. */
static void put_sum(int64_t number, const clri_exact_sum *form, uint32_t *digits)
{
    const int64_t shifted = number * (INT64_C(1) << -form->lowest % 32);
    const int at = -form->lowest / 32;

    for (int i = at; i < form->digits; i++)
        digits[i] = i == at ? (uint32_t)shifted : (uint32_t)(shifted >> (i == at + 1 ? 32 : 63));
}

/* An accumulator that has met 1 and -3, and of dot the products 1 and -3. */
static stored make(clr_operator op, clr_type type, clr_nan nan)
{
    clr_reduction reduction = CLR_REDUCTION(op, type);
    const clri_met met = {nan == CLR_NAN_IGNORE ? 3 : 2, 2, CLRI_SEEN_OTHER};
    const bool has_squares = op != CLR_OPERATOR_DOT && op != CLR_OPERATOR_ASUM;
    const int64_t value = op == CLR_OPERATOR_ASUM ? 4 : -2;
    const int64_t product = has_squares ? 10 : -2;
    clr_accumulator *accumulator = NULL;
    clri_exact_sums sums;
    clri_error error = {0};
    stored s;

    reduction.nan = nan;
    assert_true(clri_exact_sums_of(op, type, &sums));
    assert_int_equal(clri_accumulator_make(&reduction, 1, &accumulator, &error), CLR_OK);
    accumulator->met[0] = met;
    put_sum(value, &sums.values, clri_state_of(accumulator, 0));
    put_sum(product, &sums.products, clri_state_of(accumulator, 0) + sums.values.digits);
    assert_int_equal(clr_accumulator_store(accumulator, s.bytes, sizeof s.bytes, &s.size), CLR_OK);
    clr_accumulator_destroy(accumulator);
    return s;
}

static clr_accumulator *load(const stored *s)
{
    clr_accumulator *accumulator = NULL;
    char reason[300];

    if (clr_accumulator_load(s->bytes, s->size, &accumulator, reason, sizeof reason) != CLR_OK)
        fail_msg("%s", reason);
    assert_string_equal(reason, "");
    return accumulator;
}

static void assert_refused(const void *bytes, size_t size, clr_status expected, const char *part)
{
    clr_accumulator *accumulator = (clr_accumulator *)&size; /* anything but NULL */
    char reason[300];
    const clr_status status =
        clr_accumulator_load(bytes, size, &accumulator, reason, sizeof reason);

    assert_null(accumulator);
    if (status != expected || !strstr(reason, part))
        fail_msg("'%s' expected, got '%s'", part, reason);
}

/* ---- coming back ---- */

TEST(come_back_as_they_were)
{
    static const clr_operator operators[] = {
        CLR_OPERATOR_SUM, CLR_OPERATOR_MEAN, CLR_OPERATOR_ASUM, CLR_OPERATOR_SUMSQ,
        CLR_OPERATOR_DOT, CLR_OPERATOR_NRM2, CLR_OPERATOR_VAR,  CLR_OPERATOR_STD,
    };

    for (size_t i = 0; i < COUNT(operators); i++)
        for (int type = CLR_TYPE_F16; type <= CLR_TYPE_F64; type++) {
            const stored before = make(operators[i], (clr_type)type, (clr_nan)(i % 2));
            clr_accumulator *accumulator = load(&before);
            stored after;

            assert_int_equal(
                clr_accumulator_store(accumulator, after.bytes, sizeof after.bytes, &after.size),
                CLR_OK);
            assert_int_equal(after.size, before.size);
            assert_memory_equal(after.bytes, before.bytes, before.size);
            clr_accumulator_destroy(accumulator);
        }
}

TEST(room_is_looked_at)
{
    const stored s = make(CLR_OPERATOR_SUM, CLR_TYPE_F32, CLR_NAN_PROPAGATE);
    clr_accumulator *accumulator = load(&s);
    unsigned char bytes[BYTES_MOST], untouched[BYTES_MOST];
    size_t size = 0;

    memset(bytes, 0xa5, sizeof bytes);
    memset(untouched, 0xa5, sizeof untouched);
    assert_int_equal(clr_accumulator_store(accumulator, NULL, 0, &size), CLR_OK);
    assert_int_equal(size, 120);
    assert_int_equal(clr_accumulator_store(accumulator, bytes, 119, &size), CLR_ERROR_ARGUMENT);
    assert_int_equal(clr_accumulator_store(accumulator, bytes, 0, &size), CLR_ERROR_ARGUMENT);
    assert_int_equal(size, 120);
    assert_memory_equal(bytes, untouched, sizeof bytes);
    assert_int_equal(clr_accumulator_store(accumulator, bytes, 120, &size), CLR_OK);
    assert_memory_equal(bytes + 120, untouched, sizeof bytes - 120);
    assert_int_equal(clr_accumulator_store(NULL, bytes, 120, &size), CLR_ERROR_ARGUMENT);
    assert_int_equal(clr_accumulator_store(accumulator, NULL, 120, &size), CLR_ERROR_ARGUMENT);
    assert_int_equal(clr_accumulator_store(accumulator, bytes, 120, NULL), CLR_ERROR_ARGUMENT);
    clr_accumulator_destroy(accumulator);
}

TEST(memory_may_run_out)
{
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32);
    const stored s = make(CLR_OPERATOR_SUM, CLR_TYPE_F32, CLR_NAN_PROPAGATE);
    clr_accumulator *accumulator = (clr_accumulator *)&sum; /* anything but NULL */
    clri_error error = {0};
    clr_status status;

    has_memory = false;
    status = clri_accumulator_make(&sum, 1, &accumulator, &error);
    has_memory = true;
    assert_int_equal(status, CLR_ERROR_MEMORY);
    assert_null(accumulator);
    has_memory = false;
    status = clr_accumulator_load(s.bytes, s.size, &accumulator, NULL, 0);
    has_memory = true;
    assert_int_equal(status, CLR_ERROR_MEMORY);
    assert_null(accumulator);
}

/* ---- damage ---- */

TEST(any_damage_is_noticed)
{
    const stored whole = make(CLR_OPERATOR_VAR, CLR_TYPE_F64, CLR_NAN_PROPAGATE);

    for (size_t size = 0; size < whole.size; size++) {
        const bool has_header = size >= HEADER + 4;
        unsigned char *cut = malloc(size ? size : 1); /* so that a sanitizer sees its end */

        memcpy(cut, whole.bytes, size);
        assert_refused(cut, size, CLR_ERROR_ARGUMENT,
                       has_header ? "its end is missing" : "it is cut off");
        free(cut);
    }
    assert_refused(whole.bytes, whole.size + 1, CLR_ERROR_ARGUMENT, "something follows it");
    for (size_t bit = 0; bit < 8 * whole.size; bit++) {
        const bool is_version = bit / 8 >= 8 && bit / 8 < 12;
        stored s = whole;

        s.bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
        assert_refused(s.bytes, s.size, is_version ? CLR_ERROR_UNSUPPORTED : CLR_ERROR_ARGUMENT,
                       bit / 8 < 8    ? "byte 0 of"
                       : is_version   ? "byte 8 of"
                       : bit / 8 < 16 ? "byte 12 of"
                                      : "the checksum");
    }
    assert_int_equal(clr_accumulator_load(whole.bytes, whole.size, NULL, NULL, 0),
                     CLR_ERROR_ARGUMENT);
    assert_refused(NULL, 100, CLR_ERROR_ARGUMENT, "bytes are NULL");
}

/* Whole bytes that say what cannot be. */
TEST(numbers_of_nothing_are_refused)
{
    static const struct {
        clr_operator op;
        int at;
        int size;
        uint64_t number;
        const char *part;
    } rows[] = {
        {CLR_OPERATOR_SUM, 16, 4, CLR_OPERATOR_PROD,
         "byte 16 of the accumulator: 2 is no operator"},
        {CLR_OPERATOR_SUM, 16, 4, CLR_OPERATOR_CUSTOM, "byte 16"},
        {CLR_OPERATOR_SUM, 16, 4, 0xffffffff, "byte 16 of the accumulator: 4294967295 is no"},
        {CLR_OPERATOR_SUM, 16, 4, CLR_OPERATOR_DOT, "byte 60 of the accumulator: 11 is no number"},
        {CLR_OPERATOR_SUM, 16, 4, CLR_OPERATOR_VAR, "byte 64 of the accumulator: 0 is no number"},
        {CLR_OPERATOR_SUM, 20, 4, CLR_TYPE_I32, "byte 60 of the accumulator: 11 is no number"},
        {CLR_OPERATOR_SUM, 20, 4, CLR_TYPE_F64, "byte 60"},
        {CLR_OPERATOR_SUM, 20, 4, 0x8000000b, "byte 20"},
        {CLR_OPERATOR_SUM, 24, 4, CLR_TYPE_DEFAULT, "byte 24"},
        {CLR_OPERATOR_SUM, 24, 4, CLR_TYPE_U64, "byte 24"},
        {CLR_OPERATOR_SUM, 28, 4, 2, "byte 28 of the accumulator: 2 is no policy of NaNs"},
        {CLR_OPERATOR_SUM, 32, 8, 1, "byte 32 of the accumulator: a ddof of 1"},
        {CLR_OPERATOR_SUM, 60, 4, 12, "byte 60"},
        {CLR_OPERATOR_SUM, 64, 4, 1, "byte 64"},
        {CLR_OPERATOR_SUM, 68, 4, 1, "byte 68"},
        {CLR_OPERATOR_SUM, 40, 8, UINT64_C(0x8000000000000001), "more than the 2^63"},
        {CLR_OPERATOR_SUM, 48, 8, 3, "3 values among 2 elements"},
        {CLR_OPERATOR_SUM, 56, 4, 0x18, "its flags are 0x18"},
        {CLR_OPERATOR_SUM, 56, 4, CLRI_SEEN_NAN, "its flags are 0x1"},
        {CLR_OPERATOR_SUM, 56, 4, 0, "nothing but -0"},
        {CLR_OPERATOR_ASUM, 56, 4, CLRI_SEEN_MINUS | CLRI_SEEN_OTHER, "its flags are 0xc"},
        {CLR_OPERATOR_SUM, HEADER + 40, 4, 0x7fffffff, "larger than that of 2 numbers of f32"},
        {CLR_OPERATOR_SUM, HEADER + 40, 4, 0x80000000, "larger than that of 2 numbers of f32"},
        {CLR_OPERATOR_ASUM, HEADER + 40, 4, 0xffffffff, "larger than"},
        {CLR_OPERATOR_SUMSQ, HEADER + 76, 4, 0x80000000, "larger than"},
        {CLR_OPERATOR_VAR, HEADER + 44 + 36, 4, 0, "not those of any var"},
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        stored s = make(rows[i].op, CLR_TYPE_F32, CLR_NAN_PROPAGATE);

        put(s.bytes + rows[i].at, rows[i].number, (size_t)rows[i].size);
        seal(&s);
        assert_refused(s.bytes, s.size, CLR_ERROR_ARGUMENT, rows[i].part);
    }
}

/* ---- version 2 ---- */

/* Three results of no elements. */
static stored make_several(clr_operator op, clr_type type)
{
    const clr_reduction reduction = CLR_REDUCTION(op, type);
    clr_accumulator *accumulator = NULL;
    stored s;

    assert_int_equal(clr_accumulator_create(&reduction, 3, &accumulator, NULL, 0), CLR_OK);
    assert_int_equal(clr_accumulator_store(accumulator, s.bytes, sizeof s.bytes, &s.size), CLR_OK);
    assert_int_equal(get(s.bytes + 8, 4), 2);
    clr_accumulator_destroy(accumulator);
    return s;
}

TEST(damage_to_several_is_noticed)
{
    const stored whole = make_several(CLR_OPERATOR_ARGMAX, CLR_TYPE_F32);

    clr_accumulator_destroy(load(&whole));
    for (size_t size = 0; size < whole.size; size++)
        assert_refused(whole.bytes, size, CLR_ERROR_ARGUMENT, "");
    assert_refused(whole.bytes, whole.size + 1, CLR_ERROR_ARGUMENT, "the checksum");
    for (size_t bit = 0; bit < 8 * whole.size; bit++) {
        const bool is_version = bit / 8 >= 8 && bit / 8 < 12;
        stored s = whole;

        s.bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
        assert_refused(s.bytes, s.size, is_version ? CLR_ERROR_UNSUPPORTED : CLR_ERROR_ARGUMENT,
                       bit / 8 < 8  ? "byte 0 of"
                       : is_version ? "byte 8 of"
                                    : "the checksum");
    }
}

/* Whole bytes of several results that say what cannot be. */
TEST(several_of_nothing_are_refused)
{
    enum { FIRST = 64, STATE = 20 };
    static const struct {
        clr_operator op;
        clr_type type;
        int at;
        int size;
        uint64_t number;
        const char *part;
    } rows[] = {
        {CLR_OPERATOR_MAX, CLR_TYPE_I32, 12, 4, 1, "byte 12 of the accumulator: 1 is no 0"},
        {CLR_OPERATOR_MAX, CLR_TYPE_I32, 16, 4, CLR_OPERATOR_LOGSUMEXP, "byte 16"},
        {CLR_OPERATOR_AND, CLR_TYPE_I32, 20, 4, CLR_TYPE_F32, "byte 16"},
        {CLR_OPERATOR_MAX, CLR_TYPE_I32, 24, 4, CLR_TYPE_F32, "byte 24"},
        {CLR_OPERATOR_SUM, CLR_TYPE_F32, 24, 4, CLR_TYPE_I64, "byte 24"},
        {CLR_OPERATOR_MAX, CLR_TYPE_I32, 28, 4, CLR_NAN_IGNORE, "byte 28"},
        {CLR_OPERATOR_MAX, CLR_TYPE_I32, 32, 8, 1, "byte 32"},
        {CLR_OPERATOR_MAX, CLR_TYPE_I32, 40, 8, UINT64_MAX, "byte 40"},
        {CLR_OPERATOR_MAX, CLR_TYPE_I32, 40, 8, 4, "byte 40"},
        {CLR_OPERATOR_MAX, CLR_TYPE_I32, 40, 8, 2, "bytes long"},
        {CLR_OPERATOR_MAX, CLR_TYPE_I32, 48, 4, CLR_OVERFLOW_DETECT, "byte 48"},
        {CLR_OPERATOR_SUM, CLR_TYPE_I32, 48, 4, 2, "byte 48"},
        {CLR_OPERATOR_MAX, CLR_TYPE_I32, 52, 4, 4, "byte 52"},
        {CLR_OPERATOR_SUM, CLR_TYPE_I32, 56, 4, 6, "byte 56"},
        {CLR_OPERATOR_SUM, CLR_TYPE_I32, 60, 4, 1, "byte 60"},
        {CLR_OPERATOR_SUM, CLR_TYPE_I32, FIRST, 8, UINT64_C(0x8000000000000001), "2^63"},
        {CLR_OPERATOR_SUM, CLR_TYPE_I32, FIRST + 8, 8, 1, "1 values among 0 elements"},
        {CLR_OPERATOR_SUM, CLR_TYPE_I32, FIRST + 16, 4, CLRI_SEEN_OTHER, "its flags are 0x8"},
        {CLR_OPERATOR_SUM, CLR_TYPE_I32, FIRST + STATE, 4, 1, "larger than"},
        {CLR_OPERATOR_ANY, CLR_TYPE_I32, FIRST + STATE, 4, 2, "any of result 0 is 0x2"},
        {CLR_OPERATOR_AND, CLR_TYPE_U8, FIRST + STATE, 4, 256, "and of result 0 is 0x100"},
        {CLR_OPERATOR_MAX, CLR_TYPE_I32, FIRST + STATE, 4, 1, "max of 0 values"},
        {CLR_OPERATOR_MAX, CLR_TYPE_F32, FIRST + STATE, 4, 0x7f800001, "max of 0 values"},
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        stored s = make_several(rows[i].op, rows[i].type);

        put(s.bytes + rows[i].at, rows[i].number, (size_t)rows[i].size);
        seal(&s);
        assert_refused(s.bytes, s.size, CLR_ERROR_ARGUMENT, rows[i].part);
    }
}

/* All of a sum's digits replaced by -1, so that it is less than 0 by a little. */
TEST(sums_below_zero_are_refused)
{
    static const struct {
        clr_operator op;
        int first, digits;
    } rows[] = {
        {CLR_OPERATOR_ASUM, 0, 11},
        {CLR_OPERATOR_SUMSQ, 0, 20},
        {CLR_OPERATOR_NRM2, 0, 20},
        {CLR_OPERATOR_STD, 11, 20},
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        stored s = make(rows[i].op, CLR_TYPE_F32, CLR_NAN_PROPAGATE);

        memset(s.bytes + HEADER + 4 * rows[i].first, 0xff, 4 * (size_t)rows[i].digits);
        seal(&s);
        assert_refused(s.bytes, s.size, CLR_ERROR_ARGUMENT, "sums are not those of any");
    }
}

/* Counts and flags that do not go together when there is no element. */
TEST(states_of_nothing_are_refused)
{
    stored s = make(CLR_OPERATOR_MEAN, CLR_TYPE_F32, CLR_NAN_IGNORE);

    memset(s.bytes + 40, 0, 20); /* counts and flags */
    seal(&s);
    assert_refused(s.bytes, s.size, CLR_ERROR_ARGUMENT, "larger than that of 0 numbers");
    memset(s.bytes + HEADER, 0, 44);
    seal(&s);
    clr_accumulator_destroy(load(&s));
    put(s.bytes + 56, CLRI_SEEN_OTHER, 4);
    seal(&s);
    assert_refused(s.bytes, s.size, CLR_ERROR_ARGUMENT, "its flags are 0x8");
    put(s.bytes + 40, 1, 8); /* one element, and it is a NaN that is ignored */
    seal(&s);
    clr_accumulator_destroy(load(&s));
    put(s.bytes + 56, 0, 4);
    seal(&s);
    assert_refused(s.bytes, s.size, CLR_ERROR_ARGUMENT, "its flags are 0x0");
    put(s.bytes + 56, CLRI_SEEN_PLUS | CLRI_SEEN_OTHER, 4);
    seal(&s);
    assert_refused(s.bytes, s.size, CLR_ERROR_ARGUMENT, "its flags are 0xa");
}

/* ---- the page ---- */

static FILE *open_page(void)
{
    FILE *file = fopen(CLR_SOURCE_FOLDER "/docs/accumulator.md", "rb");

    assert_non_null(file);
    return file;
}

/* The bytes of the example: lines of a place and up to 16 bytes. */
static stored read_example(void)
{
    FILE *page = open_page();
    stored s = {.size = 0};
    char line[256];

    while (fgets(line, sizeof line, page)) {
        unsigned at, byte;
        int end = 0, step;

        if (sscanf(line, "    %4x %n", &at, &end) != 1 || end != 10 || at != s.size)
            continue;
        for (; sscanf(line + end, "%2x%n", &byte, &step) == 1; end += step)
            s.bytes[s.size++] = (unsigned char)byte;
    }
    fclose(page);
    return s;
}

TEST(the_example_is_true)
{
    const stored example = read_example();
    clr_accumulator_info info = {.size = sizeof info};
    clr_accumulator *accumulator;
    float value = 0;

    assert_int_equal(example.size, 120);
    accumulator = load(&example);
    assert_int_equal(clr_accumulator_describe(accumulator, &info), CLR_OK);
    assert_true(info.op == CLR_OPERATOR_SUM && info.type == CLR_TYPE_F32 && info.count == 2);
    assert_int_equal(clr_accumulator_round(accumulator, &value, sizeof value, NULL, 0), CLR_OK);
    assert_true(value == -1.25F);
    clr_accumulator_destroy(accumulator);
}

/* Rows of the tables follow each other without a gap; what the first one says stands in the
 * example, and the second one goes on where the versions differ. */
TEST(the_table_is_true)
{
    const stored example = read_example();
    FILE *page = open_page();
    char line[256];
    unsigned next = 0, rows = 0, first_end = 0;

    while (fgets(line, sizeof line, page)) {
        unsigned at, size;
        uint64_t told;
        const char *last = line;
        int end = 0;

        sscanf(line, "| %u | %u |%n", &at, &size, &end);
        if (end == 0)
            continue;
        if (!first_end && next == HEADER) {
            first_end = next;
            next = 40;
        }
        assert_int_equal(at, next);
        next = at + size;
        rows++;
        if (first_end)
            continue;
        for (const char *bar = line; (bar = strstr(bar, "| ")); bar++)
            last = bar;
        if (sscanf(last, "| %" SCNu64 " |", &told) == 1)
            assert_true(get(example.bytes + at, size) == told);
        else
            assert_int_equal(at, 0); /* the mark */
    }
    assert_int_equal(next, 64);
    assert_int_equal(rows, 14 + 5);
    fclose(page);
}

/* The value that RFC 3720 has for 32 bytes of 0, and the one that everybody has for digits. */
TEST(the_checksum_is_the_one_it_says)
{
    static const unsigned char zeros[32];

    assert_int_equal(castagnoli((const unsigned char *)"123456789", 9), 0xe3069283);
    assert_int_equal(castagnoli(zeros, sizeof zeros), 0x8a9136aa);
}
