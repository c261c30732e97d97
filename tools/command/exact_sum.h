/* SPDX-License-Identifier: Apache-2.0 */
/*
 * exact_sum - sums of floating-point numbers on the host without any rounding, on all cores: an
 * integer of 128 bits for each exponent, then one long integer. Written apart from the library's
 * exact sums, so that what checks them does not repeat their mistakes.
 */
#ifndef CLREDUCE_TOOLS_EXACT_SUM_H
#define CLREDUCE_TOOLS_EXACT_SUM_H

#include <clreduce/clreduce.h>
#include <stdbool.h>
#include <stdint.h>

/* A multiple of 2^-2150, less than 2^2330: any sum of 2^64 numbers or products of two of them. */
#define EXACT_LIMBS    70
#define EXACT_EXPONENT (-2150)

typedef struct exact_number {
    bool negative;
    uint64_t limbs[EXACT_LIMBS]; /* the magnitude, from its lowest bits on */
} exact_number;

/* What is added up. */
typedef enum exact_term { EXACT_VALUE, EXACT_MAGNITUDE, EXACT_SQUARE, EXACT_PRODUCT } exact_term;

typedef struct exact_sum {
    exact_number total;
    exact_number magnitude; /* the sum of the terms' absolute values */
} exact_sum;

/*
 * Adds up `count` terms of x, or of x and y where they are products. Returns false if there is
 * infinity or NaN among them, or memory ran out.
 */
bool exact_sum_make(exact_sum *sum, clr_type type, exact_term term, const void *x, const void *y,
                    uint64_t count);

/* The number over `divisor`, rounded once to the floating-point type, to nearest, ties to even. */
double exact_round(const exact_number *number, clr_type type, uint64_t divisor);

/* The number's first 64 bits and the 64 bits behind them. */
void exact_pair(const exact_number *number, long double *high, long double *low);

#endif
