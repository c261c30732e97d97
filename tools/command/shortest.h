/* SPDX-License-Identifier: Apache-2.0 */
/*
 * shortest - the shortest decimal that reads back to the same number of a floating-point type. Owns
 * the arithmetic; how a decimal is laid out as text is told by output.
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
 * The decimal of a number of that type, which is above 0 and finite: among decimals that are nearer
 * to it than to its neighbours one with the fewest digits, and of several the nearest. Not to be
 * called by two threads at once.
 */
decimal shortest_decimal(clr_type type, double number);

#endif
