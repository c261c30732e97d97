/* SPDX-License-Identifier: Apache-2.0 */
/*
 * accumulator_from_words - reads words that were folded. They may come from anywhere: what no
 * accumulators lead to is refused.
 */
#include "accumulator/accumulator.h"
#include "accumulator/state_kind.h"
#include "accumulator/word_form.h"
#include "problem/operator.h"

#include <inttypes.h>

static clr_status refuse(clri_error *error, size_t at, const char *what)
{
    return clri_fail(error, CLR_ERROR_ARGUMENT, "word %zu: %s", at, what);
}

/* How many accumulators the words are folded of; 0 of a minimum, which does not tell. */
static clr_status read_header(const clr_accumulator *like, const int64_t *words, clr_fold fold,
                              uint64_t *folded, clri_error *error)
{
    const char *are_others = "some accumulators were of another reduction, or of another number of "
                             "results";
    const int64_t hash = clri_words_hash(like);

    *folded = 0;
    if (words[CLRI_WORDS_AT_FAILURES] != 0)
        return clri_fail(error, CLR_ERROR_OPENCL,
                         fold == CLR_FOLD_SUM ? "%" PRId64 " of the parts have failed"
                                              : "some of the parts have failed (word %" PRId64 ")",
                         words[CLRI_WORDS_AT_FAILURES]);
    if (fold == CLR_FOLD_MIN)
        return words[CLRI_WORDS_AT_HASH] == hash && words[CLRI_WORDS_AT_OTHER_HASH] == -hash
                   ? CLR_OK
                   : refuse(error, CLRI_WORDS_AT_HASH, are_others);
    if (words[CLRI_WORDS_AT_FOLDED] < 1 || words[CLRI_WORDS_AT_FOLDED] > CLRI_WORDS_FOLDED_MOST)
        return refuse(error, CLRI_WORDS_AT_FOLDED, "1 to 2^23 accumulators can be folded");
    if (words[CLRI_WORDS_AT_HASH] / words[CLRI_WORDS_AT_FOLDED] != hash ||
        words[CLRI_WORDS_AT_HASH] % words[CLRI_WORDS_AT_FOLDED] != 0)
        return refuse(error, CLRI_WORDS_AT_HASH, are_others);
    *folded = (uint64_t)words[CLRI_WORDS_AT_FOLDED];
    return CLR_OK;
}

/* Puts the lowest `count` bits of a digit into digits of 32, from bit `at` on. */
static void put_digit(uint32_t *digits, int at, uint64_t digit, int count)
{
    for (int done = 0; done < count;) {
        const int shift = (at + done) % 32;

        digits[(at + done) / 32] |= (uint32_t)(digit >> done << shift);
        done += 32 - shift;
    }
}

/* word + carry as a digit and the next carry, which fits: both are below 2^63. */
static uint64_t carried(int64_t word, int64_t *carry)
{
    const uint64_t digit =
        ((uint64_t)word & CLRI_WORDS_DIGIT_MASK) + ((uint64_t)*carry & CLRI_WORDS_DIGIT_MASK);

    *carry = (word >> CLRI_WORDS_DIGIT_BITS) + (*carry >> CLRI_WORDS_DIGIT_BITS) +
             (int64_t)(digit >> CLRI_WORDS_DIGIT_BITS);
    return digit & CLRI_WORDS_DIGIT_MASK;
}

/* Carries words to a number in two's complement. Whether it fits. */
static bool take_sum(const int64_t *words, const clri_exact_sum *sum, uint32_t *digits)
{
    const size_t count = clri_word_digits(sum);
    const int bits = 32 * sum->digits;
    int64_t carry = 0;
    bool fits = true;

    for (int i = 0; i < sum->digits; i++)
        digits[i] = 0;
    for (int at = 0; at < bits; at += CLRI_WORDS_DIGIT_BITS) {
        const size_t i = (size_t)at / CLRI_WORDS_DIGIT_BITS;
        const uint64_t digit = carried(i < count ? words[i] : 0, &carry);
        const int room = bits - at < CLRI_WORDS_DIGIT_BITS ? bits - at : CLRI_WORDS_DIGIT_BITS;

        put_digit(digits, at, digit & (CLRI_WORDS_DIGIT_MASK >> (CLRI_WORDS_DIGIT_BITS - room)),
                  room);
        if (room < CLRI_WORDS_DIGIT_BITS) /* bits beyond the number are its sign */
            fits = digit >> room == (carry < 0 ? CLRI_WORDS_DIGIT_MASK >> room : 0);
    }
    return fits && carry == (sum->digits && digits[sum->digits - 1] >> 31 ? -1 : 0);
}

/* Two counts of a word, each of which `folded` accumulators lead to. */
static bool take_counts(int64_t word, uint64_t folded, uint64_t counts[2])
{
    counts[0] = (uint64_t)word & UINT32_MAX;
    counts[1] = (uint64_t)word >> CLRI_WORDS_HALF_BITS;
    return counts[0] <= folded && counts[1] <= folded;
}

static bool take_flags(const int64_t *words, uint64_t folded, clri_met *met)
{
    const uint32_t flags[] = {CLRI_SEEN_NAN, CLRI_SEEN_PLUS, CLRI_SEEN_MINUS, CLRI_SEEN_OTHER};
    uint64_t counts[4];
    const bool are_there =
        take_counts(words[0], folded, counts) && take_counts(words[1], folded, counts + 2);

    for (int i = 0; are_there && i < 4; i++)
        met->flags |= counts[i] ? flags[i] : 0;
    return are_there;
}

