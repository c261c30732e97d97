/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cache - a folder that maps long keys to blobs, for compiled kernels. Knows no OpenCL. Nothing
 * that happens here is a failure: whatever is wrong becomes a note in the log and a miss.
 */
#ifndef CLREDUCE_DEVICE_CACHE_H
#define CLREDUCE_DEVICE_CACHE_H

#include "base/log.h"

#include <stddef.h>

typedef struct clri_cache {
    char *folder; /* NULL: switched off */
    const clri_log *log;
} clri_cache;

/*
 * Opens the cache in `folder`; NULL means $CLREDUCE_CACHE_DIR, else "clreduce" in the XDG cache
 * folder; "" switches it off. The folder is made with mode 0700, and must belong to this user and
 * be writable by nobody else.
 */
void clri_cache_open(clri_cache *cache, const char *folder, const clri_log *log);
void clri_cache_close(clri_cache *cache);

/* The blob stored under `key`, which the caller frees, or NULL. */
void *clri_cache_get(const clri_cache *cache, const char *key, size_t *size);

/* Stores a blob; readers see all of it or nothing. */
void clri_cache_put(const clri_cache *cache, const char *key, const void *blob, size_t size);

/* Removes what is stored under `key`. */
void clri_cache_drop(const clri_cache *cache, const char *key);

#endif
