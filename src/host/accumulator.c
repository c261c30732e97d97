/* SPDX-License-Identifier: Apache-2.0 */
#include "host/accumulator.h"
#include "base/limbs.h"
#include "base/text.h"
#include "problem/number.h"
#include "problem/operator.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- digits ---- */

enum { SPREAD_DIGITS_MOST = 2 * CLRI_VALUE_DIGITS_MOST };

int clri_accumulator_digits(const clr_accumulator *accumulator)
{
    return accumulator->sums.values.digits + accumulator->sums.products.digits;
}

static uint32_t *product_digits(clr_accumulator *accumulator)
{
    return accumulator->digits + accumulator->sums.values.digits;
}

/* A sum as sign and magnitude; `room` holds its digits. */
static clr_limbs magnitude_of(const uint32_t *digits, int count, uint32_t *room)
{
    int32_t high[CLRI_PRODUCT_DIGITS_MOST] = {0};

    if (count == 0)
        return clr_limbs_of(room, 0, 0);
    memcpy(room, digits, (size_t)count * sizeof *digits);
    high[count - 1] = digits[count - 1] >> 31 ? -1 : 0; /* the top digit's sign */
    return clr_limbs_carry(room, high, 0, count, count);
}

static clr_limbs values_of(const clr_accumulator *accumulator, uint32_t *room)
{
    return magnitude_of(accumulator->digits, accumulator->sums.values.digits, room);
}

static clr_limbs products_of(const clr_accumulator *accumulator, uint32_t *room)
{
    return magnitude_of(accumulator->digits + accumulator->sums.values.digits,
                        accumulator->sums.products.digits, room);
}

/* n S2 - S1^2, a variance's numerator. */
static clr_limbs spread_of(const clr_accumulator *accumulator, uint32_t *room)
{
    uint32_t values[CLRI_VALUE_DIGITS_MOST], square[SPREAD_DIGITS_MOST];

    return clr_spread(products_of(accumulator, room), values_of(accumulator, values), square,
                      accumulator->met.values);
}

/* Propagates the carries of carry-save digits, to two's complement. */
static void propagate_carries(uint32_t *to, const uint32_t *low, const int32_t *high, int count)
{
    uint32_t room[CLRI_PRODUCT_DIGITS_MOST];
    uint32_t borrow = 0;
    clr_limbs sum;

    memcpy(room, low, (size_t)count * sizeof *low);
    sum = clr_limbs_carry(room, high, 0, count, count);
    for (int i = 0; i < count; i++) {
        const uint32_t limb = clr_limbs_get(sum, i);

        to[i] = sum.is_negative ? 0 - limb - borrow : limb;
        borrow |= limb != 0;
    }
}

static void add(uint32_t *to, const uint32_t *digits, int count)
{
    uint32_t carry = 0;

    for (int i = 0; i < count; i++) {
        const uint64_t sum = (uint64_t)to[i] + digits[i] + carry;

        to[i] = (uint32_t)sum;
        carry = (uint32_t)(sum >> 32);
    }
}

/* ---- making and merging ---- */

clr_status clri_accumulator_create(const clr_reduction *reduction, const clri_met *met,
                                   const uint32_t *low, const int32_t *high,
                                   clr_accumulator **accumulator, clri_error *error)
{
    clr_accumulator *made = calloc(1, sizeof *made);

    *accumulator = NULL;
    if (!made)
        return clri_fail_memory(error);
    made->op = reduction->op;
    made->type = reduction->type;
    made->result = reduction->result != CLR_TYPE_DEFAULT
                       ? reduction->result
                       : clr_operator_result(reduction->op, reduction->type);
    made->nan = reduction->nan;
    made->ddof = clri_operator_of(made->op)->fold == CLRI_FOLD_MOMENTS ? reduction->ddof : 0;
    made->met = *met;
    clri_exact_sums_of(made->op, made->type, &made->sums);
    if (low) {
        const int values = made->sums.values.digits;

        propagate_carries(made->digits, low, high, values);
        propagate_carries(product_digits(made), low + values, high + values,
                          made->sums.products.digits);
    }
    *accumulator = made;
    return CLR_OK;
}

