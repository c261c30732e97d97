/* SPDX-License-Identifier: Apache-2.0 */
/* loops_cells - part of loops_text.h: floats in fixed point, added to cells. */
#ifndef CLREDUCE_FOLD_LOOPS_CELLS_H
#define CLREDUCE_FOLD_LOOPS_CELLS_H

#include "fold/loops_vector.h"

/* ---- fixed point ---- */

/* A number's integers at both units, which the last places of `upper` and `lower` are, by
 * additions: what a sum at a unit leaves of x is a double. */
static bool fix_f64(const double *x, size_t count, const clri_fixed *unit,
                    clri_words *restrict fixed, uint64_t *restrict lost, uint64_t *zeros)
{
    const double upper = unit->upper, lower = unit->lower;
    const uint64_t of_upper = clri_bits_of_f64(upper), of_lower = clri_bits_of_f64(lower);
    uint64_t all = 0, zero = 0;

    for (size_t i = 0; i < count; i++) {
        const double first = upper + x[i], rest = x[i] - (first - upper), second = lower + rest;

        fixed[i].upper = (int64_t)(clri_bits_of_f64(first) - of_upper);
        fixed[i].lower = (int64_t)(clri_bits_of_f64(second) - of_lower);
        lost[i] = clri_bits_of_f64(rest - (second - lower));
        all |= lost[i];
        zero |= x[i] == 0 ? clri_bits_of_f64(x[i]) : 0;
    }
    *zeros |= zero;
    return all << 1 == 0;
}

/* Without a sign, as what is lost or not finite leaves words of any size. */
typedef uint64_t two_words __attribute__((vector_size(2 * sizeof(uint64_t))));

static void scatter(clri_words *cells, const uint32_t *places, const clri_words *addends,
                    size_t count)
{
    for (size_t i = 0; i < count; i++) {
        two_words cell, word;

        memcpy(&cell, &cells[places[i]], sizeof cell);
        memcpy(&word, &addends[i], sizeof word);
        cell += word;
        memcpy(&cells[places[i]], &cell, sizeof cell);
    }
}

#endif
