/* SPDX-License-Identifier: Apache-2.0 */
/*
 * check_part - the parts of check: an element, a finding of the host, and the functions that fold
 * and find for each kind of operator. Only check*.c include it.
 */
#ifndef CLREDUCE_TOOLS_CHECK_PART_H
#define CLREDUCE_TOOLS_CHECK_PART_H

#include "check.h"
#include "value.h"

/* An element. */
typedef struct check_number {
    double real;      /* of floats */
    uint64_t integer; /* of integers, in two's complement */
} check_number;

/* ---- Findings -------------------------------------------------------------------------------- */

typedef enum check_form {
    CHECK_INTEGER, /* `integer` is the only answer */
    CHECK_SAME,    /* `real` is: a NaN, an infinity, or an element with the sign of a zero */
    CHECK_NEAR     /* a range around the answer */
} check_form;

typedef struct check_value {
    uint64_t integer;
    double real;
} check_value;

/*
 * Results beyond the range that are possible, where a partial result leaves the range of the
 * accumulator: an infinity, or also a NaN.
 */
typedef enum check_beyond { CHECK_NOTHING, CHECK_INFINITY, CHECK_ANYTHING } check_beyond;

/*
 * Before it is rounded to its type, an answer is promised to be no farther from the right one than
 * `promised`; one that is within `possible` cannot be told from a wrong one. Where the answer is a
 * root, that is said of what the root is taken of.
 */
typedef struct check_range {
    mpq_t right, promised, possible;
    bool is_root;
    bool has_sign, negative; /* the sign is known, also of a zero */
    check_beyond beyond;
} check_range;

#define CHECK_DOUBT_SIZE 80

typedef struct check_finding {
    clr_status status; /* CLR_ERROR_EMPTY, CLR_ERROR_OVERFLOW: there is no value */
    check_form form;
    check_value value, second;
    check_range range;
    uint64_t index;
    char doubt[CHECK_DOUBT_SIZE]; /* why a result beyond the promised range is possible */
} check_finding;

/* Folds an element of each input that the operator has. */
typedef void (*check_fold)(check *c, const check_number x[]);

typedef void (*check_merge)(check *c, const check *next); /* both have elements */

/* Finds the answer. `found` is all zero but for the range's numbers, which are 0. */
typedef void (*check_find)(const check *c, const check_claim *claim, check_finding *found);

/* How an operator is folded and judged. */
typedef struct check_method {
    clr_operator op;
    check_fold fold;
    check_merge join;
    check_find find;
    bool has_two; /* inputs */
} check_method;

/* Each kind's rows, of a file check_KIND.c; behind the last one is a row without a fold. */
extern const check_method check_sums[], check_products[], check_exponentials[], check_extremes[],
    check_counts[];

/* NULL if there is no such operator. */
const check_method *check_method_of(clr_operator op);

/* ---- check.c --------------------------------------------------------------------------------- */

bool check_is_real(const check *c);

/* Notes NaN, infinities and zeros. Returns whether the number is finite. */
bool check_note(check *c, double number);

/* ---- check_judge.c --------------------------------------------------------------------------- */

/* Notes why a result beyond the promised range is possible: a sentence's end, and a name behind it.
 */
void check_doubt(check_finding *found, const char *why, const char *name);

/* ---- check_bound.c: what is promised of results that are not exact --------------------------- */

/*
 * Each sets the range's `promised`, `possible` and `beyond` around `right`, of which a variance is
 * that with ddof. `magnitude` is the sum of what is added up without signs. The last two are for
 * sums and products that are infinite because an element is.
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

/* An integer as a rational number. */
void check_set_count(mpq_t number, uint64_t count);

#endif
