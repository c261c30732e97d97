/* SPDX-License-Identifier: Apache-2.0 */
/*
 * check - the same reduction on the host, and whether a result is as near as promised. See
 * check.h.
 */
#include "check.h"
#include "output.h"
#include "value.h"
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- Folding -------------------------------------------------------------------------------- */

static void add_integer(check *c, const void *at)
{
    c->integer += value_integer(c->type, at);
}

static void multiply_integer(check *c, const void *at)
{
    c->integer *= value_integer(c->type, at);
}

static bool is_less(const check *c, uint64_t a, uint64_t b)
{
    return value_kind_of(c->type) == VALUE_SIGNED ? (int64_t)a < (int64_t)b : a < b;
}

static void least_integer(check *c, const void *at)
{
    uint64_t number = value_integer(c->type, at);

    if (c->count == 0 || is_less(c, number, c->integer))
        c->integer = number;
}

static void greatest_integer(check *c, const void *at)
{
    uint64_t number = value_integer(c->type, at);

    if (c->count == 0 || is_less(c, c->integer, number))
        c->integer = number;
}

/* Notes NaN, infinities and zeros. Returns whether the number is finite. */
static bool note(check *c, double number)
{
    c->has_nan = c->has_nan || isnan(number);
    c->has_infinity = c->has_infinity || number == (double)INFINITY;
    c->has_minus_infinity = c->has_minus_infinity || number == -(double)INFINITY;
    c->has_zero = c->has_zero || number == 0;
    return isfinite(number);
}

static void add_real(check *c, const void *at)
{
    double number = value_real(c->type, at);

    if (!note(c, number))
        return;
    long double x = number;
    long double sum = c->sum + x;
    /* What the addition rounded away, computed exactly from the larger operand. */
    c->remainder += fabsl(c->sum) >= fabsl(x) ? (c->sum - sum) + x : (x - sum) + c->sum;
    c->sum = sum;
    c->magnitude += fabsl(x);
}

static void multiply(check_scaled *product, double magnitude)
{
    int exponent;

    product->fraction = frexpl(product->fraction * magnitude, &exponent);
    product->exponent += exponent;
}

static void multiply_real(check *c, const void *at)
{
    double number = value_real(c->type, at);
    bool finite = note(c, number);

    c->negative ^= signbit(number) != 0;
    if (finite && number != 0)
        multiply(fabs(number) > 1 ? &c->growth : &c->shrink, fabs(number));
}

/* Whether a comes before b, -0 being smaller than +0. */
static bool precedes(double a, double b)
{
    return a < b || (a == b && signbit(a) && !signbit(b));
}

static void least_real(check *c, const void *at)
{
    double number = value_real(c->type, at);

    if (note(c, number), c->count == 0 || precedes(number, c->extreme))
        c->extreme = number;
}

static void greatest_real(check *c, const void *at)
{
    double number = value_real(c->type, at);

    if (note(c, number), c->count == 0 || precedes(c->extreme, number))
        c->extreme = number;
}

/* ---- Judging: what the host has, and the least and the greatest value that pass -------------- */

/* Values that a result may have. */
typedef struct range {
    long double low, high;
    bool certain; /* nothing on the way can have left the accumulator's range */
} range;

/* An accumulator: its unit roundoff, and the magnitudes within which that holds. */
typedef struct accumulator {
    const char *name;
    long double unit;
    int largest;  /* exponent of 2 */
    int smallest; /* for products: below, the remainder is lost */
} accumulator;

static const accumulator accumulators[] = {
    {"f64", 0x1p-53L, 1023, -1022},
    {"double-float", 0x1p-45L, 114, -76},
};

static const accumulator *accumulator_of(const char *name)
{
    for (size_t i = 0; i < sizeof accumulators / sizeof accumulators[0]; i++) {
        if (strcmp(name, accumulators[i].name) == 0)
            return &accumulators[i];
    }
    return NULL;
}

static range exactly(long double value)
{
    return (range){value, value, true};
}

static range around(long double value, long double error, bool certain)
{
    return (range){value - error, value + error, certain};
}

