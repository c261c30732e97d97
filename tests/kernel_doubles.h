/* SPDX-License-Identifier: Apache-2.0 */
/*
 * kernel_doubles - OpenCL C's names for doubles and their bits, for pieces of cl/ that tests
 * compile for the host. Behind the last piece #undef uint and ulong.
 */
#ifndef CLREDUCE_TESTS_KERNEL_DOUBLES_H
#define CLREDUCE_TESTS_KERNEL_DOUBLES_H

#include <stdint.h>
#include <string.h>

static inline uint64_t bits_of_double(double x)
{
    uint64_t bits;

    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline double double_of_bits(uint64_t bits)
{
    double x;

    memcpy(&x, &bits, sizeof x);
    return x;
}

static inline uint32_t bits_of_float(float x)
{
    uint32_t bits;

    memcpy(&bits, &x, sizeof bits);
    return bits;
}

#define uint              uint32_t
#define ulong             uint64_t
#define CLR_FN            static inline __attribute__((unused))
#define CLR_COLD          CLR_FN
#define as_ulong(x)       bits_of_double(x)
#define as_double(x)      double_of_bits(x)
#define as_uint(x)        bits_of_float(x)
#define convert_double(x) ((double)(x))
#define convert_float(x)  ((float)(x))

#endif
