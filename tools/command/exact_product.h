/* SPDX-License-Identifier: Apache-2.0 */
/*
 * exact_product - a product of any number of magnitudes for --check, as an integer of 256 bits and
 * an exponent of 64: no factor overflows or underflows it. The highest limb is never 0, so that
 * truncating a multiplication's bits below 256 loses less than 2^-192 of the product: of 2^40
 * factors less than 2^-152, far below the 2^-53 of a double.
 */
#ifndef CLREDUCE_TOOLS_EXACT_PRODUCT_H
#define CLREDUCE_TOOLS_EXACT_PRODUCT_H

#include "exact_sum.h"

#define PRODUCT_LIMBS (256 / GMP_NUMB_BITS)
#define PRODUCT_LOSS  (GMP_NUMB_BITS * (PRODUCT_LIMBS - 1)) /* less than 2^-LOSS is lost */

/* The product is limbs * 2^exponent, limbs[0] lowest, and not 0. */
typedef struct exact_product {
    mp_limb_t limbs[PRODUCT_LIMBS];
    int64_t exponent;
} exact_product;

/* The empty product: 1. */
exact_product exact_product_none(void);

/* Multiplies by a term's magnitude, which is not 0, or by another product. */
void exact_product_multiply(exact_product *product, exact_term term);
void exact_product_join(exact_product *product, const exact_product *other);

/* The product is at least 2^exponent, and less than twice as much. */
int64_t exact_product_exponent(const exact_product *product);

/* The product as a rational number. Beyond 2^8192 or below 2^-8192, which is out of every type's
 * range, it is some number that is out of range at the same end: GMP would store all bits. */
void exact_product_get(const exact_product *product, mpq_t number);

#endif
