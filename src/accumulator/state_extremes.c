/* SPDX-License-Identifier: Apache-2.0 */
/*
 * state_extremes - states of minima, maxima and their indices: values as they are, compared in the
 * order of IEEE 754-2019's minimum and maximum, in which -0 is less than +0 and a NaN wins. Of
 * equal values the lowest index stays, so that no order of merging changes a state. A state without
 * a value is all 0. Of first and last, indices are compared and values are bits, which may be those
 * of any NaN.
 */
#include "accumulator/state_kind.h"
#include "problem/number.h"
#include "problem/operator.h"

#include <inttypes.h>

bool clri_state_has_index(clr_operator op)
{
    return clri_operator_of(op)->lower == CLRI_LOWER_ARG;
}

bool clri_state_is_end(clr_operator op)
{
    const clri_fold fold = clri_operator_of(op)->fold;

    return fold == CLRI_FOLD_FIRST || fold == CLRI_FOLD_LAST;
}

bool clri_state_has_second(clr_operator op)
{
    return clri_operator_of(op)->fold == CLRI_FOLD_EXTREMES;
}

bool clri_state_is_maximum(clr_operator op)
{
    const clri_fold fold = clri_operator_of(op)->fold;

    return fold == CLRI_FOLD_MAX || fold == CLRI_FOLD_ARGMAX || fold == CLRI_FOLD_LAST;
}

/* ---- the order of values ---- */

/* Bits of a float's significand behind the point. */
static unsigned fraction_bits(clr_type type)
{
    return type == CLR_TYPE_F16 ? 10 : type == CLR_TYPE_BF16 ? 7 : type == CLR_TYPE_F32 ? 23 : 52;
}

uint64_t clri_state_infinity(clr_type type)
{
    const uint64_t sign = UINT64_C(1) << (8 * clri_number_of(type)->size - 1);

    return sign - (UINT64_C(1) << fraction_bits(type));
}

uint64_t clri_state_quiet_nan(clr_type type)
{
    return clri_state_infinity(type) | UINT64_C(1) << (fraction_bits(type) - 1);
}

static bool is_nan(clr_type type, uint64_t bits)
{
    const uint64_t sign = UINT64_C(1) << (8 * clri_number_of(type)->size - 1);

    return clri_number_of(type)->class == CLRI_FLOAT && (bits & ~sign) > clri_state_infinity(type);
}

uint64_t clri_state_settle_nan(clr_type type, uint64_t bits)
{
    return is_nan(type, bits) ? clri_state_quiet_nan(type) : bits;
}

bool clri_state_keeps_nans(clr_operator op, clr_type type)
{
    return clri_state_is_end(op) && type != CLR_TYPE_F16;
}

uint64_t clri_state_key(clr_type type, uint64_t bits, bool is_max)
{
    const clri_number *number = clri_number_of(type);
    const uint64_t sign = UINT64_C(1) << (8 * number->size - 1);

    if (is_nan(type, bits))
        return is_max ? UINT64_MAX : 0;
    if (number->class == CLRI_UNSIGNED)
        return bits;
    if (number->class == CLRI_SIGNED)
        return bits ^ sign;
    return bits & sign ? sign - (bits & ~sign) - 1 : sign | bits; /* -0 lies below +0 */
}

uint64_t clri_state_value_of_key(clr_type type, uint64_t key, bool is_max)
{
    const clri_number *number = clri_number_of(type);
    const uint64_t sign = UINT64_C(1) << (8 * number->size - 1);

    if (number->class == CLRI_FLOAT && key == (is_max ? UINT64_MAX : 0))
        return clri_state_quiet_nan(type);
    if (number->class == CLRI_UNSIGNED)
        return key;
    if (number->class == CLRI_SIGNED)
        return key ^ sign;
    return key & sign ? key ^ sign : sign | (sign - 1 - key);
}

/* ---- states ---- */

/* Whether `b` takes the place of `a`. */
static bool beats(clr_type type, uint64_t b, uint64_t a, bool is_max)
{
    const uint64_t key_a = clri_state_key(type, a, is_max);
    const uint64_t key_b = clri_state_key(type, b, is_max);

    return is_max ? key_b > key_a : key_b < key_a;
}

static void clear(const clr_accumulator *accumulator, uint32_t *state)
{
    for (size_t i = 0; i < accumulator->digits; i++)
        state[i] = 0;
}

static void take_extreme(const clr_accumulator *accumulator, uint32_t *state, const uint32_t *other,
                         int number, bool is_max)
{
    const uint64_t bits = clri_state_get(other, number);

    if (beats(accumulator->result, bits, clri_state_get(state, number), is_max))
        clri_state_put(state, number, bits);
}

