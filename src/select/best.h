/* SPDX-License-Identifier: Apache-2.0 */
/*
 * best - the k best elements of one result and their numbers, for topk and bottomk, found while all
 * elements of the result pass by, tile by tile. Elements are kept as candidates until there are 2k
 * or more and memory is full; then all but the k best are dropped, and from there on only elements
 * that are better than the worst of these k are kept. So most elements are compared once and no
 * more, and memory goes by k. Data that get better all the way are pruned once for k elements or
 * more.
 */
#ifndef CLREDUCE_SELECT_BEST_H
#define CLREDUCE_SELECT_BEST_H

#include "fold/folder.h"
#include "select/order.h"

typedef struct clri_candidate {
    uint64_t key, number;
} clri_candidate;

/* Zero-initialised; k and `order` (clri_order_of_best(): the best have the lowest keys, of 8 bytes)
 * are set before the first result. */
typedef struct clri_best {
    clri_order order;
    uint64_t k;
    clri_candidate *kept; /* in the order of the elements, until the end */
    uint64_t *keys;       /* memory for a copy of their keys, which ranking overwrites */
    size_t count, capacity;
    bool is_pruned; /* elements count only if their key is below `limit`: k are no worse */
    uint64_t limit;
    bool is_short_of_memory; /* memory ran out, so that candidates are missing */
} clri_best;

void clri_best_begin(clri_best *best);

/* A folder's taker (clri_folder_hand_over()): tiles come in the order of their numbers. */
void clri_best_take(clri_folder *folder, const clri_tile *tile);

/* Leaves the best candidates in `kept`, the best first, of equal ones that of the lower number:
 * `count` of them, which is k, or less if there are fewer elements. */
void clri_best_end(clri_best *best);

/* Frees the memory, which a next result makes anew. */
void clri_best_release(clri_best *best);

#endif
