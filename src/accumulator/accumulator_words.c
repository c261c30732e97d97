/* SPDX-License-Identifier: Apache-2.0 */
/*
 * accumulator_words - states as 64-bit integers that a plain sum, or a plain minimum, of each word
 * merges: for collective operations of MPI and the like, and for arrays of other libraries.
 */
#include "accumulator/accumulator.h"
#include "accumulator/state_kind.h"
#include "problem/number.h"
#include "problem/operator.h"

#include <inttypes.h>
#include <stdlib.h>

enum {
    DIGIT_BITS = 40,       /* of a word of a sum: 2^23 of them do not overflow it */
    FLAG_BITS = 32,        /* of a count of flags: a word has two */
    COUNTER_BITS = 32,     /* of a count of a bit: likewise */
    FOLDED_MOST = 1 << 23, /* accumulators that are merged at a time */
    HASH_BITS = 40,        /* so that the sum of as many hashes does not overflow */
    AT_HASH = 0,           /* header, folded by a sum: the reduction and the results, ... */
    AT_FOLDED = 1,         /* ... how many accumulators were folded, ... */
    AT_FAILURES = 2,       /* ... and how many of them are of parts that have failed; */
    AT_OTHER_HASH = 1,     /* by a minimum: the hash again, negative */
    HEADER = CLR_WORDS_HEADER
};

#define DIGIT_MASK ((UINT64_C(1) << DIGIT_BITS) - 1)

/* ---- which words ---- */

/* How many words of a state mean what; 0: it has none of these. */
typedef struct word_form {
    clr_fold fold;
    size_t counts; /* elements, and values among them; of extremes whether there is a value */
    size_t flags;
    size_t values; /* digits of the sum of values, counts of bits, or keys */
    size_t products;
} word_form;

static size_t digits_of(const clri_exact_sum *sum)
{
    const int bits = sum->term_bits + 64; /* 2^63 terms and a sign */

    return sum->digits ? (size_t)(bits + DIGIT_BITS - 1) / DIGIT_BITS : 0;
}

static bool is_float(const clr_accumulator *accumulator)
{
    return clri_number_of(accumulator->type)->class == CLRI_FLOAT;
}

static word_form form_of_sums(const clr_accumulator *accumulator)
{
    const bool has_flags =
        is_float(accumulator) && clri_operator_adds_up(clri_operator_of(accumulator->op));

    return (word_form){.fold = CLR_FOLD_SUM,
                       .counts = 2,
                       .flags = has_flags ? 2 : 0,
                       .values = digits_of(&accumulator->sums.values),
                       .products = digits_of(&accumulator->sums.products)};
}

/* Bits of the single word of a state. */
static size_t bits_of(const clr_accumulator *accumulator)
{
    return clri_operator_of(accumulator->op)->result == CLRI_RESULT_TRUTH
               ? 1
               : 8 * clri_number_of(accumulator->result)->size;
}

static word_form form_of(const clr_accumulator *accumulator)
{
    if (accumulator->kind == &clri_state_sums)
        return form_of_sums(accumulator);
    if (accumulator->kind == &clri_state_words)
        return (word_form){
            .fold = CLR_FOLD_SUM, .counts = 2, .values = (bits_of(accumulator) + 1) / 2};
    return (word_form){.fold = CLR_FOLD_MIN, .counts = 1, .values = accumulator->digits / 2};
}

static size_t state_words(const word_form *form)
{
    return form->counts + form->flags + form->values + form->products;
}

static clr_status check_form(const clr_accumulator *accumulator, clri_error *error)
{
    if (clri_operator_of(accumulator->op)->fold != CLRI_FOLD_MULTIPLY)
        return CLR_OK;
    return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                     "no sum of words merges products: send the bytes of clr_accumulator_store()");
}

/* FNV-1a, as far as it goes into a word. */
static int64_t hash_of(const clr_accumulator *accumulator)
{
    const uint64_t numbers[] = {
        (uint64_t)accumulator->op,  (uint64_t)accumulator->type,     (uint64_t)accumulator->result,
        (uint64_t)accumulator->nan, (uint64_t)accumulator->overflow, accumulator->ddof,
        accumulator->results};
    uint64_t hash = UINT64_C(0xcbf29ce484222325);

    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        for (int byte = 0; byte < 8; byte++)
            hash = (hash ^ (numbers[i] >> 8 * byte & 0xff)) * UINT64_C(0x100000001b3);
    return (int64_t)((hash ^ hash >> HASH_BITS) & ((UINT64_C(1) << HASH_BITS) - 1)) + 1;
}

