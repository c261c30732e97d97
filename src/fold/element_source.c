/* SPDX-License-Identifier: Apache-2.0 */
#include "fold/element_source.h"

#include <string.h>

bool clri_source_takes(const clri_source *source, int64_t at)
{
    if (source->mask_kind == CLR_MASK_NONE)
        return true;
    at += source->mask_first;
    if (source->mask_kind == CLR_MASK_BYTES)
        return source->mask[at] != 0;
    /* Arithmetic shifts, as an offset along axes may be negative. */
    return source->mask[at >> 3] >> (at & 7) & 1;
}

clri_step clri_source_step(const clri_source *source, uint64_t entry)
{
    const clri_rows *rows = source->rows;
    clri_step step = {.mask = rows ? 0 : (int64_t)entry};

    for (unsigned i = 0; i < source->input_count; i++)
        step.offsets[i] = step.mask;
    if (!rows)
        return step;
    for (unsigned k = 0; k < rows->reduced_rank; k++) {
        const clri_axis *axis = &rows->reduced[k];
        const int64_t at = clri_axis_index(axis, k + 1 == rows->reduced_rank, &entry);

        for (unsigned i = 0; i < source->input_count; i++)
            step.offsets[i] += at * axis->steps[i];
        step.mask += at * axis->mask_step;
    }
    return step;
}

/* ---- elements side by side ---- */

clri_lie clri_source_lie(const clri_source *source)
{
    if (source->order || source->index_type || source->mask_kind != CLR_MASK_NONE)
        return CLRI_LIE_ANYHOW;
    if (!source->rows || clri_rows_are_contiguous(source->rows, source->input_count))
        return CLRI_LIE_SIDE_BY_SIDE;
    return source->rows->reduced_rank == 1 ? CLRI_LIE_EVENLY : CLRI_LIE_ANYHOW;
}

/* Hands over a tile; a map and a condition come first. */
static void take_tile(const clri_source *source, const clri_tile *tile, clri_folder *folder)
{
    if (source->evaluator)
        clri_evaluator_take(source->evaluator, tile, folder);
    else
        clri_folder_take(folder, tile);
}

static void fold_side_by_side(const clri_source *source, const clri_stretch *stretch,
                              clri_folder *folder)
{
    const int64_t begin = (int64_t)stretch->begin;
    clri_tile tile = {
        .first = stretch->begin - stretch->number_base,
        .count = (size_t)(stretch->end - stretch->begin),
    };

    for (unsigned i = 0; i < source->input_count; i++)
        tile.inputs[i] = clri_source_at(source, i, stretch->bases[i] + begin);
    take_tile(source, &tile, folder);
}

/* ---- gathering ---- */

/* Finds the elements of positions from..to that count. */
static size_t find_elements(const clri_source *source, const clri_stretch *stretch, uint64_t from,
                            uint64_t to, clri_gathered *gathered)
{
    size_t found = 0;

    for (uint64_t at = from; at < to; at++) {
        const uint64_t entry = source->order ? source->order[at] : at;
        const clri_step step = clri_source_step(source, entry);
        uint64_t element = 0;

        if (!clri_source_takes(source, stretch->mask_base + step.mask))
            continue;
        if (source->index_type)
            element = clri_source_index(source->index_type, source->indices,
                                        stretch->bases[0] + step.offsets[0]);
        if (source->index_type && element >= source->elements)
            continue;
        for (unsigned i = 0; i < source->input_count; i++)
            gathered->offsets[i][found] =
                source->index_type ? (int64_t)element : stretch->bases[i] + step.offsets[i];
        gathered->numbers[found++] = entry - stretch->number_base;
    }
    return found;
}

/* As find_elements(), of entries that are sorted and count, and are no element of a row. */
static size_t find_sorted(const clri_source *source, const clri_stretch *stretch, uint64_t from,
                          uint64_t to, clri_gathered *gathered)
{
    const size_t count = (size_t)(to - from);

    memcpy(gathered->numbers, source->order + from, count * sizeof *gathered->numbers);
    for (size_t i = 0; i < count; i++) {
        const uint64_t entry = source->order[from + i];

        gathered->offsets[0][i] =
            source->index_type
                ? (int64_t)clri_source_index(source->index_type, source->indices, (int64_t)entry)
                : (int64_t)entry;
    }
    for (unsigned input = 1; input < source->input_count; input++)
        memcpy(gathered->offsets[input], gathered->offsets[0], count * sizeof(int64_t));
    (void)stretch;
    return count;
}

/* As find_elements(), of elements that lie evenly: they need no numbers. */
static size_t find_even(const clri_source *source, const clri_stretch *stretch, uint64_t from,
                        uint64_t to, clri_gathered *gathered)
{
    const size_t count = (size_t)(to - from);

    for (unsigned input = 0; input < source->input_count; input++) {
        const int64_t step = source->rows->reduced[0].steps[input];
        const int64_t first = stretch->bases[input] + (int64_t)from * step;

        for (size_t i = 0; i < count; i++)
            gathered->offsets[input][i] = first + (int64_t)i * step;
    }
    return count;
}

#define GATHER(type)                                                                               \
    for (size_t i = 0; i < count; i++)                                                             \
    ((type *)to)[i] = ((const type *)from)[at[i]]

static void gather(const clri_source *source, unsigned input, size_t count, clri_gathered *gathered)
{
    const int64_t *at = gathered->offsets[input];
    void *to = gathered->values[input];
    const void *from = source->inputs[input];

    switch (source->element_size) {
    case 1:
        GATHER(uint8_t);
        break;
    case 2:
        GATHER(uint16_t);
        break;
    case 4:
        GATHER(uint32_t);
        break;
    default:
        GATHER(uint64_t);
    }
}

static clri_tile gather_tile(const clri_source *source, const clri_stretch *stretch, uint64_t from,
                             uint64_t to, clri_gathered *gathered)
{
    const bool lie_evenly = source->lie == CLRI_LIE_EVENLY;
    clri_tile tile = {.numbers = lie_evenly ? NULL : gathered->numbers,
                      .first = from - stretch->number_base};

    tile.count =
        (lie_evenly                       ? find_even
         : source->order && !source->rows ? find_sorted
                                          : find_elements)(source, stretch, from, to, gathered);
    for (unsigned i = 0; i < source->input_count; i++) {
        gather(source, i, tile.count, gathered);
        tile.inputs[i] = gathered->values[i];
    }
    return tile;
}

const void *clri_source_few(const clri_source *source, const clri_stretch *stretch,
                            clri_gathered *gathered)
{
    const bool all_count = source->lie != CLRI_LIE_ANYHOW || (source->order && !source->rows);

    if (source->lie == CLRI_LIE_SIDE_BY_SIDE)
        return clri_source_at(source, 0, stretch->bases[0] + (int64_t)stretch->begin);
    if (!all_count || stretch->end - stretch->begin > CLRI_TILE)
        return NULL;
    return gather_tile(source, stretch, stretch->begin, stretch->end, gathered).x;
}

void clri_source_fold(const clri_source *source, const clri_stretch *stretch,
                      clri_gathered *gathered, clri_folder *folder)
{
    if (source->lie == CLRI_LIE_SIDE_BY_SIDE) {
        fold_side_by_side(source, stretch, folder);
        return;
    }
    for (uint64_t at = stretch->begin; at < stretch->end; at += CLRI_TILE) {
        const uint64_t end = stretch->end - at < CLRI_TILE ? stretch->end : at + CLRI_TILE;
        const clri_tile tile = gather_tile(source, stretch, at, end, gathered);

        take_tile(source, &tile, folder);
    }
}
