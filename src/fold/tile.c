/* SPDX-License-Identifier: Apache-2.0 */
#include "fold/tile.h"

clri_tile clri_tile_part(const clri_tile *tile, size_t from, size_t count, size_t size)
{
    clri_tile part = {.numbers = tile->numbers ? tile->numbers + from : NULL,
                      .first = tile->first + from,
                      .count = count};

    for (unsigned i = 0; i < CLR_INPUTS_MOST; i++)
        if (tile->inputs[i])
            part.inputs[i] = (const char *)tile->inputs[i] + from * size;
    return part;
}

/* Each element is written, and the next one over it if it is not taken: no branches, as conditions
 * are hard to foresee. */
#define KEEP(type)                                                                                 \
    {                                                                                              \
        const type *restrict values = from;                                                        \
        type *restrict out = to;                                                                   \
                                                                                                   \
        for (size_t i = 0; i < count; i++) {                                                       \
            out[kept] = values[i];                                                                 \
            kept += takes[i];                                                                      \
        }                                                                                          \
        return kept;                                                                               \
    }

/* Copies the numbers that are taken; how many. */
static size_t keep(size_t size, const uint8_t *restrict takes, const void *from, size_t count,
                   void *to)
{
    size_t kept = 0;

    switch (size) {
    case 1:
        KEEP(uint8_t)
    case 2:
        KEEP(uint16_t)
    case 4:
        KEEP(uint32_t)
    default:
        KEEP(uint64_t)
    }
}

static void count_on(const clri_tile *tile, const uint8_t *restrict takes, uint64_t *to)
{
    size_t kept = 0;

    for (size_t i = 0; i < tile->count; i++) {
        to[kept] = tile->numbers ? tile->numbers[i] : tile->first + i;
        kept += takes[i];
    }
}

clri_tile clri_tile_sift(const clri_tile *tile, const uint8_t *takes, size_t size,
                         bool wants_numbers, clri_sifted *room)
{
    clri_tile sifted = {.x = room->values[0], .y = tile->y ? room->values[1] : NULL};

    if (wants_numbers) {
        count_on(tile, takes, room->numbers);
        sifted.numbers = room->numbers;
    }
    if (tile->y)
        keep(size, takes, tile->y, tile->count, room->values[1]);
    sifted.count = keep(size, takes, tile->x, tile->count, room->values[0]);
    return sifted;
}
