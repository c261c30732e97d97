/* SPDX-License-Identifier: Apache-2.0 */
/*
 * check - the same reduction on the host, in another way than kernels do it, and the judgement
 * whether a result is as near as the library promises. Uses no OpenCL.
 *
 *   integers   sums and products modulo 2^64
 *   sums       of floats: long double with the roundings' remainders beside it (Neumaier 1974),
 *              and the sum of |x| for the bound
 *   products   of floats: long double with an exponent of its own, so that nothing overflows
 *   min, max   IEEE 754-2019 minimum and maximum
 */
#ifndef CLREDUCE_TOOLS_CHECK_H
#define CLREDUCE_TOOLS_CHECK_H

#include <clreduce/clreduce.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A number above 0 of any magnitude: fraction * 2^exponent with 0.5 <= fraction < 1. */
typedef struct check_scaled {
    long double fraction;
    int64_t exponent;
} check_scaled;

/* One reduction's state on the host. Plain data; nothing to free. */
typedef struct check {
    clr_operator op;
    clr_type type;
    uint64_t count;

    uint64_t integer; /* integers: sum, product or extreme, in two's complement */
    double extreme;   /* floats: minimum or maximum */

    bool has_nan, has_infinity, has_minus_infinity, has_zero; /* floats: seen, and left out below */
    bool negative;                                            /* the product's sign */

    long double sum, remainder,
        magnitude;       /* sum + remainder is the sum; magnitude is that of |x| */
    check_scaled growth; /* product of the |x| above 1: no partial product is larger */
    check_scaled shrink; /* product of the |x| up to 1: no partial product is smaller */
} check;

/* A result that claims to be right. */
typedef struct check_claim {
    clr_type type; /* of the value */
    const void *value;
    uint64_t depth;          /* clr_plan_depth(), and one for each piece of the input */
    const char *accumulator; /* clr_plan_info.accumulator */
} check_claim;

typedef enum check_verdict {
    CHECK_AGREES,
    CHECK_DIFFERS,
    CHECK_UNDECIDED /* a partial result may leave the accumulator's range: no bound is promised */
} check_verdict;

#define CHECK_SENTENCE_SIZE 256

void check_start(check *c, clr_operator op, clr_type type);

/* Takes the next elements. */
void check_add(check *c, const void *elements, uint64_t count);

/* Judges, and writes a sentence with both values and the bound. */
check_verdict check_judge(const check *c, const check_claim *claim,
                          char sentence[CHECK_SENTENCE_SIZE]);

#endif