void clr_accumulator_destroy(clr_accumulator *accumulator)
{
    free(accumulator);
}

static bool is_same_reduction(const clr_accumulator *a, const clr_accumulator *b)
{
    return a->op == b->op && a->type == b->type && a->result == b->result && a->nan == b->nan &&
           a->ddof == b->ddof;
}

/* "var of f32 as f32, ddof 1, NaNs ignored" */
static const char *words_of(const clr_accumulator *accumulator, char *words, size_t size)
{
    char ddof[32] = "";

    if (accumulator->ddof)
        snprintf(ddof, sizeof ddof, ", ddof %" PRIu64, accumulator->ddof);
    snprintf(words, size, "%s of %s as %s%s%s", clr_operator_name(accumulator->op),
             clr_type_name(accumulator->type), clr_type_name(accumulator->result), ddof,
             accumulator->nan == CLR_NAN_IGNORE ? ", NaNs ignored" : "");
    return words;
}

static clr_status merge(clr_accumulator *into, const clr_accumulator *from, clri_error *error)
{
    char a[128], b[128];

    if (!into || !from)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "the accumulator to merge %s is NULL",
                         into ? "from" : "into");
    if (!is_same_reduction(into, from))
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "an accumulator of %s and one of %s do not merge: they are different "
                         "reductions",
                         words_of(into, a, sizeof a), words_of(from, b, sizeof b));
    if (from->met.count > CLRI_EXACT_COUNT_MOST - into->met.count)
        return clri_fail(error, CLR_ERROR_OVERFLOW,
                         "%" PRIu64 " and %" PRIu64 " elements are more than the 2^63 that an "
                         "accumulator has room for",
                         into->met.count, from->met.count);
    into->met.count += from->met.count;
    into->met.values += from->met.values;
    into->met.flags |= from->met.flags;
    add(product_digits(into), from->digits + from->sums.values.digits, from->sums.products.digits);
    add(into->digits, from->digits, from->sums.values.digits);
    return CLR_OK;
}

clr_status clr_accumulator_merge(clr_accumulator *into, const clr_accumulator *from, char *reason,
                                 size_t reason_size)
{
    clri_error error = {0};

    return clri_accumulator_answer(merge(into, from, &error), &error, reason, reason_size);
}

clr_status clri_accumulator_answer(clr_status status, clri_error *error, char *reason,
                                   size_t reason_size)
{
    if (reason)
        clri_text_copy(reason, reason_size, error->message);
    clri_error_clear(error);
    return status;
}

/* ---- deriving ---- */

static bool is_spread(const clr_accumulator *accumulator)
{
    return clri_operator_of(accumulator->op)->fold == CLRI_FOLD_MOMENTS;
}

/* Whether `from` keeps all that `to` needs: a spread has values and squares. */
static bool keeps_enough(const clr_accumulator *from, const clr_accumulator *to)
{
    const clri_lift lift = clri_operator_of(to->op)->lift;

    if (lift == CLRI_LIFT_SQUARE && is_spread(from))
        return true;
    return lift == clri_operator_of(from->op)->lift && (is_spread(from) || !is_spread(to));
}

/* Flags of values as flags of their squares. */
static uint32_t squared(const clri_met *met)
{
    const uint32_t infinities = CLRI_SEEN_PLUS | CLRI_SEEN_MINUS;
    uint32_t flags = met->flags & ~infinities;

    if (met->flags & infinities)
        flags |= CLRI_SEEN_PLUS;
    return met->count > 0 ? flags | CLRI_SEEN_OTHER : flags;
}

/* Fills in what `to` has met; its reduction is set. */
static void take_over(clr_accumulator *to, const clr_accumulator *from)
{
    const bool squares = is_spread(from) && clri_operator_of(to->op)->lift == CLRI_LIFT_SQUARE;

    to->met = from->met;
    if (squares)
        to->met.flags = squared(&from->met);
    memcpy(to->digits, from->digits + (squares ? from->sums.values.digits : 0),
           (size_t)clri_accumulator_digits(to) * sizeof *to->digits);
}

