/* SPDX-License-Identifier: Apache-2.0 */
/*
 * check - the same reduction on the host: the table of operators, and the loop over the elements.
 * See check.h.
 */
#include "check.h"
#include "check_part.h"
#include <limits.h>
#include <math.h>
#include <string.h>

/* ---- Operators: a row each ------------------------------------------------------------------- */

static const check_method methods[] = {
    {CLR_OPERATOR_SUM, check_sum_fold, check_sum_join, check_sum_find, false},
    {CLR_OPERATOR_PROD, check_product_fold, check_product_join, check_product_find, false},
    {CLR_OPERATOR_MIN, check_order_fold, check_order_join, check_order_find, false},
    {CLR_OPERATOR_MAX, check_order_fold, check_order_join, check_order_find, false},
    {CLR_OPERATOR_MINMAX, check_order_fold, check_order_join, check_order_find, false},
    {CLR_OPERATOR_ARGMIN, check_order_fold, check_order_join, check_order_find, false},
    {CLR_OPERATOR_ARGMAX, check_order_fold, check_order_join, check_order_find, false},
    {CLR_OPERATOR_ANY, check_count_fold, check_count_join, check_count_find, false},
    {CLR_OPERATOR_ALL, check_count_fold, check_count_join, check_count_find, false},
    {CLR_OPERATOR_COUNT, check_count_fold, check_count_join, check_count_find, false},
    {CLR_OPERATOR_AND, check_bits_fold, check_bits_join, check_bits_find, false},
    {CLR_OPERATOR_OR, check_bits_fold, check_bits_join, check_bits_find, false},
    {CLR_OPERATOR_XOR, check_bits_fold, check_bits_join, check_bits_find, false},
    {CLR_OPERATOR_DOT, check_dot_fold, check_sum_join, check_sum_find, true},
    {CLR_OPERATOR_ASUM, check_asum_fold, check_sum_join, check_sum_find, false},
    {CLR_OPERATOR_SUMSQ, check_sumsq_fold, check_sum_join, check_sum_find, false},
    {CLR_OPERATOR_NRM2, check_sumsq_fold, check_sum_join, check_nrm2_find, false},
    {CLR_OPERATOR_AMAX, check_order_fold, check_order_join, check_order_find, false},
    {CLR_OPERATOR_IAMAX, check_order_fold, check_order_join, check_order_find, false},
    {CLR_OPERATOR_MEAN, check_sum_fold, check_sum_join, check_mean_find, false},
    {CLR_OPERATOR_VAR, check_moments_fold, check_sum_join, check_var_find, false},
    {CLR_OPERATOR_STD, check_moments_fold, check_sum_join, check_std_find, false},
    {CLR_OPERATOR_LOGSUMEXP, check_powers_fold, check_powers_join, check_powers_find, false},
};

const check_method *check_method_of(clr_operator op)
{
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        if (methods[i].op == op)
            return &methods[i];
    }
    return NULL;
}

/* ---- Numbers --------------------------------------------------------------------------------- */

bool check_is_real(const check *c)
{
    return value_kind_of(c->type) == VALUE_REAL;
}

bool check_note(check *c, double number)
{
    c->has_nan = c->has_nan || isnan(number);
    c->has_infinity = c->has_infinity || number == (double)INFINITY;
    c->has_minus_infinity = c->has_minus_infinity || number == -(double)INFINITY;
    c->has_zero = c->has_zero || number == 0;
    c->has_other = c->has_other || number != 0 || !signbit(number);
    return isfinite(number);
}

static check_number read_number(clr_type type, bool is_real, const void *at)
{
    check_number number = {0, 0};

    if (is_real)
        number.real = value_real(type, at);
    else
        number.integer = value_integer(type, at);
    return number;
}

/* ---- The loop -------------------------------------------------------------------------------- */

static const char some_condition[] = "this condition";

void check_set_mask(check *c, size_t mask)
{
    c->mask = mask;
    if (c->missing == some_condition)
        c->missing = NULL;
}

void check_set_numbers(check *c, const uint64_t *numbers)
{
    c->numbers = numbers;
}

void check_set_condition(check *c, const condition *where)
{
    c->where = where;
    if (c->missing == some_condition)
        c->missing = NULL;
}

void check_start(check *c, const clr_reduction *reduction)
{
    memset(c, 0, sizeof *c);
    c->op = reduction->op;
    c->type = reduction->type;
    c->nan = reduction->nan;
    c->overflow = reduction->overflow;
    c->ddof = reduction->ddof;
    c->growth = c->shrink = exact_product_none();
    c->product = 1;
    c->least_product = INT_MAX;
    c->integer = reduction->op == CLR_OPERATOR_PROD;
    if (reduction->map)
        c->missing = "a map";
    else if (reduction->where)
        c->missing = some_condition;
    else if (reduction->op == CLR_OPERATOR_CUSTOM)
        c->missing = "an operator of your own";
    else if (!check_method_of(reduction->op))
        c->missing = "this operator";
}

/* By the bytes: a mask's elements are 0 or 1. */
static bool is_taken(const unsigned char *truth, size_t size)
{
    bool is_one = false;

    for (size_t i = 0; i < size; i++)
        is_one |= truth[i] != 0;
    return is_one;
}

void check_add(check *c, const void *const *inputs, uint64_t count)
{
    const check_method *row = check_method_of(c->op);
    const size_t size = clr_type_size(c->type);
    const bool is_real = check_is_real(c);
    check_number x[2] = {{0, 0}, {0, 0}};

    if (c->missing)
        return;
    for (uint64_t i = 0; i < count; i++, c->seen++) {
        if ((c->mask != 0 && !is_taken((const unsigned char *)inputs[c->mask] + i * size, size)) ||
            (c->where && !condition_is_true(c->where, inputs, i))) {
            c->has_absent = true;
            continue;
        }
        for (size_t k = 0; k < 1U + row->has_two; k++)
            x[k] = read_number(c->type, is_real, (const char *)inputs[k] + i * size);
        if (c->nan == CLR_NAN_IGNORE && (isnan(x[0].real) || isnan(x[1].real))) {
            c->has_absent = true;
            continue;
        }
        row->fold(c, x);
        c->count++;
    }
}

static void join_folded(check *c, const check *next)
{
    check_method_of(c->op)->join(c, next);
    c->has_nan = c->has_nan || next->has_nan;
    c->has_infinity = c->has_infinity || next->has_infinity;
    c->has_minus_infinity = c->has_minus_infinity || next->has_minus_infinity;
    c->has_zero = c->has_zero || next->has_zero;
    c->has_other = c->has_other || next->has_other;
    c->negative ^= next->negative;
    c->count += next->count;
}

void check_join(check *c, const check *next)
{
    bool has_absent = c->has_absent || next->has_absent;

    if (c->missing)
        return;
    if (c->count == 0)
        *c = *next;
    else if (next->count != 0)
        join_folded(c, next);
    c->has_absent = has_absent;
    c->seen = next->seen;
}
