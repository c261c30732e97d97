/* SPDX-License-Identifier: Apache-2.0 */
/*
 * quantile - where a quantile lies among elements in order, and its value between two of them.
 */
#ifndef CLREDUCE_SELECT_QUANTILE_H
#define CLREDUCE_SELECT_QUANTILE_H

#include "fold/folder.h"
#include "select/order.h"

/* Element number `before`, counted from 0, and which part of the way to the next one; 0 if there is
 * no next one. */
typedef struct clri_position {
    uint64_t before;
    double part;
} clri_position;

/* Where quantile q, from 0 to 1, of `count` elements, at least one, lies. In the order of NumPy's
 * operations, as each rounds: else 0.99 of 70,001 elements would be another element here. */
clri_position clri_position_of(double q, uint64_t count, clr_interpolation interpolation);

/* The bits of the value, of type `result`, `part` of the way from one key's element to the other's,
 * which is none before it: the exact value, rounded once. Exact products are `folder`'s, made if it
 * is NULL. The rounding mode is set. CLR_ERROR_MEMORY. */
clr_status clri_value_between(const clri_order *order, const uint64_t keys[2], double part,
                              clr_type result, clri_folder **folder, uint64_t *bits);

#endif
