/* SPDX-License-Identifier: Apache-2.0 */
/*
 * best - the k best elements of one result and their numbers, while all pass by: those that may be
 * among them are kept, and as soon as they are many they are pruned to k, from where on only better
 * ones are kept. So few elements are more than compared, and memory goes by k; data that get better
 * all the way are pruned once for every k of them or more.
 */
#ifndef CLREDUCE_SELECT_BEST_H
#define CLREDUCE_SELECT_BEST_H

#include "fold/folder.h"
#include "select/order.h"

typedef struct clri_candidate {
    uint64_t key, number;
} clri_candidate;

/* Zero-initialised; `order`, of the best, and k are set before the first result. */
typedef struct clri_best {
    clri_order order;
    uint64_t k;
    clri_candidate *kept; /* in the order of the elements, until the end */
    uint64_t *keys;       /* a copy of theirs, to be ranked */
    size_t count, capacity;
    bool is_pruned; /* there are k, and others count only if their key is below `limit` */
    uint64_t limit;
    bool is_short_of_memory; /* candidates are missing */
} clri_best;

void clri_best_begin(clri_best *best);

/* A folder's taker (clri_folder_hand_over()): tiles come in the order of their numbers. */
void clri_best_take(clri_folder *folder, const clri_tile *tile);

/* Leaves the best ones in `kept`, the best first, of equal ones the lower number: `count` of them,
 * k or fewer. */
void clri_best_end(clri_best *best);

void clri_best_release(clri_best *best);

#endif
