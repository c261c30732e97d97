/* SPDX-License-Identifier: Apache-2.0 */
/*
 * accumulated - accumulators of given elements, whose sums and digits are made by GMP: what a
 * device should fold.
 */
#ifndef CLREDUCE_TESTS_ACCUMULATED_H
#define CLREDUCE_TESTS_ACCUMULATED_H

#include "host/accumulator.h"

/* Of elements first .. first + count - 1 of x, and y for dot. */
clr_accumulator *accumulate(const clr_reduction *reduction, const void *x, const void *y,
                            size_t first, size_t count);

/* What a term, the product of a and b, is beside its part of the sums. */
uint32_t accumulated_flags(double a, double b);

#endif
