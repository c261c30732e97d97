/* SPDX-License-Identifier: Apache-2.0 */
/* state_sums - states that are sums in fixed point, of values, of products or of several: carried,
 * merged, checked against forged input, and rounded once to the result, by the limbs of cl/exact
 * that kernels round by (base/limbs.h), so that host and device have the same bits. */
#include "accumulator/state_kind.h"
#include "base/limbs.h"
#include "problem/number.h"
#include "problem/operator.h"

#include <inttypes.h>
#include <string.h>

enum {
    SPREAD_DIGITS_MOST = 2 * CLRI_VALUE_DIGITS_MOST,
    CORRELATION_ROOM = SPREAD_DIGITS_MOST + 4,
    CORRELATION_PARTS = 7, /* of clr_round_correlation() */
    /* the sums of a covariance and of a correlation, ... */
    VALUES = 0,
    OTHERS = 1,
    PRODUCTS = 2,
    SQUARES = 3,
    OTHER_SQUARES = 4,
    /* ... and of a weighted mean */
    WEIGHTS = 0,
    WEIGHTED = 1,
    FRACTION_BITS = 52,                     /* of a double, ... */
    EXPONENTS = 0x7ff,                      /* ... bits of its exponent, ... */
    EXPONENT_OF_ONE = 1023 + FRACTION_BITS, /* ... and that of 2^0 in its last place */
};

/* ---- digits ---- */

/* A sum as sign and magnitude; `room` holds its digits. Ends are looked for first, as most sums
 * have few digits that are not 0, or ones above a negative number (means of f64 by this 69 ns for
 * 130: docs/history/2026-11-28-accumulators.md). */
static clr_limbs magnitude_of(const uint32_t *digits, int count, uint32_t *room)
{
    const uint32_t minus = count && digits[count - 1] >> 31 ? UINT32_MAX : 0;
    clr_limbs sum = {room, 0, count, minus != 0};

    while (sum.end > 0 && digits[sum.end - 1] == minus)
        sum.end--;
    while (sum.begin < sum.end && digits[sum.begin] == 0)
        sum.begin++;
    if (minus && sum.begin == sum.end) /* ones above zeros: -1 above them */
        sum.end++;
    for (int i = sum.begin; i < sum.end; i++)
        room[i] = digits[i] ^ minus;
    if (minus)
        room[sum.begin]++; /* -y is ~y + 1, and its lowest digit is not 0 */
    return sum;
}

/* Sum `i` of state k. */
static clr_limbs sum_at(const clr_accumulator *accumulator, size_t k, int i, uint32_t *room)
{
    const clri_exact_sums *sums = &accumulator->sums;

    return magnitude_of(clri_state_of(accumulator, k) + clri_exact_first_digit(sums, i),
                        clri_exact_sum_at(sums, i)->digits, room);
}

/* n S2 - S1^2, a variance's numerator, of the sums of these numbers. */
static clr_limbs spread_of(const clr_accumulator *accumulator, size_t k, int values, int squares,
                           uint32_t *room)
{
    uint32_t sum[CLRI_VALUE_DIGITS_MOST], square[SPREAD_DIGITS_MOST];

    return clr_spread(sum_at(accumulator, k, squares, room), sum_at(accumulator, k, values, sum),
                      square, accumulator->met[k].values);
}

/* A covariance's numerator. */
static clr_limbs cospread_of(const clr_accumulator *accumulator, size_t k, uint32_t *room)
{
    uint32_t x[CLRI_VALUE_DIGITS_MOST], y[CLRI_VALUE_DIGITS_MOST], product[SPREAD_DIGITS_MOST];

    return clr_cospread(sum_at(accumulator, k, PRODUCTS, room), sum_at(accumulator, k, VALUES, x),
                        sum_at(accumulator, k, OTHERS, y), product, accumulator->met[k].values);
}

/* Adds m 2^(32 digit + shift), with m below 2^53 and shift below 32, or subtracts it. */
static void add_number(uint32_t *digits, int count, uint64_t m, int digit, int shift, bool is_minus)
{
    const uint32_t parts[] = {(uint32_t)(m << shift), (uint32_t)(m << shift >> 32),
                              (uint32_t)(m >> 32 >> (32 - shift))};
    const uint32_t minus = is_minus ? UINT32_MAX : 0; /* -y is ~y + 1, and ones above y's digits */
    uint32_t carry = minus & 1;

    for (int i = digit; i < count; i++) {
        const bool is_above = i - digit >= 3;
        const uint32_t part = (is_above ? 0 : parts[i - digit]) ^ minus;
        const uint64_t total = (uint64_t)digits[i] + part + carry;

        if (is_above && carry == (minus & 1))
            return; /* the digits above remain as they are */
        digits[i] = (uint32_t)total;
        carry = (uint32_t)(total >> 32);
    }
}

