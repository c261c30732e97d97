/* SPDX-License-Identifier: Apache-2.0 */
#include "device/shelf.h"

#include <stdlib.h>
#include <string.h>

void clri_shelf_open(clri_shelf *shelf)
{
    memset(shelf, 0, sizeof *shelf);
    pthread_mutex_init(&shelf->lock, NULL);
}

/* Empties a slot and returns its content. */
static clri_shelved clear_slot(clri_shelved *slot)
{
    const clri_shelved taken = *slot;

    *slot = (clri_shelved){0};
    return taken;
}

static void destroy_shelved(clri_shelved *taken)
{
    if (taken->key)
        taken->destroy(taken->thing);
    free(taken->key);
}

/* Objects are destroyed without the lock, as destructors call OpenCL. */
void clri_shelf_close(clri_shelf *shelf)
{
    for (unsigned i = 0; i < CLRI_SHELF_SLOTS; i++) {
        clri_shelved taken;

        pthread_mutex_lock(&shelf->lock);
        taken = clear_slot(&shelf->slots[i]);
        pthread_mutex_unlock(&shelf->lock);
        destroy_shelved(&taken);
    }
    pthread_mutex_destroy(&shelf->lock);
}

void *clri_shelf_take(clri_shelf *shelf, const char *key)
{
    clri_shelved taken = {0};

    pthread_mutex_lock(&shelf->lock);
    for (unsigned i = 0; i < CLRI_SHELF_SLOTS && !taken.key; i++)
        if (shelf->slots[i].key && strcmp(shelf->slots[i].key, key) == 0)
            taken = clear_slot(&shelf->slots[i]);
    pthread_mutex_unlock(&shelf->lock);
    free(taken.key);
    return taken.thing;
}

/* The latest filled slot older than `since`; NULL if there is none. */
static clri_shelved *slot_before(clri_shelf *shelf, uint64_t since)
{
    clri_shelved *best = NULL;

    for (unsigned i = 0; i < CLRI_SHELF_SLOTS; i++) {
        clri_shelved *slot = &shelf->slots[i];

        if (slot->key && slot->since < since && (!best || slot->since > best->since))
            best = slot;
    }
    return best;
}

void clri_shelf_visit(clri_shelf *shelf, void (*visit)(void *thing, void *user), void *user)
{
    uint64_t since = UINT64_MAX;
    clri_shelved *slot;

    pthread_mutex_lock(&shelf->lock);
    while ((slot = slot_before(shelf, since))) {
        visit(slot->thing, user);
        since = slot->since;
    }
    pthread_mutex_unlock(&shelf->lock);
}

/* A free slot, else the oldest. */
static clri_shelved *slot_for(clri_shelf *shelf)
{
    clri_shelved *best = &shelf->slots[0];

    for (unsigned i = 1; i < CLRI_SHELF_SLOTS && best->key; i++)
        if (!shelf->slots[i].key || shelf->slots[i].since < best->since)
            best = &shelf->slots[i];
    return best;
}

void clri_shelf_put(clri_shelf *shelf, char *key, void *thing, void (*destroy)(void *thing))
{
    clri_shelved *slot;
    clri_shelved taken;

    pthread_mutex_lock(&shelf->lock);
    slot = slot_for(shelf);
    taken = clear_slot(slot);
    *slot = (clri_shelved){key, thing, destroy, shelf->puts++};
    pthread_mutex_unlock(&shelf->lock);
    destroy_shelved(&taken);
}
