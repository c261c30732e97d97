/* SPDX-License-Identifier: Apache-2.0 */
/*
 * state_kind - the kinds of states that accumulators have, a row of functions each: sums in fixed
 * point (state_sums.c), extremes with or without an index (state_extremes.c), and single words that
 * the operator itself merges (state_bits.c). Which kind an operator has, and which reductions have
 * no accumulator, is told here, too.
 */
#ifndef CLREDUCE_ACCUMULATOR_STATE_KIND_H
#define CLREDUCE_ACCUMULATOR_STATE_KIND_H

#include "accumulator/states.h"
#include "problem/operator.h"

/* A state's result: the bits of its value and, of minmax, of the largest; of arg operators an
 * index. Without a value (clr_host_arrays) they are fillers. */
typedef struct clri_state_result {
    clr_status status;
    uint64_t value;
    uint64_t second;
    uint64_t index;
} clri_state_result;

typedef struct clri_state_kind {
    /* The state of no elements; NULL: zeros. */
    void (*clear)(const clr_accumulator *accumulator, uint32_t *state);
    /* Merges a state, of result k of `from`, into another state, of result `place` of `into`. Both
     * accumulators are of one reduction. The caller adds clri_met.count. */
    void (*merge)(clr_accumulator *into, size_t place, const clr_accumulator *from, size_t k);
    /* Whether some elements lead to the state. CLR_OK, or CLR_ERROR_ARGUMENT with a sentence. */
    clr_status (*check)(const clr_accumulator *accumulator, size_t k, clri_error *error);
    clri_state_result (*round)(const clr_accumulator *accumulator, size_t k);
} clri_state_kind;

extern const clri_state_kind clri_state_sums;
extern const clri_state_kind clri_state_extremes;
extern const clri_state_kind clri_state_bits;

/* The kind of the operator's states, of values of `type`; NULL: it has none. */
const clri_state_kind *clri_state_kind_of(clr_operator op, clr_type type);

/* The sums that states of kind sums keep: of floats those of exact reductions (state/exact.h), of
 * integers in 128 bits and, of products, 192. */
clri_exact_sums clri_state_sums_of(clr_operator op, clr_type type);

/* Whether an operator that has states of values of `type` can have the result type: a sum of floats
 * is rounded to a float, a sum of integers may remain one. */
bool clri_state_has_result(clr_operator op, clr_type type, clr_type result);

/* CLR_OK, or CLR_ERROR_UNSUPPORTED with a sentence: the reduction has no accumulators. `type` is of
 * the values folded, `accuracy` the level that holds. */
clr_status clri_accumulates(const clr_reduction *reduction, clr_type type, clr_accuracy accuracy,
                            clri_error *error);

/* Writes a result to its place in the caller's arrays, of which some may be NULL. */
void clri_accumulator_deliver(const clr_accumulator *accumulator, const clri_state_result *result,
                              const clr_host_arrays *arrays, size_t place);

/* Writes it to the first `count` places. */
void clri_accumulator_deliver_alike(const clr_accumulator *accumulator,
                                    const clri_state_result *result, const clr_host_arrays *arrays,
                                    size_t count);

/* ---- sums ---- */

/* Adds a finite number, a multiple of 2^lowest, to a sum's digits. */
void clri_state_add_double(uint32_t *digits, const clri_exact_sum *sum, double x);

/* A state's flags, of those of each of its sums: of a variance those of the values, of moments of
 * two inputs those of the values of both. A weighted mean's are its products', and NaN where a
 * weight is not finite. */
uint32_t clri_state_flags(const clri_operator *op, const uint32_t *of_sums);

/* Whether all that result k has met is -0, and something. */
bool clri_state_is_minus_zero(const clr_accumulator *accumulator, size_t k);

/* ---- extremes and words: numbers of 64 bits, two digits each ---- */

enum { CLRI_STATE_VALUE, CLRI_STATE_SECOND, CLRI_STATE_INDEX = CLRI_STATE_SECOND };

static inline uint64_t clri_state_get(const uint32_t *state, int number)
{
    return state[2 * number] | (uint64_t)state[2 * number + 1] << 32;
}

static inline void clri_state_put(uint32_t *state, int number, uint64_t bits)
{
    state[2 * number] = (uint32_t)bits;
    state[2 * number + 1] = (uint32_t)(bits >> 32);
}

/* Words of bits, truths and products: the operation that combines two, the word that changes none,
 * and the bits that a state has of its word: all of the result's type, of a truth the lowest. */
uint64_t clri_state_combine(clr_operator op, uint64_t a, uint64_t b);
uint64_t clri_state_no_bits(clr_operator op);
uint64_t clri_state_bits_of(const clr_accumulator *accumulator);

/* Whether the operator has an index, or two values; whether it is first or last. */
bool clri_state_has_index(clr_operator op);
bool clri_state_is_end(clr_operator op);
bool clri_state_has_second(clr_operator op);

/* Whether its value is the largest, or its index. */
bool clri_state_is_maximum(clr_operator op);

/* A value's bits as an unsigned integer in the order of values, -0 below +0; NaNs lie beyond the
 * end that wins, so that a NaN is the result if there is one. */
uint64_t clri_state_key(clr_type type, uint64_t bits, bool is_max);

/* A float type's infinity, the one NaN that states have, and the bits, or those of this NaN. */
uint64_t clri_state_infinity(clr_type type);
uint64_t clri_state_quiet_nan(clr_type type);
uint64_t clri_state_settle_nan(clr_type type, uint64_t bits);

/* Whether states have the bits of any NaN: of first and last, but for f16, which devices read as
 * f32. */
bool clri_state_keeps_nans(clr_operator op, clr_type type);

/* The bits of the value that has the key; of no value's key any bits. */
uint64_t clri_state_value_of_key(clr_type type, uint64_t key, bool is_max);

#endif