static bool is_float(clr_type type)
{
    const clri_number *number = clri_number_of(type);

    return number && number->class == CLRI_FLOAT;
}

static clr_status derive(const clr_accumulator *from, const clr_reduction *reduction,
                         clr_accumulator **accumulator, clri_error *error)
{
    clri_exact_sums sums;
    clr_accumulator *made;

    if (!is_float(reduction->result))
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "the result of an accumulator is a float, f16, bf16, f32 or f64, and %s "
                         "is none",
                         clr_type_name(reduction->result) ? clr_type_name(reduction->result)
                                                          : "the type that is asked for");
    if (!clri_exact_sums_of(reduction->op, from->type, &sums))
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "%s has no accumulator: only sum, mean, asum, sumsq, dot, nrm2, var and "
                         "std have",
                         clr_operator_name(reduction->op) ? clr_operator_name(reduction->op)
                                                          : "no operator");
    if (clri_accumulator_create(reduction, &from->met, NULL, NULL, &made, error) != CLR_OK)
        return CLR_ERROR_MEMORY;
    if (!keeps_enough(from, made)) {
        clr_accumulator_destroy(made);
        return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                         "an accumulator of %s does not know enough of its elements for %s",
                         clr_operator_name(from->op), clr_operator_name(reduction->op));
    }
    take_over(made, from);
    *accumulator = made;
    return CLR_OK;
}

clr_status clr_accumulator_derive(const clr_accumulator *from, clr_operator op, clr_type result,
                                  uint64_t ddof, clr_accumulator **accumulator, char *reason,
                                  size_t reason_size)
{
    clri_error error = {0};
    clr_status status;

    if (accumulator)
        *accumulator = NULL;
    if (from && accumulator) {
        clr_reduction reduction = CLR_REDUCTION(op, from->type);

        reduction.result = result ? result : from->result;
        reduction.nan = from->nan;
        reduction.ddof = ddof;
        status = derive(from, &reduction, accumulator, &error);
    } else {
        status = clri_fail(&error, CLR_ERROR_ARGUMENT, "the %s is NULL",
                           from ? "place of the accumulator" : "accumulator to derive from");
    }
    return clri_accumulator_answer(status, &error, reason, reason_size);
}

/* ---- validity ---- */

/* A sum of n terms is at most n times the largest term, which is less than 2^term_bits. */
static bool is_in_reach(clr_limbs sum, const clri_exact_sum *of, uint64_t n)
{
    return clr_limbs_is_zero(sum) || (clr_limbs_length(sum) <= of->term_bits + 64 &&
                                      clr_limbs_window(sum, of->term_bits) < n);
}

static bool has_negative_terms(const clr_accumulator *accumulator)
{
    return clri_lift_of(clri_operator_of(accumulator->op)->lift)->has_sign;
}

/* Squares, sums of magnitudes and variances are not negative. */
static bool has_wrong_sign(const clr_accumulator *accumulator, clr_limbs values, clr_limbs products)
{
    uint32_t room[SPREAD_DIGITS_MOST];

    if (is_spread(accumulator))
        return products.is_negative || spread_of(accumulator, room).is_negative;
    return !has_negative_terms(accumulator) && (values.is_negative || products.is_negative);
}

static clr_status check_sums(const clr_accumulator *accumulator, clri_error *error)
{
    uint32_t value_room[CLRI_VALUE_DIGITS_MOST], product_room[CLRI_PRODUCT_DIGITS_MOST];
    const clr_limbs values = values_of(accumulator, value_room);
    const clr_limbs products = products_of(accumulator, product_room);
    const uint64_t n = accumulator->met.values;

    if (!is_in_reach(values, &accumulator->sums.values, n) ||
        !is_in_reach(products, &accumulator->sums.products, n))
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "the accumulator is no state: its sum is larger than that of %" PRIu64
                         " numbers of %s can be",
                         n, clr_type_name(accumulator->type));
    if (has_wrong_sign(accumulator, values, products))
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "the accumulator is no state: its sums are not those of any %s",
                         clr_operator_name(accumulator->op));
    if (!(accumulator->met.flags & CLRI_SEEN_OTHER) &&
        !(clr_limbs_is_zero(values) && clr_limbs_is_zero(products)))
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "the accumulator is no state: its sum is not 0, and it says that nothing "
                         "but -0 was met");
    return CLR_OK;
}