static void take_index(const clr_accumulator *accumulator, uint32_t *state, const uint32_t *other,
                       bool is_max)
{
    const uint64_t a = clri_state_get(state, CLRI_STATE_VALUE);
    const uint64_t b = clri_state_get(other, CLRI_STATE_VALUE);
    const bool is_earlier =
        clri_state_get(other, CLRI_STATE_INDEX) < clri_state_get(state, CLRI_STATE_INDEX);

    if (beats(accumulator->result, b, a, is_max) ||
        (!beats(accumulator->result, a, b, is_max) && is_earlier)) {
        clri_state_put(state, CLRI_STATE_VALUE, b);
        clri_state_put(state, CLRI_STATE_INDEX, clri_state_get(other, CLRI_STATE_INDEX));
    }
}

static void take_end(const clr_accumulator *accumulator, uint32_t *state, const uint32_t *other,
                     bool is_last)
{
    const uint64_t a = clri_state_get(state, CLRI_STATE_INDEX);
    const uint64_t b = clri_state_get(other, CLRI_STATE_INDEX);

    for (size_t i = 0; (is_last ? b > a : b < a) && i < accumulator->digits; i++)
        state[i] = other[i];
}

static void merge_extreme(clr_accumulator *into, size_t place, const clr_accumulator *from,
                          size_t k)
{
    const bool is_max = clri_state_is_maximum(into->op);
    uint32_t *state = clri_state_of(into, place);
    const uint32_t *other = clri_state_of(from, k);
    const bool is_first = into->met[place].values == 0;

    if (from->met[k].values == 0)
        return;
    into->met[place].values = 1; /* there is a value; how many a mask leaves, no kernel counts */
    for (size_t i = 0; is_first && i < into->digits; i++)
        state[i] = other[i];
    if (is_first)
        return;
    if (clri_state_is_end(into->op)) {
        take_end(into, state, other, is_max);
        return;
    }
    if (clri_state_has_index(into->op)) {
        take_index(into, state, other, is_max);
        return;
    }
    take_extreme(into, state, other, CLRI_STATE_VALUE, is_max);
    if (clri_state_has_second(into->op))
        take_extreme(into, state, other, CLRI_STATE_SECOND, true);
}

/* Whether a number of the type has these bits: NaNs are quiet, but of ends, and none if they are
 * ignored. */
static bool is_value(const clr_accumulator *accumulator, uint64_t bits)
{
    const size_t size = clri_number_of(accumulator->result)->size;

    if (size < 8 && bits >> 8 * size)
        return false;
    return !is_nan(accumulator->result, bits) ||
           ((bits == clri_state_quiet_nan(accumulator->result) ||
             clri_state_keeps_nans(accumulator->op, accumulator->result)) &&
            accumulator->nan != CLR_NAN_IGNORE);
}

/* Whether the smallest value is no larger than the largest; of NaNs both are. */
static bool are_ordered(clr_type type, uint64_t least, uint64_t most)
{
    return is_nan(type, least) == is_nan(type, most) && !beats(type, least, most, true);
}

static clr_status check_extreme(const clr_accumulator *accumulator, size_t k, clri_error *error)
{
    const uint32_t *state = clri_state_of(accumulator, k);
    const uint64_t value = clri_state_get(state, CLRI_STATE_VALUE);
    const bool has_second = clri_state_has_second(accumulator->op);
    bool is_state = is_value(accumulator, value);

    if (has_second)
        is_state &=
            is_value(accumulator, clri_state_get(state, CLRI_STATE_SECOND)) &&
            are_ordered(accumulator->result, value, clri_state_get(state, CLRI_STATE_SECOND));
    if (accumulator->met[k].values == 0)
        for (size_t i = 0; i < accumulator->digits; i++)
            is_state &= state[i] == 0;
    if (is_state)
        return CLR_OK;
    return clri_fail(error, CLR_ERROR_ARGUMENT,
                     "the accumulator is no state: %s of %" PRIu64
                     " values, result %zu, is 0x%" PRIx64 " as %s",
                     clr_operator_name(accumulator->op), accumulator->met[k].values, k, value,
                     clr_type_name(accumulator->result));
}

static clri_state_result round_extreme(const clr_accumulator *accumulator, size_t k)
{
    const uint32_t *state = clri_state_of(accumulator, k);
    const bool is_float = clri_number_of(accumulator->result)->class == CLRI_FLOAT;
    clri_state_result result = {.status = CLR_ERROR_EMPTY,
                                .value = is_float ? clri_state_quiet_nan(accumulator->result) : 0,
                                .index = UINT64_MAX};

    result.second = result.value;
    if (accumulator->met[k].values == 0)
        return result;
    result.status = CLR_OK;
    result.value = clri_state_get(state, CLRI_STATE_VALUE);
    if (clri_state_has_second(accumulator->op))
        result.second = clri_state_get(state, CLRI_STATE_SECOND);
    if (clri_state_has_index(accumulator->op))
        result.index = clri_state_get(state, CLRI_STATE_INDEX);
    return result;
}

const clri_state_kind clri_state_extremes = {clear, merge_extreme, check_extreme, round_extreme};
