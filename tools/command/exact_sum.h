/* SPDX-License-Identifier: Apache-2.0 */
/*
 * exact_sum - sums of numbers, and of products of two and three, without rounding: fixed-point
 * numbers in 32-bit digits with as many bits to spare above each, to which terms are added without
 * carries; carries follow now and then. The total is a rational number of GMP. Written
 * independently of the library's exact sums, which it checks. Plain data, initially all zero.
 */
#ifndef CLREDUCE_TOOLS_EXACT_SUM_H
#define CLREDUCE_TOOLS_EXACT_SUM_H

#include <gmp.h>
#include <stdbool.h>
#include <stdint.h>

/* Digits from 2^-3225, below every product of three doubles, to beyond 2^3300. */
#define EXACT_DIGITS 204

/* (-1)^negative * integer * 2^(place - 1075): any double, and any integer of 64 bits. */
typedef struct exact_term {
    uint64_t integer;
    unsigned place;
    bool negative;
} exact_term;

typedef struct exact_sum {
    uint64_t above[EXACT_DIGITS], below[EXACT_DIGITS]; /* positive terms; negative terms */
    uint32_t pending;                                  /* terms since the last carry */
} exact_sum;

/* A finite number; an integer, or its magnitude. */
exact_term exact_term_of(double number);
exact_term exact_term_of_integer(uint64_t magnitude, bool negative);

void exact_sum_add(exact_sum *sum, exact_term term);
void exact_sum_add_product(exact_sum *sum, exact_term a, exact_term b);
void exact_sum_add_triple(exact_sum *sum, exact_term a, exact_term b, exact_term c);
void exact_sum_join(exact_sum *sum, const exact_sum *other);

/* The total, and the sum of the terms' magnitudes. */
void exact_sum_get(const exact_sum *sum, mpq_t total, mpq_t magnitude);

#endif
