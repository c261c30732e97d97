/* SPDX-License-Identifier: Apache-2.0 */
/*
 * check - the same reduction on the host, by other algorithms than the kernels', and the verdict
 * whether a result is within the library's promises. Uses no OpenCL; reads the data once, in pieces
 * as they come or, if all of it is in memory, on all cores.
 *
 *   sums          of numbers, products, squares and distances, also with weights: exactly, as long
 *                 integers
 *   products      of integers modulo 2^64; of floats in 256 bits with a separate exponent
 *   logsumexp     long double, with the rounding errors added up beside it
 *   selections    by sorting all elements of a result
 *   the rest      by comparing, counting and bitwise
 *
 * Exact results are decided; results of other levels are compared with the bounds that the
 * library's header states at clr_plan_depth(), which are computed in rational numbers.
 */
#ifndef CLREDUCE_TOOLS_CHECK_H
#define CLREDUCE_TOOLS_CHECK_H

#include "condition.h"
#include "exact_product.h"
#include "exact_sum.h"
#include <clreduce/clreduce.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The element that is first in some order, with its index. */
typedef struct check_extreme {
    double real;      /* value of a float */
    uint64_t integer; /* value of an integer, in two's complement */
    uint64_t index;
    bool is_nan; /* the first NaN precedes all other elements */
} check_extreme;

/* A sum of e^(x - anchor), and the rounding errors of its additions. */
typedef struct check_powers {
    long double anchor;
    long double sum, rest;
} check_powers;

/* A reduction's state on the host. Plain data; nothing to free. */
typedef struct check {
    clr_operator op;
    clr_type type;
    clr_nan nan;
    clr_overflow overflow;
    uint64_t ddof;
    const char *missing;    /* the part that the host cannot compute, or NULL */
    size_t mask;            /* the input that is the mask; 0: all elements count */
    const condition *where; /* a further condition on elements; NULL: none */

    const uint64_t *numbers; /* elements' indices, in the order they come; NULL: 0, 1, 2, ... */
    uint64_t seen;           /* elements so far, and so the index of the next one */
    uint64_t count;          /* elements that count */
    bool has_absent;         /* some elements do not count */

    /* Special values among the elements. Only finite elements are in the states below. */
    bool has_nan, has_infinity, has_minus_infinity, has_zero;
    bool has_other; /* some element is not -0 */
    bool negative;  /* the product's sign */

    uint64_t integer; /* modulo 2^64: product, count, bits */
    uint64_t product; /* the magnitude of a product of integers, zeros left out */
    bool too_wide;    /* the magnitude does not fit 64 bits */

    int least_product;      /* least exponent of 2 of a product of two floats */
    exact_sum sum, squares; /* of x, |x|, x^2 or x * y; and of x^2, or y * x^2, beside a sum */
    exact_sum others, products, other_squares; /* of y, x * y and y^2 beside those */
    exact_product growth; /* product of all |x| above 1: an upper bound of partial products */
    exact_product shrink; /* product of all |x| up to 1: a lower bound of partial products */
    check_extreme least, greatest; /* of x or |x| */
    bool of_magnitudes;            /* the extremes are of |x| */
    check_powers powers;
} check;

/* A result to be judged. */
typedef struct check_claim {
    clr_status status; /* the result's status: CLR_OK, CLR_ERROR_EMPTY or CLR_ERROR_OVERFLOW */
    clr_type type;     /* of the value */
    const void *value;
    const void *second; /* the largest of minmax, else NULL */
    const void *index;  /* NULL: no index */
    uint64_t depth;     /* clr_plan_depth(), and 1 for each piece of the input */
    const char
        *accumulator; /* clr_result.accumulator; NULL: there is none, as the host rounds once */
    clr_accuracy accuracy;
} check_claim;

/* A result of an operator that selects. */
typedef struct check_selected {
    const clr_reduction *reduction;
    clr_status status; /* CLR_OK or CLR_ERROR_EMPTY */
    clr_type type;     /* of the values */
    uint64_t values;   /* that the result has */
    uint64_t stride;   /* elements from one value, or index, to the next */
    const void *value;
    const uint64_t *index; /* NULL: no indices */
    const uint64_t *count; /* of a mode: how many elements have it; else NULL */
} check_selected;

typedef enum check_verdict {
    CHECK_AGREES,
    CHECK_DIFFERS,
    CHECK_VAGUE, /* within its bound, but the bound exceeds the right value and proves nothing */
    CHECK_UNDECIDED,  /* possibly right, but no promise covers it */
    CHECK_UNAVAILABLE /* the host cannot compute it */
} check_verdict;

#define CHECK_SENTENCE_SIZE 400

void check_start(check *c, const clr_reduction *reduction);

/* The reduction's condition: input number `mask`, of 0 and 1, is not 0. */
void check_set_mask(check *c, size_t mask);

/* Sets the elements' indices, if they come in another order. */
void check_set_numbers(check *c, const uint64_t *numbers);

/* Adds a condition to the reduction's mask, if any. */
void check_set_condition(check *c, const condition *where);

/* Adds the next elements of all inputs of the operator. */
void check_add(check *c, const void *const *inputs, uint64_t count);

/* Adds all elements on all cores; no others may have been added before. */
void check_array(check *c, const void *const *inputs, uint64_t count);

/* Joins the state `next` of the elements that follow those of `c`. */
void check_join(check *c, const check *next);

/* The claim of a result in a record. */
check_claim check_claim_of(const clr_result *result, const void *record, uint64_t depth);

/* The verdict, with a sentence that has both values and the bound. */
check_verdict check_judge(const check *c, const check_claim *claim,
                          char sentence[CHECK_SENTENCE_SIZE]);

/* The same of an operator that selects, of these elements of all inputs: a state that was started,
 * and to which none were added. */
check_verdict check_judge_selected(const check *c, const check_selected *claim,
                                   const void *const *inputs, uint64_t count,
                                   char sentence[CHECK_SENTENCE_SIZE]);

/* The claimed value as a share of the right value, 1 if equal; NaN if undefined. */
double check_share(const check *c, const check_claim *claim);

/* Whether the result is within its bound, be it a vague one: for comparisons of strategies. */
bool check_is_within(check_verdict verdict);

/* The verdict in a word, for JSON: "passed", "failed", "undecided" or "unavailable". */
const char *check_verdict_name(check_verdict verdict);

#endif
