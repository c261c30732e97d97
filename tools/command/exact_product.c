/* SPDX-License-Identifier: Apache-2.0 */
/*
 * exact_product - products in 256 bits. See exact_product.h.
 */
#include "exact_product.h"
#include <string.h>

/* limbs of a term's integer: 1, or 2 where limbs have 32 bits */
#define TERM_LIMBS (64 / GMP_NUMB_BITS)

_Static_assert(TERM_LIMBS *GMP_NUMB_BITS == 64, "GMP's limbs are to have 32 or 64 bits");

#define TERM_EXPONENT 1075 /* exact_term: integer * 2^(place - 1075) */
#define FARTHEST      8192

/* The highest limb is never 0. */
exact_product exact_product_none(void)
{
    return (exact_product){{[PRODUCT_LIMBS - 1] = 1}, -PRODUCT_LOSS};
}

/* Keeps the highest limbs of a product, from the first that is not 0. */
static void keep_highest(exact_product *product, const mp_limb_t *limbs, unsigned count)
{
    unsigned first = count - PRODUCT_LIMBS;

    while (limbs[first + PRODUCT_LIMBS - 1] == 0)
        first--;
    memcpy(product->limbs, limbs + first, sizeof product->limbs);
    product->exponent += (int64_t)first * GMP_NUMB_BITS;
}

void exact_product_multiply(exact_product *product, exact_term term)
{
    mp_limb_t limbs[PRODUCT_LIMBS + TERM_LIMBS] = {0};

    for (unsigned i = 0; i < TERM_LIMBS; i++)
        limbs[PRODUCT_LIMBS + i] = mpn_addmul_1(limbs + i, product->limbs, PRODUCT_LIMBS,
                                                (mp_limb_t)(term.integer >> i * GMP_NUMB_BITS));
    keep_highest(product, limbs, PRODUCT_LIMBS + TERM_LIMBS);
    product->exponent += (int64_t)term.place - TERM_EXPONENT;
}

void exact_product_join(exact_product *product, const exact_product *other)
{
    mp_limb_t both[2 * PRODUCT_LIMBS];

    mpn_mul_n(both, product->limbs, other->limbs, PRODUCT_LIMBS);
    keep_highest(product, both, 2 * PRODUCT_LIMBS);
    product->exponent += other->exponent;
}

int64_t exact_product_exponent(const exact_product *product)
{
    return product->exponent + (int64_t)mpn_sizeinbase(product->limbs, PRODUCT_LIMBS, 2) - 1;
}

void exact_product_get(const exact_product *product, mpq_t number)
{
    int64_t exponent = product->exponent;
    mpz_t integer;

    exponent = exponent > FARTHEST ? FARTHEST : exponent < -FARTHEST ? -FARTHEST : exponent;
    mpz_init(integer);
    mpz_import(integer, PRODUCT_LIMBS, -1, sizeof(mp_limb_t), 0, 0, product->limbs);
    mpq_set_z(number, integer);
    if (exponent >= 0)
        mpq_mul_2exp(number, number, (mp_bitcnt_t)exponent);
    else
        mpq_div_2exp(number, number, (mp_bitcnt_t)-exponent);
    mpz_clear(integer);
}
