/* SPDX-License-Identifier: Apache-2.0 */
/* loops_integers - part of loops_text.h: keys, sums of integers, truths and words. */
#ifndef CLREDUCE_FOLD_LOOPS_INTEGERS_H
#define CLREDUCE_FOLD_LOOPS_INTEGERS_H

#include "base/wide_product.h"
#include "fold/loops.h"

/* ---- keys ---- */

/* A key is a signed integer of a number's width, in the order of the numbers (clri_key_rule). Of
 * floats the bits below the sign are inverted if it is set, so that NaNs come to both ends. The
 * magnitude of a signed integer, which may be 2^(bits - 1), is unsigned: as of unsigned integers
 * its upper bit is inverted. U and S are the unsigned and the signed type, u is a number's bits. */

#define SIGN_OF(bits)  (UINT64_C(1) << ((bits)-1))
#define MAGNITUDES(S)  ((S)(SIGN_OF(8 * sizeof(S)) - 1))
#define MINIMUM(S)     ((S)(-MAGNITUDES(S) - 1))
#define IS_MINUS(S, u) ((S)((S)(u) >> (8 * sizeof(S) - 1)))

#define SIGNED_KEY(U, S, u)          ((S)(u))
#define UNSIGNED_KEY(U, S, u)        ((S)((u) ^ (U)SIGN_OF(8 * sizeof(U))))
#define FLOAT_KEY(U, S, u)           ((S)((S)(u) ^ (IS_MINUS(S, u) & MAGNITUDES(S))))
#define FLOAT_MAGNITUDE_KEY(U, S, u) ((S)((S)(u)&MAGNITUDES(S)))
#define MAGNITUDE_KEY(U, S, u)                                                                     \
    ((S)((U)(((u) ^ (U)IS_MINUS(S, u)) - (U)IS_MINUS(S, u)) ^ (U)SIGN_OF(8 * sizeof(U))))

/* The least and the most key of one number at least; the index of the first number whose key is
 * not from keys.least to keys.most, bounds that may lie beyond the width's: `count` if there is
 * none; and all keys. */
#define KEY_LOOPS(name, U, S, KEY)                                                                 \
    static clri_keys keys_##name(const void *from, size_t count)                                   \
    {                                                                                              \
        const U *x = from;                                                                         \
        S least = KEY(U, S, x[0]), most = least;                                                   \
                                                                                                   \
        for (size_t i = 1; i < count; i++) {                                                       \
            const S key = KEY(U, S, x[i]);                                                         \
                                                                                                   \
            least = key < least ? key : least;                                                     \
            most = key > most ? key : most;                                                        \
        }                                                                                          \
        return (clri_keys){least, most};                                                           \
    }                                                                                              \
    static size_t find_##name(const void *from, size_t count, clri_keys keys)                      \
    {                                                                                              \
        const U *x = from;                                                                         \
        const S least = keys.least < MINIMUM(S) ? MINIMUM(S) : (S)keys.least;                      \
        const S most = keys.most > MAGNITUDES(S) ? MAGNITUDES(S) : (S)keys.most;                   \
                                                                                                   \
        for (size_t i = 0; i < count; i++)                                                         \
            if (KEY(U, S, x[i]) < least || KEY(U, S, x[i]) > most)                                 \
                return i;                                                                          \
        return count;                                                                              \
    }                                                                                              \
    static void list_##name(const void *from, size_t count, int64_t *keys)                         \
    {                                                                                              \
        const U *x = from;                                                                         \
                                                                                                   \
        for (size_t i = 0; i < count; i++)                                                         \
            keys[i] = KEY(U, S, x[i]);                                                             \
    }

