/* SPDX-License-Identifier: Apache-2.0 */
/* states - struct clr_accumulator: the states of a reduction's results, and the properties of the
 * elements that each has met. Callers have it as an opaque pointer; the digits of all results lie
 * in one array. */
#ifndef CLREDUCE_ACCUMULATOR_STATES_H
#define CLREDUCE_ACCUMULATOR_STATES_H

#include "base/flag.h"
#include "base/status.h"
#include "state/exact.h"

/* Properties of the terms of a result, which are its elements, or products of two inputs.
 * CLRI_SEEN_OTHER: some term was no -0, or an ignored NaN, or left out: without the flag the sum is
 * -0. Of reductions that are no sums of floats the flags are 0. */
typedef struct clri_met {
    uint64_t count;  /* elements */
    uint64_t values; /* of sums n: without ignored NaNs, and elements that a mask or a condition
                        leaves out; of extremes 1 if there is a value */
    uint32_t flags;  /* CLRI_SEEN_NAN, _PLUS, _MINUS, _OTHER */
} clri_met;

/* Properties of the terms that states of kind sums add up, by which sums are checked; all false of
 * other kinds. */
typedef struct clri_addends {
    bool are_floats;   /* neither integers nor truths */
    bool have_sign;    /* some can be negative */
    bool have_squares; /* beside the values: of var and std */
} clri_addends;

struct clri_state_kind;

/* The digits of a state of sums are the sum of values, then the sum of products; infinities and
 * NaNs are not in them. */
struct clr_accumulator {
    clr_operator op;
    clr_type type;
    clr_type result;
    clr_nan nan;
    clr_overflow overflow; /* of integers' sums, else CLR_OVERFLOW_WRAP */
    uint64_t ddof;
    const struct clri_state_kind *kind;
    clri_exact_sums sums; /* of other kinds 0 */
    clri_addends addends;
    size_t digits;  /* of a state */
    size_t results; /* states, each with what it has met, ... */
    clri_met *met;
    uint32_t *states; /* ... and its digits, one state behind the other */
};

static inline uint32_t *clri_state_of(const clr_accumulator *accumulator, size_t result)
{
    return accumulator->states + result * accumulator->digits;
}

#endif
