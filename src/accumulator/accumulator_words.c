/* SPDX-License-Identifier: Apache-2.0 */
/*
 * accumulator_words - writes states as 64-bit integers that a plain sum, or a plain minimum, of
 * each word merges: for collective operations of MPI and the like, and for arrays of other
 * libraries.
 */
#include "accumulator/accumulator.h"
#include "accumulator/state_kind.h"
#include "accumulator/word_form.h"
#include "problem/operator.h"

/* At least CLRI_WORDS_DIGIT_BITS bits of a number of `count` digits in two's complement from bit
 * `at` on, a multiple of 8, so that they lie in two digits. */
static uint64_t bits_from(const uint32_t *digits, int count, int at)
{
    const uint64_t above = digits[count - 1] >> 31 ? UINT32_MAX : 0;
    const int digit = at / 32;
    const uint64_t low = digit < count ? digits[digit] : above;
    const uint64_t high = digit + 1 < count ? digits[digit + 1] : above;

    return (high << 32 | low) >> at % 32;
}

/* Digits of CLRI_WORDS_DIGIT_BITS, the top one with the sign. */
static int64_t *put_sum(int64_t *to, const uint32_t *digits, const clri_exact_sum *sum)
{
    const size_t words = clri_word_digits(sum);

    for (size_t i = 0; i < words; i++) {
        const uint64_t bits = bits_from(digits, sum->digits, (int)i * CLRI_WORDS_DIGIT_BITS);
        const bool is_top = i + 1 == words;

        *to++ =
            is_top ? (int64_t)(bits << (64 - CLRI_WORDS_DIGIT_BITS)) >> (64 - CLRI_WORDS_DIGIT_BITS)
                   : (int64_t)(bits & CLRI_WORDS_DIGIT_MASK);
    }
    return to;
}

/* Whether a bit is counted where it is 0: of `all` and `and`, whose words of no elements are 0 so.
 */
static bool counts_zeros(const clr_accumulator *accumulator)
{
    return clri_operator_of(accumulator->op)->fold == CLRI_FOLD_AND;
}

static int64_t *put_bits(int64_t *to, const clr_accumulator *accumulator, size_t k)
{
    const uint64_t value = clri_state_get(clri_state_of(accumulator, k), CLRI_STATE_VALUE);
    const uint64_t counted = counts_zeros(accumulator) ? ~value : value;
    const size_t bits = clri_word_bits(accumulator);

    for (size_t i = 0; i < bits; i += 2) {
        const uint64_t low = counted >> i & 1;
        const uint64_t high = i + 1 < bits ? counted >> (i + 1) & 1 : 0;

        *to++ = (int64_t)(low | high << CLRI_WORDS_HALF_BITS);
    }
    return to;
}

static int64_t *put_state_of_sums(int64_t *to, const clr_accumulator *accumulator,
                                  const clri_word_form *form, size_t k)
{
    const clri_met *met = &accumulator->met[k];
    const uint32_t *state = clri_state_of(accumulator, k);
    const uint64_t flags[] = {
        (met->flags & CLRI_SEEN_NAN ? 1 : 0) | (uint64_t)(met->flags & CLRI_SEEN_PLUS ? 1 : 0)
                                                   << CLRI_WORDS_HALF_BITS,
        (met->flags & CLRI_SEEN_MINUS ? 1 : 0) | (uint64_t)(met->flags & CLRI_SEEN_OTHER ? 1 : 0)
                                                     << CLRI_WORDS_HALF_BITS,
    };

    *to++ = (int64_t)met->count;
    *to++ = (int64_t)met->values;
    for (size_t i = 0; i < form->flags; i++)
        *to++ = (int64_t)flags[i];
    if (accumulator->kind == &clri_state_bits)
        return put_bits(to, accumulator, k);
    to = put_sum(to, state, &accumulator->sums.values);
    return put_sum(to, state + accumulator->sums.values.digits, &accumulator->sums.products);
}

static int64_t *put_state_of_extremes(int64_t *to, const clr_accumulator *accumulator, size_t k)
{
    const uint32_t *state = clri_state_of(accumulator, k);
    const bool has_value = accumulator->met[k].values != 0;

    *to++ = has_value ? -1 : 0;
    *to++ = has_value ? clri_word_of_key(accumulator, clri_state_get(state, CLRI_STATE_VALUE),
                                         clri_state_is_maximum(accumulator->op))
                      : INT64_MAX;
    if (clri_state_has_second(accumulator->op))
        *to++ = has_value
                    ? clri_word_of_key(accumulator, clri_state_get(state, CLRI_STATE_SECOND), true)
                    : INT64_MAX;
    if (clri_state_has_index(accumulator->op))
        *to++ = has_value ? (int64_t)clri_state_get(state, CLRI_STATE_INDEX) : INT64_MAX;
    return to;
}

/* Indices are words without a sign. */
static clr_status check_indices(const clr_accumulator *accumulator, clri_error *error)
{
    if (!clri_state_has_index(accumulator->op))
        return CLR_OK;
    for (size_t k = 0; k < accumulator->results; k++)
        if (accumulator->met[k].values &&
            clri_state_get(clri_state_of(accumulator, k), CLRI_STATE_INDEX) >= INT64_MAX)
            return clri_fail(error, CLR_ERROR_OVERFLOW,
                             "the index of result %zu is beyond 2^63 - 2, and words have a sign",
                             k);
    return CLR_OK;
}

static void put_header(int64_t *words, const clr_accumulator *accumulator, clr_fold fold)
{
    words[CLRI_WORDS_AT_HASH] = clri_words_hash(accumulator);
    words[fold == CLR_FOLD_SUM ? CLRI_WORDS_AT_FOLDED : CLRI_WORDS_AT_OTHER_HASH] =
        fold == CLR_FOLD_SUM ? 1 : -clri_words_hash(accumulator);
    words[CLRI_WORDS_AT_FAILURES] = 0;
}

static clr_status write_words(const clr_accumulator *accumulator, int64_t *words, size_t room,
                              size_t *count, clr_fold *fold, clri_error *error)
{
    clri_word_form form;
    clr_status status = CLR_OK;

    if (!accumulator || !count || (!words && room))
        return clri_fail(error, CLR_ERROR_ARGUMENT, "the %s NULL",
                         !accumulator ? "accumulator is"
                         : !count     ? "place of the count is"
                                      : "words are");
    CLRI_TRY(clri_word_form_check(accumulator, error));
    form = clri_word_form_of(accumulator);
    CLRI_TRY(clri_words_count(accumulator, &form, count, error));
    if (fold)
        *fold = form.fold;
    if (!words)
        return CLR_OK;
    if (room < *count)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "the accumulator takes %zu words, and there is room for %zu", *count,
                         room);
    CLRI_TRY(check_indices(accumulator, error));
    put_header(words, accumulator, form.fold);
    words += CLR_WORDS_HEADER;
    for (size_t k = 0; k < accumulator->results; k++)
        words = accumulator->kind == &clri_state_extremes
                    ? put_state_of_extremes(words, accumulator, k)
                    : put_state_of_sums(words, accumulator, &form, k);
cleanup:
    return status;
}

clr_status clr_accumulator_words(const clr_accumulator *accumulator, int64_t *words, size_t room,
                                 size_t *count, clr_fold *fold, char *reason, size_t reason_size)
{
    clri_error error = {0};

    if (count)
        *count = 0;
    return clri_accumulator_answer(write_words(accumulator, words, room, count, fold, &error),
                                   &error, reason, reason_size);
}
