/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Accumulators as words, which others add up (clr_accumulator_words()): words that are no state are
 * refused with the place of the first; a mask says which words are not 0 in some state, and none of
 * these may be left out; carries go from digit to digit. Sums of words of many accumulators are
 * test_states.c's.
 */
#include "accumulator/accumulator.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

/* ---- words that are no state ---- */

TEST(words_of_nothing_are_refused)
{
    static const struct {
        clr_operator op;
        clr_type type;
        int at;
        int64_t word;
        clr_status status;
        const char *part;
    } rows[] = {
        {CLR_OPERATOR_SUM, CLR_TYPE_F32, 0, 1, CLR_ERROR_ARGUMENT, "word 0: some accumulators"},
        {CLR_OPERATOR_SUM, CLR_TYPE_F32, 1, 0, CLR_ERROR_ARGUMENT, "word 1: 1 to 2^23"},
        {CLR_OPERATOR_SUM, CLR_TYPE_F32, 1, 2, CLR_ERROR_ARGUMENT, "word 0"},
        {CLR_OPERATOR_SUM, CLR_TYPE_F32, 2, 3, CLR_ERROR_OPENCL, "3 of the parts have failed"},
        {CLR_OPERATOR_SUM, CLR_TYPE_F32, 3, -1, CLR_ERROR_ARGUMENT, "2^63"},
        {CLR_OPERATOR_SUM, CLR_TYPE_F32, 4, 1, CLR_ERROR_ARGUMENT, "1 values among 0 elements"},
        {CLR_OPERATOR_SUM, CLR_TYPE_F32, 5, 2, CLR_ERROR_ARGUMENT, "word 5: flags"},
        {CLR_OPERATOR_SUM, CLR_TYPE_F32, 6, 1, CLR_ERROR_ARGUMENT, "its flags are"},
        {CLR_OPERATOR_SUM, CLR_TYPE_F32, 7, 1, CLR_ERROR_ARGUMENT, "larger than"},
        {CLR_OPERATOR_SUM, CLR_TYPE_F32, 15, INT64_MAX, CLR_ERROR_ARGUMENT, "word 7: the sum"},
        {CLR_OPERATOR_XOR, CLR_TYPE_I8, 5, 2, CLR_ERROR_ARGUMENT, "word 5: bits"},
        {CLR_OPERATOR_MAX, CLR_TYPE_F32, 1, 7, CLR_ERROR_ARGUMENT, "word 0"},
        {CLR_OPERATOR_MAX, CLR_TYPE_F32, 2, -1, CLR_ERROR_OPENCL, "have failed"},
        {CLR_OPERATOR_MAX, CLR_TYPE_F32, 3, 1, CLR_ERROR_ARGUMENT, "word 3: it tells by 0 or -1"},
        {CLR_OPERATOR_MAX, CLR_TYPE_F32, 3, -1, CLR_ERROR_ARGUMENT, "word 4: no value"},
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        const clr_reduction reduction = clr_reduction_of(rows[i].op, rows[i].type);
        clr_accumulator *none = NULL, *read = NULL;
        int64_t words[64];
        char reason[512];
        size_t count;

        assert_int_equal(clr_accumulator_create(&reduction, 1, &none, NULL, 0), CLR_OK);
        assert_int_equal(clr_accumulator_words(none, words, COUNT(words), &count, NULL, NULL, 0),
                         CLR_OK);
        assert_int_equal(clr_accumulator_from_words(none, words, count, &read, NULL, 0), CLR_OK);
        clr_accumulator_destroy(read);
        words[rows[i].at] = rows[i].word;
        assert_int_equal(
            clr_accumulator_from_words(none, words, count, &read, reason, sizeof reason),
            rows[i].status);
        if (!strstr(reason, rows[i].part))
            fail_msg("'%s' expected, got '%s'", rows[i].part, reason);
        assert_null(read);
        assert_int_equal(
            clr_accumulator_from_words(none, words, count - 1, &read, reason, sizeof reason),
            CLR_ERROR_ARGUMENT);
        clr_accumulator_destroy(none);
    }
}

/* ---- used words ---- */

/* A sum of f32 of one number, as words: words[7] is digit 0, and digit 3 has 2^-29 to 2^11. */
static clr_accumulator *sum_of_one(int digit, int64_t word, int64_t flags)
{
    const clr_reduction sum = clr_reduction_of(CLR_OPERATOR_SUM, CLR_TYPE_F32);
    clr_accumulator *none = NULL, *made = NULL;
    int64_t words[CLR_WORDS_HEADER + 13];
    size_t count;

    assert_int_equal(clr_accumulator_create(&sum, 1, &none, NULL, 0), CLR_OK);
    assert_int_equal(clr_accumulator_words(none, words, COUNT(words), &count, NULL, NULL, 0),
                     CLR_OK);
    words[3] = words[4] = 1;
    words[5] = flags;
    words[6] = INT64_C(1) << 32;
    words[7 + digit] = word;
    assert_int_equal(clr_accumulator_from_words(none, words, count, &made, NULL, 0), CLR_OK);
    clr_accumulator_destroy(none);
    return made;
}

