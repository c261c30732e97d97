/* SPDX-License-Identifier: Apache-2.0 */
/*
 * exact - what exact reductions keep: which sums, how many digits hold each of them, and how the
 * structs that they are in lie. Owns the arithmetic of that; folds, merges and rounds nothing.
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

/*
 * An exact sum's state, which an item has to itself, and what it waits in global memory as: the
 * structs `state` and `saved` of cl/exact/state.cl, in bytes. SIZE_MAX for what there is not.
 */
typedef struct clri_exact_layout {
    size_t terms; /* doubles */
    size_t count; /* ulong, of what is no NaN */
    size_t seen;  /* uint, CLRI_SEEN_... */
    size_t gap;   /* uint, for the struct to have no other one */
    size_t size;
    size_t align;
    size_t words; /* of the bins: a uint for each digit, behind the state */
    size_t saved_size;
} clri_exact_layout;

clri_exact_layout clri_exact_lay(unsigned terms, bool counts, unsigned digits);

#endif
