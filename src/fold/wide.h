/* SPDX-License-Identifier: Apache-2.0 */
/*
 * wide - a sum of floats of which nothing is lost: digits of 32 bits in words of 64, so that
 * carries wait until the digits are asked for. Adding touches three neighbouring words, whatever
 * the sum's width; only words between `begin` and `end` are ever cleared, carried or read, as a sum
 * of ordinary numbers uses a few of the 134 that products of doubles may reach. Integers alone:
 * rounding modes and flushed subnormals cannot change a digit.
 */
#ifndef CLREDUCE_FOLD_WIDE_H
#define CLREDUCE_FOLD_WIDE_H

#include "state/exact.h"

#include <stddef.h>

/* Three words above the highest digit, into which the last addition may reach. */
enum { CLRI_WIDE_WORDS = CLRI_PRODUCT_DIGITS_MOST + 3 };

/* Zero-initialised, then clri_wide_begin(). */
typedef struct clri_wide {
    int64_t words[CLRI_WIDE_WORDS]; /* word i counts 2^(32 i + lowest) */
    int begin, end;                 /* words outside are 0 */
    int lowest;
    uint32_t additions; /* since carries were propagated, in what one changes of a word: 2^33 */
} clri_wide;

/* Makes the sum 0, in units of 2^lowest. */
void clri_wide_begin(clri_wide *wide, int lowest);

/* Adds number 2^(place + lowest); place is not negative, and the sum has digits there. */
void clri_wide_add(clri_wide *wide, int64_t number, int place);

/* Adds an unsigned number 2^(place + lowest), or subtracts it. */
void clri_wide_add_magnitude(clri_wide *wide, uint64_t magnitude, bool is_minus, int place);

/* Adds a finite double, a multiple of 2^lowest. */
void clri_wide_add_double(clri_wide *wide, double x);

/* Adds doubles that are multiples of 2^lowest, but for those that are not finite: 2 ns each,
 * whatever they are. */
void clri_wide_add_doubles(clri_wide *wide, const double *x, size_t count);

/* Writes the sum in two's complement; `count` digits have room for it. */
void clri_wide_digits(clri_wide *wide, uint32_t *digits, int count);

#endif