/* A device leaves terms of a sum as doubles beside the bins. By bits, without frexp(), as there is
 * one for each result. */
void clri_state_add_double(uint32_t *digits, const clri_exact_sum *sum, double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    const int exponent = (int)(bits >> FRACTION_BITS & EXPONENTS);
    const uint64_t fraction = bits & ((UINT64_C(1) << FRACTION_BITS) - 1);
    const uint64_t m = exponent ? fraction | UINT64_C(1) << FRACTION_BITS : fraction;
    const int place = (exponent ? exponent : 1) - EXPONENT_OF_ONE - sum->lowest;

    if (m == 0)
        return;
    if (place < 0) /* bits below digit 0 are 0 */
        add_number(digits, sum->digits, m >> -place, 0, 0, bits >> 63);
    else
        add_number(digits, sum->digits, m, place / 32, place % 32, bits >> 63);
}

/* Touches no digits but those between zeros, and the carry's: most sums have few that are not 0,
 * and of many results each is elsewhere in memory. */
static void add_digits(uint32_t *to, const uint32_t *digits, int count)
{
    int i = 0, end = count;
    uint32_t carry = 0;

    while (i < end && digits[i] == 0)
        i++;
    while (i < end && digits[end - 1] == 0)
        end--;
    for (; i < end || (carry && i < count); i++) {
        const uint64_t sum = (uint64_t)to[i] + (i < end ? digits[i] : 0) + carry;

        to[i] = (uint32_t)sum;
        carry = (uint32_t)(sum >> 32);
    }
}

static void merge_sum(clr_accumulator *into, size_t place, const clr_accumulator *from, size_t k)
{
    into->met[place].values += from->met[k].values;
    into->met[place].flags |= from->met[k].flags;
    for (int i = 0; i < clri_exact_sum_count(&into->sums); i++) {
        const int first = clri_exact_first_digit(&into->sums, i);

        add_digits(clri_state_of(into, place) + first, clri_state_of(from, k) + first,
                   clri_exact_sum_at(&into->sums, i)->digits);
    }
}

/* ---- properties ---- */

uint32_t clri_state_flags(const clri_operator *op, const uint32_t *of_sums)
{
    const uint32_t endless = CLRI_SEEN_NAN | CLRI_SEEN_PLUS | CLRI_SEEN_MINUS;

    switch (op->fold) {
    case CLRI_FOLD_WEIGHTED:
        return of_sums[WEIGHTED] | (of_sums[WEIGHTS] & endless ? CLRI_SEEN_NAN : 0);
    case CLRI_FOLD_COMOMENTS:
    case CLRI_FOLD_CORRELATION:
        return of_sums[VALUES] | of_sums[OTHERS];
    default:
        return of_sums[0];
    }
}

bool clri_state_is_minus_zero(const clr_accumulator *accumulator, size_t k)
{
    const clri_met *met = &accumulator->met[k];

    return accumulator->addends.are_floats && met->count > 0 && !(met->flags & CLRI_SEEN_OTHER);
}

/* ---- validity ---- */

static bool is_negative(const uint32_t *digits, int count)
{
    return count && digits[count - 1] >> 31;
}

static bool is_zero(const uint32_t *digits, int count)
{
    for (int i = 0; i < count; i++)
        if (digits[i] != 0)
            return false;
    return true;
}

/* Whether the sum's magnitude is plainly less than 2^term_bits, as most are: nothing is above but
 * the sign. */
static bool is_below_a_term(const uint32_t *digits, const clri_exact_sum *of)
{
    const uint32_t sign = is_negative(digits, of->digits) ? UINT32_MAX : 0;

    for (int i = (of->term_bits - 1) / 32; i < of->digits; i++)
        if (digits[i] != sign)
            return false;
    return true;
}

/* A sum of n terms is at most n times the largest term, which is less than 2^term_bits. */
static bool is_in_reach(const uint32_t *digits, const clri_exact_sum *of, uint64_t n)
{
    uint32_t room[CLRI_PRODUCT_DIGITS_MOST];
    clr_limbs sum;

    if (n == 0)
        return is_zero(digits, of->digits);
    if (is_below_a_term(digits, of))
        return true;
    sum = magnitude_of(digits, of->digits, room);
    return clr_limbs_length(sum) <= of->term_bits + 64 && clr_limbs_window(sum, of->term_bits) < n;
}

