/* SPDX-License-Identifier: Apache-2.0 */
/* folder_extremes - minima, maxima and their indices, first and last elements: see folder.h. Of a
 * tile the keys alone are looked for, by vectors; its element's number only where it is better than
 * all tiles before. */
#include "fold/bits.h"
#include "fold/folder.h"

/* ---- extremes ---- */

/* A NaN, wherever its sign puts it, is beyond the end that is looked for. */
static clri_keys settle(const clri_folder *folder, clri_keys keys)
{
    if (keys.least >= folder->finite.least && keys.most <= folder->finite.most)
        return keys;
    return (clri_keys){INT64_MIN, INT64_MAX};
}

/* The number of the tile's first element that has the key, or is a NaN. Looked for only in a
 * tile that is better than all before: the loop that all tiles go through keeps keys alone. */
static uint64_t number_of(const clri_folder *folder, const clri_tile *tile, clri_keys keys)
{
    const bool has_nan = folder->is_float && keys.least == INT64_MIN;
    /* At the end of the type all keys are the one that is looked for, and no bound is beyond it. */
    const bool is_end =
        !has_nan && (folder->is_maximum ? keys.most == INT64_MIN : keys.least == INT64_MAX);
    size_t at = 0;

    if (!is_end) {
        const clri_keys others = has_nan              ? folder->finite
                                 : folder->is_maximum ? (clri_keys){INT64_MIN, keys.most - 1}
                                                      : (clri_keys){keys.least + 1, INT64_MAX};

        at = folder->loops->find[folder->width][folder->rule](tile->x, tile->count, others);
        if (at == tile->count)
            at = 0;
    }
    return tile->numbers ? tile->numbers[at] : tile->first + at;
}

void clri_folder_take_extreme(clri_folder *folder, const clri_tile *tile)
{
    const clri_keys keys =
        settle(folder, folder->loops->keys[folder->width][folder->rule](tile->x, tile->count));
    const bool is_better =
        !folder->has_key ||
        (folder->is_maximum ? keys.most > folder->keys.most : keys.least < folder->keys.least);

    folder->met.values = 1;
    if (is_better && clri_state_has_index(folder->state->op))
        folder->index = number_of(folder, tile, keys);
    if (!folder->has_key || keys.least < folder->keys.least)
        folder->keys.least = keys.least;
    if (!folder->has_key || keys.most > folder->keys.most)
        folder->keys.most = keys.most;
    folder->has_key = true;
}

void clri_folder_put_keys(clri_folder *folder, clri_keys keys, uint64_t index)
{
    folder->met.values = 1;
    folder->keys = keys;
    folder->index = index;
    folder->has_key = true;
}

/* ---- first and last ---- */

void clri_folder_put_end(clri_folder *folder, uint64_t bits, uint64_t index)
{
    folder->met.values = 1;
    folder->word = bits;
    folder->index = index;
    folder->has_key = true;
}

void clri_folder_take_end(clri_folder *folder, const clri_tile *tile)
{
    const size_t at = folder->is_maximum ? tile->count - 1 : 0;

    if (folder->is_maximum || !folder->has_key)
        clri_folder_put_end(folder, clri_folder_bits(folder, tile->x, at),
                            tile->numbers ? tile->numbers[at] : tile->first + at);
}

/* What a map makes of NaNs differs from device to device. */
static uint64_t bits_of_end(const clri_folder *folder)
{
    const bool keeps_nans =
        !folder->is_mapped && clri_state_keeps_nans(folder->state->op, folder->state->result);

    return keeps_nans ? folder->word : clri_state_settle_nan(folder->state->result, folder->word);
}

/* ---- states ---- */

/* The bits of a key's value. States have keys, too, without a sign. */
static uint64_t bits_of_key(const clri_folder *folder, int64_t key)
{
    const clr_type result = folder->state->result;
    const uint64_t all = UINT64_MAX >> (64 - 8 * folder->number->size), sign = (all >> 1) + 1;

    if (folder->is_float && (key < folder->finite.least || key > folder->finite.most))
        return clri_state_quiet_nan(result);
    return clri_state_value_of_key(result, ((uint64_t)key & all) ^ sign, folder->is_maximum);
}

void clri_folder_put_extremes(const clri_folder *folder, uint32_t *state)
{
    const int64_t first = folder->is_maximum ? folder->keys.most : folder->keys.least;

    clri_state_put(state, CLRI_STATE_VALUE,
                   clri_state_is_end(folder->state->op) ? bits_of_end(folder)
                                                        : bits_of_key(folder, first));
    if (clri_state_has_second(folder->state->op))
        clri_state_put(state, CLRI_STATE_SECOND, bits_of_key(folder, folder->keys.most));
    if (clri_state_has_index(folder->state->op))
        clri_state_put(state, CLRI_STATE_INDEX, folder->index);
}
