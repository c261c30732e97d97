/* SPDX-License-Identifier: Apache-2.0 */
/*
 * order - the published order of docs/order.md in plain C, for any state. Shares no code with the
 * library.
 */
#ifndef CLREDUCE_TESTS_ORDER_H
#define CLREDUCE_TESTS_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A fold; `data` is passed to its functions. */
typedef struct order_fold {
    size_t size; /* bytes of a state */
    bool minds_order;
    const void *data;
    void (*none)(void *state); /* the identity */
    /* Folds elements first, first + step, ..., `length` of them, as a run. */
    void (*take)(void *state, const void *data, uint64_t first, uint64_t step, unsigned length);
    void (*join)(void *left, const void *right);
} order_fold;

enum {
    ORDER_ROW = 32,
    ORDER_RUN = 8,
    ORDER_ROWS = 32,
    ORDER_SLABS = 32,
    ORDER_STRIP = ORDER_ROW * ORDER_ROWS * ORDER_SLABS,
    ORDER_CHAINS = 256,
    ORDER_BLOCK = 1 << 30,
};

/* The state of elements 0 .. count - 1. */
void order_reduce(const order_fold *fold, uint64_t count, void *state);

#endif
