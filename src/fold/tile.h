/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tile - neighbouring elements of one result, which are handed on together: from what reads them
 * (element_source.h) through a map and a condition (evaluator.h) to the folder. A pass over a tile
 * finds it in the first cache, where the pass before it has left it. Elements that a condition or
 * ignored NaNs leave out are dropped here.
 */
#ifndef CLREDUCE_FOLD_TILE_H
#define CLREDUCE_FOLD_TILE_H

#include "fold/loops.h"

enum { CLRI_TILE = CLRI_FOLD_BLOCK };

/* Elements of a result, in order, as they are stored. */
typedef struct clri_tile {
    union {
        const void *inputs[CLR_INPUTS_MOST];
        struct {
            const void *x, *y; /* of operators of two inputs; else `y` is NULL */
        };
    };
    const uint64_t *numbers; /* of each element, in its result; NULL: first, first + 1, ... */
    uint64_t first;
    size_t count; /* up to CLRI_TILE unless the elements are folded where they lie */
} clri_tile;

/* Room for the elements that are left of a tile, and their numbers. */
typedef struct clri_sifted {
    _Alignas(64) unsigned char values[2][CLRI_TILE * sizeof(uint64_t)];
    uint64_t numbers[CLRI_TILE];
} clri_sifted;

/* Elements number from to from + count - 1 of the tile, each of `size` bytes. */
clri_tile clri_tile_part(const clri_tile *tile, size_t from, size_t count, size_t size);

/* The elements of x and y, up to CLRI_TILE of `size` bytes each, that `takes` has 1 for, not 0;
 * their numbers only if they are wanted. */
clri_tile clri_tile_sift(const clri_tile *tile, const uint8_t *takes, size_t size,
                         bool wants_numbers, clri_sifted *room);

#endif
