/* SPDX-License-Identifier: Apache-2.0 */
/*
 * accumulator - states of the results of one reduction, before they are rounded: made of what a
 * device leaves (host/saved_state.h), merged, rounded, stored as bytes, handed out as words. What a
 * state is made of depends on how the operator folds: state_kind.h. Pure.
 */
#ifndef CLREDUCE_ACCUMULATOR_ACCUMULATOR_H
#define CLREDUCE_ACCUMULATOR_ACCUMULATOR_H

#include "accumulator/states.h"

/*
 * Accumulators of `results` results of no elements, by a reduction whose type is of the values
 * folded. CLR_ERROR_UNSUPPORTED if it has none, or CLR_ERROR_MEMORY.
 */
clr_status clri_accumulator_make(const clr_reduction *reduction, size_t results,
                                 clr_accumulator **accumulator, clri_error *error);

/* An accumulator of no elements, of the same reduction and so many results. */
clr_status clri_accumulator_like(const clr_accumulator *like, uint64_t results,
                                 clr_accumulator **accumulator, clri_error *error);

/* clr_accumulator_slice(). */
clr_status clri_accumulator_slice(const clr_accumulator *from, uint64_t first, uint64_t count,
                                  clr_accumulator **accumulator, clri_error *error);

/* CLR_OK if both are of the same reduction and have as many results; or CLR_ERROR_ARGUMENT. */
clr_status clri_accumulator_check_alike(const clr_accumulator *into, const clr_accumulator *from,
                                        clri_error *error);

/* Whether some elements have these states, or the state of result k: sums have room, can be
 * rounded, and still can after merging. CLR_OK, or CLR_ERROR_ARGUMENT with a sentence. */
clr_status clri_accumulator_check(const clr_accumulator *accumulator, clri_error *error);
clr_status clri_accumulator_check_state(const clr_accumulator *accumulator, size_t k,
                                        clri_error *error);

#endif
