/* SPDX-License-Identifier: Apache-2.0 */
/* key_set - texts as dense numbers. See key_set.h. */
#include "key_set.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS_LEAST = 1 << 10, KEYS_LEAST = 1 << 8, BYTES_LEAST = 1 << 12 };

/* Folds 64 bits at a time by a multiplication whose high half comes back down; the constants are
 * digits of the golden ratio and of the square root of 2. */
static uint64_t hash_of(const char *key, size_t size)
{
    uint64_t hash = UINT64_C(0x9e3779b97f4a7c15) ^ size;

    for (; size > 0; key += 8, size -= size < 8 ? size : 8) {
        uint64_t word = 0;

        memcpy(&word, key, size < 8 ? size : 8);
        hash = (hash ^ word) * UINT64_C(0x6a09e667f3bcc909);
        hash ^= hash >> 32;
    }
    return hash * UINT64_C(0x9e3779b97f4a7c15);
}

void key_set_free(key_set *set)
{
    free(set->slots);
    free(set->bytes);
    free(set->ends);
    free(set->hashes);
    *set = (key_set){0};
}

const char *key_set_at(const key_set *set, uint32_t number, size_t *size)
{
    const size_t begin = number == 0 ? 0 : set->ends[number - 1];

    *size = set->ends[number] - begin;
    return set->bytes + begin;
}

static void put(key_set *set, uint64_t hash, uint32_t number)
{
    size_t at = hash & (set->slot_count - 1);

    while (set->slots[at].number != 0)
        at = (at + 1) & (set->slot_count - 1);
    set->slots[at] = (key_slot){(uint32_t)(hash >> 32), number + 1};
}

/* At most half of the slots are taken. */
static bool grow_slots(key_set *set)
{
    const size_t count = set->slot_count ? 2 * set->slot_count : SLOTS_LEAST;
    key_slot *slots;

    if (2 * ((size_t)set->count + 1) <= set->slot_count)
        return true;
    slots = calloc(count, sizeof *slots);
    if (!slots)
        return false;
    free(set->slots);
    set->slots = slots;
    set->slot_count = count;
    for (uint32_t k = 0; k < set->count; k++)
        put(set, set->hashes[k], k);
    return true;
}

static bool grow_keys(key_set *set)
{
    const size_t room = set->key_room ? 2 * set->key_room : KEYS_LEAST;

    if (set->count < set->key_room)
        return true;
    size_t *ends = realloc(set->ends, room * sizeof *ends);
    set->ends = ends ? ends : set->ends;
    uint64_t *hashes = realloc(set->hashes, room * sizeof *hashes);
    set->hashes = hashes ? hashes : set->hashes;
    set->key_room = ends && hashes ? room : set->key_room;
    return ends && hashes;
}

static bool grow_bytes(key_set *set, size_t size)
{
    size_t room = set->room ? set->room : BYTES_LEAST;
    char *bytes;

    while (room - set->size < size)
        room *= 2;
    if (room == set->room)
        return true;
    bytes = realloc(set->bytes, room);
    if (!bytes)
        return false;
    set->bytes = bytes;
    set->room = room;
    return true;
}

static uint32_t append(key_set *set, const char *key, size_t size, uint64_t hash)
{
    if (set->count >= KEY_SET_NONE - 1 || !grow_slots(set) || !grow_keys(set) ||
        !grow_bytes(set, size))
        return KEY_SET_NONE;
    memcpy(set->bytes + set->size, key, size);
    set->size += size;
    set->ends[set->count] = set->size;
    set->hashes[set->count] = hash;
    put(set, hash, set->count);
    return set->count++;
}

static uint32_t find_or_add(key_set *set, const char *key, size_t size, uint64_t hash)
{
    size_t at = hash & (set->slot_count - 1), found_size;

    for (; set->slot_count != 0 && set->slots[at].number != 0;
         at = (at + 1) & (set->slot_count - 1)) {
        const uint32_t number = set->slots[at].number - 1;

        if (set->slots[at].hash != (uint32_t)(hash >> 32))
            continue;
        const char *found = key_set_at(set, number, &found_size);
        if (found_size == size && memcmp(found, key, size) == 0)
            return number;
    }
    return append(set, key, size, hash);
}

uint32_t key_set_add(key_set *set, const char *key, size_t size)
{
    return find_or_add(set, key, size, hash_of(key, size));
}

uint32_t key_set_add_from(key_set *set, const key_set *other, uint32_t number)
{
    size_t size;
    const char *key = key_set_at(other, number, &size);

    return find_or_add(set, key, size, other->hashes[number]);
}
