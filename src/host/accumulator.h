/* SPDX-License-Identifier: Apache-2.0 */
/*
 * accumulator - the state of an exact reduction: made of what a device folded, merged, rounded, and
 * (accumulator_bytes.c) as bytes that outlive the process.
 */
#ifndef CLREDUCE_HOST_ACCUMULATOR_H
#define CLREDUCE_HOST_ACCUMULATOR_H

#include "base/flag.h"
#include "base/status.h"
#include "state/exact.h"

/* What was met among the terms: elements, or products of two inputs. CLRI_SEEN_OTHER is anything
 * but -0, NaNs that are ignored too. */
typedef struct clri_met {
    uint64_t count;  /* elements */
    uint64_t values; /* n: without NaNs that are ignored */
    uint32_t flags;  /* CLRI_SEEN_NAN, _PLUS, _MINUS, _OTHER */
} clri_met;

/*
 * `digits` are those of the sum of values, then those of the sum of products, as far as the
 * reduction keeps them; others are 0. They leave out infinities and NaNs.
 */
struct clr_accumulator {
    clr_operator op;
    clr_type type;
    clr_type result;
    clr_nan nan;
    uint64_t ddof;
    clri_met met;
    clri_exact_sums sums;
    uint32_t digits[CLRI_EXACT_DIGITS_MOST];
};

/*
 * Makes one of what was folded of a reduction that has an exact state (clri_exact_sums_of()).
 *
 * low, high: as many digits as the accumulator has, carry-save: digit i is low[i] + high[i] 2^32,
 *            |high[i]| less than 2^31 - 1. NULL: the sums are 0.
 */
clr_status clri_accumulator_create(const clr_reduction *reduction, const clri_met *met,
                                   const uint32_t *low, const int32_t *high,
                                   clr_accumulator **accumulator, clri_error *error);

/* How many digits it has in all. */
int clri_accumulator_digits(const clr_accumulator *accumulator);

/* Whether it is rounded to -0. */
bool clri_accumulator_is_minus_zero(const clr_accumulator *accumulator);

/*
 * Whether it can be the state of any elements, so that its sums have room and can be rounded;
 * merging keeps that. CLR_OK, or CLR_ERROR_ARGUMENT with a sentence.
 */
clr_status clri_accumulator_check(const clr_accumulator *accumulator, clri_error *error);

/* Hands the failure's sentence, or "", to a caller who asked for the reason; clears `error`. */
clr_status clri_accumulator_answer(clr_status status, clri_error *error, char *reason,
                                   size_t reason_size);

#endif
