/* SPDX-License-Identifier: Apache-2.0 */
/*
 * check_part - shared by check*.c alone: an element, the host's finding, and the functions that
 * fold and find for each kind of operator.
 */
#ifndef CLREDUCE_TOOLS_CHECK_PART_H
#define CLREDUCE_TOOLS_CHECK_PART_H

#include "check.h"
#include "value.h"

/* An element. */
typedef struct check_number {
    double real;      /* value of a float */
    uint64_t integer; /* value of an integer, in two's complement */
} check_number;

/* ---- Findings -------------------------------------------------------------------------------- */

typedef enum check_form {
    CHECK_INTEGER, /* the only answer is `integer` */
    CHECK_SAME, /* the only answer is `real`: a NaN, an infinity, or an element with the sign of its
                   zero */
    CHECK_NEAR  /* the answer is in a range */
} check_form;

typedef struct check_value {
    uint64_t integer;
    double real;
} check_value;

/*
 * Possible results out of the range, where a partial result leaves the accumulator's range: an
 * infinity, or also NaN.
 */
typedef enum check_beyond { CHECK_NOTHING, CHECK_INFINITY, CHECK_ANYTHING } check_beyond;

/*
 * Before it is rounded to its type, the answer is promised to be within `promised` of the right
 * one; an answer within `possible` cannot be called wrong. If the answer is a root, both are of its
 * square.
 */
typedef struct check_range {
    mpq_t right, promised, possible;
    bool is_root;
    bool has_sign, negative; /* the answer's sign is known, also of a zero */
    check_beyond beyond;
} check_range;

#define CHECK_DOUBT_SIZE 80

typedef struct check_finding {
    clr_status status; /* CLR_ERROR_EMPTY, CLR_ERROR_OVERFLOW: no value */
    check_form form;
    check_value value, second;
    check_range range;
    uint64_t index;
    char doubt[CHECK_DOUBT_SIZE]; /* why a result out of the promised range is possible */
} check_finding;

/* Folds an element of each input of the operator. */
typedef void (*check_fold)(check *c, const check_number x[]);

typedef void (*check_merge)(check *c, const check *next); /* both states have elements */

/* Finds the answer. `found` is all zero, with its range's numbers initialised to 0. */
typedef void (*check_find)(const check *c, const check_claim *claim, check_finding *found);

/* How an operator is folded and judged. */
typedef struct check_method {
    clr_operator op;
    check_fold fold;
    check_merge join;
    check_find find;
    bool has_two; /* two inputs */
} check_method;

/* Each kind's rows, of a file check_KIND.c; behind the last one is a row without a fold. */
extern const check_method check_sums[], check_pairs[], check_weights[], check_products[],
    check_exponentials[], check_extremes[], check_counts[];

/* NULL if there is no such operator. */
const check_method *check_method_of(clr_operator op);

/* ---- check.c --------------------------------------------------------------------------------- */

bool check_is_real(const check *c);

/* Records NaN, infinities and zeros. Returns whether the number is finite. */
bool check_note(check *c, double number);

/* Reads element number i of the operator's inputs, `input_count` of them, and returns whether it
 * counts. */
bool check_takes(const check *c, const void *const *inputs, uint64_t i, size_t input_count,
                 check_number x[2]);

/* ---- check_sum.c ----------------------------------------------------------------------------- */

/* The number as a term of an exact sum. */
exact_term check_term_of(const check *c, const check_number *x);

/* Records the number of a term; returns whether it is finite and to be added. Integers always are.
 */
bool check_note_term(check *c, double number);

/* A product as a double that has the exact product's zero, infinity or NaN, and is 1 otherwise, as
 * it may leave the range. */
double check_special_product(double x, double y);

/* ---- check_judge.c --------------------------------------------------------------------------- */

/* Records why a result out of the promised range is possible: the end of a sentence, with a name in
 * it. */
void check_doubt(check_finding *found, const char *why, const char *name);

/* ---- check_bound.c: bounds of results that are not exact ------------------------------------- */

/*
 * Each sets the range's `promised`, `possible` and `beyond` around `right` (of a variance: with
 * ddof). `magnitude` is the sum of the terms' magnitudes. The last two are for sums and products
 * that are infinite because an element is.
 */
void check_bound_sum(check_finding *found, const check *c, const check_claim *claim,
                     const mpq_t magnitude);
void check_bound_mean(check_finding *found, const check *c, const check_claim *claim,
                      const mpq_t magnitude);
void check_bound_norm(check_finding *found, const check *c, const check_claim *claim);
void check_bound_variance(check_finding *found, const check *c, const check_claim *claim,
                          const mpq_t square_of_mean);
void check_bound_product(check_finding *found, const check *c, const check_claim *claim);
void check_bound_logarithm(check_finding *found, const check *c, const check_claim *claim);
void check_bound_infinite_sum(check_finding *found, const check_claim *claim,
                              const mpq_t magnitude);
void check_bound_infinite_product(check_finding *found, const check *c, const check_claim *claim);

/* What a variance with weights is made of beside the sum of squared distances. */
typedef struct check_spread {
    mpq_t weights, off, divisor; /* the sum of weights, what ddof takes off it, and what is left */
    mpq_t of_mean;               /* the square of the mean times the sum of weights */
} check_spread;

/* Finds the variance, or why there is none, and its bound; `right` is the sum of squared distances
 * from the mean. */
void check_bound_spread(check_finding *found, const check *c, const check_claim *claim,
                        const check_spread *spread);

/* An integer as a rational number. */
void check_set_count(mpq_t number, uint64_t count);

#endif
