/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rounding - rational numbers of GMP and their roots, rounded to the results' types; in integer
 * arithmetic.
 */
#ifndef CLREDUCE_TOOLS_ROUNDING_H
#define CLREDUCE_TOOLS_ROUNDING_H

#include <clreduce/clreduce.h>
#include <gmp.h>
#include <stdbool.h>

/*
 * The number, or its root (0 for negative numbers), rounded once to the floating-point type: to
 * nearest, ties to even, overflow to infinity as in IEEE 754.
 */
double rounding_of(const mpq_t number, bool root, clr_type type);

/* An upper bound of the root, by less than 2^-100 of it. */
void rounding_root_above(mpq_t root, const mpq_t number);

#endif
