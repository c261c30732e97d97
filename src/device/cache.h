/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cache - a folder on disk that maps long keys to blobs: compiled kernels, verdicts of the
 * self-test, rates of devices. Knows no OpenCL. Entries may be missing, damaged, or written by
 * others at any time, so no error is a failure: each becomes a note in the log and a miss. As
 * kernels from it run in the user's process, nothing is read that others could have written.
 */
#ifndef CLREDUCE_DEVICE_CACHE_H
#define CLREDUCE_DEVICE_CACHE_H

#include "base/log.h"

#include <stddef.h>

typedef struct clri_cache {
    char *folder; /* NULL: switched off */
    char *shared; /* read after `folder`, never written; NULL: there is none */
    const clri_log *log;
} clri_cache;

/*
 * Opens the cache in `folder`; NULL means $CLREDUCE_CACHE_DIR, else clri_user_cache(); "" disables
 * it. The folder is made for this user alone; one that others own or can write to is not used.
 *
 * Unless the cache is disabled, entries missing there are looked for in a shared folder, of all
 * users: $CLREDUCE_SYSTEM_CACHE, else clri_shared_cache; "" disables it. An entry is used if root
 * or this user owns both the folder and the entry, and nobody else may write to either.
 */
void clri_cache_open(clri_cache *cache, const char *folder, const clri_log *log);
void clri_cache_close(clri_cache *cache);

/* The blob stored under `key`, which the caller frees, or NULL. */
void *clri_cache_get(const clri_cache *cache, const char *key, size_t *size);

/* Stores a blob; readers see the whole blob or none. */
void clri_cache_put(const clri_cache *cache, const char *key, const void *blob, size_t size);

void clri_cache_drop(const clri_cache *cache, const char *key);

#endif
