/* SPDX-License-Identifier: Apache-2.0 */
#include "accumulator/word_form.h"
#include "accumulator/state_kind.h"
#include "problem/number.h"
#include "problem/operator.h"

enum { HASH_BITS = 40 };

static size_t digits_of(const clri_exact_sum *sum)
{
    const int bits = sum->term_bits + 64; /* 2^63 terms and a sign */

    return sum->digits ? (size_t)(bits + CLRI_WORDS_DIGIT_BITS - 1) / CLRI_WORDS_DIGIT_BITS : 0;
}

static clri_word_form form_of_sums(const clr_accumulator *accumulator)
{
    return (clri_word_form){.fold = CLR_FOLD_SUM,
                            .counts = 2,
                            .flags = accumulator->addends.are_floats ? 2 : 0,
                            .values = digits_of(&accumulator->sums.values),
                            .products = digits_of(&accumulator->sums.products),
                            .value_sums = (size_t)accumulator->sums.value_sums,
                            .product_sums = (size_t)accumulator->sums.product_sums};
}

/* Bits of the single word of a state. */
size_t clri_word_bits(const clr_accumulator *accumulator)
{
    return clri_operator_of(accumulator->op)->result == CLRI_RESULT_TRUTH
               ? 1
               : 8 * clri_number_of(accumulator->result)->size;
}

clri_word_form clri_word_form_of(const clr_accumulator *accumulator)
{
    if (accumulator->kind == &clri_state_sums)
        return form_of_sums(accumulator);
    if (accumulator->kind == &clri_state_bits)
        return (clri_word_form){.fold = CLR_FOLD_SUM,
                                .counts = 2,
                                .values = (clri_word_bits(accumulator) + 1) / 2,
                                .value_sums = 1};
    return (clri_word_form){
        .fold = CLR_FOLD_MIN, .counts = 1, .values = accumulator->digits / 2, .value_sums = 1};
}

size_t clri_word_form_size(const clri_word_form *form)
{
    return form->counts + form->flags + form->value_sums * form->values +
           form->product_sums * form->products;
}

clr_status clri_word_form_check(const clr_accumulator *accumulator, clri_error *error)
{
    if (clri_operator_of(accumulator->op)->fold != CLRI_FOLD_MULTIPLY)
        return CLR_OK;
    return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                     "no sum of words merges products: send the bytes of clr_accumulator_store()");
}

/* FNV-1a (Fowler, Noll, Vo), folded to HASH_BITS, and never 0, as a sum of zeros would tell
 * nothing. */
int64_t clri_words_hash(const clr_accumulator *accumulator)
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

clr_status clri_word_choice_of(const clri_word_form *form, const uint64_t *used,
                               clri_word_choice *choice, clri_error *error)
{
    const size_t words = clri_word_form_size(form);

    choice->kept = choice->left = 0;
    for (size_t i = 0; i < words; i++)
        if (!used || used[i / 64] >> i % 64 & 1)
            choice->kept_at[choice->kept++] = (uint16_t)i;
        else
            choice->left_at[choice->left++] = (uint16_t)i;
    if (form->fold == CLR_FOLD_MIN && choice->left)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "word %d of each state would be left out, and minima need all",
                         choice->left_at[0]);
    return CLR_OK;
}

clr_status clri_words_count(const clr_accumulator *accumulator, size_t each, size_t *count,
                            clri_error *error)
{
    if (__builtin_mul_overflow(accumulator->results, each, count) ||
        *count > PTRDIFF_MAX / sizeof(int64_t) - CLR_WORDS_HEADER)
        return clri_fail(error, CLR_ERROR_MEMORY,
                         "%zu results of %zu words each are more than memory holds",
                         accumulator->results, each);
    *count += CLR_WORDS_HEADER;
    return CLR_OK;
}

int64_t clri_word_of_key(const clr_accumulator *accumulator, uint64_t bits, bool is_max)
{
    const uint64_t key = clri_state_key(accumulator->result, bits, is_max);

    return (int64_t)((is_max ? ~key : key) ^ UINT64_C(1) << 63);
}
