/* SPDX-License-Identifier: Apache-2.0 */
/*
 * check_count - counts and bitwise results on the host, which are exact. See check.h.
 */
#include "check_part.h"

/* ---- Counts ---------------------------------------------------------------------------------- */

/* NaN counts as not 0. */
static void count_fold(check *c, const check_number x[])
{
    c->integer += check_is_real(c) ? x->real != 0 : x->integer != 0;
}

static void size_fold(check *c, const check_number x[])
{
    (void)x;
    c->integer++;
}

static void count_join(check *c, const check *next)
{
    c->integer += next->integer;
}

static void count_find(const check *c, const check_claim *claim, check_finding *found)
{
    (void)claim;
    found->value.integer = c->integer;
}

static void any_find(const check *c, const check_claim *claim, check_finding *found)
{
    (void)claim;
    found->value.integer = c->integer != 0;
}

static void all_find(const check *c, const check_claim *claim, check_finding *found)
{
    (void)claim;
    found->value.integer = c->integer == c->count;
}

/* ---- Bits ------------------------------------------------------------------------------------ */

static uint64_t combine(clr_operator op, uint64_t a, uint64_t b)
{
    return op == CLR_OPERATOR_AND ? a & b : op == CLR_OPERATOR_OR ? a | b : a ^ b;
}

static void bits_fold(check *c, const check_number x[])
{
    c->integer = c->count == 0 ? x->integer : combine(c->op, c->integer, x->integer);
}

static void bits_join(check *c, const check *next)
{
    c->integer = combine(c->op, c->integer, next->integer);
}

/* The bitwise and of no elements has all bits set, as many as the type has. */
static void bits_find(const check *c, const check_claim *claim, check_finding *found)
{
    uint64_t ones = UINT64_MAX;
    bool is_nothing = c->op == CLR_OPERATOR_AND && c->count == 0;

    (void)claim;
    found->value.integer = is_nothing ? value_integer(c->type, &ones) : c->integer;
}

/* ---- Operators ------------------------------------------------------------------------------- */

const check_method check_counts[] = {
    {CLR_OPERATOR_ANY, count_fold, count_join, any_find, false},
    {CLR_OPERATOR_ALL, count_fold, count_join, all_find, false},
    {CLR_OPERATOR_COUNT, count_fold, count_join, count_find, false},
    {CLR_OPERATOR_SIZE, size_fold, count_join, count_find, false},
    {CLR_OPERATOR_AND, bits_fold, bits_join, bits_find, false},
    {CLR_OPERATOR_OR, bits_fold, bits_join, bits_find, false},
    {CLR_OPERATOR_XOR, bits_fold, bits_join, bits_find, false},
    {.fold = NULL},
};
