/* SPDX-License-Identifier: Apache-2.0 */
#include "select/best.h"
#include "select/kth.h"

#include <stdlib.h>

enum { LOOK = 64 }; /* keys that are compared with the limit together, by vectors */

void clri_best_begin(clri_best *best)
{
    best->count = 0;
    best->is_pruned = best->is_short_of_memory = false;
}

/* Leaves the k best candidates, in the order of their elements; of candidates that equal the worst
 * of the k, the first ones. */
static void prune(clri_best *best)
{
    size_t better = 0, equal, left = 0;

    if (best->count < best->k)
        return;
    for (size_t i = 0; i < best->count; i++)
        best->keys[i] = best->kept[i].key;
    best->limit =
        clri_kth_find(best->keys, sizeof *best->keys, best->count, (size_t)best->k - 1).key;
    for (size_t i = 0; i < best->count; i++)
        better += best->kept[i].key < best->limit;
    equal = (size_t)best->k - better;
    for (size_t i = 0; i < best->count; i++) {
        const clri_candidate candidate = best->kept[i];
        const bool is_equal = candidate.key == best->limit && equal > 0;

        best->kept[left] = candidate;
        left += candidate.key < best->limit || is_equal;
        equal -= is_equal;
    }
    best->count = left;
    best->is_pruned = true;
}

/* Makes place for a tile's elements: by pruning, if that drops half of the candidates or more, else
 * by more memory. */
static bool make_place(clri_best *best)
{
    size_t wanted = best->capacity ? 2 * best->capacity : 4 * (size_t)CLRI_TILE;
    void *grown;

    if (best->capacity - best->count >= CLRI_TILE)
        return true;
    if (best->count / 2 >= best->k)
        prune(best);
    if (best->capacity - best->count >= CLRI_TILE)
        return true;
    if (wanted > SIZE_MAX / sizeof *best->kept)
        return false;
    grown = realloc(best->kept, wanted * sizeof *best->kept);
    if (!grown)
        return false;
    best->kept = grown;
    grown = realloc(best->keys, wanted * sizeof *best->keys);
    if (!grown)
        return false;
    best->keys = grown;
    best->capacity = wanted;
    return true;
}

/* Whether some key is below the limit; without a branch for each. */
static bool has_better(const uint64_t *keys, size_t count, uint64_t limit)
{
    uint64_t better = 0;

    for (size_t i = 0; i < count; i++)
        better |= keys[i] < limit;
    return better;
}

/* Takes `count` elements of a tile, from number `from` on, for which there is place. */
static void take_part(clri_best *best, const clri_tile *tile, size_t from, size_t count)
{
    uint64_t keys[CLRI_TILE];

    clri_order_keys(&best->order, (const char *)tile->x + from * best->order.size, count, keys);
    for (size_t at = 0; at < count; at += LOOK) {
        const size_t end = count - at < LOOK ? count : at + LOOK;

        if (best->is_pruned && !has_better(keys + at, end - at, best->limit))
            continue;
        for (size_t i = at; i < end; i++)
            if (!best->is_pruned || keys[i] < best->limit)
                best->kept[best->count++] = (clri_candidate){
                    keys[i], tile->numbers ? tile->numbers[from + i] : tile->first + from + i};
    }
}

void clri_best_take(clri_folder *folder, const clri_tile *tile)
{
    clri_best *best = folder->taker;

    for (size_t from = 0; from < tile->count; from += CLRI_TILE) {
        if (!make_place(best)) {
            best->is_short_of_memory = true;
            return;
        }
        take_part(best, tile, from,
                  tile->count - from < CLRI_TILE ? tile->count - from : CLRI_TILE);
    }
}

static int compare(const void *left, const void *right)
{
    const clri_candidate *a = left, *b = right;

    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return (a->number > b->number) - (a->number < b->number);
}

void clri_best_end(clri_best *best)
{
    prune(best);
    if (best->count)
        qsort(best->kept, best->count, sizeof *best->kept, compare);
}

void clri_best_release(clri_best *best)
{
    free(best->kept);
    free(best->keys);
    best->kept = NULL;
    best->keys = NULL;
    best->capacity = 0;
}