static range real_sum(const check *c, const check_claim *claim)
{
    const accumulator *sum = accumulator_of(claim->accumulator);

    if (c->has_nan || (c->has_infinity && c->has_minus_infinity))
        return exactly((long double)NAN);

    bool certain = c->magnitude < ldexpl(1, sum->largest);
    if (c->has_infinity || c->has_minus_infinity) {
        range r = exactly(c->has_infinity ? (long double)INFINITY : -(long double)INFINITY);
        r.certain = certain;
        return r;
    }
    /* depth * u * sum |x|, and the host's own: one rounding, and the remainders' roundings. */
    long double host = (long double)c->count * LDBL_EPSILON;
    long double error = (long double)claim->depth * sum->unit * c->magnitude * (1 + host);
    long double value = c->sum + c->remainder;
    error += LDBL_EPSILON * fabsl(value) + host * host * c->magnitude;
    return around(value, error, certain);
}

static range real_product(const check *c, const check_claim *claim)
{
    const accumulator *product = accumulator_of(claim->accumulator);
    bool infinite = c->has_infinity || c->has_minus_infinity;

    if (c->has_nan || (infinite && c->has_zero))
        return exactly((long double)NAN);

    range r;
    bool certain = c->growth.exponent <= product->largest && c->shrink.exponent > product->smallest;
    if (infinite || c->has_zero) {
        r = exactly(infinite ? (long double)INFINITY : 0);
    } else {
        int64_t exponent = c->growth.exponent + c->shrink.exponent;
        int power = exponent > INT16_MAX * 2    ? INT16_MAX * 2
                    : exponent < -INT16_MAX * 2 ? -INT16_MAX * 2
                                                : (int)exponent;
        long double value = ldexpl(c->growth.fraction * c->shrink.fraction, power);
        /* depth * u * |product|, and a rounding each time that the host has multiplied. */
        long double relative = (long double)claim->depth * product->unit;
        relative += relative * relative + (long double)(c->count + 2) * LDBL_EPSILON;
        r = isinf(value) ? exactly(value) : around(value, value * relative, true);
    }
    r.certain = certain;
    return c->negative ? (range){-r.high, -r.low, r.certain} : r;
}

static range real_extreme(const check *c, const check_claim *claim)
{
    (void)claim;
    return exactly(c->has_nan ? (long double)NAN : (long double)c->extreme);
}

/* The long double as a number of the result's type. */
static double as_result(clr_type type, long double value)
{
    return type == CLR_TYPE_F32 ? (double)(float)value : (double)value;
}

static bool same(double a, double b)
{
    return (isnan(a) && isnan(b)) || (a == b && signbit(a) == signbit(b));
}

/*
 * Whether the value is in the range. A value that lies between two numbers also lies between what
 * these are rounded to, so the result's own rounding needs no allowance.
 */
static bool within(const range *r, const check_claim *claim, bool is_exact)
{
    double value = value_real(claim->type, claim->value);
    double low = as_result(claim->type, r->low);
    double high = as_result(claim->type, r->high);

    if (isnan(r->low) || is_exact)
        return same(value, low);
    return value >= low && value <= high;
}

/* ---- Rows: how each operator is folded and judged -------------------------------------------- */

typedef struct method {
    clr_operator op;
    void (*fold_integer)(check *c, const void *at);
    void (*fold_real)(check *c, const void *at);
    range (*real_range)(const check *c, const check_claim *claim);
    bool is_exact; /* real_range() allows no error, nor another sign of zero */
} method;

static const method methods[] = {
    {CLR_OPERATOR_SUM, add_integer, add_real, real_sum, false},
    {CLR_OPERATOR_PROD, multiply_integer, multiply_real, real_product, false},
    {CLR_OPERATOR_MIN, least_integer, least_real, real_extreme, true},
    {CLR_OPERATOR_MAX, greatest_integer, greatest_real, real_extreme, true},
};

static const method *method_of(clr_operator op)
{
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        if (methods[i].op == op)
            return &methods[i];
    }
    return NULL;
}

