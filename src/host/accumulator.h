/* SPDX-License-Identifier: Apache-2.0 */
/*
 * accumulator - the state of an exact reduction: taken from a device, merged, rounded, and
 * (accumulator_bytes.c) written as bytes that outlive the process.
 */
#ifndef CLREDUCE_HOST_ACCUMULATOR_H
#define CLREDUCE_HOST_ACCUMULATOR_H

#include "base/flag.h"
#include "base/status.h"
#include "state/exact.h"

/* What the terms were: elements, or products of two inputs. CLRI_SEEN_OTHER: anything but -0,
 * ignored NaNs included. */
typedef struct clri_met {
    uint64_t count;  /* elements */
    uint64_t values; /* n: without ignored NaNs */
    uint32_t flags;  /* CLRI_SEEN_NAN, _PLUS, _MINUS, _OTHER */
} clri_met;

/* `digits` are the sum of values, then the sum of products; those of a sum that the reduction does
 * not keep are 0. Infinities and NaNs are not in the sums. */
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
 * An accumulator of a reduction with an exact state (clri_exact_sums_of()).
 * low, high: carry-save digits, as many as the accumulator has: digit i is low[i] + high[i] 2^32,
 *            |high[i]| less than 2^31 - 1. NULL: the sums are 0.
 */
clr_status clri_accumulator_create(const clr_reduction *reduction, const clri_met *met,
                                   const uint32_t *low, const int32_t *high,
                                   clr_accumulator **accumulator, clri_error *error);

/* Digits of both sums. */
int clri_accumulator_digits(const clr_accumulator *accumulator);

/* Whether the result is -0. */
bool clri_accumulator_is_minus_zero(const clr_accumulator *accumulator);

/* Whether some elements have this state, so that its sums have room, can be rounded, and still can
 * after merging. CLR_OK, or CLR_ERROR_ARGUMENT with a sentence. */
clr_status clri_accumulator_check(const clr_accumulator *accumulator, clri_error *error);

/* Copies the failure's sentence, or "", to `reason`, which may be NULL; clears `error`. */
clr_status clri_accumulator_answer(clr_status status, clri_error *error, char *reason,
                                   size_t reason_size);

#endif
