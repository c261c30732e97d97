/* SPDX-License-Identifier: Apache-2.0 */
/*
 * check - the same reduction on the host, in another way than kernels do it, and the judgement
 * whether a result is as near as the library promises. Uses no OpenCL; reads the data once, in
 * pieces as they come or, if all of it is there, on all cores.
 *
 *   integers      sums and products in 128 bits, and modulo 2^64
 *   sums          of floats: long double with the roundings' remainders beside it (Neumaier 1974),
 *                 and the sum of |x| for the bound; variances by way of such sums of x and of x^2,
 *                 put together in twice the digits (Dekker 1971), which leaves enough of them;
 *                 of data that is all there the same sums exactly
 *   products      of floats: long double with an exponent of its own, so that nothing overflows
 *   the rest      by comparing, counting and bitwise
 *   logsumexp     long double, relative to the largest element so far
 */
#ifndef CLREDUCE_TOOLS_CHECK_H
#define CLREDUCE_TOOLS_CHECK_H

#include "exact_sum.h"
#include <clreduce/clreduce.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

__extension__ typedef __int128 check_wide;

/* An unevaluated sum of two numbers, the second being small beside the first. */
typedef struct check_pair {
    long double high, low;
} check_pair;

/* A number above 0 of any magnitude: fraction * 2^exponent with 0.5 <= fraction < 1. */
typedef struct check_scaled {
    long double fraction;
    int64_t exponent;
} check_scaled;

/* The element that comes first in some order. */
typedef struct check_extreme {
    double real;      /* of floats */
    uint64_t integer; /* of integers, in two's complement */
    uint64_t index;
    bool is_nan; /* the first NaN of all comes before all others */
} check_extreme;

/* One reduction's state on the host. Plain data; nothing to free. */
typedef struct check {
    clr_operator op;
    clr_type type;
    clr_nan nan;
    clr_overflow overflow;
    uint64_t ddof;
    const char *missing; /* what the host cannot do, NULL if it can do all of it */

    uint64_t seen;  /* elements, and so the index of the next one */
    uint64_t count; /* of those that are not left out */

    bool has_nan, has_infinity, has_minus_infinity, has_zero; /* floats: seen, and left out below */
    bool negative;                                            /* the product's sign */

    uint64_t integer; /* modulo 2^64: sum, product, count, bits */
    check_wide wide;  /* the sum of integers, or the magnitude of their product, */
    bool too_wide;    /* unless it once had more than 127 bits */

    check_pair sum, squares; /* of x, or of what is added up; and of x^2 */
    long double magnitude;   /* sum of the absolute values of what is added up */
    bool is_exact;           /* they are as near as their digits can be, and x's, or what is */
    exact_number total;      /* added up, come to just this */
    check_scaled growth;     /* product of the |x| above 1: no partial product is larger */
    check_scaled shrink;     /* product of the |x| up to 1: no partial product is smaller */
    check_extreme least, greatest; /* of x or |x| */
    long double peak, scaled;      /* the largest x, and the sum of e^(x - peak) */
} check;

/* A result that claims to be right. */
typedef struct check_claim {
    clr_status status; /* the result's own: CLR_OK, CLR_ERROR_EMPTY or CLR_ERROR_OVERFLOW */
    clr_type type;     /* of the value */
    const void *value;
    const void *second;      /* of minmax the largest, else NULL */
    const void *index;       /* NULL if it has none */
    uint64_t depth;          /* clr_plan_depth(), and one for each piece of the input */
    const char *accumulator; /* clr_result.accumulator */
    clr_accuracy accuracy;
} check_claim;

typedef enum check_verdict {
    CHECK_AGREES,
    CHECK_DIFFERS,
    CHECK_UNDECIDED,  /* a partial result may leave the accumulator's range: no bound is promised */
    CHECK_UNAVAILABLE /* the host cannot compute this */
} check_verdict;

#define CHECK_SENTENCE_SIZE 400

void check_start(check *c, const clr_reduction *reduction);

/* Takes the next elements, of x and of as many more inputs as the operator has. */
void check_add(check *c, const void *const *inputs, uint64_t count);

/*
 * Takes all elements at once, in place of check_add(), on all cores. Sums of finite floats come out
 * exact, so that results of level exact are compared to the bit.
 */
void check_array(check *c, const void *const *inputs, uint64_t count);

/* Takes what `next` has, of the elements behind those of `c`. */
void check_join(check *c, const check *next);

/* What a record says of one of its results. */
check_claim check_claim_of(const clr_result *result, const void *record, uint64_t depth);

/* Judges, and writes a sentence with both values and the bound. */
check_verdict check_judge(const check *c, const check_claim *claim,
                          char sentence[CHECK_SENTENCE_SIZE]);

/* The verdict in a word for JSON: "passed", "failed", "undecided" or "unavailable". */
const char *check_verdict_name(check_verdict verdict);

#endif
