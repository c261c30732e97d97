/* SPDX-License-Identifier: Apache-2.0 */
/* accumulator_from_words - reads words that were folded by somebody else, of accumulators of
 * `like`'s reduction. They may come from anywhere: hashes, numbers of folded accumulators, counts
 * and digits are checked, and words that no accumulators lead to are refused. */
#include "accumulator/accumulator.h"
#include "accumulator/state_kind.h"
#include "accumulator/word_form.h"
#include "problem/operator.h"

#include <inttypes.h>

static clr_status refuse_words(clri_error *error, size_t at, const char *what)
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
                   : refuse_words(error, CLRI_WORDS_AT_HASH, are_others);
    if (words[CLRI_WORDS_AT_FOLDED] < 1 || words[CLRI_WORDS_AT_FOLDED] > CLRI_WORDS_FOLDED_MOST)
        return refuse_words(error, CLRI_WORDS_AT_FOLDED, "1 to 2^23 accumulators can be folded");
    if (words[CLRI_WORDS_AT_HASH] / words[CLRI_WORDS_AT_FOLDED] != hash ||
        words[CLRI_WORDS_AT_HASH] % words[CLRI_WORDS_AT_FOLDED] != 0)
        return refuse_words(error, CLRI_WORDS_AT_HASH, are_others);
    *folded = (uint64_t)words[CLRI_WORDS_AT_FOLDED];
    return CLR_OK;
}

/* word + carry as a digit and the next carry: as words have 64 bits, a carry has 25 at most. */
static uint64_t carried(int64_t word, int64_t *carry)
{
    const int64_t total = (int64_t)((uint64_t)word & CLRI_WORDS_DIGIT_MASK) + *carry;

    *carry = (word >> CLRI_WORDS_DIGIT_BITS) + (total >> CLRI_WORDS_DIGIT_BITS);
    return (uint64_t)total & CLRI_WORDS_DIGIT_MASK;
}

/* Carries `count` words to a number in two's complement, digits of 40 bits to digits of 32, which
 * are 0 before: four words are five digits, so that reading begins at a multiple of four. Most
 * words are 0, and are passed over. False: the number does not fit. */
static bool take_sum(const int64_t *words, size_t count, uint32_t *digits, int digit_count)
{
    size_t next = 0;
    uint64_t waiting = 0; /* bits that no digit has yet, ... */
    int bits = 0;         /* ... so many: a multiple of 8, and less than 32 where a word is taken */
    int64_t carry = 0, rest, sign;
    int i;

    while (count > 0 && words[count - 1] == 0)
        count--;
    while (next < count && words[next] == 0)
        next++;
    next -= next % 4;
    for (i = (int)next / 4 * 5; i < digit_count && (next < count || bits >= 32); i++) {
        if (bits < 32) {
            waiting |= carried(words[next++], &carry) << bits;
            bits += CLRI_WORDS_DIGIT_BITS;
        }
        digits[i] = (uint32_t)waiting;
        waiting >>= 32;
        bits -= 32;
    }
    rest = (int64_t)waiting + carry * (INT64_C(1) << bits);
    for (; i < digit_count && rest != 0; i++, rest >>= 32)
        digits[i] = (uint32_t)rest;
    sign = digit_count && digits[digit_count - 1] >> 31 ? -1 : 0;
    return rest == sign;
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

/* The bit that `count` of the folded states have, or lack. */
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
    const clri_exact_sums *sums = &made->sums;
    size_t first = form->counts + form->flags;

    met->count = (uint64_t)words[0];
    met->values = (uint64_t)words[1];
    if (form->flags && !take_flags(words + form->counts, folded, met))
        return refuse_words(error, at + form->counts,
                            "flags are counted more often than they can be");
    if (made->kind == &clri_state_bits)
        return take_bits(words + first, folded, made, k)
                   ? CLR_OK
                   : refuse_words(error, at + first,
                                  "bits are counted more often than they can be");
    for (int i = 0; i < clri_exact_sum_count(sums); i++) {
        const size_t words_of_sum = clri_word_form_sum(form, i);

        if (!take_sum(words + first, words_of_sum, state + clri_exact_first_digit(sums, i),
                      clri_exact_sum_at(sums, i)->digits))
            return refuse_words(error, at + first,
                                i < sums->value_sums
                                    ? "the sum of values is larger than any can be"
                                    : "the sum of products is larger than any can be");
        first += words_of_sum;
    }
    return CLR_OK;
}

/* A value's bits of the key that clri_word_of_key() made. */
static uint64_t value_of(const clr_accumulator *made, int64_t word, bool is_max)
{
    const uint64_t key = ((uint64_t)word ^ UINT64_C(1) << 63) ^ (is_max ? UINT64_MAX : 0);

    return clri_state_value_of_key(made->result, key, is_max);
}