/* Special values count among the values, and like an ignored NaN they are not -0. */
static bool can_have_met(const clr_accumulator *accumulator, const clri_met *met)
{
    const bool has_other = met->flags & CLRI_SEEN_OTHER;
    const bool has_special = met->flags & (CLRI_SEEN_VALUES - CLRI_SEEN_OTHER);

    if (met->flags > CLRI_SEEN_VALUES || (has_special && met->values == 0))
        return false;
    if ((has_special || met->values < met->count) && !has_other)
        return false;
    if (met->flags & CLRI_SEEN_MINUS && !has_negative_terms(accumulator))
        return false;
    return !has_other || met->count > 0;
}

static clr_status check_met(const clr_accumulator *accumulator, clri_error *error)
{
    const clri_met *met = &accumulator->met;

    if (met->count > CLRI_EXACT_COUNT_MOST)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "the accumulator is no state: it counts %" PRIu64
                         " elements, more than the 2^63 that there is room for",
                         met->count);
    if (met->values > met->count ||
        (met->values < met->count && accumulator->nan != CLR_NAN_IGNORE))
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "the accumulator is no state: it counts %" PRIu64 " values among %" PRIu64
                         " elements",
                         met->values, met->count);
    if (!can_have_met(accumulator, met))
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "the accumulator is no state: its flags are 0x%" PRIx32 ", which %" PRIu64
                         " elements cannot lead to",
                         met->flags, met->count);
    return CLR_OK;
}

clr_status clri_accumulator_check(const clr_accumulator *accumulator, clri_error *error)
{
    const clr_status status = check_met(accumulator, error);

    return status == CLR_OK ? check_sums(accumulator, error) : status;
}

/* ---- rounding ---- */

static const clr_format formats[] = {
    [CLR_TYPE_F16] = {11, 5},
    [CLR_TYPE_BF16] = {8, 8},
    [CLR_TYPE_F32] = {24, 8},
    [CLR_TYPE_F64] = {53, 11},
};

/* The single sum of an accumulator that is no variance's, and its lowest exponent. */
static clr_limbs sum_of(const clr_accumulator *accumulator, uint32_t *room, int *lowest)
{
    const bool has_values = accumulator->sums.values.digits > 0;

    *lowest = has_values ? accumulator->sums.values.lowest : accumulator->sums.products.lowest;
    return has_values ? values_of(accumulator, room) : products_of(accumulator, room);
}

static uint64_t round_sum(const clr_accumulator *accumulator, clr_format format)
{
    uint32_t room[CLRI_PRODUCT_DIGITS_MOST];
    int lowest;
    const clr_limbs sum = sum_of(accumulator, room, &lowest);

    return clr_round(sum, lowest, format);
}

static uint64_t round_mean(const clr_accumulator *accumulator, clr_format format)
{
    uint32_t room[CLRI_PRODUCT_DIGITS_MOST];
    int lowest;
    const clr_limbs sum = sum_of(accumulator, room, &lowest);

    return clr_round_ratio(sum, lowest, (clr_u128){0, accumulator->met.values}, format);
}

static uint64_t round_root(const clr_accumulator *accumulator, clr_format format)
{
    uint32_t room[CLRI_PRODUCT_DIGITS_MOST];
    int lowest;
    const clr_limbs sum = sum_of(accumulator, room, &lowest);

    return clr_round_root(sum, lowest, format);
}

static uint64_t round_var(const clr_accumulator *accumulator, clr_format format)
{
    uint32_t room[SPREAD_DIGITS_MOST];

    return clr_round_ratio(spread_of(accumulator, room), accumulator->sums.products.lowest,
                           clr_spread_divisor(accumulator->met.values, accumulator->ddof), format);
}

