/* SPDX-License-Identifier: Apache-2.0 */
/* loops_vector - part of loops_text.h: how long vectors are, and vectors of doubles. */
#ifndef CLREDUCE_FOLD_LOOPS_VECTOR_H
#define CLREDUCE_FOLD_LOOPS_VECTOR_H

#include "base/flag.h"
#include "fold/bits.h"
#include "fold/loops.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#ifdef __AVX512F__
#define VECTOR_BYTES 64
#elif defined __AVX__
#define VECTOR_BYTES 32
#else
#define VECTOR_BYTES 16
#endif

enum {
    LANES = 16, /* sums in flight: two vectors of AVX-512, or as many as hide an addition's time */
    SHORT = 24, /* elements that are added up one by one: eight lanes would have three each */
    VECTOR_SIZE = VECTOR_BYTES,
    DOUBLES = VECTOR_SIZE / sizeof(double), /* of a vector */
    PAIRS = VECTOR_SIZE < 64 ? 8 : 16,      /* of grids in flight: a vector of them takes three of
                                               x86-64's 16 registers, or 32 of AVX-512's */
    UPPER_HALF = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, /* of two in a double's memory */
};

typedef double vector __attribute__((vector_size(VECTOR_SIZE)));
typedef uint64_t words __attribute__((vector_size(VECTOR_SIZE)));

static inline vector magnitudes(vector x)
{
    return (vector)((words)x & (UINT64_MAX >> 1));
}

static double power_of_two(int exponent)
{
    return clri_f64_of_bits((uint64_t)(exponent + 1023) << 52);
}

/* The least k with count <= 2^k. */
static int log2_up(size_t count)
{
    int k = 0;

    while (((size_t)1 << k) < count)
        k++;
    return k;
}

/* Asks for what will be read next: a loop of many operations on each element has few elements in
 * flight, and would wait for memory. What lies behind an array is never read. */
static inline void prefetch(const void *x)
{
    __builtin_prefetch(x, 0, 2);
}

enum { LINE = 64 }; /* bytes that come together */

#endif
