/* SPDX-License-Identifier: Apache-2.0 */
/*
 * accumulator - the states of a reduction's results before they are rounded, in the caller's hands:
 * made of the states that a device leaves (host/saved_state.h), merged with those of other parts,
 * moved, sliced, and checked. Parts may be of other devices, machines and days: only states that no
 * order of elements changes are let in (clri_accumulates()), so that merging in any order gives the
 * bits of one reduction of all.
 *
 * Rounding is accumulator_results.c, bytes accumulator_bytes.c, words accumulator_words.c. How a
 * state is merged, checked and rounded depends on the operator's fold: state_kind.h. Pure;
 * docs/accumulator.md has the formats.
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

/* An accumulator of no elements, of the same reduction and with `results` results. */
clr_status clri_accumulator_like(const clr_accumulator *like, uint64_t results,
                                 clr_accumulator **accumulator, clri_error *error);

/* clr_accumulator_slice(). */
clr_status clri_accumulator_slice(const clr_accumulator *from, uint64_t first, uint64_t count,
                                  clr_accumulator **accumulator, clri_error *error);

/* Whether states could have come of elements at all, of all results or of result k: sums have room,
 * can be rounded, and still can after merging. For states read from bytes and words, which may be
 * damaged or forged. CLR_OK, or CLR_ERROR_ARGUMENT with a sentence. */
clr_status clri_accumulator_check(const clr_accumulator *accumulator, clri_error *error);
clr_status clri_accumulator_check_state(const clr_accumulator *accumulator, size_t k,
                                        clri_error *error);

#endif
