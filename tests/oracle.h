/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The tests' independent truth: exact reductions by GMP and MPFR, the judgement of a result against
 * the bound that clreduce.h states, small formats, and seeded test data. It takes clreduce's enums
 * and nothing else: no code is shared with the library or the command.
 */
#ifndef CLREDUCE_TESTS_ORACLE_H
#define CLREDUCE_TESTS_ORACLE_H

#include <clreduce/clreduce.h>
#include <mpfr.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * What a reduction must come to. Integers: `bits`. Minimum and maximum: `bits` too, the element's
 * own, unless `nan`. Sums and products of floats: `nan`, else `infinite`, else `exact`.
 */
typedef struct oracle_value {
    clr_operator op;
    clr_type type;
    uint64_t count;
    bool empty;    /* minimum or maximum of nothing: there is no value */
    uint64_t bits; /* 64 bits, sign-extended for integers, zero-extended for floats */
    bool nan;
    int infinite;  /* 1 or -1 if infinite elements decide the result, else 0 */
    bool negative; /* a product's sign, which no rounding can change */
    mpfr_t exact;  /* of the finite elements; a product to 256 bits */
    mpfr_t above;  /* sum of |x|; for products, of the factors |x| > 1 */
    mpfr_t below;  /* sum of |x|; for products, of the factors 0 < |x| < 1 */
} oracle_value;

/* Reduces `count` elements of `type`. The value is to be cleared after use. */
void oracle_reduce(clr_operator op, clr_type type, const void *data, size_t count,
                   oracle_value *out);
void oracle_clear(oracle_value *value);

/*
 * Whether `result` may be the answer. Integers, minima and maxima: these bits (any quiet NaN is a
 * NaN). Sums and products of floats: a value that rounding to nearest makes of a number within the
 * bound around the exact one, so half an ulp, underflow and overflow are as IEEE has them:
 *   sum      |error| <= depth * u * (sum of |x|)
 *   product  |error| <= g / (1 - g) * |product|, g = count * u: every factor costs one rounding
 *            whatever the order, so depth does not matter (Higham, 2nd ed., lemma 3.1)
 * A zero sum may have either sign, a product has its factors' sign. Where an order exists in which
 * an intermediate value leaves the accumulator's range, nothing is promised and all is accepted:
 * that range is binary64's for u = 2^-53 and, for greater u, that of a pair of binary32.
 *
 * `why` receives a sentence if the result is not accepted.
 */
bool oracle_accepts(const oracle_value *value, clr_type result_type, const void *result,
                    uint64_t depth, double unit_roundoff, char *why, size_t why_size);

/* The small formats: to double, which holds all their values, and to nearest, ties to even. */
double oracle_from_f16(uint16_t bits);
double oracle_from_bf16(uint16_t bits);
uint16_t oracle_to_f16(double value);
uint16_t oracle_to_bf16(double value);

/* Element `index` of an array of floats of `type`, and its reverse, rounded to nearest. */
double oracle_load(clr_type type, const void *data, size_t index);
void oracle_store(clr_type type, void *data, size_t index, double value);

bool oracle_is_float(clr_type type);

/* Bytes an element takes. */
size_t oracle_size(clr_type type);

/* Kinds of test data. */
typedef enum oracle_data {
    ORACLE_UNIFORM,  /* floats in [-1, 1); integers of random bits                            */
    ORACLE_WIDE,     /* finite floats of random bits, all exponents alike; integers: lengths  */
    ORACLE_SPECIAL,  /* NaN, infinities, zeros, subnormals and extremes among ordinary values */
    ORACLE_SMALL,    /* whole numbers from -8 (unsigned: 0) to 8                              */
    ORACLE_NEAR_ONE, /* for products: floats of either sign near 1, odd integers              */
    ORACLE_DATA_COUNT
} oracle_data;

/* Fills `data` with `count` elements; the same seed gives the same elements. */
void oracle_fill(oracle_data kind, uint64_t seed, clr_type type, void *data, size_t count);

/* The next number of a generator (xorshift64*), whose state must not be 0. */
uint64_t oracle_random(uint64_t *state);

#endif
