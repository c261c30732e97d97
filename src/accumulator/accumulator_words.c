/* SPDX-License-Identifier: Apache-2.0 */
/* accumulator_words - writes states as 64-bit words (word_form.h), and tells which words any state
 * uses. A digit carries the sum's sign: digits above and below a number are 0 then, whatever its
 * sign, so that words which no part uses need not be sent (docs/history/2026-11-28-mpi.md). */
#include "accumulator/accumulator.h"
#include "accumulator/state_kind.h"
#include "accumulator/word_form.h"
#include "problem/operator.h"

#include <string.h>

/* The digits of a sum that may differ from 0, of CLRI_WORDS_DIGIT_BITS: `begin` to `end` - 1. */
typedef struct word_range {
    size_t begin, end;
} word_range;

/* The digits of a sum of `count` digits of 32 bits that are not 0; of a sum of 0 none. Found
 * without negating: a magnitude is as long as ~y, y being negative, unless it is a power of two,
 * when it is one bit longer. */
static word_range range_of(const uint32_t *digits, int count)
{
    const uint32_t above = count && digits[count - 1] >> 31 ? UINT32_MAX : 0;
    int begin = 0, end = count, first, length;

    while (begin < end && digits[begin] == 0)
        begin++;
    if (begin == end)
        return (word_range){0, 0};
    while (end > begin && digits[end - 1] == above)
        end--;
    first = 32 * begin + __builtin_ctz(digits[begin]);
    length = end > begin ? 32 * end - __builtin_clz(digits[end - 1] ^ above) : 0;
    length = length > first ? length : first + 1;
    return (word_range){(size_t)first / CLRI_WORDS_DIGIT_BITS,
                        (size_t)(length - 1) / CLRI_WORDS_DIGIT_BITS + 1};
}

/* Digit `i` of CLRI_WORDS_DIGIT_BITS of a number of `count` digits of 32 in two's complement:
 * begins at a multiple of 8 bits, so that it lies in two digits. */
static int64_t digit_of(const uint32_t *digits, int count, size_t i)
{
    const int at = (int)i * CLRI_WORDS_DIGIT_BITS, digit = at / 32;
    const uint64_t above = digits[count - 1] >> 31 ? UINT32_MAX : 0;
    const uint64_t low = digit < count ? digits[digit] : above;
    const uint64_t high = digit + 1 < count ? digits[digit + 1] : above;

    return (int64_t)((high << 32 | low) >> at % 32 & CLRI_WORDS_DIGIT_MASK);
}

/* The magnitude's digits, each with the sum's sign: digits above and below a number are 0, whatever
 * its sign. -y is ~y + 1: the lowest digit, which is not 0, has the 1, and no carry. */
static int64_t *put_sum(int64_t *to, size_t words, const uint32_t *digits, int count)
{
    const word_range range = range_of(digits, count);
    const int64_t minus = count && digits[count - 1] >> 31 ? -1 : 0;

    memset(to, 0, words * sizeof *to);
    for (size_t i = range.begin; i < range.end && i < words; i++)
        to[i] = digit_of(digits, count, i) - (minus & (int64_t)CLRI_WORDS_DIGIT_MASK) +
                (i == range.begin ? minus : 0);
    return to + words;
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
    const clri_exact_sums *sums = &accumulator->sums;
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
    for (int i = 0; i < clri_exact_sum_count(sums); i++)
        to = put_sum(to, clri_word_form_sum(form, i), state + clri_exact_first_digit(sums, i),
                     clri_exact_sum_at(sums, i)->digits);
    return to;
}

/* The index, of last its complement, as a minimum finds it, and behind it the value: a second round
 * has the best index alone. */
static int64_t *put_end(int64_t *to, const clr_accumulator *accumulator, const uint32_t *state)
{
    const int64_t index = (int64_t)clri_state_get(state, CLRI_STATE_INDEX);

    *to++ = clri_state_is_maximum(accumulator->op) ? ~index : index;
    *to++ = (int64_t)clri_state_get(state, CLRI_STATE_VALUE);
    return to;
}

/* Without a value the words are identities of a minimum: 0 beside the -1 of others, and the largest
 * number. */
