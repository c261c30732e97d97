/* SPDX-License-Identifier: Apache-2.0 */
/*
 * exact_product - products of any number of magnitudes as an integer of 256 bits and an exponent,
 * so that nothing overflows; each factor truncates less than 2^-192 of the product, far below any
 * float's precision.
 */
#ifndef CLREDUCE_TOOLS_EXACT_PRODUCT_H
#define CLREDUCE_TOOLS_EXACT_PRODUCT_H

#include "exact_sum.h"

#define PRODUCT_LIMBS (256 / GMP_NUMB_BITS)
#define PRODUCT_LOSS  (GMP_NUMB_BITS * (PRODUCT_LIMBS - 1)) /* less than 2^-LOSS for each factor */

/* limbs * 2^exponent, not 0. */
typedef struct exact_product {
    mp_limb_t limbs[PRODUCT_LIMBS];
    int64_t exponent;
} exact_product;

/* The empty product: 1. */
exact_product exact_product_none(void);

/* Multiplies by the term's magnitude, which is not 0. */
void exact_product_multiply(exact_product *product, exact_term term);
void exact_product_join(exact_product *product, const exact_product *other);

/* The product is at least 2^exponent, and less than twice as much. */
int64_t exact_product_exponent(const exact_product *product);

/* The product; beyond 2^8192 or below 2^-8192, out of every type's range, some number there. */
void exact_product_get(const exact_product *product, mpq_t number);

#endif
