/* SPDX-License-Identifier: Apache-2.0 */
/*
 * exact - the fixed-point sums of exact reductions: how many digits each needs, and the layout of
 * the structs in which kernels keep a state of one. Forms (state/form_exact.c) and accumulators
 * size their sums by it. Folds, merges and rounds nothing.
 *
 * Digits have to be enough for CLRI_EXACT_COUNT_MOST of the largest elements, as nothing looks for
 * an overflow later.
 */
#ifndef CLREDUCE_STATE_EXACT_H
#define CLREDUCE_STATE_EXACT_H

#include "problem/operator.h"

#include <clreduce/clreduce.h>
#include <stdbool.h>

/*
 * A sum in fixed point: digit i of 32 bits has weight 2^(32 i + lowest), in two's complement. Every
 * term is a multiple of 2^lowest, and its magnitude less than 2^(lowest + term_bits). So every sum
 * of terms is such a multiple, too, and bounded (Kulisch, "Computer arithmetic and validity",
 * 2008).
 */
typedef struct clri_exact_sum {
    int digits; /* 0: the sum is not kept */
    int lowest;
    int term_bits;
    const char *name; /* in messages */
} clri_exact_sum;

/* Sums of the elements' values, and of products of values (squares, or with another input), all of
 * one width: how wide, and how many. A state has the digits of the sums of values first. */
typedef struct clri_exact_sums {
    clri_exact_sum values;
    clri_exact_sum products;
    int value_sums;
    int product_sums;
} clri_exact_sums;

enum {
    CLRI_VALUE_DIGITS_MOST = 68,
    CLRI_PRODUCT_DIGITS_MOST = 134,
    CLRI_EXACT_DIGITS_MOST = 2 * CLRI_VALUE_DIGITS_MOST + 3 * CLRI_PRODUCT_DIGITS_MOST
};

static inline int clri_exact_value_digits(const clri_exact_sums *sums)
{
    return sums->value_sums * sums->values.digits;
}

static inline int clri_exact_product_digits(const clri_exact_sums *sums)
{
    return sums->product_sums * sums->products.digits;
}

static inline int clri_exact_sum_count(const clri_exact_sums *sums)
{
    return sums->value_sums + sums->product_sums;
}

/* Sum `i` of a state. */
static inline const clri_exact_sum *clri_exact_sum_at(const clri_exact_sums *sums, int i)
{
    return i < sums->value_sums ? &sums->values : &sums->products;
}

/* Its first digit in the state. */
static inline int clri_exact_first_digit(const clri_exact_sums *sums, int i)
{
    return i < sums->value_sums
               ? i * sums->values.digits
               : clri_exact_value_digits(sums) + (i - sums->value_sums) * sums->products.digits;
}

/* How many sums of values and of products the operator's states have, of any type. */
void clri_exact_count_sums(const clri_operator *op, clri_exact_sums *sums);

/* Most elements that the sums have room for. */
#define CLRI_EXACT_COUNT_MOST (UINT64_C(1) << 63)

/* Which sums an exact reduction by `op` of elements of `type` keeps; false if there is none. */
bool clri_exact_sums_of(clr_operator op, clr_type type, clri_exact_sums *sums);

/* The structs `state` and `saved` of cl/exact/state.cl, an item's exact sum and its form in global
 * memory: offsets in bytes, SIZE_MAX for a member that the struct lacks. */
typedef struct clri_exact_layout {
    size_t terms; /* doubles */
    size_t count; /* ulong, elements that are not NaN */
    size_t seen;  /* uint, CLRI_SEEN_... */
    size_t gap;   /* uint, padding made explicit */
    size_t size;
    size_t align;
    size_t words; /* uint for each digit of the bins, in `saved` alone */
    size_t saved_size;
} clri_exact_layout;

clri_exact_layout clri_exact_lay(unsigned terms, bool counts, unsigned digits);

#endif