static bool has_negative_sum(const clr_accumulator *accumulator, size_t k, int i)
{
    const clri_exact_sums *sums = &accumulator->sums;

    return is_negative(clri_state_of(accumulator, k) + clri_exact_first_digit(sums, i),
                       clri_exact_sum_at(sums, i)->digits);
}

/* Whether a sum of squares is negative, or with the sum of values makes a variance that is. */
static bool has_negative_spread(const clr_accumulator *accumulator, size_t k, int values,
                                int squares)
{
    uint32_t room[SPREAD_DIGITS_MOST];

    return has_negative_sum(accumulator, k, squares) ||
           spread_of(accumulator, k, values, squares, room).is_negative;
}

/* Squares, sums of magnitudes and variances are not negative, nor is any sum of unsigned integers.
 */
static bool has_wrong_sign(const clr_accumulator *accumulator, size_t k)
{
    bool is_wrong = false;

    for (int i = 0; !accumulator->addends.have_sign && i < clri_exact_sum_count(&accumulator->sums);
         i++)
        is_wrong |= has_negative_sum(accumulator, k, i);
    if (accumulator->addends.have_squares)
        is_wrong |= has_negative_spread(accumulator, k, 0, 1);
    if (clri_operator_of(accumulator->op)->fold == CLRI_FOLD_CORRELATION)
        is_wrong |= has_negative_spread(accumulator, k, VALUES, SQUARES) ||
                    has_negative_spread(accumulator, k, OTHERS, OTHER_SQUARES);
    return is_wrong;
}

static bool are_in_reach(const clr_accumulator *accumulator, size_t k)
{
    const clri_exact_sums *sums = &accumulator->sums;
    const uint32_t *state = clri_state_of(accumulator, k);
    bool are = true;

    for (int i = 0; are && i < clri_exact_sum_count(sums); i++)
        are = is_in_reach(state + clri_exact_first_digit(sums, i), clri_exact_sum_at(sums, i),
                          accumulator->met[k].values);
    return are;
}

/* Whether the terms of which the flags tell add up to 0: of a weighted mean the products. */
static bool is_nothing(const clr_accumulator *accumulator, size_t k)
{
    const clri_exact_sums *sums = &accumulator->sums;
    const int first = clri_operator_of(accumulator->op)->fold == CLRI_FOLD_WEIGHTED
                          ? clri_exact_first_digit(sums, WEIGHTED)
                          : 0;

    return is_zero(clri_state_of(accumulator, k) + first, (int)accumulator->digits - first);
}

static clr_status check_sums(const clr_accumulator *accumulator, size_t k, clri_error *error)
{
    if (!are_in_reach(accumulator, k))
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "the accumulator is no state: its sum is larger than that of %" PRIu64
                         " numbers of %s can be",
                         accumulator->met[k].values, clr_type_name(accumulator->type));
    if (has_wrong_sign(accumulator, k))
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "the accumulator is no state: its sums are not those of any %s",
                         clr_operator_name(accumulator->op));
    if (accumulator->addends.are_floats && !(accumulator->met[k].flags & CLRI_SEEN_OTHER) &&
        !is_nothing(accumulator, k))
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

    if (!accumulator->addends.are_floats)
        return met->flags == 0;
    if (met->flags > CLRI_SEEN_VALUES || (has_special && met->values == 0))
        return false;
    if ((has_special || met->values < met->count) && !has_other)
        return false;
    if (met->flags & CLRI_SEEN_MINUS && !accumulator->addends.have_sign)
        return false;
    return !has_other || met->count > 0;
}

static clr_status check_met(const clr_accumulator *accumulator, size_t k, clri_error *error)
{
    const clri_met *met = &accumulator->met[k];

    if (!can_have_met(accumulator, met))
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "the accumulator is no state: its flags are 0x%" PRIx32 ", which %" PRIu64
                         " elements cannot lead to",
                         met->flags, met->count);
    return CLR_OK;
}

static clr_status check_sum(const clr_accumulator *accumulator, size_t k, clri_error *error)
{
    const clr_status status = check_met(accumulator, k, error);

    return status == CLR_OK ? check_sums(accumulator, k, error) : status;
}

/* ---- rounding ---- */

