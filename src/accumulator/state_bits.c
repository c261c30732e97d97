/* SPDX-License-Identifier: Apache-2.0 */
/* state_bits - states that are one word, merged by the operator itself: of bitwise operators, of
 * any and all, which are one bit, and of products of integers modulo 2^64. */
#include "accumulator/state_kind.h"
#include "problem/number.h"
#include "problem/operator.h"

#include <inttypes.h>

uint64_t clri_state_bits_of(const clr_accumulator *accumulator)
{
    const size_t bits = 8 * clri_number_of(accumulator->result)->size;
    const bool is_truth = clri_operator_of(accumulator->op)->result == CLRI_RESULT_TRUTH;

    return is_truth ? 1 : bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
}

uint64_t clri_state_no_bits(clr_operator op)
{
    const clri_fold fold = clri_operator_of(op)->fold;

    return fold == CLRI_FOLD_AND ? UINT64_MAX : fold == CLRI_FOLD_MULTIPLY ? 1 : 0;
}

static void clear(const clr_accumulator *accumulator, uint32_t *state)
{
    clri_state_put(state, CLRI_STATE_VALUE,
                   clri_state_no_bits(accumulator->op) & clri_state_bits_of(accumulator));
}

uint64_t clri_state_combine(clr_operator op, uint64_t a, uint64_t b)
{
    switch (clri_operator_of(op)->fold) {
    case CLRI_FOLD_AND:
        return a & b;
    case CLRI_FOLD_OR:
        return a | b;
    case CLRI_FOLD_XOR:
        return a ^ b;
    default:
        return a * b;
    }
}

static void merge_bits(clr_accumulator *into, size_t place, const clr_accumulator *from, size_t k)
{
    uint32_t *state = clri_state_of(into, place);
    const uint64_t merged =
        clri_state_combine(into->op, clri_state_get(state, CLRI_STATE_VALUE),
                           clri_state_get(clri_state_of(from, k), CLRI_STATE_VALUE));

    clri_state_put(state, CLRI_STATE_VALUE, merged & clri_state_bits_of(into));
    into->met[place].values += from->met[k].values;
}

static clr_status check_bits(const clr_accumulator *accumulator, size_t k, clri_error *error)
{
    const uint64_t value = clri_state_get(clri_state_of(accumulator, k), CLRI_STATE_VALUE);

    if ((value & ~clri_state_bits_of(accumulator)) == 0)
        return CLR_OK;
    return clri_fail(
        error, CLR_ERROR_ARGUMENT,
        "the accumulator is no state: %s of result %zu is 0x%" PRIx64 ", which no %s has",
        clr_operator_name(accumulator->op), k, value, clr_type_name(accumulator->result));
}

static clri_state_result round_word(const clr_accumulator *accumulator, size_t k)
{
    return (clri_state_result){.value =
                                   clri_state_get(clri_state_of(accumulator, k), CLRI_STATE_VALUE)};
}

const clri_state_kind clri_state_bits = {clear, merge_bits, check_bits, round_word};
