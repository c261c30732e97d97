/* SPDX-License-Identifier: Apache-2.0 */
/* key_set - texts as dense numbers. See key_set.h. */
#include "key_set.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS_LEAST = 1 << 10, KEYS_LEAST = 1 << 8, BYTES_LEAST = 1 << 12 };

static uint64_t bytes_of(const char *key, size_t size)
{
    uint64_t word = 0;

    memcpy(&word, key, size);
    return word;
}

/* Up to 8 bytes as a number, each size by itself: without a call of memcpy(), by two halves that
 * may overlap, or by the first byte, the middle one and the last. */
static uint64_t word_of(const char *key, size_t size)
{
    if (size >= 4)
        return bytes_of(key, 4) | bytes_of(key + size - 4, 4) << 32;
    if (size == 0)
        return 0;
    return bytes_of(key, 1) | bytes_of(key + size / 2, 1) << 8 | bytes_of(key + size - 1, 1) << 16;
}

/* A multiplication moves bits up, and a shift down; the constants are digits of the golden ratio
 * and of the square root of 2. */
static uint64_t mixed(uint64_t bits)
{
    bits *= UINT64_C(0x9e3779b97f4a7c15);
    bits ^= bits >> 29;
    bits *= UINT64_C(0x6a09e667f3bcc909);
    return bits ^ bits >> 32;
}

uint64_t key_set_hash(const char *key, size_t size)
{
    uint64_t hash = size;

    for (; size > 8; key += 8, size -= 8)
        hash = mixed(hash ^ word_of(key, 8));
    return mixed(hash ^ word_of(key, size));
}

/* The slot of a key, but for its number. */
static key_slot slot_of(const char *key, size_t size, uint64_t hash)
{
    return (key_slot){.mark = size <= 8 ? word_of(key, size) : hash, .size = (uint32_t)size};
}

void key_set_free(key_set *set)
{
    free(set->slots);
    free(set->bytes);
    free(set->ends);
    *set = (key_set){0};
}

const char *key_set_at(const key_set *set, uint32_t number, size_t *size)
{
    const size_t begin = number == 0 ? 0 : set->ends[number - 1];

    *size = set->ends[number] - begin;
    return set->bytes + begin;
}

static void put(key_set *set, uint32_t number)
{
    size_t size;
    const char *key = key_set_at(set, number, &size);
    const uint64_t hash = key_set_hash(key, size);
    size_t at = hash & (set->slot_count - 1);
    key_slot slot = slot_of(key, size, hash);

    slot.number = number + 1;
    while (set->slots[at].number != 0)
        at = (at + 1) & (set->slot_count - 1);
    set->slots[at] = slot;
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
        put(set, k);
    return true;
}

static bool grow_keys(key_set *set)
{
    const size_t room = set->key_room ? 2 * set->key_room : KEYS_LEAST;
    size_t *ends;

    if (set->count < set->key_room)
        return true;
    ends = realloc(set->ends, room * sizeof *ends);
    set->ends = ends ? ends : set->ends;
    set->key_room = ends ? room : set->key_room;
    return ends != NULL;
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

static uint32_t append(key_set *set, const char *key, size_t size)
{
    if (set->count >= KEY_SET_NONE - 1 || !grow_slots(set) || !grow_keys(set) ||
        !grow_bytes(set, size))
        return KEY_SET_NONE;
    memcpy(set->bytes + set->size, key, size);
    set->size += size;
    set->ends[set->count] = set->size;
    put(set, set->count);
    return set->count++;
}

static bool is_key(const key_set *set, uint32_t number, const char *key, size_t size)
{
    size_t found_size;
    const char *found = key_set_at(set, number, &found_size);

    return found_size == size && memcmp(found, key, size) == 0;
}

uint32_t key_set_add(key_set *set, const char *key, size_t size, uint64_t hash)
{
    const key_slot wanted = slot_of(key, size, hash);

    for (size_t at = hash & (set->slot_count - 1);
         set->slot_count != 0 && set->slots[at].number != 0;
         at = (at + 1) & (set->slot_count - 1)) {
        const key_slot *slot = &set->slots[at];

        if (slot->mark == wanted.mark && slot->size == wanted.size &&
            (size <= 8 || is_key(set, slot->number - 1, key, size)))
            return slot->number - 1;
    }
    return append(set, key, size);
}