static const clr_format formats[] = {
    [CLR_TYPE_F16] = {11, 5},
    [CLR_TYPE_BF16] = {8, 8},
    [CLR_TYPE_F32] = {24, 8},
    [CLR_TYPE_F64] = {53, 11},
};

static uint64_t sign_of(clr_format format)
{
    return UINT64_C(1) << (format.precision + format.exponent - 1);
}

/* The single sum of an accumulator that has no other, and its lowest exponent. */
static clr_limbs sum_of(const clr_accumulator *accumulator, size_t k, uint32_t *room, int *lowest)
{
    *lowest = clri_exact_sum_at(&accumulator->sums, 0)->lowest;
    return sum_at(accumulator, k, 0, room);
}

static uint64_t round_spread(const clr_accumulator *accumulator, size_t k, clr_format format)
{
    uint32_t room[SPREAD_DIGITS_MOST];
    const clr_limbs spread = spread_of(accumulator, k, 0, 1, room);
    const clr_u128 divisor = clr_spread_divisor(accumulator->met[k].values, accumulator->ddof);
    const int lowest = accumulator->sums.products.lowest;

    return clri_operator_of(accumulator->op)->lower == CLRI_LOWER_STD
               ? clr_round_root_of_ratio(spread, lowest, divisor, format)
               : clr_round_ratio(spread, lowest, divisor, format);
}

static uint64_t round_cospread(const clr_accumulator *accumulator, size_t k, clr_format format)
{
    uint32_t room[SPREAD_DIGITS_MOST];
    const clr_limbs spread = cospread_of(accumulator, k, room);

    return clr_round_ratio(spread, accumulator->sums.products.lowest,
                           clr_spread_divisor(accumulator->met[k].values, accumulator->ddof),
                           format);
}

/* A number that varies not at all is correlated with none: NaN. */
static uint64_t round_correlation(const clr_accumulator *accumulator, size_t k, clr_format format)
{
    uint32_t work[CORRELATION_PARTS * CORRELATION_ROOM];
    const clr_limbs x = spread_of(accumulator, k, VALUES, SQUARES, work + CORRELATION_ROOM);
    const clr_limbs y =
        spread_of(accumulator, k, OTHERS, OTHER_SQUARES, work + 2 * CORRELATION_ROOM);

    if (clr_limbs_is_zero(x) || clr_limbs_is_zero(y))
        return clri_state_quiet_nan(accumulator->result);
    return clr_round_correlation(cospread_of(accumulator, k, work), x, y, work, CORRELATION_ROOM,
                                 format);
}

/* A weighted mean of values and weights that are finite, or of infinite values: the quotient of
 * both sums, as IEEE 754 divides. Of weights that add up to 0 there is none. */
static uint64_t round_weighted(const clr_accumulator *accumulator, size_t k, clr_format format)
{
    uint32_t of_weights[CLRI_VALUE_DIGITS_MOST], of_products[CLRI_PRODUCT_DIGITS_MOST];
    uint32_t product[SPREAD_DIGITS_MOST], dividend[SPREAD_DIGITS_MOST];
    const clr_limbs weights = sum_at(accumulator, k, WEIGHTS, of_weights);
    const clr_limbs products = sum_at(accumulator, k, WEIGHTED, of_products);
    const uint32_t flags = accumulator->met[k].flags;
    const bool is_minus = weights.is_negative != ((flags & CLRI_SEEN_MINUS) != 0 ||
                                                  clri_state_is_minus_zero(accumulator, k));
    const uint64_t sign = is_minus ? sign_of(format) : 0;

    if (clr_limbs_is_zero(weights))
        return clri_state_quiet_nan(accumulator->result);
    if (flags & (CLRI_SEEN_PLUS | CLRI_SEEN_MINUS))
        return sign | clri_state_infinity(accumulator->result);
    if (clr_limbs_is_zero(products))
        return sign;
    return clr_round_quotient(products, accumulator->sums.products.lowest, weights,
                              accumulator->sums.values.lowest, product, dividend, format);
}

static uint64_t round_sum(const clr_accumulator *accumulator, size_t k, clr_format format)
{
    uint32_t room[CLRI_PRODUCT_DIGITS_MOST];
    int lowest;
    const clr_limbs sum = sum_of(accumulator, k, room, &lowest);

    if (clri_state_is_minus_zero(accumulator, k) && accumulator->addends.have_sign)
        return sign_of(format);
    switch (clri_operator_of(accumulator->op)->lower) {
    case CLRI_LOWER_MEAN:
        return clr_round_ratio(sum, lowest, (clr_u128){0, accumulator->met[k].values}, format);
    case CLRI_LOWER_ROOT:
        return clr_round_root(sum, lowest, format);
    default:
        return clr_round(sum, lowest, format);
    }
}

