/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rounding - rational numbers of GMP and their roots, rounded to the types that results have; in
 * integers alone.
 */
#ifndef CLREDUCE_TOOLS_ROUNDING_H
#define CLREDUCE_TOOLS_ROUNDING_H

#include <clreduce/clreduce.h>
#include <gmp.h>
#include <stdbool.h>

/*
 * The number, or its root (of what is below 0: 0), rounded once to the floating-point type: to
 * nearest, ties to even, to an infinity from where IEEE 754 has it.
 */
double rounding_of(const mpq_t number, bool root, clr_type type);

/* A number no smaller than the root, by less than 2^-100 of it. */
void rounding_root_above(mpq_t root, const mpq_t number);

#endif
