/* SPDX-License-Identifier: Apache-2.0 */
/*
 * check - the same reduction on the host, in another way than kernels do it, and the judgement
 * whether a result is what the library promises. Uses no OpenCL; reads the data once, in pieces as
 * they come or, if all of it is there, on all cores.
 *
 *   sums          of whatever, and of products, squares and distances: exactly, as long integers
 *   products      of integers modulo 2^64; of floats in 256 bits with an exponent of their own
 *   logsumexp     long double with the roundings' remainders beside it
 *   the rest      by comparing, counting and bitwise
 *
 * So what is promised to be exact is decided; of other levels the bounds are those that the
 * library's header states with clr_plan_depth(). They are put together from rational numbers.
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

/* The element that comes first in some order. */
typedef struct check_extreme {
    double real;      /* of floats */
    uint64_t integer; /* of integers, in two's complement */
    uint64_t index;
    bool is_nan; /* the first NaN of all comes before all others */
} check_extreme;

/* A sum of e^(x - anchor), and what its additions rounded away. */
typedef struct check_powers {
    long double anchor;
    long double sum, rest;
} check_powers;

/* One reduction's state on the host. Plain data; nothing to free. */
typedef struct check {
    clr_operator op;
    clr_type type;
    clr_nan nan;
    clr_overflow overflow;
    uint64_t ddof;
    const char *missing;    /* the part that the host cannot compute, or NULL */
    size_t mask;            /* the input that says which elements are taken; 0: all are */
    const condition *where; /* what takes elements, too; NULL: nothing does */

    const uint64_t *numbers; /* indices of the elements in the order in which they come; NULL: they
                                count up from 0 */
    uint64_t seen;           /* elements, and so the place of the next one */
    uint64_t count;          /* elements that are taken */
    bool has_absent;         /* some were not taken */

    /* Elements that were folded; only finite elements are part of the states below. */
    bool has_nan, has_infinity, has_minus_infinity, has_zero;
    bool has_other; /* than -0 */
    bool negative;  /* the product's sign */

    uint64_t integer; /* modulo 2^64: product, count, bits */
    uint64_t product; /* the magnitude of a product of integers but for 0, */
    bool too_wide;    /* unless that does not fit */

    int least_product;             /* exponent of 2 that no product of two floats is below */
    exact_sum sum, squares;        /* of x, |x|, x^2 or x * y; and of x^2 beside a sum of x */
    exact_product growth;          /* of the |x| above 1: no partial product is larger */
    exact_product shrink;          /* of the |x| up to 1: no partial product is smaller */
    check_extreme least, greatest; /* of x, or */
    bool of_magnitudes;            /* of |x| */
    check_powers powers;
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
    CHECK_VAGUE,     /* it is within its bound, which exceeds the right value and so says nothing */
    CHECK_UNDECIDED, /* it may be right, but nothing that is promised says so */
    CHECK_UNAVAILABLE /* the host cannot compute this */
} check_verdict;

#define CHECK_SENTENCE_SIZE 400

void check_start(check *c, const clr_reduction *reduction);

/* The reduction's condition is that input number `mask`, of 0 and 1, is not 0. */
void check_set_mask(check *c, size_t mask);

/* The elements come in another order than that of their indices, which are these. */
void check_set_numbers(check *c, const uint64_t *numbers);

/* The reduction's condition is this one, and the mask's if there is one. */
void check_set_condition(check *c, const condition *where);

/* Takes the next elements, of x and of as many more inputs as the operator has. */
void check_add(check *c, const void *const *inputs, uint64_t count);

/* Takes all elements at once, on all cores, if none have been taken before. */
void check_array(check *c, const void *const *inputs, uint64_t count);

/* Joins the state of the elements that follow the elements of `c`. */
void check_join(check *c, const check *next);

/* The claim that a record makes of one of its results. */
check_claim check_claim_of(const clr_result *result, const void *record, uint64_t depth);

/* Judges, and writes a sentence with both values and the bound. */
check_verdict check_judge(const check *c, const check_claim *claim,
                          char sentence[CHECK_SENTENCE_SIZE]);

/* What share of the right value the claim's is, 1 being all of it; NaN if there is no saying. */
double check_share(const check *c, const check_claim *claim);

/* Whether the result is within its bound, also a vague one: a comparison of ways asks this. */
bool check_is_within(check_verdict verdict);

/* The verdict in a word for JSON: "passed", "failed", "undecided" or "unavailable". */
const char *check_verdict_name(check_verdict verdict);

#endif
