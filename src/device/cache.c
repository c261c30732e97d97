/* SPDX-License-Identifier: Apache-2.0 */
#include "device/cache.h"
#include "base/system.h"
#include "base/text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * An entry is a header, the key and the blob. The key is kept in full and compared, so that its
 * hash, the file's name, need not be unique; the checksum covers key and blob.
 */
typedef struct entry_header {
    char magic[16];
    uint64_t key_size;
    uint64_t blob_size;
    uint64_t checksum;
} entry_header;

static const char magic[16] = "clreduce cache1";

/* ---- the folder ---- */

/* The folder's name, which the caller frees; NULL if there is none to be had. */
static char *folder_name(const char *asked)
{
    char *own = asked ? strdup(asked) : clri_variable("CLREDUCE_CACHE_DIR");

    return own || asked ? own : clri_user_cache();
}

/* A folder that is not there is none. */
static void open_shared(clri_cache *cache)
{
    char *asked = clri_variable("CLREDUCE_SYSTEM_CACHE");
    char *folder = asked ? asked : strdup(clri_shared_cache);
    const char *reason;

    if (folder && *folder && clri_path_exists(folder)) {
        reason = clri_directory_distrust(folder, true);
        if (!reason) {
            cache->shared = folder;
            return;
        }
        clri_log_say(cache->log, CLR_LOG_NOTE, "kernels in %s are not used: %s", folder, reason);
    }
    free(folder);
}

void clri_cache_open(clri_cache *cache, const char *folder, const clri_log *log)
{
    const char *reason = NULL;

    *cache = (clri_cache){.log = log, .folder = folder_name(folder)};
    if (cache->folder && !*cache->folder) {
        clri_cache_close(cache);
        return;
    }
    open_shared(cache);
    if (!cache->folder)
        return;
    if (clri_directory_make(cache->folder))
        reason = clri_directory_distrust(cache->folder, false);
    else
        reason = strerror(errno);
    if (!reason)
        return;
    clri_log_say(log, CLR_LOG_NOTE, "kernels are not cached in %s: %s", cache->folder, reason);
    free(cache->folder);
    cache->folder = NULL;
}

void clri_cache_close(clri_cache *cache)
{
    free(cache->folder);
    free(cache->shared);
    cache->folder = cache->shared = NULL;
}

/* ---- entries ---- */

/* The entry's path, which the caller frees, or NULL. */
static char *entry_path(const char *folder, const char *key)
{
    const size_t size = strlen(key);
    const uint64_t once = clri_hash(CLRI_HASH_START, key, size);
    const uint64_t twice = clri_hash(once, key, size);
    clri_text path = {0};

    clri_text_addf(&path, "%s/%016" PRIx64 "%016" PRIx64, folder, once, twice);
    return clri_text_take(&path);
}

static uint64_t checksum_of(const char *key, size_t key_size, const void *blob, size_t blob_size)
{
    return clri_hash(clri_hash(CLRI_HASH_START, key, key_size), blob, blob_size);
}

static bool read_whole(FILE *file, void *bytes, size_t size)
{
    return fread(bytes, 1, size, file) == size;
}

/* The blob of an open entry, or NULL with `*reason` set if it is damaged. */
static void *read_entry(FILE *file, bool is_shared, const char *key, size_t *size,
                        const char **reason)
{
    const size_t key_size = strlen(key);
    entry_header header;
    uint64_t file_size;
    char *body = NULL;

    *reason = clri_file_distrust(file, is_shared, &file_size);
    if (*reason)
        return NULL;
    *reason = "it is damaged";
    if (!read_whole(file, &header, sizeof header) ||
        memcmp(header.magic, magic, sizeof magic) != 0 || header.key_size > file_size ||
        header.blob_size > file_size ||
        sizeof header + header.key_size + header.blob_size != file_size)
        return NULL;
    if (header.key_size != key_size) {
        *reason = "it belongs to another key";
        return NULL;
    }
    body = malloc(key_size + (size_t)header.blob_size + 1);
    if (!body) {
        *reason = "host memory ran out";
        return NULL;
    }
    *size = (size_t)header.blob_size;
    if (!read_whole(file, body, key_size + *size) ||
        checksum_of(body, key_size, body + key_size, *size) != header.checksum) {
        free(body);
        return NULL;
    }
    if (memcmp(body, key, key_size) != 0) {
        *reason = "it belongs to another key";
        free(body);
        return NULL;
    }
    memmove(body, body + key_size, *size);
    return body;
}

/* The blob in one of the folders. */
static void *get_from(const clri_cache *cache, const char *folder, const char *key, size_t *size)
{
    const char *reason;
    void *blob;
    char *path;
    FILE *file;

    if (!folder || !(path = entry_path(folder, key)))
        return NULL;
    file = clri_file_open(path, false);
    if (!file) {
        if (errno != ENOENT)
            clri_log_say(cache->log, CLR_LOG_NOTE, "cache entry %s is not used: %s", path,
                         strerror(errno));
        free(path);
        return NULL;
    }
    blob = read_entry(file, folder == cache->shared, key, size, &reason);
    if (!blob)
        clri_log_say(cache->log, CLR_LOG_NOTE, "cache entry %s is not used: %s", path, reason);
    fclose(file);
    free(path);
    return blob;
}

void *clri_cache_get(const clri_cache *cache, const char *key, size_t *size)
{
    void *blob = get_from(cache, cache->folder, key, size);

    return blob ? blob : get_from(cache, cache->shared, key, size);
}

static bool write_whole(FILE *file, const void *bytes, size_t size)
{
    return fwrite(bytes, 1, size, file) == size;
}

/* Writes a temporary file beside `path` and renames it, so that other processes, which may read or
 * write the same entry, see it whole or not at all. Returns NULL or the reason why not. */
static const char *write_entry(const char *path, const entry_header *header, const char *key,
                               const void *blob)
{
    const char *reason = NULL;
    clri_text name = {0};
    char *temporary = NULL;
    FILE *file;

    clri_text_addf(&name, "%s.XXXXXX", path);
    temporary = clri_text_take(&name);
    if (!temporary)
        return "host memory ran out";
    file = clri_file_create(temporary);
    if (!file) {
        reason = strerror(errno);
        free(temporary);
        return reason;
    }
    if (!write_whole(file, header, sizeof *header) ||
        !write_whole(file, key, (size_t)header->key_size) ||
        !write_whole(file, blob, (size_t)header->blob_size))
        reason = strerror(errno);
    if (fclose(file) != 0 && !reason)
        reason = strerror(errno);
    if (!reason && !clri_file_rename(temporary, path))
        reason = strerror(errno);
    if (reason)
        clri_file_remove(temporary);
    free(temporary);
    return reason;
}

void clri_cache_put(const clri_cache *cache, const char *key, const void *blob, size_t size)
{
    const size_t key_size = strlen(key);
    entry_header header = {.key_size = key_size, .blob_size = size};
    const char *reason;
    char *path;

    if (!cache->folder || !(path = entry_path(cache->folder, key)))
        return;
    memcpy(header.magic, magic, sizeof magic);
    header.checksum = checksum_of(key, key_size, blob, size);
    reason = write_entry(path, &header, key, blob);
    if (reason)
        clri_log_say(cache->log, CLR_LOG_NOTE, "cache entry %s was not written: %s", path, reason);
    free(path);
}

void clri_cache_drop(const clri_cache *cache, const char *key)
{
    char *path;

    if (!cache->folder || !(path = entry_path(cache->folder, key)))
        return;
    clri_file_remove(path);
    free(path);
}
