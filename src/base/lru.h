/* SPDX-License-Identifier: Apache-2.0 */
/*
 * lru - objects that several users may have at once, found by a key: compiled programs, and designs
 * of plans. Of the objects without a user a number stays for the next one, and no more than some
 * bytes of memory; beyond these the least recently used are destroyed. So equal plans share, and a
 * process that makes ever new plans does not grow. Thread-safe.
 */
#ifndef CLREDUCE_BASE_LRU_H
#define CLREDUCE_BASE_LRU_H

#include <pthread.h>
#include <stddef.h>

/* An object begins with its entry. */
typedef struct clri_lru_entry {
    struct clri_lru_entry *next;
    char *key;    /* owned; NULL: the entry is in no list, and lives as long as its user */
    size_t users; /* 1 when it is made */
    size_t bytes; /* of memory that the object holds, as far as is known */
    void (*destroy)(struct clri_lru_entry *object); /* of an object without a user; frees no key */
} clri_lru_entry;

typedef struct clri_lru {
    pthread_mutex_t lock;
    clri_lru_entry *first; /* the latest to be added, or to have lost its last user */
    size_t spare_most;     /* entries without a user that stay, ... */
    size_t spare_bytes;    /* ... and the bytes of all of them */
} clri_lru;

void clri_lru_open(clri_lru *lru, size_t spare_most, size_t spare_bytes);

/* Destroys all objects. */
void clri_lru_close(clri_lru *lru);

/* The object of that key, with one more user; NULL: there is none. */
clri_lru_entry *clri_lru_find(clri_lru *lru, const char *key);

/* Puts an object, which its maker uses, under a key that the list then owns. Another object of the
 * key may be there, which is found no more. */
void clri_lru_add(clri_lru *lru, clri_lru_entry *entry, char *key);

/* Counts one user more, and one less. */
void clri_lru_retain(clri_lru *lru, clri_lru_entry *entry);
void clri_lru_release(clri_lru *lru, clri_lru_entry *entry);

#endif
