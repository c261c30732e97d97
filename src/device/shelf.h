/* SPDX-License-Identifier: Apache-2.0 */
/*
 * shelf - things that one call has made and the next one of its kind can use: a few, each with the
 * key that says what kind it is and the function that destroys it. Those used longest ago make
 * room. Many threads may use a shelf at once.
 */
#ifndef CLREDUCE_DEVICE_SHELF_H
#define CLREDUCE_DEVICE_SHELF_H

#include <pthread.h>
#include <stdint.h>

enum { CLRI_SHELF_PLACES = 4 };

typedef struct clri_shelved {
    char *key; /* owned; NULL: the place is free */
    void *thing;
    void (*destroy)(void *thing);
    uint64_t since; /* by the shelf's count of puts */
} clri_shelved;

typedef struct clri_shelf {
    pthread_mutex_t lock;
    clri_shelved places[CLRI_SHELF_PLACES];
    uint64_t puts;
} clri_shelf;

void clri_shelf_open(clri_shelf *shelf);

/* Destroys what is there. The shelf can go on being used. */
void clri_shelf_clear(clri_shelf *shelf);
void clri_shelf_close(clri_shelf *shelf);

/* A thing of that kind, which is the caller's from now on; NULL if there is none. */
void *clri_shelf_take(clri_shelf *shelf, const char *key);

/* Calls `visit` for what is there, from what was put there last to what was first. */
void clri_shelf_visit(clri_shelf *shelf, void (*visit)(void *thing, void *user), void *user);

/* Puts a thing there, which is the shelf's from now on, as is its key. */
void clri_shelf_put(clri_shelf *shelf, char *key, void *thing, void (*destroy)(void *thing));

#endif
