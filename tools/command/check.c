/* SPDX-License-Identifier: Apache-2.0 */
/*
 * check - the same reduction on the host: the walk over the elements. Operators are rows of
 * check_KIND.c. See check.h.
 */
#include "check.h"
#include "check_part.h"
#include "operator_list.h"
#include <limits.h>
#include <math.h>
#include <string.h>

/* ---- Operators ------------------------------------------------------------------------------- */

static const check_method *const kinds[] = {check_sums,     check_pairs,        check_weights,
                                            check_products, check_exponentials, check_extremes,
                                            check_counts};

const check_method *check_method_of(clr_operator op)
{
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        for (const check_method *row = kinds[i]; row->fold; row++) {
            if (row->op == op)
                return row;
        }
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
    else if (!check_method_of(reduction->op) && !operator_selects(reduction->op))
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

bool check_takes(const check *c, const void *const *inputs, uint64_t i, size_t input_count,
                 check_number x[2])
{
    const size_t size = clr_type_size(c->type);
    const bool is_real = check_is_real(c);
    bool is_nan = false;

    if ((c->mask != 0 && !is_taken((const unsigned char *)inputs[c->mask] + i * size, size)) ||
        (c->where && !condition_is_true(c->where, inputs, i)))
        return false;
    for (size_t k = 0; k < input_count; k++) {
        x[k] = read_number(c->type, is_real, (const char *)inputs[k] + i * size);
        is_nan = is_nan || isnan(x[k].real);
    }
    return c->nan != CLR_NAN_IGNORE || !is_nan;
}

void check_add(check *c, const void *const *inputs, uint64_t count)
{
    const check_method *row = check_method_of(c->op);
    check_number x[2] = {{0, 0}, {0, 0}};

    if (c->missing)
        return;
    for (uint64_t i = 0; i < count; i++, c->seen++) {
        if (!check_takes(c, inputs, i, 1U + row->has_two, x)) {
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
