/* SPDX-License-Identifier: Apache-2.0 */
/*
 * accumulated - accumulators of given elements, with sums and digits made by GMP: what a device
 * should return.
 */
#ifndef CLREDUCE_TESTS_ACCUMULATED_H
#define CLREDUCE_TESTS_ACCUMULATED_H

#include "accumulator/accumulator.h"

/* For elements first .. first + count - 1 of x, and of y for dot. */
clr_accumulator *accumulate(const clr_reduction *reduction, const void *x, const void *y,
                            size_t first, size_t count);

/* The flags of a term a b: NaN, infinities, anything but -0. */
uint32_t accumulated_flags(double a, double b);

#endif
