/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The tests' independent reference: exact reductions by GMP and MPFR, the judgement of a result
 * against clreduce.h's bounds, small formats, and seeded data. Uses clreduce's enums and no code of
 * the library or the command.
 */
#ifndef CLREDUCE_TESTS_ORACLE_H
#define CLREDUCE_TESTS_ORACLE_H

#include <clreduce/clreduce.h>
#include <mpfr.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- Reductions ---------------------------------------------------------------------------- */

/* The members of clr_reduction that decide the value; 0 is the default. */
typedef struct oracle_question {
    clr_operator op;
    clr_type type; /* of the elements */
    clr_nan nan;
    clr_overflow overflow;
    uint64_t ddof;
} oracle_question;

/* A reduction's value: none, if `empty` or `overflow`. Else integers, and floats that are only
 * compared, are `bits`, unless `nan`; other floats are `nan`, else `infinite`, else `exact`. */
typedef struct oracle_value {
    oracle_question question;
    uint64_t count;       /* elements that are not absent */
    bool empty;           /* the status must be CLR_ERROR_EMPTY */
    bool overflow;        /* the status must be CLR_ERROR_OVERFLOW */
    uint64_t bits;        /* 64 bits, sign-extended for integers, zero-extended for floats */
    uint64_t second_bits; /* minmax: of the largest */
    uint64_t index;       /* argmin, argmax, iamax, first, last */
    bool nan;
    int infinite;      /* 1 or -1 if infinite elements decide the result, else 0 */
    bool negative;     /* a product's sign, which rounding does not change */
    bool minus_zero;   /* of a sum of floats: all terms are -0, and none is absent */
    uint64_t signs[2]; /* of a sum of floats: terms above 0, and below */
    double parts; /* of variances with weights: what the divisor is the difference of, over it */
    double steps; /* ... smallest numbers that underflows may add up to, in 16 of them */
    mpfr_t exact; /* the result of finite elements; of roots of variances the variance */
    mpfr_t above; /* sum of the terms' magnitudes; of products, of the factors |x| > 1; of var
                     and std the sum of (x - mean)^2; with weights what no partial result exceeds */
    mpfr_t below; /* of products, of the factors 0 < |x| < 1; of var and std mean^2; with
                     weights their sum times mean^2, over the divisor */
} oracle_value;

/* Whether the operator takes two inputs. */
bool oracle_takes_pairs(clr_operator op);

/* Reduces `count` elements of `x`, and of `y` where the operator takes it, else NULL. A pair with a
 * NaN is absent where NaNs are ignored. The caller clears the value. */
void oracle_reduce(const oracle_question *question, const void *x, const void *y, size_t count,
                   oracle_value *out);
void oracle_clear(oracle_value *value);

/* The result's default type; CLR_TYPE_DEFAULT if there is none. */
clr_type oracle_result(clr_operator op, clr_type type);

/* The library's result. */
typedef struct oracle_answer {
    clr_type type;           /* of the value */
    const void *value;       /* not looked at unless `status` is CLR_OK */
    const void *second;      /* minmax: the largest; else NULL */
    uint64_t index;          /* argmin, argmax, iamax, first, last */
    clr_status status;       /* CLR_OK, CLR_ERROR_EMPTY or CLR_ERROR_OVERFLOW, wherever seen */
    uint64_t depth;          /* clr_plan_depth() */
    bool is_exact;           /* must be correctly rounded, of a sum of floats */
    const char *accumulator; /* clr_result.accumulator: "f64", "double-float", "double-double" and,
                                for logsumexp, "f32"; by any other name it makes no error */
} oracle_answer;

/*
 * Whether this may be the answer. Its type must be one that the operator may give. Integers and
 * what was only compared: these bits (any quiet NaN is a NaN) and this index. Other floats: a value
 * that rounding to nearest makes of a number within the bound around the exact one, so half an ulp,
 * underflow and overflow are as IEEE has them. With d for depth and u for the accumulator's unit
 * roundoff, 2^-53 of "f64" and 2^-45 of "double-float":
 *
 *   sum, asum    |error| <= d * u * (sum of |x|); "double-double" (d * 2^-52)^2 * (sum of |x|)
 *   dot, sumsq   the same with |xy| or x^2, and what multiplying costs where it is not exact
 *   prod         |error| <= g / (1 - g) * |product|, g = count * u: every factor costs one rounding
 *                whatever the order, so depth does not matter (Higham, 2nd ed., lemma 3.1)
 *   mean         the sum's bound over n, and a division; of integers 4 ulps
 *   nrm2         relative (2 d + 8) u, however large or small the squares are
 *   var          relative 8 d u sqrt(1 + mean^2 / var), and a division: so 0 of equal elements
 *   std          the roots of what var may be
 *   wvar, rwvar  as var, with 16 for 8; and what the divisor W - o makes of its error, 16 d u (W +
 * o) wstd, rwstd  the roots of what these may be logsumexp    4 (d + 4) u + 4 u * |result|, u =
 * 2^-53; 2^-22 where e^x is computed in f32
 *
 * "double-double" counts as "f64" for all but the first two rows and mean. Each product, quotient
 * or square that falls below the accumulator's smallest number may cost one such number more. A
 * zero sum may have either sign, a product has its factors' sign. Where an order exists in which an
 * intermediate value leaves the accumulator's range, nothing is promised and all is accepted: that
 * range is binary64's, for "double-float" that of a pair of binary32. Of sums there is one if the
 * terms of one sign add up to more; several terms might do that by being rounded.
 *
 * With is_exact there is one answer, which may also be of type f16 or bf16: the result of real
 * numbers, rounded once.
 *
 * `why` receives a sentence if the answer is not accepted.
 */
