/* SPDX-License-Identifier: Apache-2.0 */
/*
 * order - elements as unsigned keys in the order of min and max, -0 before +0: so one selection
 * serves all types, and compares integers, which vectors do at once. Types of up to 32 bits have
 * keys of 32 bits, as a selection's time goes by bytes. A float's key is its bits, all of them
 * turned over if it is negative, else the sign alone; an integer's has the sign turned over, if
 * there is one.
 */
#ifndef CLREDUCE_SELECT_ORDER_H
#define CLREDUCE_SELECT_ORDER_H

#include <clreduce/clreduce.h>
#include <stdbool.h>

/* How elements of a type are keys. All masks are as wide as an element. */
typedef struct clri_order {
    clr_type type;
    size_t size;      /* bytes of an element */
    size_t key_size;  /* 4 or 8 */
    uint64_t sign;    /* the sign's bit; 0: there is none */
    uint64_t all;     /* bits that a negative number has turned over beside the sign */
    uint64_t endless; /* bits of +infinity: only a NaN's without the sign are a greater number; of
                         integers all ones, so that none is a NaN */
    uint64_t turn;    /* what all keys are turned over by: all ones if the largest is to be first */
    uint64_t nan; /* the key of all NaNs: 0, before all others, if largest or smallest come first,
                     else all ones */
} clri_order;

/* Of elements in ascending order, with NaNs last; ... */
clri_order clri_order_ascending(clr_type type);

/* ... or from the best one on, which is the largest or the smallest, with NaNs first, and with keys
 * of 8 bytes for all types, as candidates (best.h) are one struct for all. */
clri_order clri_order_of_best(clr_type type, bool is_largest);

/* Writes the keys of `count` elements. Returns how many are NaNs. */
size_t clri_order_keys(const clri_order *order, const void *elements, size_t count, void *keys);

/* The bits of a key's element, of all NaNs those of the quiet one. */
uint64_t clri_order_element(const clri_order *order, uint64_t key);

/* Its value, as a double, of floats; of integers it is exact up to 2^53. */
double clri_order_number(const clri_order *order, uint64_t key);

#endif
