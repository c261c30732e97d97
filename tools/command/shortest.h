/* SPDX-License-Identifier: Apache-2.0 */
/*
 * shortest - the shortest decimal that reads back to the same number of a floating-point type: the
 * arithmetic; output.c makes text of it.
 */
#ifndef CLREDUCE_TOOLS_SHORTEST_H
#define CLREDUCE_TOOLS_SHORTEST_H

#include <clreduce/clreduce.h>
#include <stdint.h>

/* digits * 10^exponent; the last digit is not 0. */
typedef struct decimal {
    uint64_t digits;
    int exponent;
} decimal;

/*
 * The decimal of a positive finite number of the type: among decimals that round to the number, the
 * one with the fewest digits, of several the nearest. Not thread-safe.
 */
decimal shortest_decimal(clr_type type, double number);

#endif
