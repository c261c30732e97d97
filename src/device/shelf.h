/* SPDX-License-Identifier: Apache-2.0 */
/*
 * shelf - a few objects that one call leaves for the next, each with a key and its destructor:
 * streams and reducers of one-call reductions, whose making costs more than a short call. An object
 * is off the shelf while a call uses it, so two threads never share one; the oldest makes room.
 * Thread-safe.
 */
#ifndef CLREDUCE_DEVICE_SHELF_H
#define CLREDUCE_DEVICE_SHELF_H

#include <pthread.h>
#include <stdint.h>

enum { CLRI_SHELF_SLOTS = 8 };

typedef struct clri_shelved {
    char *key; /* owned; NULL: the slot is free */
    void *thing;
    void (*destroy)(void *thing);
    uint64_t since; /* number of the put */
} clri_shelved;

typedef struct clri_shelf {
    pthread_mutex_t lock;
    clri_shelved slots[CLRI_SHELF_SLOTS];
    uint64_t puts;
} clri_shelf;

void clri_shelf_open(clri_shelf *shelf);

/* Destroys all objects, and the shelf. */
void clri_shelf_close(clri_shelf *shelf);

/* Takes an object with that key off the shelf, for the caller to own; NULL if there is none. */
void *clri_shelf_take(clri_shelf *shelf, const char *key);

/* Calls `visit` for each object, latest put first. */
void clri_shelf_visit(clri_shelf *shelf, void (*visit)(void *thing, void *user), void *user);

/* Puts an object on the shelf, which then owns it and its key. */
void clri_shelf_put(clri_shelf *shelf, char *key, void *thing, void (*destroy)(void *thing));

#endif
