/* SPDX-License-Identifier: Apache-2.0 */
/*
 * check - the same reduction on the host, and whether a result is as near as promised: the table of
 * operators, the walk over the elements, and the judgement. See check.h.
 */
#include "check.h"
#include "check_part.h"
#include "output.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- Rows: how each operator is folded and judged -------------------------------------------- */

typedef struct method {
    clr_operator op;
    check_fold fold;
    check_merge join;
    check_find find;
    bool has_two; /* inputs */
} method;

static const method methods[] = {
    {CLR_OPERATOR_SUM, check_sum_fold, check_sum_join, check_sum_find, false},
    {CLR_OPERATOR_PROD, check_product_fold, check_product_join, check_product_find, false},
    {CLR_OPERATOR_MIN, check_order_fold, check_order_join, check_least_find, false},
    {CLR_OPERATOR_MAX, check_order_fold, check_order_join, check_greatest_find, false},
    {CLR_OPERATOR_MINMAX, check_order_fold, check_order_join, check_both_find, false},
    {CLR_OPERATOR_ARGMIN, check_order_fold, check_order_join, check_least_find, false},
    {CLR_OPERATOR_ARGMAX, check_order_fold, check_order_join, check_greatest_find, false},
    {CLR_OPERATOR_ANY, check_count_fold, check_count_join, check_any_find, false},
    {CLR_OPERATOR_ALL, check_count_fold, check_count_join, check_all_find, false},
    {CLR_OPERATOR_COUNT, check_count_fold, check_count_join, check_count_find, false},
    {CLR_OPERATOR_AND, check_and_fold, check_and_join, check_bits_find, false},
    {CLR_OPERATOR_OR, check_or_fold, check_or_join, check_bits_find, false},
    {CLR_OPERATOR_XOR, check_xor_fold, check_xor_join, check_bits_find, false},
    {CLR_OPERATOR_DOT, check_dot_fold, check_sum_join, check_sum_find, true},
    {CLR_OPERATOR_ASUM, check_asum_fold, check_sum_join, check_sum_find, false},
    {CLR_OPERATOR_SUMSQ, check_sumsq_fold, check_sum_join, check_sum_find, false},
    {CLR_OPERATOR_NRM2, check_sumsq_fold, check_sum_join, check_nrm2_find, false},
    {CLR_OPERATOR_AMAX, check_magnitude_fold, check_magnitude_join, check_greatest_find, false},
    {CLR_OPERATOR_IAMAX, check_magnitude_fold, check_magnitude_join, check_greatest_find, false},
    {CLR_OPERATOR_MEAN, check_sum_fold, check_sum_join, check_mean_find, false},
    {CLR_OPERATOR_VAR, check_moments_fold, check_sum_join, check_var_find, false},
    {CLR_OPERATOR_STD, check_moments_fold, check_sum_join, check_std_find, false},
    {CLR_OPERATOR_LOGSUMEXP, check_exp_fold, check_exp_join, check_exp_find, false},
};

static const method *method_of(clr_operator op)
{
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        if (methods[i].op == op)
            return &methods[i];
    }
    return NULL;
}

/* ---- Folding --------------------------------------------------------------------------------- */

bool check_is_real(const check *c)
{
    return value_kind_of(c->type) == VALUE_REAL;
}

bool check_note(check *c, long double number)
{
    c->has_nan = c->has_nan || isnan(number);
    c->has_infinity = c->has_infinity || number == (long double)INFINITY;
    c->has_minus_infinity = c->has_minus_infinity || number == -(long double)INFINITY;
    c->has_zero = c->has_zero || number == 0;
    return isfinite(number);
}

void check_start(check *c, const clr_reduction *reduction)
{
    const check_scaled one = {0.5L, 1};

    *c = (check){.op = reduction->op,
                 .type = reduction->type,
                 .nan = reduction->nan,
                 .overflow = reduction->overflow,
                 .ddof = reduction->ddof,
                 .growth = one,
                 .shrink = one};
    if (reduction->op == CLR_OPERATOR_PROD) {
        c->integer = 1;
        c->wide = 1;
    }
    if (reduction->map != NULL)
        c->missing = "a map";
    else if (reduction->op == CLR_OPERATOR_CUSTOM)
        c->missing = "an operator of your own";
    else if (method_of(reduction->op) == NULL)
        c->missing = "this operator";
}