/* ---- writing ---- */

/* The bits of a number of `count` digits in two's complement from bit `at` on. */
static uint64_t bits_from(const uint32_t *digits, int count, int at)
{
    const uint32_t above = digits[count - 1] >> 31 ? UINT32_MAX : 0;
    uint64_t bits = 0;

    for (int i = 0; i < 3; i++) {
        const int digit = at / 32 + i, shift = 32 * i - at % 32;
        const uint64_t word = digit < count ? digits[digit] : above;

        bits |= shift < 0 ? word >> -shift : shift < 64 ? word << shift : 0;
    }
    return bits;
}

/* Digits of DIGIT_BITS, the top one with the sign. */
static int64_t *put_sum(int64_t *to, const uint32_t *digits, const clri_exact_sum *sum)
{
    const size_t words = digits_of(sum);

    for (size_t i = 0; i < words; i++) {
        const uint64_t bits = bits_from(digits, sum->digits, (int)i * DIGIT_BITS);
        const bool is_top = i + 1 == words;

        *to++ = is_top ? (int64_t)(bits << (64 - DIGIT_BITS)) >> (64 - DIGIT_BITS)
                       : (int64_t)(bits & DIGIT_MASK);
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
    const size_t bits = bits_of(accumulator);

    for (size_t i = 0; i < bits; i += 2) {
        const uint64_t low = counted >> i & 1;
        const uint64_t high = i + 1 < bits ? counted >> (i + 1) & 1 : 0;

        *to++ = (int64_t)(low | high << COUNTER_BITS);
    }
    return to;
}

static int64_t *put_state_of_sums(int64_t *to, const clr_accumulator *accumulator,
                                  const word_form *form, size_t k)
{
    const clri_met *met = &accumulator->met[k];
    const uint32_t *state = clri_state_of(accumulator, k);
    const uint64_t flags[] = {
        (met->flags & CLRI_SEEN_NAN ? 1 : 0) | (uint64_t)(met->flags & CLRI_SEEN_PLUS ? 1 : 0)
                                                   << FLAG_BITS,
        (met->flags & CLRI_SEEN_MINUS ? 1 : 0) | (uint64_t)(met->flags & CLRI_SEEN_OTHER ? 1 : 0)
                                                     << FLAG_BITS,
    };

    *to++ = (int64_t)met->count;
    *to++ = (int64_t)met->values;
    for (size_t i = 0; i < form->flags; i++)
        *to++ = (int64_t)flags[i];
    if (accumulator->kind == &clri_state_words)
        return put_bits(to, accumulator, k);
    to = put_sum(to, state, &accumulator->sums.values);
    return put_sum(to, state + accumulator->sums.values.digits, &accumulator->sums.products);
}

static bool is_of_maxima(clr_operator op)
{
    const clri_fold fold = clri_operator_of(op)->fold;

    return fold == CLRI_FOLD_MAX || fold == CLRI_FOLD_ARGMAX;
}

/* A key whose minimum is the key of the extreme value, as a signed number. */
static int64_t key_word(const clr_accumulator *accumulator, uint64_t bits, bool is_max)
{
    const uint64_t key = clri_state_key(accumulator->result, bits, is_max);

    return (int64_t)((is_max ? ~key : key) ^ UINT64_C(1) << 63);
}

static int64_t *put_state_of_extremes(int64_t *to, const clr_accumulator *accumulator, size_t k)
{
    const uint32_t *state = clri_state_of(accumulator, k);
    const bool has_value = accumulator->met[k].values != 0;

    *to++ = has_value ? -1 : 0;
    *to++ = has_value ? key_word(accumulator, clri_state_get(state, CLRI_STATE_VALUE),
                                 is_of_maxima(accumulator->op))
                      : INT64_MAX;
    if (clri_state_has_second(accumulator->op))
        *to++ = has_value ? key_word(accumulator, clri_state_get(state, CLRI_STATE_SECOND), true)
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
    words[AT_HASH] = hash_of(accumulator);
    words[fold == CLR_FOLD_SUM ? AT_FOLDED : AT_OTHER_HASH] =
        fold == CLR_FOLD_SUM ? 1 : -hash_of(accumulator);
    words[AT_FAILURES] = 0;
}

static clr_status count_words(const clr_accumulator *accumulator, const word_form *form,
                              size_t *count, clri_error *error)
{
    if (__builtin_mul_overflow(accumulator->results, state_words(form), count) ||
        *count > PTRDIFF_MAX / sizeof(int64_t) - HEADER)
        return clri_fail(error, CLR_ERROR_MEMORY,
                         "%zu results of %zu words each are more than memory holds",
                         accumulator->results, state_words(form));
    *count += HEADER;
    return CLR_OK;
}

static clr_status write_words(const clr_accumulator *accumulator, int64_t *words, size_t room,
                              size_t *count, clr_fold *fold, clri_error *error)
{
    word_form form;
    clr_status status = CLR_OK;

    if (!accumulator || !count || (!words && room))
        return clri_fail(error, CLR_ERROR_ARGUMENT, "the %s NULL",
                         !accumulator ? "accumulator is"
                         : !count     ? "place of the count is"
                                      : "words are");
    CLRI_TRY(check_form(accumulator, error));
    form = form_of(accumulator);
    CLRI_TRY(count_words(accumulator, &form, count, error));
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
    words += HEADER;
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

/* ---- reading ---- */

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
    const int64_t hash = hash_of(like);

    *folded = 0;
    if (words[AT_FAILURES] != 0)
        return clri_fail(error, CLR_ERROR_OPENCL,
                         fold == CLR_FOLD_SUM ? "%" PRId64 " of the parts have failed"
                                              : "some of the parts have failed (word %" PRId64 ")",
                         words[AT_FAILURES]);
    if (fold == CLR_FOLD_MIN)
        return words[AT_HASH] == hash && words[AT_OTHER_HASH] == -hash
                   ? CLR_OK
                   : refuse(error, AT_HASH, are_others);
    if (words[AT_FOLDED] < 1 || words[AT_FOLDED] > FOLDED_MOST)
        return refuse(error, AT_FOLDED, "1 to 2^23 accumulators can be folded");
    if (words[AT_HASH] / words[AT_FOLDED] != hash || words[AT_HASH] % words[AT_FOLDED] != 0)
        return refuse(error, AT_HASH, are_others);
    *folded = (uint64_t)words[AT_FOLDED];
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
    const uint64_t digit = ((uint64_t)word & DIGIT_MASK) + ((uint64_t)*carry & DIGIT_MASK);

    *carry = (word >> DIGIT_BITS) + (*carry >> DIGIT_BITS) + (int64_t)(digit >> DIGIT_BITS);
    return digit & DIGIT_MASK;
}

/* Carries words to a number in two's complement. Whether it fits. */
static bool take_sum(const int64_t *words, const clri_exact_sum *sum, uint32_t *digits)
{
    const size_t count = digits_of(sum);
    const int bits = 32 * sum->digits;
    int64_t carry = 0;
    bool fits = true;

    for (int i = 0; i < sum->digits; i++)
        digits[i] = 0;
    for (int at = 0; at < bits; at += DIGIT_BITS) {
        const size_t i = (size_t)at / DIGIT_BITS;
        const uint64_t digit = carried(i < count ? words[i] : 0, &carry);
        const int room = bits - at < DIGIT_BITS ? bits - at : DIGIT_BITS;

        put_digit(digits, at, digit & (DIGIT_MASK >> (DIGIT_BITS - room)), room);
        if (room < DIGIT_BITS) /* bits beyond the number are its sign */
            fits = digit >> room == (carry < 0 ? DIGIT_MASK >> room : 0);
    }
    return fits && carry == (sum->digits && digits[sum->digits - 1] >> 31 ? -1 : 0);
}

/* Two counts of a word, each of which `folded` accumulators lead to. */
static bool take_counts(int64_t word, uint64_t folded, uint64_t counts[2])
{
    counts[0] = (uint64_t)word & UINT32_MAX;
    counts[1] = (uint64_t)word >> 32;
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
    const size_t bits = bits_of(made);
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

static clr_status take_sums(const int64_t *words, size_t at, uint64_t folded, const word_form *form,
                            clr_accumulator *made, size_t k, clri_error *error)
{
    clri_met *met = &made->met[k];
    uint32_t *state = clri_state_of(made, k);
    const size_t values = at + form->counts + form->flags;

    met->count = (uint64_t)words[at];
    met->values = (uint64_t)words[at + 1];
    if (form->flags && !take_flags(words + at + form->counts, folded, met))
        return refuse(error, at + form->counts, "flags are counted more often than they can be");
    if (made->kind == &clri_state_words)
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

/* A value's bits of the key that key_word() made. */
static uint64_t value_of(const clr_accumulator *made, int64_t word, bool is_max)
{
    const uint64_t key = ((uint64_t)word ^ UINT64_C(1) << 63) ^ (is_max ? UINT64_MAX : 0);

    return clri_state_value_of_key(made->result, key, is_max);
}

static clr_status take_extremes(const int64_t *words, size_t at, clr_accumulator *made, size_t k,
                                clri_error *error)
{
    const bool is_max = is_of_maxima(made->op);
    uint32_t *state = clri_state_of(made, k);
    size_t next = at + 2;

    if (words[at] != 0 && words[at] != -1)
        return refuse(error, at, "it tells by 0 or -1 whether there is a value");
    if (words[at] == 0)
        return CLR_OK;
    made->met[k] = (clri_met){.count = 1, .values = 1};
    clri_state_put(state, CLRI_STATE_VALUE, value_of(made, words[at + 1], is_max));
    if (key_word(made, clri_state_get(state, CLRI_STATE_VALUE), is_max) != words[at + 1])
        return refuse(error, at + 1, "no value has this key");
    if (clri_state_has_second(made->op)) {
        clri_state_put(state, CLRI_STATE_SECOND, value_of(made, words[next], true));
        if (key_word(made, clri_state_get(state, CLRI_STATE_SECOND), true) != words[next])
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
    word_form form;
    uint64_t folded;
    size_t wanted;
    clr_status status = CLR_OK;

    if (!like || !words || !accumulator)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "the %s NULL",
                         !like    ? "accumulator that was folded is"
                         : !words ? "words are"
                                  : "place of the accumulator is");
    CLRI_TRY(check_form(like, error));
    form = form_of(like);
    CLRI_TRY(count_words(like, &form, &wanted, error));
    if (count != wanted)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "there are %zu words, and an accumulator of %zu results takes %zu", count,
                         like->results, wanted);
    CLRI_TRY(read_header(like, words, form.fold, &folded, error));
    CLRI_TRY(clri_accumulator_slice(like, 0, like->results, &made, error));
    clri_accumulator_clear(made);
    for (size_t k = 0, at = HEADER; k < made->results; k++, at += state_words(&form))
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

/* ---- the second round, of indices ---- */

static clr_status keep_best(clr_accumulator *accumulator, const clr_accumulator *best,
                            clri_error *error)
{
    clr_status status = CLR_OK;

    CLRI_TRY(clri_accumulator_check_alike(accumulator, best, error));
    if (accumulator->kind != &clri_state_extremes)
        return CLR_OK;
    for (size_t k = 0; k < accumulator->results; k++) {
        uint32_t *state = clri_state_of(accumulator, k);
        const bool is_best = clri_state_get(state, CLRI_STATE_VALUE) ==
                             clri_state_get(clri_state_of(best, k), CLRI_STATE_VALUE);

        if (accumulator->met[k].values && (!is_best || !best->met[k].values)) {
            accumulator->met[k].values = 0;
            accumulator->kind->clear(accumulator, state);
        }
    }
cleanup:
    return status;
}

clr_status clr_accumulator_keep_best(clr_accumulator *accumulator, const clr_accumulator *best,
                                     char *reason, size_t reason_size)
{
    clri_error error = {0};

    return clri_accumulator_answer(keep_best(accumulator, best, &error), &error, reason,
                                   reason_size);
}