void check_start(check *c, clr_operator op, clr_type type)
{
    const check_scaled one = {0.5L, 1};

    *c = (check){.op = op, .type = type, .growth = one, .shrink = one};
    c->integer = op == CLR_OPERATOR_PROD ? 1 : 0;
}

void check_add(check *c, const void *elements, uint64_t count)
{
    const method *row = method_of(c->op);
    const unsigned char *at = elements;
    size_t size = clr_type_size(c->type);

    if (row == NULL)
        return;
    void (*fold)(check *, const void *) =
        value_kind_of(c->type) == VALUE_REAL ? row->fold_real : row->fold_integer;
    for (uint64_t i = 0; i < count; i++, at += size) {
        fold(c, at);
        c->count++;
    }
}

/* ---- The sentence ---------------------------------------------------------------------------- */

static check_verdict judge_integer(const check *c, const check_claim *claim, char *sentence)
{
    /* A result that is narrower than 64 bits holds the extreme of elements as narrow. */
    uint64_t value = value_integer(claim->type, claim->value);
    bool plain = value_kind_of(c->type) == VALUE_SIGNED;
    clr_type wide = plain ? CLR_TYPE_I64 : CLR_TYPE_U64;
    char device[OUTPUT_TEXT_SIZE], host[OUTPUT_TEXT_SIZE];

    output_text(wide, &value, device);
    output_text(wide, &c->integer, host);
    snprintf(sentence, CHECK_SENTENCE_SIZE, "the device's %s is %s, the host's is %s (exact)",
             clr_operator_name(c->op), device, host);
    return value == c->integer ? CHECK_AGREES : CHECK_DIFFERS;
}

/* The host's number as text of the type that it is compared in. */
static void real_text(clr_type type, double number, char *text)
{
    float narrow = (float)number;
    uint16_t small = type == CLR_TYPE_BF16 ? value_to_bf16(number) : value_to_f16(number);

    switch (type) {
    case CLR_TYPE_F32:
        output_text(type, &narrow, text);
        break;
    case CLR_TYPE_F16:
    case CLR_TYPE_BF16:
        output_text(type, &small, text);
        break;
    default:
        output_text(CLR_TYPE_F64, &number, text);
    }
}

static check_verdict judge_real(const check *c, const method *row, const check_claim *claim,
                                char *sentence)
{
    range r = row->real_range(c, claim);
    bool passes = within(&r, claim, row->is_exact);
    check_verdict verdict = passes ? CHECK_AGREES : r.certain ? CHECK_DIFFERS : CHECK_UNDECIDED;
    bool is_point = r.low == r.high || isnan(r.low);
    double host = as_result(is_point ? claim->type : CLR_TYPE_F64, (r.low + r.high) / 2);
    char texts[2][OUTPUT_TEXT_SIZE];

    output_text(claim->type, claim->value, texts[0]);
    real_text(is_point ? claim->type : CLR_TYPE_F64, host, texts[1]);
    snprintf(sentence, CHECK_SENTENCE_SIZE,
             "the device's %s is %s, the host's is %s (bound %.3Lg)%s", clr_operator_name(c->op),
             texts[0], texts[1], is_point ? 0.0L : (r.high - r.low) / 2,
             verdict == CHECK_UNDECIDED ? "; no bound holds, as partial results can overflow or "
                                          "underflow"
                                        : "");
    return verdict;
}

check_verdict check_judge(const check *c, const check_claim *claim,
                          char sentence[CHECK_SENTENCE_SIZE])
{
    const method *row = method_of(c->op);

    if (row == NULL) {
        snprintf(sentence, CHECK_SENTENCE_SIZE, "the host has no method for this operator");
        return CHECK_UNDECIDED;
    }
    if (value_kind_of(c->type) != VALUE_REAL)
        return judge_integer(c, claim, sentence);
    if (!row->is_exact && accumulator_of(claim->accumulator) == NULL) {
        snprintf(sentence, CHECK_SENTENCE_SIZE, "no bound is known for an accumulator of %s",
                 claim->accumulator);
        return CHECK_UNDECIDED;
    }
    return judge_real(c, row, claim, sentence);
}
