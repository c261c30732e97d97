/* SPDX-License-Identifier: Apache-2.0 */
#include "drawn.h"

#include <string.h>

static uint64_t seed = UINT64_C(0x9e3779b97f4a7c15);

uint64_t draw(void)
{
    seed ^= seed >> 12;
    seed ^= seed << 25;
    seed ^= seed >> 27;
    return seed * UINT64_C(2685821657736338717);
}

int draw_int(int least, int most)
{
    return least + (int)(draw() % (uint64_t)(most - least + 1));
}

void set_word(mpz_t x, uint64_t word)
{
    mpz_import(x, 1, -1, sizeof word, 0, 0, &word);
}

uint64_t lowest_word(const mpz_t x)
{
    uint64_t word = 0;
    mpz_t lowest;

    mpz_init(lowest);
    mpz_tdiv_r_2exp(lowest, x, 64);
    mpz_export(&word, NULL, -1, sizeof word, 0, 0, lowest);
    mpz_clear(lowest);
    return word;
}

void draw_number(mpz_t x, int bits)
{
    int at = 0;

    mpz_set_ui(x, 0);
    while (at < bits) {
        const int run = draw_int(1, bits < 200 ? 20 : 100);
        const bool is_random = draw() % 2;

        for (int i = at; i < at + run && i < bits; i++)
            if (!is_random || draw() % 2)
                mpz_setbit(x, (mp_bitcnt_t)i);
        at += run + draw_int(0, run);
    }
}

clr_limbs limbs_of(const mpz_t x, uint32_t *memory, int first)
{
    const int end = first + (int)((mpz_sizeinbase(x, 2) + 31) / 32);
    clr_limbs limbs;

    for (int i = 0; i < LIMBS; i++)
        memory[i] = (uint32_t)draw();
    memset(memory + first, 0, (size_t)(end - first) * sizeof *memory);
    mpz_export(memory + first, NULL, -1, sizeof *memory, 0, 0, x);
    limbs = clr_limbs_of(memory, first, end);
    limbs.is_negative = mpz_sgn(x) < 0;
    return limbs;
}
