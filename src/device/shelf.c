/* SPDX-License-Identifier: Apache-2.0 */
#include "device/shelf.h"

#include <stdlib.h>
#include <string.h>

void clri_shelf_open(clri_shelf *shelf)
{
    memset(shelf, 0, sizeof *shelf);
    pthread_mutex_init(&shelf->lock, NULL);
}

/* Empties a place and returns its content. */
static clri_shelved clear_place(clri_shelved *place)
{
    const clri_shelved taken = *place;

    *place = (clri_shelved){0};
    return taken;
}

static void destroy_shelved(clri_shelved *taken)
{
    if (taken->key)
        taken->destroy(taken->thing);
    free(taken->key);
}

void clri_shelf_clear(clri_shelf *shelf)
{
    for (unsigned i = 0; i < CLRI_SHELF_PLACES; i++) {
        clri_shelved taken;

        pthread_mutex_lock(&shelf->lock);
        taken = clear_place(&shelf->places[i]);
        pthread_mutex_unlock(&shelf->lock);
        destroy_shelved(&taken);
    }
}

void clri_shelf_close(clri_shelf *shelf)
{
    clri_shelf_clear(shelf);
    pthread_mutex_destroy(&shelf->lock);
}

void *clri_shelf_take(clri_shelf *shelf, const char *key)
{
    clri_shelved taken = {0};

    pthread_mutex_lock(&shelf->lock);
    for (unsigned i = 0; i < CLRI_SHELF_PLACES && !taken.key; i++)
        if (shelf->places[i].key && strcmp(shelf->places[i].key, key) == 0)
            taken = clear_place(&shelf->places[i]);
    pthread_mutex_unlock(&shelf->lock);
    free(taken.key);
    return taken.thing;
}

/* The latest filled place older than `since`; NULL if there is none. */
static clri_shelved *place_before(clri_shelf *shelf, uint64_t since)
{
    clri_shelved *best = NULL;

    for (unsigned i = 0; i < CLRI_SHELF_PLACES; i++) {
        clri_shelved *place = &shelf->places[i];

        if (place->key && place->since < since && (!best || place->since > best->since))
            best = place;
    }
    return best;
}

void clri_shelf_visit(clri_shelf *shelf, void (*visit)(void *thing, void *user), void *user)
{
    uint64_t since = UINT64_MAX;
    clri_shelved *place;

    pthread_mutex_lock(&shelf->lock);
    while ((place = place_before(shelf, since))) {
        visit(place->thing, user);
        since = place->since;
    }
    pthread_mutex_unlock(&shelf->lock);
}

/* A free place, else the oldest. */
static clri_shelved *place_for(clri_shelf *shelf)
{
    clri_shelved *best = &shelf->places[0];

    for (unsigned i = 1; i < CLRI_SHELF_PLACES && best->key; i++)
        if (!shelf->places[i].key || shelf->places[i].since < best->since)
            best = &shelf->places[i];
    return best;
}

void clri_shelf_put(clri_shelf *shelf, char *key, void *thing, void (*destroy)(void *thing))
{
    clri_shelved *place;
    clri_shelved taken;

    pthread_mutex_lock(&shelf->lock);
    place = place_for(shelf);
    taken = clear_place(place);
    *place = (clri_shelved){key, thing, destroy, shelf->puts++};
    pthread_mutex_unlock(&shelf->lock);
    destroy_shelved(&taken);
}
