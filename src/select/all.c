/* SPDX-License-Identifier: Apache-2.0 */
#include "select/all.h"

#include <stdlib.h>

/* Makes memory as long as `count` keys, and half as long again if it grows. It is counted in bytes,
 * as the next selection's keys may be longer. */
static bool reach(void **memory, size_t *bytes, size_t count, size_t key_size)
{
    const size_t grown_by_half = *bytes + *bytes / 2, needed = count * key_size;
    const size_t wanted = needed > grown_by_half ? needed : grown_by_half;
    void *grown;

    if (count > SIZE_MAX / key_size)
        return false;
    if (needed <= *bytes)
        return true;
    grown = realloc(*memory, wanted);
    if (!grown)
        return false;
    *memory = grown;
    *bytes = wanted;
    return true;
}

void clri_all_begin(clri_all *all)
{
    all->count = all->nans = 0;
    all->is_short_of_memory = false;
}

void clri_all_take(clri_folder *folder, const clri_tile *tile)
{
    clri_all *all = folder->taker;
    const size_t size = all->order.key_size;

    if (!reach(&all->keys, &all->bytes, all->count + tile->count, size)) {
        all->is_short_of_memory = true;
        return;
    }
    all->nans +=
        clri_order_keys(&all->order, tile->x, tile->count, (char *)all->keys + all->count * size);
    all->count += tile->count;
}

void *clri_all_room(clri_all *all)
{
    return reach(&all->room, &all->room_bytes, all->count, all->order.key_size) ? all->room : NULL;
}

void clri_all_release(clri_all *all)
{
    free(all->keys);
    free(all->room);
    all->keys = all->room = NULL;
    all->bytes = all->room_bytes = 0;
}
