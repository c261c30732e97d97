/* SPDX-License-Identifier: Apache-2.0 */
/*
 * exact - what exact reductions keep: which sums, and how many digits hold each of them. Owns the
 * arithmetic of that; folds, merges and rounds nothing.
 */
#ifndef CLREDUCE_STATE_EXACT_H
#define CLREDUCE_STATE_EXACT_H

#include <clreduce/clreduce.h>
#include <stdbool.h>

/*
 * A sum in fixed point: digit i of 32 bits has weight 2^(32 i + lowest), in two's complement.
 * Every term is a multiple of 2^lowest, and its magnitude less than 2^(lowest + term_bits).
 */
typedef struct clri_exact_sum {
    int digits; /* 0: the sum is not kept */
    int lowest;
    int term_bits;
    const char *name; /* for people */
} clri_exact_sum;

/* Of elements' values and of their products with themselves or those of another input. */
typedef struct clri_exact_sums {
    clri_exact_sum values;
    clri_exact_sum products;
} clri_exact_sums;

enum {
    CLRI_VALUE_DIGITS_MOST = 68,
    CLRI_PRODUCT_DIGITS_MOST = 134,
    CLRI_EXACT_DIGITS_MOST = CLRI_VALUE_DIGITS_MOST + CLRI_PRODUCT_DIGITS_MOST
};

/* Elements that the sums have room for. */
#define CLRI_EXACT_COUNT_MOST (UINT64_C(1) << 63)

/* Which sums an exact reduction by `op` of elements of `type` keeps; false if there is none. */
bool clri_exact_sums_of(clr_operator op, clr_type type, clri_exact_sums *sums);

#endif
