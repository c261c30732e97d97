/* SPDX-License-Identifier: Apache-2.0 */
/*
 * kernel_exponential - the kernels' e^x and log x (cl/number/exponential.cl), compiled for the host
 * as kernel_...(). OpenCL C's types and functions are defined here as macros.
 */
#ifndef CLREDUCE_TESTS_KERNEL_EXPONENTIAL_H
#define CLREDUCE_TESTS_KERNEL_EXPONENTIAL_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define CLR_FN         static inline
#define CLR_NARROW     1
#define CLR_WIDE(name) name
#define CLR_AT(name)   kernel_##name
#define CLR_OF(name)   kernel_##name

static inline int64_t as_long(double x)
{
    int64_t bits;

    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline double as_double(int64_t bits)
{
    double x;

    memcpy(&x, &bits, sizeof x);
    return x;
}

#define long int64_t
#include "../cl/number/exponential.cl"
#undef long

#endif
