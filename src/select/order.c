/* SPDX-License-Identifier: Apache-2.0 */
#include "select/order.h"
#include "accumulator/state_kind.h"
#include "fold/bits.h"
#include "problem/number.h"

/* All bits of an element. */
static uint64_t bits_of(const clri_order *order)
{
    return UINT64_MAX >> (64 - 8 * order->size);
}

clri_order clri_order_ascending(clr_type type)
{
    const clri_number *number = clri_number_of(type);
    clri_order order = {
        .type = type,
        .size = number->size,
        .key_size = number->size <= sizeof(uint32_t) ? sizeof(uint32_t) : sizeof(uint64_t),
    };
    const uint64_t top = (bits_of(&order) >> 1) + 1;

    order.nan = UINT64_MAX >> (64 - 8 * order.key_size);
    order.endless = bits_of(&order);
    if (number->class != CLRI_UNSIGNED)
        order.sign = top;
    if (number->class == CLRI_FLOAT) {
        order.all = bits_of(&order);
        order.endless = clri_state_infinity(type);
    }
    return order;
}

clri_order clri_order_of_best(clr_type type, bool is_largest)
{
    clri_order order = clri_order_ascending(type);

    order.key_size = sizeof(uint64_t);
    order.turn = is_largest ? bits_of(&order) : 0;
    order.nan = 0;
    return order;
}

/* A loop for elements of `element` and keys of `key`, without branches, for vectors. */
#define WRITE_KEYS(element, key)                                                                   \
    do {                                                                                           \
        const element *from = elements, sign = (element)order->sign, all = (element)order->all,    \
                      endless = (element)order->endless, turn = (element)order->turn;              \
        const key nan = (key)order->nan;                                                           \
        key *to = keys;                                                                            \
                                                                                                   \
        for (size_t i = 0; i < count; i++) {                                                       \
            const element bits = from[i];                                                          \
            const element turned = (element)(0 - (bits >> (8 * sizeof bits - 1))) & all;           \
            const bool is_nan = (element)(bits & (element)~sign) > endless;                        \
                                                                                                   \
            to[i] = is_nan ? nan : (key)(element)(bits ^ (turned | sign) ^ turn);                  \
            nans += is_nan;                                                                        \
        }                                                                                          \
    } while (0)

/* By the sizes of elements and keys. */
#define WRITE_KEYS_AS(key)                                                                         \
    do {                                                                                           \
        if (order->size == sizeof(uint8_t))                                                        \
            WRITE_KEYS(uint8_t, key);                                                              \
        else if (order->size == sizeof(uint16_t))                                                  \
            WRITE_KEYS(uint16_t, key);                                                             \
        else if (order->size == sizeof(uint32_t))                                                  \
            WRITE_KEYS(uint32_t, key);                                                             \
        else                                                                                       \
            WRITE_KEYS(uint64_t, key);                                                             \
    } while (0)

size_t clri_order_keys(const clri_order *order, const void *elements, size_t count, void *keys)
{
    size_t nans = 0;

    if (order->key_size == sizeof(uint32_t))
        WRITE_KEYS_AS(uint32_t);
    else
        WRITE_KEYS_AS(uint64_t);
    return nans;
}

uint64_t clri_order_element(const clri_order *order, uint64_t key)
{
    if (order->all && key == order->nan)
        return clri_state_quiet_nan(order->type);
    key ^= order->turn;
    return key ^ (order->all && !(key & order->sign) ? order->all : order->sign);
}

double clri_order_number(const clri_order *order, uint64_t key)
{
    const uint64_t bits = clri_order_element(order, key);

    switch (order->type) {
    case CLR_TYPE_F16:
        return clri_f32_of_half((uint16_t)bits);
    case CLR_TYPE_BF16:
        return clri_f32_of_bits((uint32_t)bits << 16);
    case CLR_TYPE_F32:
        return clri_f32_of_bits((uint32_t)bits);
    case CLR_TYPE_F64:
        return clri_f64_of_bits(bits);
    default:
        /* The bits above an element's are those of its sign. */
        return order->sign && bits & order->sign ? (double)(int64_t)(bits | ~bits_of(order))
                                                 : (double)bits;
    }
}