static check_number read_number(clr_type type, const void *at)
{
    check_number number = {0, 0};

    if (value_kind_of(type) == VALUE_REAL) {
        number.real = (long double)value_real(type, at);
        return number;
    }
    number.integer = value_integer(type, at);
    number.real = value_kind_of(type) == VALUE_SIGNED ? (long double)(int64_t)number.integer
                                                      : (long double)number.integer;
    return number;
}

void check_add(check *c, const void *const *inputs, uint64_t count)
{
    const method *row = method_of(c->op);
    size_t size = clr_type_size(c->type);
    check_number y = {0, 0};

    if (c->missing != NULL)
        return;
    for (uint64_t i = 0; i < count; i++, c->seen++) {
        check_number x = read_number(c->type, (const char *)inputs[0] + i * size);
        if (row->has_two)
            y = read_number(c->type, (const char *)inputs[1] + i * size);
        if (c->nan == CLR_NAN_IGNORE && (isnan(x.real) || isnan(y.real)))
            continue;
        row->fold(c, &x, &y);
        c->count++;
    }
}

void check_join(check *c, const check *next)
{
    if (c->missing != NULL)
        return;
    if (next->count != 0) {
        if (c->count == 0) {
            uint64_t seen = c->seen;
            *c = *next;
            c->seen = seen;
        } else {
            method_of(c->op)->join(c, next);
            c->has_nan = c->has_nan || next->has_nan;
            c->has_infinity = c->has_infinity || next->has_infinity;
            c->has_minus_infinity = c->has_minus_infinity || next->has_minus_infinity;
            c->has_zero = c->has_zero || next->has_zero;
            c->negative ^= next->negative;
            c->count += next->count;
        }
    }
    c->seen = next->seen;
}

/* ---- Judging --------------------------------------------------------------------------------- */

check_claim check_claim_of(const clr_result *result, const void *record, uint64_t depth)
{
    const char *base = record;
    check_claim claim = {.type = result->type,
                         .value = base + result->offset,
                         .depth = depth,
                         .accumulator = result->accumulator,
                         .accuracy = result->accuracy};
    cl_int status = CLR_OK;

    if (result->second_offset != CLR_UNKNOWN)
        claim.second = base + result->second_offset;
    if (result->index_offset != CLR_UNKNOWN)
        claim.index = base + result->index_offset;
    if (result->status_offset != CLR_UNKNOWN)
        memcpy(&status, base + result->status_offset, sizeof status);
    claim.status = (clr_status)status;
    return claim;
}

/* The long double as a number of the result's type, rounded once. */
static double as_result(clr_type type, long double value)
{
    uint16_t half;

    switch ((int)type) {
    case CLR_TYPE_F16:
        half = value_to_f16(value);
        return value_real(type, &half);
    case CLR_TYPE_BF16:
        half = value_to_bf16(value);
        return value_real(type, &half);
    case CLR_TYPE_F32:
        return (double)(float)value;
    default:
        return (double)value;
    }
}

static bool is_same(double a, double b)
{
    return (isnan(a) && isnan(b)) || (a == b && signbit(a) == signbit(b));
}

/*
 * Whether the value is in the range. A value that lies between two numbers also lies between what
 * these are rounded to, so the result's own rounding needs no allowance.
 */
static bool is_within(const check_range *r, bool is_bounded, clr_type type, const void *at)
{
    if (value_kind_of(type) != VALUE_REAL)
        return value_integer(type, at) == r->integer;

    double value = value_real(type, at);
    double low = as_result(type, r->low);
    double high = as_result(type, r->high);
    if (isnan(r->low) || !is_bounded)
        return is_same(value, low);
    return value >= low && value <= high;
}

static bool agrees(const check_finding *found, const check_claim *claim)
{
    if (found->status != CLR_OK || claim->status != CLR_OK)
        return found->status == claim->status;
    if (!is_within(&found->value, found->is_bounded, claim->type, claim->value))
        return false;
    if (claim->second != NULL &&
        !is_within(&found->second, found->is_bounded, claim->type, claim->second))
        return false;
    return claim->index == NULL || value_integer(CLR_TYPE_U64, claim->index) == found->index;
}

/* ---- The sentence ---------------------------------------------------------------------------- */

/* Two numbers and a space; or a status in words. */
#define WORDS_SIZE 104