static int64_t *put_state_of_extremes(int64_t *to, const clr_accumulator *accumulator, size_t k)
{
    const uint32_t *state = clri_state_of(accumulator, k);
    const bool has_value = accumulator->met[k].values != 0;

    *to++ = has_value ? -1 : 0;
    if (has_value && clri_state_is_end(accumulator->op))
        return put_end(to, accumulator, state);
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

static void put_state(int64_t *to, const clr_accumulator *accumulator, const clri_word_form *form,
                      size_t k)
{
    if (form->fold == CLR_FOLD_MIN)
        put_state_of_extremes(to, accumulator, k);
    else
        put_state_of_sums(to, accumulator, form, k);
}

static clr_status put_states(int64_t *to, const clr_accumulator *accumulator,
                             const clri_word_form *form, const clri_word_choice *choice,
                             clri_error *error)
{
    int64_t state[CLRI_WORDS_STATE_MOST], lost = 0;

    for (size_t k = 0; k < accumulator->results; k++, to += choice->kept) {
        put_state(choice->left ? state : to, accumulator, form, k);
        for (size_t i = 0; choice->left && i < choice->kept; i++)
            to[i] = state[choice->kept_at[i]];
        for (size_t i = 0; i < choice->left; i++)
            lost |= state[choice->left_at[i]];
    }
    return lost ? clri_fail(error, CLR_ERROR_ARGUMENT,
                            "words that are not 0 would be left out: join what "
                            "clr_accumulator_used_words() says of all accumulators")
                : CLR_OK;
}

static clr_status write_words(const clr_accumulator *accumulator, const uint64_t *used,
                              int64_t *words, size_t room, size_t *count, clr_fold *fold,
                              clri_error *error)
{
    clri_word_form form;
    clri_word_choice choice;

    if (!accumulator || !count || (!words && room))
        return clri_fail(error, CLR_ERROR_ARGUMENT, "the %s NULL",
                         !accumulator ? "accumulator is"
                         : !count     ? "place of the count is"
                                      : "words are");
    CLRI_OR_RETURN(clri_word_form_check(accumulator, error));
    form = clri_word_form_of(accumulator);
    CLRI_OR_RETURN(clri_word_choice_of(&form, used, &choice, error));
    CLRI_OR_RETURN(clri_words_count(accumulator, choice.kept, count, error));
    if (fold)
        *fold = form.fold;
    if (!words)
        return CLR_OK;
    if (room < *count)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "the accumulator takes %zu words, and there is room for %zu", *count,
                         room);
    CLRI_OR_RETURN(check_indices(accumulator, error));
    put_header(words, accumulator, form.fold);
    return put_states(words + CLR_WORDS_HEADER, accumulator, &form, &choice, error);
}

clr_status clr_accumulator_words(const clr_accumulator *accumulator, int64_t *words, size_t room,
                                 size_t *count, clr_fold *fold, char *reason, size_t reason_size)
{
    return clr_accumulator_some_words(accumulator, NULL, words, room, count, fold, reason,
                                      reason_size);
}

clr_status clr_accumulator_some_words(const clr_accumulator *accumulator, const uint64_t *used,
                                      int64_t *words, size_t room, size_t *count, clr_fold *fold,
                                      char *reason, size_t reason_size)
{
    clri_error error = {0};

    if (count)
        *count = 0;
    return clri_error_answer(write_words(accumulator, used, words, room, count, fold, &error),
                             &error, reason, reason_size);
}

/* ---- which words are used ---- */

static word_range joined(word_range a, word_range b)
{
    if (a.begin == a.end || b.begin == b.end)
        return a.begin == a.end ? b : a;
    return (word_range){a.begin < b.begin ? a.begin : b.begin, a.end > b.end ? a.end : b.end};
}

static void mark(uint64_t *used, size_t first, word_range range, size_t words)
{
    for (size_t i = range.begin; i < range.end && i < words; i++)
        used[(first + i) / 64] |= UINT64_C(1) << (first + i) % 64;
}

/* The digits of sum `i` from the lowest to the highest of any state, as words of all states are
 * chosen alike. */
static word_range range_of_sum(const clr_accumulator *accumulator, int i)
{
    const clri_exact_sums *sums = &accumulator->sums;
    const int first = clri_exact_first_digit(sums, i), digits = clri_exact_sum_at(sums, i)->digits;
    word_range range = {0, 0};

    for (size_t k = 0; k < accumulator->results; k++)
        range = joined(range, range_of(clri_state_of(accumulator, k) + first, digits));
    return range;
}

/* Counts, flags that some state has, and one range of digits for each sum. */
static void find_used_of_sums(const clr_accumulator *accumulator, const clri_word_form *form,
                              uint64_t *used)
{
    const clri_exact_sums *sums = &accumulator->sums;
    const word_range counts = {0, form->counts};
    size_t first = form->counts + form->flags;
    uint32_t flags = 0;

    for (size_t k = 0; k < accumulator->results; k++)
        flags |= accumulator->met[k].flags;
    mark(used, 0, counts, form->counts);
    if (flags & (CLRI_SEEN_NAN | CLRI_SEEN_PLUS))
        mark(used, form->counts, (word_range){0, 1}, form->flags);
    if (flags & (CLRI_SEEN_MINUS | CLRI_SEEN_OTHER))
        mark(used, form->counts, (word_range){1, 2}, form->flags);
    for (int i = 0; i < clri_exact_sum_count(sums); i++) {
        const size_t words = clri_word_form_sum(form, i);

        mark(used, first, range_of_sum(accumulator, i), words);
        first += words;
    }
}

/* All words of extremes, as a word of 0 is no identity of a minimum, and of bits, of which a state
 * has few. */
static clr_status find_used(const clr_accumulator *accumulator, uint64_t *used, clri_error *error)
{
    clri_word_form form;

    if (!accumulator || !used)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "the %s NULL",
                         accumulator ? "bits are" : "accumulator is");
    CLRI_OR_RETURN(clri_word_form_check(accumulator, error));
    CLRI_OR_RETURN(check_indices(accumulator, error));
    form = clri_word_form_of(accumulator);
    memset(used, 0, CLR_WORDS_USED * sizeof *used);
    if (accumulator->kind == &clri_state_sums)
        find_used_of_sums(accumulator, &form, used);
    else
        mark(used, 0, (word_range){0, form.counts + form.values}, form.counts + form.values);
    return CLR_OK;
}

clr_status clr_accumulator_used_words(const clr_accumulator *accumulator, uint64_t *used,
                                      char *reason, size_t reason_size)
{
    clri_error error = {0};

    return clri_error_answer(find_used(accumulator, used, &error), &error, reason, reason_size);
}