#define INTEGER_KEYS(bits)                                                                         \
    KEY_LOOPS(signed_##bits, uint##bits##_t, int##bits##_t, SIGNED_KEY)                            \
    KEY_LOOPS(unsigned_##bits, uint##bits##_t, int##bits##_t, UNSIGNED_KEY)                        \
    KEY_LOOPS(magnitude_##bits, uint##bits##_t, int##bits##_t, MAGNITUDE_KEY)
#define FLOAT_KEYS(bits)                                                                           \
    KEY_LOOPS(float_##bits, uint##bits##_t, int##bits##_t, FLOAT_KEY)                              \
    KEY_LOOPS(float_magnitude_##bits, uint##bits##_t, int##bits##_t, FLOAT_MAGNITUDE_KEY)

INTEGER_KEYS(8)
INTEGER_KEYS(16)
INTEGER_KEYS(32)
INTEGER_KEYS(64)
FLOAT_KEYS(16)
FLOAT_KEYS(32)
FLOAT_KEYS(64)

/* ---- sums of integers ---- */

/* Lower halves are unsigned, upper halves have the sign of S. CLRI_SUM_ELEMENTS_MOST elements are
 * 2^20: sums of their halves stay below 2^52. */
#define HALVES_OF(S, x, low, high)                                                                 \
    do {                                                                                           \
        low += (uint64_t)(x)&UINT32_MAX;                                                           \
        high += (int64_t)((S)(x) >> 32);                                                           \
    } while (0)

/* T is the elements' type, W the type of 64 bits in which LIFT computes what is added: signed,
 * unless what is added needs 64 bits without a sign. */
#define SUM_LOOP(name, T, W, LIFT)                                                                 \
    static clri_whole sum_##name(const void *from, const void *other, size_t count)                \
    {                                                                                              \
        const T *x = from, *y = other;                                                             \
        uint64_t low = 0;                                                                          \
        int64_t high = 0;                                                                          \
                                                                                                   \
        (void)y;                                                                                   \
        for (size_t i = 0; i < count; i++)                                                         \
            HALVES_OF(W, LIFT(W, x[i], y[i]), low, high);                                          \
        return clri_whole_of(low, high);                                                           \
    }

/* The same where W holds the sum: of 2^20 elements that are lifted to less than 2^43. */
#define SHORT_SUM_LOOP(name, T, W, LIFT)                                                           \
    static clri_whole sum_##name(const void *from, const void *other, size_t count)                \
    {                                                                                              \
        const T *x = from, *y = other;                                                             \
        W sum = 0;                                                                                 \
                                                                                                   \
        (void)y;                                                                                   \
        for (size_t i = 0; i < count; i++)                                                         \
            sum += LIFT(W, x[i], y[i]);                                                            \
        return clri_whole_of((uint64_t)sum & UINT32_MAX, (int64_t)sum >> 32);                      \
    }

#define VALUE(W, x, y)     ((W)(x))
#define ABSOLUTE(W, x, y)  ((x) < 0 ? (uint64_t)0 - (uint64_t)(W)(x) : (uint64_t)(W)(x))
#define SMALL_ABS(W, x, y) ((W)(x) < 0 ? -(W)(x) : (W)(x))
#define SQUARE(W, x, y)    ((W)(x) * (W)(x))
#define PRODUCT(W, x, y)   ((W)(x) * (W)(y))

/* Adds a product of 128 bits to a sum of 192. */
static inline void add_product(clri_whole *sum, uint64_t x, uint64_t y, bool is_signed)
{
    const uint64_t x_minus = is_signed && x >> 63 ? UINT64_MAX : 0;
    const uint64_t y_minus = is_signed && y >> 63 ? UINT64_MAX : 0;
    const uint64_t low = x * y;
    const uint64_t high = clri_product_high(x, y) - (x_minus & y) - (y_minus & x);
    const uint64_t minus = is_signed && high >> 63 ? UINT64_MAX : 0;
    const bool carry = __builtin_add_overflow(sum->limbs[0], low, &sum->limbs[0]);
    uint64_t middle;
    const bool first = __builtin_add_overflow(sum->limbs[1], high, &middle);
    const bool second = __builtin_add_overflow(middle, (uint64_t)carry, &sum->limbs[1]);

    sum->limbs[2] += minus + first + second;
}

#define WIDE_PRODUCT_LOOP(name, T, is_signed, OTHER)                                               \
    static clri_whole sum_##name(const void *from, const void *other, size_t count)                \
    {                                                                                              \
        const T *x = from, *y = other;                                                             \
        clri_whole sum = {{0}};                                                                    \
                                                                                                   \
        (void)y;                                                                                   \
        for (size_t i = 0; i < count; i++)                                                         \
            add_product(&sum, (uint64_t)x[i], (uint64_t)OTHER[i], is_signed);                      \
        return sum;                                                                                \
    }

#define SMALL_SUMS(name, T, W)                                                                     \
    SHORT_SUM_LOOP(value_##name, T, W, VALUE)                                                      \
    SHORT_SUM_LOOP(abs_##name, T, W, SMALL_ABS)                                                    \
    SHORT_SUM_LOOP(square_##name, T, W, SQUARE)                                                    \
    SHORT_SUM_LOOP(product_##name, T, W, PRODUCT)
#define SUMS_OF_32(name, T, W)                                                                     \
    SHORT_SUM_LOOP(value_##name, T, W, VALUE)                                                      \
    SHORT_SUM_LOOP(abs_##name, T, W, SMALL_ABS)                                                    \
    SUM_LOOP(square_##name, T, W, SQUARE)                                                          \
    SUM_LOOP(product_##name, T, W, PRODUCT)
#define SUMS_OF_64(name, T, is_signed, MAGNITUDE)                                                  \
    SUM_LOOP(value_##name, T, T, VALUE)                                                            \
    SUM_LOOP(abs_##name, T, uint64_t, MAGNITUDE)                                                   \
    WIDE_PRODUCT_LOOP(square_##name, T, is_signed, x)                                              \
    WIDE_PRODUCT_LOOP(product_##name, T, is_signed, y)

SMALL_SUMS(i8, int8_t, int64_t)
SMALL_SUMS(i16, int16_t, int64_t)
SUMS_OF_32(i32, int32_t, int64_t)
SUMS_OF_64(i64, int64_t, true, ABSOLUTE)
SMALL_SUMS(u8, uint8_t, int64_t)
SMALL_SUMS(u16, uint16_t, int64_t)
/* Squares and products of u32 take all 64 bits of uint64_t; sums of u32 fit int64_t. */
SHORT_SUM_LOOP(value_u32, uint32_t, int64_t, VALUE)
SHORT_SUM_LOOP(abs_u32, uint32_t, int64_t, VALUE)
SUM_LOOP(square_u32, uint32_t, uint64_t, SQUARE)
SUM_LOOP(product_u32, uint32_t, uint64_t, PRODUCT)
SUMS_OF_64(u64, uint64_t, false, VALUE)

/* ---- truths ---- */

#define NONZERO_LOOP(name, U, MASK)                                                                \
    static uint64_t nonzero_##name(const void *from, size_t count)                                 \
    {                                                                                              \
        const U *x = from;                                                                         \
        uint64_t sum = 0;                                                                          \
                                                                                                   \
        for (size_t i = 0; i < count; i++)                                                         \
            sum += (x[i] & (MASK)) != 0;                                                           \
        return sum;                                                                                \
    }

NONZERO_LOOP(8, uint8_t, UINT8_MAX)
NONZERO_LOOP(16, uint16_t, UINT16_MAX)
NONZERO_LOOP(32, uint32_t, UINT32_MAX)
NONZERO_LOOP(64, uint64_t, UINT64_MAX)
NONZERO_LOOP(float_16, uint16_t, UINT16_MAX >> 1)
NONZERO_LOOP(float_32, uint32_t, UINT32_MAX >> 1)
NONZERO_LOOP(float_64, uint64_t, UINT64_MAX >> 1)

/* ---- words ---- */

#define COMBINE_LOOP(name, T, BEGIN, OPERATION)                                                    \
    static uint64_t name(const void *from, size_t count)                                           \
    {                                                                                              \
        const T *x = from;                                                                         \
        uint64_t word = BEGIN;                                                                     \
                                                                                                   \
        for (size_t i = 0; i < count; i++)                                                         \
            word OPERATION(uint64_t) x[i];                                                         \
        return word;                                                                               \
    }
#define COMBINE_LOOPS(type, T)                                                                     \
    COMBINE_LOOP(and_##type, T, UINT64_MAX, &=)                                                    \
    COMBINE_LOOP(or_##type, T, 0, |=)                                                              \
    COMBINE_LOOP(xor_##type, T, 0, ^=)                                                             \
    COMBINE_LOOP(multiply_##type, T, 1, *=)

COMBINE_LOOPS(i8, int8_t)
COMBINE_LOOPS(i16, int16_t)
COMBINE_LOOPS(i32, int32_t)
COMBINE_LOOPS(i64, int64_t)
COMBINE_LOOPS(u8, uint8_t)
COMBINE_LOOPS(u16, uint16_t)
COMBINE_LOOPS(u32, uint32_t)
COMBINE_LOOPS(u64, uint64_t)

#endif