/* The host's number as text of the type that it is compared in. */
static void real_text(clr_type type, double number, char text[OUTPUT_TEXT_SIZE])
{
    float narrow = (float)number;
    uint16_t small = type == CLR_TYPE_BF16 ? value_to_bf16(number) : value_to_f16(number);

    switch ((int)type) {
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

static void integer_text(clr_type type, uint64_t integer, char text[OUTPUT_TEXT_SIZE])
{
    bool is_signed = value_kind_of(type) == VALUE_SIGNED;

    output_text(is_signed ? CLR_TYPE_I64 : CLR_TYPE_U64, &integer, text);
}

static bool is_point(const check_range *r)
{
    return r->low == r->high || isnan(r->low);
}

static void range_text(clr_type type, const check_range *r, char text[OUTPUT_TEXT_SIZE])
{
    clr_type shown = is_point(r) ? type : CLR_TYPE_F64;

    if (value_kind_of(type) != VALUE_REAL)
        integer_text(type, r->integer, text);
    else
        real_text(shown, as_result(shown, is_point(r) ? r->low : (r->low + r->high) / 2), text);
}

static void device_words(const check_claim *claim, char words[WORDS_SIZE])
{
    const void *second = claim->second != NULL ? claim->second : claim->index;
    clr_type second_type = claim->second != NULL ? claim->type : CLR_TYPE_U64;
    char texts[2][OUTPUT_TEXT_SIZE] = {"", ""};

    if (claim->status != CLR_OK) {
        snprintf(words, WORDS_SIZE, "\"%s\"", clr_status_name(claim->status));
        return;
    }
    output_text(claim->type, claim->value, texts[0]);
    if (second != NULL)
        output_text(second_type, second, texts[1]);
    snprintf(words, WORDS_SIZE, "%s%s%s", texts[0], second == NULL ? "" : " ", texts[1]);
}

static void host_words(const check_finding *found, const check_claim *claim, char words[WORDS_SIZE])
{
    bool has_second = claim->second != NULL || claim->index != NULL;
    char texts[2][OUTPUT_TEXT_SIZE] = {"", ""};

    if (found->status != CLR_OK) {
        snprintf(words, WORDS_SIZE, "\"%s\"", clr_status_name(found->status));
        return;
    }
    range_text(claim->type, &found->value, texts[0]);
    if (claim->second != NULL)
        range_text(claim->type, &found->second, texts[1]);
    else if (claim->index != NULL)
        integer_text(CLR_TYPE_U64, found->index, texts[1]);
    snprintf(words, WORDS_SIZE, "%s%s%s", texts[0], has_second ? " " : "", texts[1]);
}

static void write_sentence(const check *c, const check_finding *found, const check_claim *claim,
                           check_verdict verdict, char *sentence)
{
    bool is_exact = value_kind_of(claim->type) != VALUE_REAL || found->status != CLR_OK;
    char device[WORDS_SIZE], host[WORDS_SIZE], bound[48] = "exact";

    device_words(claim, device);
    host_words(found, claim, host);
    if (!is_exact)
        snprintf(bound, sizeof bound, "bound %.3Lg",
                 is_point(&found->value) ? 0.0L : (found->value.high - found->value.low) / 2);
    snprintf(sentence, CHECK_SENTENCE_SIZE, "the device's %.16s is %s, the host's is %s (%s)%s",
             clr_operator_name(c->op), device, host, bound,
             verdict == CHECK_UNDECIDED ? "; no bound holds, as partial results can overflow or "
                                          "underflow"
                                        : "");
}

check_verdict check_judge(const check *c, const check_claim *claim,
                          char sentence[CHECK_SENTENCE_SIZE])
{
    bool known = false;

    if (c->missing != NULL) {
        snprintf(sentence, CHECK_SENTENCE_SIZE, "not available for %s", c->missing);
        return CHECK_UNAVAILABLE;
    }
    check_finding found = method_of(c->op)->find(c, claim);
    check_accumulator_of(claim, &known);
    if (found.is_bounded && !known) {
        snprintf(sentence, CHECK_SENTENCE_SIZE, "no bound is known for an accumulator of %s",
                 claim->accumulator);
        return CHECK_UNDECIDED;
    }
    check_verdict verdict = agrees(&found, claim) ? CHECK_AGREES
                            : found.is_doubtful   ? CHECK_UNDECIDED
                                                  : CHECK_DIFFERS;
    write_sentence(c, &found, claim, verdict, sentence);
    return verdict;
}

const char *check_verdict_name(check_verdict verdict)
{
    static const char *const names[] = {[CHECK_AGREES] = "passed",
                                        [CHECK_DIFFERS] = "failed",
                                        [CHECK_UNDECIDED] = "undecided",
                                        [CHECK_UNAVAILABLE] = "unavailable"};

    return names[verdict];
}
