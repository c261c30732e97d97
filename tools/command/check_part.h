/* SPDX-License-Identifier: Apache-2.0 */
/*
 * check_part - what the parts of check share: an element as numbers, what the host found, and the
 * ways to fold and to find of each kind of operator. Only check*.c include it.
 */
#ifndef CLREDUCE_TOOLS_CHECK_PART_H
#define CLREDUCE_TOOLS_CHECK_PART_H

#include "check.h"
#include "value.h"

/* An element. */
typedef struct check_number {
    long double real; /* of integers too */
    uint64_t integer; /* of integers, in two's complement */
} check_number;

/* What the host found: the least and the greatest value that pass. */
typedef struct check_range {
    long double low, high;
    uint64_t integer; /* where the result is an integer: the only one that passes */
} check_range;

typedef struct check_finding {
    clr_status status; /* CLR_ERROR_EMPTY, CLR_ERROR_OVERFLOW */
    check_range value;
    check_range second;
    uint64_t index;
    bool is_bounded;  /* else the value has to be equal, with the sign of a zero */
    bool is_doubtful; /* something on the way may have left the accumulator's range */
} check_finding;

/* An accumulator: its unit roundoff, and the magnitudes within which that holds. */
typedef struct check_accumulator {
    const char *name;
    long double unit;     /* of one rounding */
    long double variance; /* the u of a variance's bound */
    int power;            /* of depth * unit in the bound */
    int largest;          /* exponent of 2 */
    int smallest;         /* for products: below, the remainder is lost */
} check_accumulator;

/* The accumulator that the claim names; its roundings are 0 if the result is exact. */
check_accumulator check_accumulator_of(const check_claim *claim, bool *known);

typedef void (*check_fold)(check *c, const check_number *x, const check_number *y);
typedef void (*check_merge)(check *c, const check *next); /* neither of which is without elements */
typedef check_finding (*check_find)(const check *c, const check_claim *claim);

bool check_is_real(const check *c);

/* Notes NaN, infinities and zeros. Returns whether the number is finite. */
bool check_note(check *c, long double number);

/* check_sum.c */
void check_sum_fold(check *c, const check_number *x, const check_number *y);
void check_asum_fold(check *c, const check_number *x, const check_number *y);
void check_sumsq_fold(check *c, const check_number *x, const check_number *y);
void check_dot_fold(check *c, const check_number *x, const check_number *y);
void check_moments_fold(check *c, const check_number *x, const check_number *y);
void check_sum_join(check *c, const check *next);
check_finding check_sum_find(const check *c, const check_claim *claim);
check_finding check_nrm2_find(const check *c, const check_claim *claim);
check_finding check_mean_find(const check *c, const check_claim *claim);
check_finding check_var_find(const check *c, const check_claim *claim);
check_finding check_std_find(const check *c, const check_claim *claim);

/* check_product.c */
void check_product_fold(check *c, const check_number *x, const check_number *y);
void check_product_join(check *c, const check *next);
check_finding check_product_find(const check *c, const check_claim *claim);
void check_exp_fold(check *c, const check_number *x, const check_number *y);
void check_exp_join(check *c, const check *next);
check_finding check_exp_find(const check *c, const check_claim *claim);

/* check_order.c */
void check_order_fold(check *c, const check_number *x, const check_number *y);
void check_magnitude_fold(check *c, const check_number *x, const check_number *y);
void check_order_join(check *c, const check *next);
void check_magnitude_join(check *c, const check *next);
check_finding check_least_find(const check *c, const check_claim *claim);
check_finding check_greatest_find(const check *c, const check_claim *claim);
check_finding check_both_find(const check *c, const check_claim *claim);
void check_count_fold(check *c, const check_number *x, const check_number *y);
void check_count_join(check *c, const check *next);
check_finding check_count_find(const check *c, const check_claim *claim);
check_finding check_any_find(const check *c, const check_claim *claim);
check_finding check_all_find(const check *c, const check_claim *claim);
void check_and_fold(check *c, const check_number *x, const check_number *y);
void check_or_fold(check *c, const check_number *x, const check_number *y);
void check_xor_fold(check *c, const check_number *x, const check_number *y);
void check_and_join(check *c, const check *next);
void check_or_join(check *c, const check *next);
void check_xor_join(check *c, const check *next);
check_finding check_bits_find(const check *c, const check_claim *claim);

#endif