bool oracle_accepts(const oracle_value *value, const oracle_answer *answer, char *why,
                    size_t why_size);

/*
 * The bits of a sum of floats (sum, mean, asum, sumsq, dot, nrm2, var, std) that is not empty: the
 * result of real numbers, rounded once to `type`; an infinity, -0, or a quiet NaN.
 */
uint64_t oracle_round(const oracle_value *value, clr_type type);

/* ---- Formats ------------------------------------------------------------------------------- */

/* The small formats: to double, which holds all their values, and to nearest, ties to even. */
double oracle_from_f16(uint16_t bits);
double oracle_from_bf16(uint16_t bits);
uint16_t oracle_to_f16(double value);
uint16_t oracle_to_bf16(double value);

/* Element `index` of an array of floats of `type`, and its reverse, rounded to nearest. */
double oracle_load(clr_type type, const void *data, size_t index);
void oracle_store(clr_type type, void *data, size_t index, double value);

/* The float of `type` that has these bits, the lowest ones of the number. */
double oracle_from_bits(clr_type type, uint64_t bits);

bool oracle_is_float(clr_type type);

/* Bytes an element takes. */
size_t oracle_size(clr_type type);

/* ---- Test data ----------------------------------------------------------------------------- */

/* Kinds of test data. Those of NaNs and infinities are ORACLE_UNIFORM for integers. */
typedef enum oracle_data {
    ORACLE_UNIFORM,   /* floats in [-1, 1); integers of random bits                            */
    ORACLE_WIDE,      /* finite floats of random bits, all exponents alike; integers: lengths  */
    ORACLE_SPECIAL,   /* NaN, infinities, zeros, subnormals and extremes among ordinary values */
    ORACLE_SMALL,     /* whole numbers from -8 (unsigned: 0) to 8                              */
    ORACLE_NEAR_ONE,  /* for products: floats of either sign near 1, odd integers              */
    ORACLE_FACTORS,   /* for products: mostly 1 and -1 (unsigned: 1), few up to 7, rarely 0    */
    ORACLE_ONES,      /* 1 throughout                                                          */
    ORACLE_FLAGS,     /* 0, and one in 256 is 1; floats: zeros of either sign                  */
    ORACLE_ZEROS,     /* 0; floats: of either sign                                             */
    ORACLE_TIES,      /* one of three values; floats: and their negatives                      */
    ORACLE_OFFSET,    /* for variances: far from 0 and near each other, 1e8 in f32 and f64     */
    ORACLE_EXTREMES,  /* least or greatest of the type                                         */
    ORACLE_GREATEST,  /* near the type's greatest: sums of few leave its range                 */
    ORACLE_BRINK,     /* for overflow of 64 bits: sums cross their ends, and come back         */
    ORACLE_SUBNORMAL, /* floats too small for a hidden bit; integers: -1 (unsigned: 0) to 1    */
    ORACLE_INFINITE,  /* +inf throughout                                                       */
    ORACLE_NANS,      /* NaN throughout                                                        */
    ORACLE_ONE_NAN,   /* as ORACLE_UNIFORM, but element seed % count is NaN                    */
    ORACLE_MINUS_INFINITE, /* -inf throughout */
    /* Floats at the ends of the formats and of what exact sums take; integers like others above. */
    ORACLE_BRIM,    /* the largest numbers, their neighbours and ties among ordinary ones        */
    ORACLE_BALANCE, /* partial sums that come to the largest number, with ties, and cancel       */
    ORACLE_SPANS,   /* two exponents, as far apart as a bound allows, or about; or cancelling    */
    ORACLE_ROWS,    /* exponents at the edges of rows of 16 binades; or cancelling               */
    ORACLE_DUST,    /* subnormals, the smallest normal and its neighbours                        */
    ORACLE_ROOTS,   /* products at the ends of the format, and where TwoProduct begins to fail   */
    ORACLE_DATA_COUNT
} oracle_data;

/* Fills `data` with `count` elements; the same seed gives the same elements. */
void oracle_fill(oracle_data kind, uint64_t seed, clr_type type, void *data, size_t count);

/* The kind for y of dot that leaves a sum of products what the kind of x is made for. */
oracle_data oracle_data_of_second(oracle_data kind);

/* The next number of a generator (xorshift64*), whose state must not be 0. */
uint64_t oracle_random(uint64_t *state);

#endif