TEST(used_words_are_told)
{
    const int64_t most = (INT64_C(1) << 40) - 1;
    const struct {
        int digit;
        int64_t word, flags;
        uint64_t used;
    } rows[] = {
        {0, 0, 0, 0x00b},  {0, 0, 1, 0x00f},         {3, 1, 0, 0x08b},
        {3, -1, 0, 0x08b}, {3, most, 0, 0x08b},      {3, -most, 0, 0x08b},
        {0, -1, 0, 0x01b}, {3, most + 1, 0, 0x10b},  {3, -most - 1, 0, 0x10b},
        {6, -1, 0, 0x40b}, {3, -most - 2, 0, 0x18b},
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        clr_accumulator *made = sum_of_one(rows[i].digit, rows[i].word, rows[i].flags);
        int64_t words[CLR_WORDS_HEADER + 13];
        uint64_t used[CLR_WORDS_USED];
        size_t count;

        memset(used, 0xff, sizeof used);
        assert_int_equal(clr_accumulator_used_words(made, used, NULL, 0), CLR_OK);
        for (size_t k = 1; k < CLR_WORDS_USED; k++)
            assert_int_equal(used[k], 0);
        if (used[0] != rows[i].used)
            fail_msg("row %zu: used are %llx, not %llx", i, (unsigned long long)used[0],
                     (unsigned long long)rows[i].used);
        assert_int_equal(
            clr_accumulator_some_words(made, used, words, COUNT(words), &count, NULL, NULL, 0),
            CLR_OK);
        assert_int_equal(count, CLR_WORDS_HEADER + __builtin_popcountll(used[0]));
        clr_accumulator_destroy(made);
    }
}

/* 2^40 in digit 3 makes 2^40 of the 2^40 - 1 in digit 4, and that 1 in digit 5; below 0, too. */
TEST(carries_make_carries)
{
    for (int sign = -1; sign <= 1; sign += 2) {
        clr_accumulator *made = sum_of_one(3, 1, 0), *read = NULL;
        int64_t words[CLR_WORDS_HEADER + 13];
        size_t count;

        assert_int_equal(clr_accumulator_words(made, words, COUNT(words), &count, NULL, NULL, 0),
                         CLR_OK);
        words[7 + 3] = sign * (INT64_C(1) << 40);
        words[7 + 4] = sign * ((INT64_C(1) << 40) - 1);
        assert_int_equal(clr_accumulator_from_words(made, words, count, &read, NULL, 0), CLR_OK);
        assert_int_equal(clr_accumulator_words(read, words, COUNT(words), &count, NULL, NULL, 0),
                         CLR_OK);
        for (int digit = 0; digit < 9; digit++)
            assert_int_equal(words[7 + digit], digit == 5 ? sign : 0);
        clr_accumulator_destroy(read);
        clr_accumulator_destroy(made);
    }
}

/* A number of f32 is below 2^128, which is bit 277: bit 37 of digit 6. */
TEST(sums_beyond_their_numbers_are_refused)
{
    const int64_t beyond = INT64_C(1) << 37;
    const int64_t rows[] = {beyond, -beyond, beyond + 1, INT64_C(1) << 39};
    clr_accumulator *made = sum_of_one(6, beyond - 1, 0), *read = NULL;
    int64_t words[CLR_WORDS_HEADER + 13];
    char reason[512];
    size_t count;

    clr_accumulator_destroy(sum_of_one(6, 1 - beyond, 0));
    assert_int_equal(clr_accumulator_words(made, words, COUNT(words), &count, NULL, NULL, 0),
                     CLR_OK);
    for (size_t i = 0; i < COUNT(rows); i++) {
        words[7 + 6] = rows[i];
        assert_int_equal(
            clr_accumulator_from_words(made, words, count, &read, reason, sizeof reason),
            CLR_ERROR_ARGUMENT);
        assert_non_null(strstr(reason, "larger than that of 1 numbers of f32"));
    }
    clr_accumulator_destroy(made);
}

TEST(used_words_are_needed)
{
    const clr_reduction max = clr_reduction_of(CLR_OPERATOR_MAX, CLR_TYPE_F32);
    clr_accumulator *made = sum_of_one(3, 5, 0), *none = NULL, *read = NULL;
    uint64_t used[CLR_WORDS_USED] = {0xff7f};
    int64_t words[CLR_WORDS_HEADER + 13];
    char reason[512];
    size_t count;

    assert_int_equal(clr_accumulator_some_words(made, used, words, COUNT(words), &count, NULL,
                                                reason, sizeof reason),
                     CLR_ERROR_ARGUMENT);
    assert_non_null(strstr(reason, "words that are not 0 would be left out"));
    assert_int_equal(
        clr_accumulator_from_some_words(made, used, words, count + 1, &read, reason, sizeof reason),
        CLR_ERROR_ARGUMENT);
    assert_non_null(strstr(reason, "takes 15"));
    assert_int_equal(clr_accumulator_used_words(NULL, used, reason, sizeof reason),
                     CLR_ERROR_ARGUMENT);
    assert_int_equal(clr_accumulator_used_words(made, NULL, reason, sizeof reason),
                     CLR_ERROR_ARGUMENT);
    used[0] = 0x8c;
    words[3] = 2;
    assert_int_equal(clr_accumulator_from_some_words(made, used, words, CLR_WORDS_HEADER + 3, &read,
                                                     reason, sizeof reason),
                     CLR_ERROR_ARGUMENT);
    assert_non_null(strstr(reason, "word 5: flags"));
    used[0] = 0x2;
    assert_int_equal(clr_accumulator_create(&max, 1, &none, NULL, 0), CLR_OK);
    assert_int_equal(clr_accumulator_some_words(none, used, words, COUNT(words), &count, NULL,
                                                reason, sizeof reason),
                     CLR_ERROR_ARGUMENT);
    assert_non_null(strstr(reason, "word 0 of each state would be left out"));
    assert_int_equal(clr_accumulator_used_words(none, used, reason, sizeof reason), CLR_OK);
    assert_int_equal(used[0], 0x3);
    clr_accumulator_destroy(none);
    clr_accumulator_destroy(made);
}
