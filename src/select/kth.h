/* SPDX-License-Identifier: Apache-2.0 */
/*
 * kth - the key of a rank among keys in order, found without sorting all of them: of quantiles, and
 * of the k-th best element. Rounds go as in Floyd and Rivest, "Expected time bounds for selection"
 * (CACM 18, 1975): a sample of the keys gives a bracket, two keys between which the rank is likely
 * to lie; a pass over the keys counts those below and up to each end; if the rank lies on an end,
 * that key is the result, else a second pass keeps the keys between the ends, or on the side where
 * the rank is: of many keys a tenth. That is some two and a half passes in all. Unlike theirs,
 * rounds count keys before they move any, as vectors can count, and keep no key that equals an end:
 * so data with few different values are settled at once. Where samples mislead, later rounds halve
 * the range of the keys left: as many rounds at most as a key has bits, whatever the data.
 */
#ifndef CLREDUCE_SELECT_KTH_H
#define CLREDUCE_SELECT_KTH_H

#include <stddef.h>
#include <stdint.h>

/* The key of a rank, and of the next rank, which a value between two elements needs; the same key
 * twice, if it is the last. */
typedef struct clri_kth {
    uint64_t key, next;
} clri_kth;

/* The key of rank `rank`, counted from 0 and below `count`, of keys of 4 or 8 bytes, which the
 * search overwrites. */
clri_kth clri_kth_find(void *keys, size_t key_size, size_t count, size_t rank);

/* Sorts keys of 4 or 8 bytes in ascending order; `room` has as many bytes as they have. */
void clri_kth_sort(void *keys, void *room, size_t key_size, size_t count);

#endif
