/* SPDX-License-Identifier: Apache-2.0 */
/*
 * key_set - texts as dense numbers, 0 for the first text that came, by a hash table with open
 * addressing. Knows nothing of columns.
 */
#ifndef CLREDUCE_TOOLS_KEY_SET_H
#define CLREDUCE_TOOLS_KEY_SET_H

#include <stddef.h>
#include <stdint.h>

#define KEY_SET_NONE UINT32_MAX

typedef struct key_slot {
    uint64_t mark;   /* of a key of up to 8 bytes these, which tell it; of others their hash */
    uint32_t size;   /* low bits of the key's size */
    uint32_t number; /* of the key, plus 1; 0: the slot is free */
} key_slot;

/* Zero-initialised: no keys. */
typedef struct key_set {
    key_slot *slots;
    size_t slot_count; /* a power of 2 */
    char *bytes;       /* of all keys, one behind the other; */
    size_t size;
    size_t room;
    size_t *ends; /* where each ends */
    uint32_t count;
    size_t key_room;
} key_set;

void key_set_free(key_set *set);

/* The hash of a key, by which it is added. Slots of many keys do not stay in a cache: what is asked
 * for some keys before they are added is waited for once. */
uint64_t key_set_hash(const char *key, size_t size);

static inline void key_set_ask(const key_set *set, uint64_t hash)
{
    if (set->slot_count != 0)
        __builtin_prefetch(&set->slots[hash & (set->slot_count - 1)]);
}

/* The key's number, which is set->count before the call if it is new. KEY_SET_NONE: memory ran out,
 * or there are 2^32 - 2 keys. */
uint32_t key_set_add(key_set *set, const char *key, size_t size, uint64_t hash);

/* Key number `number`, of `*size` bytes. */
const char *key_set_at(const key_set *set, uint32_t number, size_t *size);

#endif
