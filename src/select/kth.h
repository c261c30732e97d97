/* SPDX-License-Identifier: Apache-2.0 */
/*
 * kth - what stands at a place of keys in order, without sorting them. A sample of the keys
 * brackets the place; one pass counts keys below, at and between the bracket's two ends, and a
 * second one keeps the part that holds the place, a tenth of many: some two and a half passes in
 * all (Floyd and Rivest, Expected Time Bounds for Selection, CACM 18, 1975, with counting in place
 * of exchanging, which vectors do, and without keeping what equals an end, so that few different
 * values are settled at once). Data that mislead the samples are settled by halving the range of
 * the keys that are left: in as many passes more as a key has bits, whatever the data.
 */
#ifndef CLREDUCE_SELECT_KTH_H
#define CLREDUCE_SELECT_KTH_H

#include <stddef.h>
#include <stdint.h>

/* A key, and the one behind it in order: itself, if it is the last. */
typedef struct clri_kth {
    uint64_t key, next;
} clri_kth;

/* The key of rank `rank`, below `count`, counted from 0. Keys of 4 or 8 bytes are lost: their
 * memory is worked in. */
clri_kth clri_kth_find(void *keys, size_t key_size, size_t count, size_t rank);

/* Sorts keys; `room` is as large as they are. */
void clri_kth_sort(void *keys, void *room, size_t key_size, size_t count);

#endif
