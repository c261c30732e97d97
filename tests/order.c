/* SPDX-License-Identifier: Apache-2.0 */
#include "order.h"

#include <stdlib.h>
#include <string.h>

/* State number `index` of an array of them. */
static void *at(const order_fold *fold, void *states, uint64_t index)
{
    return (char *)states + index * fold->size;
}

static void *make_states(const order_fold *fold, uint64_t count)
{
    void *states = malloc(count * fold->size);

    if (!states)
        abort();
    for (uint64_t i = 0; i < count; i++)
        fold->none(at(fold, states, i));
    return states;
}

/* `rows` rows of `width` states: each row with its neighbour, pairs with their neighbours ... */
static void join_pairs(const order_fold *fold, void *states, uint64_t rows, uint64_t width)
{
    for (uint64_t stride = 1; stride < rows; stride *= 2)
        for (uint64_t row = 0; row + stride < rows; row += 2 * stride)
            for (uint64_t i = 0; i < width; i++)
                fold->join(at(fold, states, row * width + i),
                           at(fold, states, (row + stride) * width + i));
}

/* The elements of a slab, `rows` whole rows, one of each lane: runs of rows, then single ones. */
static void fold_slab(const order_fold *fold, void *lanes, uint64_t first, unsigned rows)
{
    for (unsigned row = 0; row < rows;) {
        const unsigned run = row + ORDER_RUN <= rows ? ORDER_RUN : 1;

        for (unsigned lane = 0; lane < ORDER_ROW; lane++)
            fold->take(at(fold, lanes, lane), fold->data, first + row * ORDER_ROW + lane, ORDER_ROW,
                       run);
        row += run;
    }
}

static void fold_rows(const order_fold *fold, void *slabs, uint64_t first, uint64_t count)
{
    const uint64_t rows = count / ORDER_ROW;

    for (unsigned slab = 0; slab * ORDER_ROWS < rows; slab++) {
        const uint64_t left = rows - slab * ORDER_ROWS;

        fold_slab(fold, at(fold, slabs, slab * ORDER_ROW), first + slab * ORDER_ROWS * ORDER_ROW,
                  left < ORDER_ROWS ? (unsigned)left : ORDER_ROWS);
    }
    join_pairs(fold, slabs, ORDER_SLABS, ORDER_ROW);
    for (uint64_t i = rows * ORDER_ROW; i < count; i++) /* the row that is not whole */
        fold->take(at(fold, slabs, i % ORDER_ROW), fold->data, first + i, 1, 1);
}

/* Of operators that mind the order: each lane has neighbours, slab by slab. */
static void fold_stretches(const order_fold *fold, void *slabs, uint64_t first, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t slab = i / ORDER_ROWS % ORDER_SLABS;
        const uint64_t lane = i / ORDER_ROWS / ORDER_SLABS;

        fold->take(at(fold, slabs, slab * ORDER_ROW + lane), fold->data, first + i, 1, 1);
    }
    join_pairs(fold, slabs, ORDER_SLABS, ORDER_ROW);
}

static void fold_strip(const order_fold *fold, uint64_t first, uint64_t count, void *state)
{
    void *slabs = make_states(fold, ORDER_SLABS * ORDER_ROW);

    if (fold->minds_order)
        fold_stretches(fold, slabs, first, count);
    else
        fold_rows(fold, slabs, first, count);
    join_pairs(fold, slabs, ORDER_ROW, 1);
    memcpy(state, slabs, fold->size);
    free(slabs);
}

/* Each chain from left to right; the first ones are a strip longer if strips do not come out even.
 */
static void fold_block(const order_fold *fold, uint64_t first, uint64_t count, void *state)
{
    const uint64_t strips = (count + ORDER_STRIP - 1) / ORDER_STRIP;
    void *chains = make_states(fold, ORDER_CHAINS);
    void *strip_state = make_states(fold, 1);
    uint64_t strip = 0;

    for (uint64_t chain = 0; chain < ORDER_CHAINS; chain++) {
        const uint64_t end = strip + strips / ORDER_CHAINS + (chain < strips % ORDER_CHAINS);

        for (; strip < end; strip++) {
            const uint64_t begin = strip * ORDER_STRIP;
            const uint64_t left = count - begin;

            fold_strip(fold, first + begin, left < ORDER_STRIP ? left : ORDER_STRIP, strip_state);
            fold->join(at(fold, chains, chain), strip_state);
        }
    }
    join_pairs(fold, chains, ORDER_CHAINS, 1);
    memcpy(state, chains, fold->size);
    free(strip_state);
    free(chains);
}

void order_reduce(const order_fold *fold, uint64_t count, void *state)
{
    void *block = make_states(fold, 1);

    fold->none(state);
    for (uint64_t first = 0; first < count; first += ORDER_BLOCK) {
        const uint64_t left = count - first;

        fold_block(fold, first, left < ORDER_BLOCK ? left : ORDER_BLOCK, block);
        fold->join(state, block);
    }
    free(block);
}
