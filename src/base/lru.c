/* SPDX-License-Identifier: Apache-2.0 */
#include "base/lru.h"

#include <stdlib.h>
#include <string.h>

void clri_lru_open(clri_lru *lru, size_t spare_most, size_t spare_bytes)
{
    *lru = (clri_lru){.spare_most = spare_most, .spare_bytes = spare_bytes};
    pthread_mutex_init(&lru->lock, NULL);
}

static void destroy(clri_lru_entry *entry)
{
    free(entry->key);
    entry->destroy(entry);
}

void clri_lru_close(clri_lru *lru)
{
    while (lru->first) {
        clri_lru_entry *entry = lru->first;

        lru->first = entry->next;
        destroy(entry);
    }
    pthread_mutex_destroy(&lru->lock);
}

/* ---- with the lock held ---- */

/* From the latest on, one by one: there are some tens of objects. */
static clri_lru_entry *find(const clri_lru *lru, const char *key)
{
    clri_lru_entry *entry = lru->first;

    while (entry && strcmp(entry->key, key) != 0)
        entry = entry->next;
    return entry;
}

static void put_first(clri_lru *lru, clri_lru_entry *entry)
{
    entry->next = lru->first;
    lru->first = entry;
}

static void take_out(clri_lru *lru, const clri_lru_entry *entry)
{
    clri_lru_entry **at = &lru->first;

    while (*at != entry)
        at = &(*at)->next;
    *at = entry->next;
}

/* Takes out the first entry without a user that is one too many; NULL: there is none. */
static clri_lru_entry *take_surplus(clri_lru *lru)
{
    size_t spare = 0, bytes = 0;
    clri_lru_entry *entry = lru->first;

    for (; entry; entry = entry->next) {
        if (entry->users)
            continue;
        bytes += entry->bytes;
        if (++spare > lru->spare_most || bytes > lru->spare_bytes)
            break;
    }
    if (entry)
        take_out(lru, entry);
    return entry;
}

/* Takes away a user. Returns the objects that have to go, one behind the other. */
static clri_lru_entry *leave(clri_lru *lru, clri_lru_entry *entry)
{
    clri_lru_entry *gone = NULL, *surplus;

    if (--entry->users)
        return NULL;
    if (!entry->key) {
        entry->next = NULL;
        return entry;
    }
    take_out(lru, entry);
    put_first(lru, entry);
    while ((surplus = take_surplus(lru))) {
        surplus->next = gone;
        gone = surplus;
    }
    return gone;
}

/* ---- the calls ---- */

clri_lru_entry *clri_lru_find(clri_lru *lru, const char *key)
{
    clri_lru_entry *entry;

    pthread_mutex_lock(&lru->lock);
    entry = find(lru, key);
    if (entry)
        entry->users++;
    pthread_mutex_unlock(&lru->lock);
    return entry;
}

void clri_lru_add(clri_lru *lru, clri_lru_entry *entry, char *key)
{
    pthread_mutex_lock(&lru->lock);
    entry->key = key;
    put_first(lru, entry);
    pthread_mutex_unlock(&lru->lock);
}

void clri_lru_retain(clri_lru *lru, clri_lru_entry *entry)
{
    pthread_mutex_lock(&lru->lock);
    entry->users++;
    pthread_mutex_unlock(&lru->lock);
}

void clri_lru_release(clri_lru *lru, clri_lru_entry *entry)
{
    clri_lru_entry *gone;

    pthread_mutex_lock(&lru->lock);
    gone = leave(lru, entry);
    pthread_mutex_unlock(&lru->lock);
    while (gone) {
        clri_lru_entry *next = gone->next;

        destroy(gone);
        gone = next;
    }
}
