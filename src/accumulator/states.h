/* SPDX-License-Identifier: Apache-2.0 */
/* states - struct clr_accumulator: the states of a reduction's results, and the properties of the
 * elements that each has met. Callers have it as an opaque pointer; the digits of all results lie
 * in one array. */
#ifndef CLREDUCE_ACCUMULATOR_STATES_H
#define CLREDUCE_ACCUMULATOR_STATES_H

#include "base/flag.h"
#include "base/status.h"
#include "state/exact.h"

/* What a result has met. Its terms are elements, or products of elements of two inputs. Sums
 * of floats have flags, other reductions have 0. CLRI_SEEN_OTHER: some element did not add -0, as
 * its term is another number, or as it is an ignored NaN or left out. Without the flag all terms
 * are -0, and so is the sum. */
typedef struct clri_met {
    uint64_t count;  /* elements, those left out included */
    uint64_t values; /* elements that count: neither ignored NaNs nor elements that a mask or a
                        condition leaves out; of extremes 1 if some element counts */
    uint32_t flags;  /* CLRI_SEEN_NAN, _PLUS, _MINUS, _OTHER */
} clri_met;

/* Properties of the terms that states of kind sums add up, by which a state that the caller hands
 * in is checked, and rounded (state_sums.c); all false of other kinds. */
typedef struct clri_addends {
    bool are_floats;   /* neither integers nor truths */
    bool have_sign;    /* some can be negative */
    bool have_squares; /* beside the values: of var and std */
} clri_addends;

struct clri_state_kind;

/* A state's digits have 32 bits. Of kind sums they are sums in fixed point (state/exact.h), of
 * values, then of products; infinities and NaNs are in the flags alone. Of other kinds they are one
 * number of 64 bits, and behind it, of arg operators, the index, of minmax the largest value. */
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