static uint64_t round_std(const clr_accumulator *accumulator, clr_format format)
{
    uint32_t room[SPREAD_DIGITS_MOST];

    return clr_round_root_of_ratio(spread_of(accumulator, room), accumulator->sums.products.lowest,
                                   clr_spread_divisor(accumulator->met.values, accumulator->ddof),
                                   format);
}

static uint64_t (*const roundings[])(const clr_accumulator *, clr_format) = {
    [CLRI_LOWER_VALUE] = round_sum, [CLRI_LOWER_MEAN] = round_mean, [CLRI_LOWER_ROOT] = round_root,
    [CLRI_LOWER_VAR] = round_var,   [CLRI_LOWER_STD] = round_std,
};

/* Only -0 was met, at least once. */
bool clri_accumulator_is_minus_zero(const clr_accumulator *accumulator)
{
    return accumulator->met.count > 0 && !(accumulator->met.flags & CLRI_SEEN_OTHER);
}

/* The result's bits. */
static uint64_t rounded(const clr_accumulator *accumulator)
{
    const clr_format format = formats[accumulator->result];
    const uint32_t infinities = accumulator->met.flags & (CLRI_SEEN_PLUS | CLRI_SEEN_MINUS);
    const uint64_t sign = UINT64_C(1) << (format.precision + format.exponent - 1);
    const uint64_t infinity = sign - (UINT64_C(1) << (format.precision - 1));
    const bool both = infinities == (CLRI_SEEN_PLUS | CLRI_SEEN_MINUS);

    if (accumulator->met.flags & CLRI_SEEN_NAN || both || (infinities && is_spread(accumulator)))
        return infinity | UINT64_C(1) << (format.precision - 2); /* a quiet NaN */
    if (infinities)
        return infinities == CLRI_SEEN_PLUS ? infinity : sign | infinity;
    if (clri_accumulator_is_minus_zero(accumulator) && has_negative_terms(accumulator) &&
        !is_spread(accumulator))
        return sign;
    return roundings[clri_operator_of(accumulator->op)->lower](accumulator, format);
}

static clr_status check_count(const clr_accumulator *accumulator, clri_error *error)
{
    const uint64_t n = accumulator->met.values;

    if (!clri_operator_of(accumulator->op)->empty && n == 0)
        return clri_fail(error, CLR_ERROR_EMPTY, "%s of no elements has no value",
                         clr_operator_name(accumulator->op));
    if (is_spread(accumulator) && n <= accumulator->ddof)
        return clri_fail(error, CLR_ERROR_EMPTY,
                         "%s of %" PRIu64 " elements with ddof %" PRIu64
                         " has no value: the divisor would be 0 or less",
                         clr_operator_name(accumulator->op), n, accumulator->ddof);
    return CLR_OK;
}

/* Bits of a number of `size` bytes, in the host's order. */
static void put_bits(void *value, uint64_t bits, size_t size)
{
    const uint16_t two = (uint16_t)bits;
    const uint32_t four = (uint32_t)bits;
    const void *from = size == sizeof two    ? (const void *)&two
                       : size == sizeof four ? (const void *)&four
                                             : (const void *)&bits;

    memcpy(value, from, size);
}

static clr_status round_to(const clr_accumulator *accumulator, void *value, size_t value_size,
                           clri_error *error)
{
    clr_status status = CLR_OK;

    if (!accumulator || !value)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "the %s is NULL",
                         accumulator ? "place of the value" : "accumulator to round");
    if (value_size != clr_type_size(accumulator->result))
        return clri_fail(
            error, CLR_ERROR_ARGUMENT, "the value is %s, of %zu bytes, and there is room for %zu",
            clr_type_name(accumulator->result), clr_type_size(accumulator->result), value_size);
    CLRI_TRY(check_count(accumulator, error));
    put_bits(value, rounded(accumulator), value_size);
cleanup:
    return status;
}

clr_status clr_accumulator_round(const clr_accumulator *accumulator, void *value, size_t value_size,
                                 char *reason, size_t reason_size)
{
    clri_error error = {0};

    return clri_accumulator_answer(round_to(accumulator, value, value_size, &error), &error, reason,
                                   reason_size);
}
