/* SPDX-License-Identifier: Apache-2.0 */
/*
 * all - all elements of one result as keys (order.h), for quantiles, which look for a place among
 * the keys, and for mode and distinct, which look for equal ones. The keys are a copy, as the
 * search for a place overwrites them (kth.h). Their memory serves one result after the other.
 */
#ifndef CLREDUCE_SELECT_ALL_H
#define CLREDUCE_SELECT_ALL_H

#include "fold/folder.h"
#include "select/order.h"

/* Zero-initialised; `order` is set before the first result. */
typedef struct clri_all {
    clri_order order;
    void *keys;
    size_t count, nans; /* all keys; those of them that are NaNs' */
    size_t bytes;       /* of their memory */
    void *room;         /* as large, for sorting and copies; NULL until it is asked for */
    size_t room_bytes;
    bool is_short_of_memory; /* keys are missing */
} clri_all;

void clri_all_begin(clri_all *all);

/* A folder's taker (clri_folder_hand_over()): adds a tile's elements. */
void clri_all_take(clri_folder *folder, const clri_tile *tile);

/* Makes room for as many keys again as there are; NULL: memory ran out. */
void *clri_all_room(clri_all *all);

/* Frees the memory, which a next result makes anew. */
void clri_all_release(clri_all *all);

#endif