/* The bit that so many of the folded states have, or lack. */
static bool bit_of(const clr_accumulator *accumulator, uint64_t count)
{
    switch (clri_operator_of(accumulator->op)->fold) {
    case CLRI_FOLD_AND:
        return count == 0;
    case CLRI_FOLD_XOR:
        return count % 2 != 0;
    default:
        return count > 0;
    }
}

static bool take_bits(const int64_t *words, uint64_t folded, clr_accumulator *made, size_t k)
{
    const size_t bits = clri_word_bits(made);
    uint64_t value = 0;

    for (size_t i = 0; i < bits; i += 2) {
        uint64_t counts[2];

        if (!take_counts(*words++, folded, counts))
            return false;
        value |= (uint64_t)bit_of(made, counts[0]) << i;
        if (i + 1 < bits)
            value |= (uint64_t)bit_of(made, counts[1]) << (i + 1);
    }
    clri_state_put(clri_state_of(made, k), CLRI_STATE_VALUE, value);
    return true;
}

static clr_status take_sums(const int64_t *words, size_t at, uint64_t folded,
                            const clri_word_form *form, clr_accumulator *made, size_t k,
                            clri_error *error)
{
    clri_met *met = &made->met[k];
    uint32_t *state = clri_state_of(made, k);
    const size_t values = at + form->counts + form->flags;

    met->count = (uint64_t)words[at];
    met->values = (uint64_t)words[at + 1];
    if (form->flags && !take_flags(words + at + form->counts, folded, met))
        return refuse(error, at + form->counts, "flags are counted more often than they can be");
    if (made->kind == &clri_state_bits)
        return take_bits(words + values, folded, made, k)
                   ? CLR_OK
                   : refuse(error, values, "bits are counted more often than they can be");
    if (!take_sum(words + values, &made->sums.values, state))
        return refuse(error, values, "the sum of values is larger than any can be");
    if (!take_sum(words + values + form->values, &made->sums.products,
                  state + made->sums.values.digits))
        return refuse(error, values + form->values,
                      "the sum of products is larger than any can be");
    return CLR_OK;
}

/* A value's bits of the key that clri_word_of_key() made. */
static uint64_t value_of(const clr_accumulator *made, int64_t word, bool is_max)
{
    const uint64_t key = ((uint64_t)word ^ UINT64_C(1) << 63) ^ (is_max ? UINT64_MAX : 0);

    return clri_state_value_of_key(made->result, key, is_max);
}

static clr_status take_extremes(const int64_t *words, size_t at, clr_accumulator *made, size_t k,
                                clri_error *error)
{
    const bool is_max = clri_state_is_maximum(made->op);
    uint32_t *state = clri_state_of(made, k);
    size_t next = at + 2;

    if (words[at] != 0 && words[at] != -1)
        return refuse(error, at, "it tells by 0 or -1 whether there is a value");
    if (words[at] == 0)
        return CLR_OK;
    made->met[k] = (clri_met){.count = 1, .values = 1};
    clri_state_put(state, CLRI_STATE_VALUE, value_of(made, words[at + 1], is_max));
    if (clri_word_of_key(made, clri_state_get(state, CLRI_STATE_VALUE), is_max) != words[at + 1])
        return refuse(error, at + 1, "no value has this key");
    if (clri_state_has_second(made->op)) {
        clri_state_put(state, CLRI_STATE_SECOND, value_of(made, words[next], true));
        if (clri_word_of_key(made, clri_state_get(state, CLRI_STATE_SECOND), true) != words[next])
            return refuse(error, next, "no value has this key");
    }
    if (clri_state_has_index(made->op) && (words[next] < 0 || words[next] == INT64_MAX))
        return refuse(error, next, "it is no index");
    if (clri_state_has_index(made->op))
        clri_state_put(state, CLRI_STATE_INDEX, (uint64_t)words[next]);
    return CLR_OK;
}

static clr_status read_words(const clr_accumulator *like, const int64_t *words, size_t count,
                             clr_accumulator **accumulator, clri_error *error)
{
    clr_accumulator *made = NULL;
    clri_word_form form;
    uint64_t folded;
    size_t wanted;
    clr_status status = CLR_OK;

    if (!like || !words || !accumulator)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "the %s NULL",
                         !like    ? "accumulator that was folded is"
                         : !words ? "words are"
                                  : "place of the accumulator is");
    CLRI_TRY(clri_word_form_check(like, error));
    form = clri_word_form_of(like);
    CLRI_TRY(clri_words_count(like, &form, &wanted, error));
    if (count != wanted)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "there are %zu words, and an accumulator of %zu results takes %zu", count,
                         like->results, wanted);
    CLRI_TRY(read_header(like, words, form.fold, &folded, error));
    CLRI_TRY(clri_accumulator_like(like, like->results, &made, error));
    for (size_t k = 0, at = CLR_WORDS_HEADER; k < made->results;
         k++, at += clri_word_form_size(&form))
        CLRI_TRY(form.fold == CLR_FOLD_MIN ? take_extremes(words, at, made, k, error)
                                           : take_sums(words, at, folded, &form, made, k, error));
    CLRI_TRY(clri_accumulator_check(made, error));
    *accumulator = made;
    made = NULL;
cleanup:
    clr_accumulator_destroy(made);
    return status;
}

clr_status clr_accumulator_from_words(const clr_accumulator *like, const int64_t *words,
                                      size_t count, clr_accumulator **accumulator, char *reason,
                                      size_t reason_size)
{
    clri_error error = {0};

    if (accumulator)
        *accumulator = NULL;
    return clri_accumulator_answer(read_words(like, words, count, accumulator, &error), &error,
                                   reason, reason_size);
}