/* The state is checked as all are, and so are the value's bits. */
static clr_status take_end(const int64_t *words, size_t at, clr_accumulator *made, uint32_t *state,
                           clri_error *error)
{
    const int64_t index = clri_state_is_maximum(made->op) ? ~words[1] : words[1];

    if (index < 0 || index == INT64_MAX)
        return refuse_words(error, at + 1, "it is no index");
    clri_state_put(state, CLRI_STATE_VALUE, (uint64_t)words[2]);
    clri_state_put(state, CLRI_STATE_INDEX, (uint64_t)index);
    return CLR_OK;
}

static clr_status take_extremes(const int64_t *words, size_t at, clr_accumulator *made, size_t k,
                                clri_error *error)
{
    const bool is_max = clri_state_is_maximum(made->op);
    uint32_t *state = clri_state_of(made, k);

    if (words[0] != 0 && words[0] != -1)
        return refuse_words(error, at, "it tells by 0 or -1 whether there is a value");
    if (words[0] == 0)
        return CLR_OK;
    made->met[k] = (clri_met){.count = 1, .values = 1};
    if (clri_state_is_end(made->op))
        return take_end(words, at, made, state, error);
    clri_state_put(state, CLRI_STATE_VALUE, value_of(made, words[1], is_max));
    if (clri_word_of_key(made, clri_state_get(state, CLRI_STATE_VALUE), is_max) != words[1])
        return refuse_words(error, at + 1, "no value has this key");
    if (clri_state_has_second(made->op)) {
        clri_state_put(state, CLRI_STATE_SECOND, value_of(made, words[2], true));
        if (clri_word_of_key(made, clri_state_get(state, CLRI_STATE_SECOND), true) != words[2])
            return refuse_words(error, at + 2, "no value has this key");
    }
    if (clri_state_has_index(made->op) && (words[2] < 0 || words[2] == INT64_MAX))
        return refuse_words(error, at + 2, "it is no index");
    if (clri_state_has_index(made->op))
        clri_state_put(state, CLRI_STATE_INDEX, (uint64_t)words[2]);
    return CLR_OK;
}

/* Each state is checked as soon as it is read, while it is in a core's cache. Errors name a word by
 * its number among all words, those left out included. */
static clr_status take_states(const int64_t *words, uint64_t folded, const clri_word_form *form,
                              const clri_word_choice *choice, clr_accumulator *made,
                              clri_error *error)
{
    const size_t size = clri_word_form_size(form);
    int64_t room[CLRI_WORDS_STATE_MOST] = {0};

    for (size_t k = 0; k < made->results; k++, words += choice->kept) {
        const int64_t *state = choice->left ? room : words;
        const size_t at = CLR_WORDS_HEADER + k * size;

        for (size_t i = 0; choice->left && i < choice->kept; i++)
            room[choice->kept_at[i]] = words[i];
        CLRI_OR_RETURN(form->fold == CLR_FOLD_MIN
                           ? take_extremes(state, at, made, k, error)
                           : take_sums(state, at, folded, form, made, k, error));
        CLRI_OR_RETURN(clri_accumulator_check_state(made, k, error));
    }
    return CLR_OK;
}

static clr_status read_words(const clr_accumulator *like, const uint64_t *used,
                             const int64_t *words, size_t count, clr_accumulator **accumulator,
                             clri_error *error)
{
    clr_accumulator *made = NULL;
    clri_word_form form;
    clri_word_choice choice;
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
    CLRI_TRY(clri_word_choice_of(&form, used, &choice, error));
    CLRI_TRY(clri_words_count(like, choice.kept, &wanted, error));
    if (count != wanted)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "there are %zu words, and an accumulator of %zu results takes %zu", count,
                         like->results, wanted);
    CLRI_TRY(read_header(like, words, form.fold, &folded, error));
    CLRI_TRY(clri_accumulator_like(like, like->results, &made, error));
    CLRI_TRY(take_states(words + CLR_WORDS_HEADER, folded, &form, &choice, made, error));
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
    return clr_accumulator_from_some_words(like, NULL, words, count, accumulator, reason,
                                           reason_size);
}

clr_status clr_accumulator_from_some_words(const clr_accumulator *like, const uint64_t *used,
                                           const int64_t *words, size_t count,
                                           clr_accumulator **accumulator, char *reason,
                                           size_t reason_size)
{
    clri_error error = {0};

    if (accumulator)
        *accumulator = NULL;
    return clri_error_answer(read_words(like, used, words, count, accumulator, &error), &error,
                             reason, reason_size);
}
