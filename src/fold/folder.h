/* SPDX-License-Identifier: Apache-2.0 */
/*
 * folder - folds the elements of one result of one reduction, tile by tile, in host memory: to a
 * state, as accumulators have them, or to the result. Of integers, bits and extremes it keeps what
 * the state has; of sums of floats doubles that are certain to be exact, and words or bins for the
 * rest (float_sum.h), as a state of 270 bytes would be too slow to add to.
 *
 * For each result: clri_folder_begin(), tiles in the order of the elements, and one of the ends. In
 * order, as the first of equal extremes stays the first. The rounding mode is set. Its memory, some
 * 200 KB, serves results one after the other, and a thread has a folder of its own.
 */
#ifndef CLREDUCE_FOLD_FOLDER_H
#define CLREDUCE_FOLD_FOLDER_H

#include "accumulator/accumulator.h"
#include "accumulator/state_kind.h"
#include "fold/float_sum.h"
#include "fold/tile.h"
#include "problem/number.h"

typedef struct clri_folder clri_folder;

struct clri_folder {
    const clri_loops *loops;

    /* the reduction, whose pointers are NULL, and what follows from it */
    clr_reduction reduction;
    const clri_operator *op;
    clri_lift lifts[CLRI_PARTS_MOST]; /* of the state's sums, ... */
    int sum_count;                    /* ... so many */
    const clri_number *number;        /* of elements */
    unsigned width;                   /* log2 of an element's bytes */
    bool is_float;
    bool ignores_nan;
    bool is_maximum;
    bool is_mapped; /* elements are a map's values, and so their NaNs' bits a device's own */
    clri_key_rule rule;
    clri_keys finite; /* keys that are no NaN's */
    bool adds_short;  /* clri_short_sum...() has its results, where they are of few elements, ... */
    bool is_narrow;   /* ... which are f32, else f64 */
    void (*take)(clri_folder *folder, const clri_tile *tile);
    void *taker;            /* of a take that is not the folder's own */
    clr_accumulator *state; /* of one result: what it is rounded from */

    /* the result */
    clri_met met;
    clri_whole wholes[CLRI_PARTS_MOST]; /* of integers: the state's sums */
    uint64_t word;                      /* of bits and truths */
    bool has_key;
    clri_keys keys; /* of extremes; a NaN's is beyond all others */
    uint64_t index; /* of first and last, too, whose element's bits are `word` */
    clri_float_sum sums[CLRI_PARTS_MOST]; /* of floats: the state's sums */
    clri_bins *bins[CLRI_PARTS_MOST]; /* the first made when the folder is; others where sums of two
                                         inputs would meet in its bins */

    /* room for tiles: elements without NaNs, and f16 and bf16 as f32 */
    clri_sifted sifted;
    float floats[2][CLRI_TILE];
};

/* Makes a folder, or makes another reduction's of `*folder`. The reduction's type is of the values
 * folded, its result is settled, and it has accumulators. CLR_ERROR_MEMORY. */
clr_status clri_folder_set(clri_folder **folder, const clr_reduction *reduction, clri_error *error);
void clri_folder_destroy(clri_folder *folder);

/* Hands the elements that count, less NaNs that are ignored, to `take` in place of folding them:
 * who selects (src/select) reads as a fold does, by a folder of its own, to which it is the taker.
 */
void clri_folder_hand_over(clri_folder *folder, void (*take)(clri_folder *, const clri_tile *),
                           void *taker);

/* Begins a result of `count` elements, those that are left out included. */
void clri_folder_begin(clri_folder *folder, uint64_t count);

/* Folds elements that count, but for NaNs that are ignored. */
void clri_folder_take(clri_folder *folder, const clri_tile *tile);

/* Takes what others have found of elements that are not told: of an extreme the keys that are
 * looked for, and the number of the first element that has it. */
void clri_folder_put_keys(clri_folder *folder, clri_keys keys, uint64_t index);

/* The same of first and last: the element's bits and its number. */
void clri_folder_put_end(clri_folder *folder, uint64_t bits, uint64_t index);

/* What clri_folder_take() is for extremes, and for first and last, whose tiles come in the order of
 * the elements; and the result's state (folder_extremes.c). */
void clri_folder_take_extreme(clri_folder *folder, const clri_tile *tile);
void clri_folder_take_end(clri_folder *folder, const clri_tile *tile);
void clri_folder_put_extremes(const clri_folder *folder, uint32_t *state);

/* The bits of an element. */
static inline uint64_t clri_folder_bits(const clri_folder *folder, const void *x, size_t at)
{
    switch (folder->number->size) {
    case sizeof(uint8_t):
        return ((const uint8_t *)x)[at];
    case sizeof(uint16_t):
        return ((const uint16_t *)x)[at];
    case sizeof(uint32_t):
        return ((const uint32_t *)x)[at];
    default:
        return ((const uint64_t *)x)[at];
    }
}

/* Ends the result: its state, of result k of an accumulator of the same reduction, ... */
void clri_folder_state(clri_folder *folder, clr_accumulator *accumulator, size_t k);

/* ... or the result itself. */
clri_state_result clri_folder_result(clri_folder *folder);

/* The result of a state that folders have left. */
clri_state_result clri_folder_round(const clr_accumulator *accumulator, size_t k);

/* Whether the result of `count` elements side by side is at hand, without beginning it. */
bool clri_folder_short_result(const clri_folder *folder, const void *x, uint64_t count,
                              clri_state_result *result);

#endif
