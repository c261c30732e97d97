/* SPDX-License-Identifier: Apache-2.0 */
/*
 * check_count - what is found by counting, and bitwise, on the host. See check.h. All of it is
 * exact.
 */
#include "check_part.h"

/* ---- Counts ---------------------------------------------------------------------------------- */

/* A NaN is not 0. */
void check_count_fold(check *c, const check_number *x, const check_number *y)
{
    (void)y;
    c->integer += check_is_real(c) ? x->real != 0 : x->integer != 0;
}

void check_count_join(check *c, const check *next)
{
    c->integer += next->integer;
}

void check_count_find(const check *c, const check_claim *claim, check_finding *found)
{
    (void)claim;
    found->value.integer = c->integer;
}

void check_any_find(const check *c, const check_claim *claim, check_finding *found)
{
    (void)claim;
    found->value.integer = c->integer != 0;
}

void check_all_find(const check *c, const check_claim *claim, check_finding *found)
{
    (void)claim;
    found->value.integer = c->integer == c->count;
}

/* ---- Bits ------------------------------------------------------------------------------------ */

void check_and_fold(check *c, const check_number *x, const check_number *y)
{
    (void)y;
    c->integer = c->count == 0 ? x->integer : c->integer & x->integer;
}

void check_or_fold(check *c, const check_number *x, const check_number *y)
{
    (void)y;
    c->integer |= x->integer;
}

void check_xor_fold(check *c, const check_number *x, const check_number *y)
{
    (void)y;
    c->integer ^= x->integer;
}

void check_and_join(check *c, const check *next)
{
    c->integer &= next->integer;
}

void check_or_join(check *c, const check *next)
{
    c->integer |= next->integer;
}

void check_xor_join(check *c, const check *next)
{
    c->integer ^= next->integer;
}

/* And of nothing is all ones, in as many bits as the type has. */
void check_bits_find(const check *c, const check_claim *claim, check_finding *found)
{
    uint64_t ones = UINT64_MAX;
    bool is_nothing = c->op == CLR_OPERATOR_AND && c->count == 0;

    (void)claim;
    found->value.integer = is_nothing ? value_integer(c->type, &ones) : c->integer;
}
