/* SPDX-License-Identifier: Apache-2.0 */
/*
 * check_count - counts and bitwise results on the host, which are exact. See check.h.
 */
#include "check_part.h"

/* ---- Counts ---------------------------------------------------------------------------------- */

/* NaN counts as not 0. */
void check_count_fold(check *c, const check_number x[])
{
    c->integer += check_is_real(c) ? x->real != 0 : x->integer != 0;
}

void check_count_join(check *c, const check *next)
{
    c->integer += next->integer;
}

void check_count_find(const check *c, const check_claim *claim, check_finding *found)
{
    (void)claim;
    found->value.integer = c->op == CLR_OPERATOR_ANY   ? c->integer != 0
                           : c->op == CLR_OPERATOR_ALL ? c->integer == c->count
                                                       : c->integer;
}

/* ---- Bits ------------------------------------------------------------------------------------ */

static uint64_t combine(clr_operator op, uint64_t a, uint64_t b)
{
    return op == CLR_OPERATOR_AND ? a & b : op == CLR_OPERATOR_OR ? a | b : a ^ b;
}

void check_bits_fold(check *c, const check_number x[])
{
    c->integer = c->count == 0 ? x->integer : combine(c->op, c->integer, x->integer);
}

void check_bits_join(check *c, const check *next)
{
    c->integer = combine(c->op, c->integer, next->integer);
}

/* The bitwise and of no elements has all bits set, as many as the type has. */
void check_bits_find(const check *c, const check_claim *claim, check_finding *found)
{
    uint64_t ones = UINT64_MAX;
    bool is_nothing = c->op == CLR_OPERATOR_AND && c->count == 0;

    (void)claim;
    found->value.integer = is_nothing ? value_integer(c->type, &ones) : c->integer;
}
