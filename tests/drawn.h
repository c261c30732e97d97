/* SPDX-License-Identifier: Apache-2.0 */
/* drawn - random numbers of any length for tests of cl/exact, as GMP numbers and as limbs. */
#ifndef CLREDUCE_TESTS_DRAWN_H
#define CLREDUCE_TESTS_DRAWN_H

#include "base/limbs.h"

#include <gmp.h>

enum { LIMBS = 300 };

/* 64 random bits (xorshift64*), the same in every run. */
uint64_t draw(void);
int draw_int(int least, int most);

/* GMP takes `long`, which has 32 bits on some processors. */
void set_word(mpz_t x, uint64_t word);
uint64_t lowest_word(const mpz_t x);

/* Up to `bits` bits: runs of zeros between runs of ones and runs of random bits. */
void draw_number(mpz_t x, int bits);

/* The number as limbs `first` and up of `memory`, which has LIMBS; the others are garbage. */
clr_limbs limbs_of(const mpz_t x, uint32_t *memory, int first);

#endif
