/* SPDX-License-Identifier: Apache-2.0 */
/*
 * prove_rounding - cl/exact/rounding.cl in small result formats: every integer of ten bits, at
 * every place from far below the smallest number to far above the largest, over small divisors, and
 * roots of these. Larger ones, and the formats of results, are test_rounding.c's.
 */
#define CLR_FLOAT_DIGITS         3
#define CLR_FLOAT_EXPONENT_BITS  3
#define CLR_DOUBLE_DIGITS        6
#define CLR_DOUBLE_EXPONENT_BITS 3
#define CLR_DOUBLE_LOW_BITS      2
#define CLR_ROW_LOG2             1
#include "proof.h"

/* 2^-12 of the smallest number and less, so that a root's square has 64 bits. */
enum { BELOW = 12 };

static uint64_t root_of(unsigned __int128 square)
{
    uint64_t root = 0;

    for (uint64_t bit = (uint64_t)1 << 40; bit; bit >>= 1)
        if ((unsigned __int128)(root + bit) * (root + bit) <= square)
            root += bit;
    return root;
}

/* What is left of a quotient or a root counts as one more bit that is 1. */
template <class Number> static ulong right_of(uint n, int lowest, uint divisor, bool is_root)
{
    const int places = (Number::depth + BELOW) * (is_root ? 2 : 1) + lowest;
    const unsigned __int128 dividend = (unsigned __int128)n << places;
    const unsigned __int128 quotient = dividend / divisor;
    const uint64_t bits = is_root ? root_of(quotient) : (uint64_t)quotient;
    const bool is_more =
        quotient * divisor != dividend || (is_root && (unsigned __int128)bits * bits != quotient);

    return Number::rounded((int64_t)(bits << 1 | is_more), BELOW + 1).code;
}

template <class Number> static void every_number(const clr_format format, const char *what)
{
    for (uint n = 1; n < 1024; n++)
        for (int lowest = -(Number::depth + BELOW); lowest < 5; lowest++)
            for (uint divisor = 1; divisor<12; divisor += divisor> 4 ? 3 : 1)
                for (int is_root = 0; is_root < 2; is_root++) {
                    uint word = n;
                    const clr_limbs limbs = {&word, 0, 1, false};
                    const clr_u128 m = {0, divisor};
                    const ulong got =
                        divisor == 1 ? (is_root ? clr_round_root(limbs, lowest, format)
                                                : clr_round(limbs, lowest, format))
                                     : (is_root ? clr_round_root_of_ratio(limbs, lowest, m, format)
                                                : clr_round_ratio(limbs, lowest, m, format));

                    tried++;
                    if (got == right_of<Number>(n, lowest, divisor, is_root))
                        continue;
                    printf("rounding: %s%u 2^%d / %u in %s is 0x%llx, not 0x%llx\n",
                           is_root ? "the root of " : "", n, lowest, divisor, what,
                           (unsigned long long)got,
                           (unsigned long long)right_of<Number>(n, lowest, divisor, is_root));
                    fail();
                }
    proved("rounding", what, false);
}

int main(void)
{
    every_number<Number<4, 3>>({4, 3}, "4 digits, 3 of exponent");
    every_number<Number<3, 2>>({3, 2}, "3 digits, 2 of exponent");
    return 0;
}