/* The bits of a sum, its mean or its root: the sum of infinities of one sign is infinite. */
static uint64_t round_single(const clr_accumulator *accumulator, size_t k, clr_format format)
{
    const uint32_t infinities = accumulator->met[k].flags & (CLRI_SEEN_PLUS | CLRI_SEEN_MINUS);
    const uint64_t infinity = clri_state_infinity(accumulator->result);

    if (infinities)
        return infinities == CLRI_SEEN_PLUS ? infinity : sign_of(format) | infinity;
    return round_sum(accumulator, k, format);
}

/* How a lower rounds; rows that are not here have one sum. Variances and covariances of numbers of
 * which some are infinite are NaN. */
static const struct {
    uint64_t (*round)(const clr_accumulator *accumulator, size_t k, clr_format format);
    bool is_finite;
} roundings[] = {
    [CLRI_LOWER_VALUE] = {round_single, false}, [CLRI_LOWER_MEAN] = {round_single, false},
    [CLRI_LOWER_ROOT] = {round_single, false},  [CLRI_LOWER_VAR] = {round_spread, true},
    [CLRI_LOWER_STD] = {round_spread, true},    [CLRI_LOWER_WMEAN] = {round_weighted, false},
    [CLRI_LOWER_COV] = {round_cospread, true},  [CLRI_LOWER_CORR] = {round_correlation, true},
};

/* The bits of a result that is a float. Infinities and NaNs are flags, and decide first. */
static uint64_t round_float(const clr_accumulator *accumulator, size_t k)
{
    const clr_format format = formats[accumulator->result];
    const clri_lower lower = clri_operator_of(accumulator->op)->lower;
    const uint32_t infinities = accumulator->met[k].flags & (CLRI_SEEN_PLUS | CLRI_SEEN_MINUS);
    const bool both = infinities == (CLRI_SEEN_PLUS | CLRI_SEEN_MINUS);

    if (accumulator->met[k].flags & CLRI_SEEN_NAN || both ||
        (infinities && roundings[lower].is_finite))
        return clri_state_quiet_nan(accumulator->result);
    return roundings[lower].round(accumulator, k, format);
}

/* Whether a sum fits the result's type. */
static bool fits(clr_limbs sum, const clri_number *type)
{
    const int bits = 8 * (int)type->size;
    const bool is_signed = type->class == CLRI_SIGNED;

    if (clr_limbs_is_zero(sum))
        return true;
    if (!is_signed)
        return !sum.is_negative && clr_limbs_length(sum) <= bits;
    return clr_limbs_length(sum) < bits || (sum.is_negative && clr_limbs_length(sum) == bits &&
                                            !clr_limbs_any_below(sum, bits - 1));
}

/* A result that is an integer: the sum modulo 2^64, and whether it fits. */
static clri_state_result round_integer(const clr_accumulator *accumulator, size_t k)
{
    uint32_t room[CLRI_PRODUCT_DIGITS_MOST];
    int lowest;
    const clr_limbs sum = sum_of(accumulator, k, room, &lowest);
    const uint64_t magnitude = clr_limbs_window(sum, 0);
    const bool detects = accumulator->overflow == CLR_OVERFLOW_DETECT;

    return (clri_state_result){
        .status = detects && !fits(sum, clri_number_of(accumulator->result)) ? CLR_ERROR_OVERFLOW
                                                                             : CLR_OK,
        .value = sum.is_negative ? 0 - magnitude : magnitude,
    };
}

static bool has_enough(const clr_accumulator *accumulator, size_t k)
{
    return accumulator->met[k].values >= clri_operator_least(accumulator->op, accumulator->ddof);
}

static clri_state_result round_sums(const clr_accumulator *accumulator, size_t k)
{
    if (clri_number_of(accumulator->result)->class != CLRI_FLOAT)
        return round_integer(accumulator, k);
    if (!has_enough(accumulator, k))
        return (clri_state_result){.status = CLR_ERROR_EMPTY,
                                   .value = clri_state_quiet_nan(accumulator->result)};
    return (clri_state_result){.value = round_float(accumulator, k)};
}

const clri_state_kind clri_state_sums = {NULL, merge_sum, check_sum, round_sums};
