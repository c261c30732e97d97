/* SPDX-License-Identifier: Apache-2.0 */
#include "choose/stage_banks.h"

enum { LINE_MOST = 32 };

/* Logarithm of a power of two: called often, it divides by shifts. */
static uint32_t digits_of(uint32_t power)
{
    uint32_t digits = 0;

    while (power >> digits > 1)
        digits++;
    return digits;
}

/* Bank conflicts, as turns, of a line of items: their rows follow each other, and each team's first
 * item reads element `first`. A unit that neighbouring items share is read once. */
static uint32_t turns_of_step(const clri_choice *items, uint32_t length, uint32_t team,
                              bool is_close, uint32_t first)
{
    const uint32_t line = items->staged.line;
    const uint32_t chunk_digits = digits_of(items->staged.chunk);
    const uint32_t gap_digits = chunk_digits + digits_of(CLRI_STAGE_CHUNKS);
    const uint32_t unit_digits = digits_of(items->staged.word_size / items->staged.element_size);
    const uint32_t team_digits = digits_of(team);
    uint32_t meeting[LINE_MOST] = {0};
    uint32_t before = UINT32_MAX;
    uint32_t most = 0;

    for (uint32_t item = 0; item < line; item++) {
        const uint32_t in_row = first + (item & (team - 1));
        const uint32_t unit = ((item >> team_digits) * length + in_row) >> unit_digits;
        const uint32_t left_out = is_close ? 0 : unit >> gap_digits << chunk_digits;
        const uint32_t bank = (unit + left_out) & (line - 1);

        if (in_row >= length || unit == before)
            continue;
        before = unit;
        meeting[bank]++;
        most = meeting[bank] > most ? meeting[bank] : most;
    }
    return most;
}

uint32_t clri_stage_turns(const clri_choice *items, uint32_t length, uint32_t team, bool is_close,
                          uint32_t *steps)
{
    const uint32_t all = length / team + (length % team != 0);
    uint32_t turns = 0;

    *steps = all < CLRI_STAGE_STEPS ? all : CLRI_STAGE_STEPS;
    for (uint32_t step = 0; step < *steps; step++)
        turns += turns_of_step(items, length, team, is_close, step * all / *steps * team);
    return turns;
}

bool clri_stage_is_close(const clri_choice *items, uint32_t length, uint32_t team)
{
    uint32_t steps;

    return clri_stage_turns(items, length, team, true, &steps) <=
           clri_stage_turns(items, length, team, false, &steps);
}
