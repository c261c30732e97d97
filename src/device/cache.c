/* SPDX-License-Identifier: Apache-2.0 */
#include "device/cache.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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
    const char *own = getenv("CLREDUCE_CACHE_DIR");
    const char *xdg = getenv("XDG_CACHE_HOME");
    const char *home = getenv("HOME");
    clri_text name = {0};

    if (asked)
        clri_text_add(&name, asked);
    else if (own)
        clri_text_add(&name, own);
    else if (xdg && *xdg == '/')
        clri_text_addf(&name, "%s/clreduce", xdg);
    else if (home && *home == '/')
        clri_text_addf(&name, "%s/.cache/clreduce", home);
    return clri_text_take(&name);
}

/* mkdir -p; new folders get mode 0700. */
static int make_folders(char *path)
{
    for (char *at = path + 1; *at; at++) {
        if (*at != '/')
            continue;
        *at = '\0';
        if (mkdir(path, 0700) != 0 && errno != EEXIST) {
            *at = '/';
            return -1;
        }
        *at = '/';
    }
    return mkdir(path, 0700) != 0 && errno != EEXIST ? -1 : 0;
}

/* Why a cache folder, or an entry in it, cannot be trusted; NULL: it can. Root may own the shared
 * folder and its entries. */
static const char *distrust(const struct stat *facts, bool is_shared)
{
    if (facts->st_uid != geteuid() && !(is_shared && facts->st_uid == 0))
        return "it belongs to another user";
    if (facts->st_mode & (S_IWGRP | S_IWOTH))
        return "others may write to it";
    return NULL;
}

static const char *distrust_folder(const char *folder, bool is_shared)
{
    struct stat facts;

    if (stat(folder, &facts) != 0)
        return strerror(errno);
    if (!S_ISDIR(facts.st_mode))
        return "it is not a folder";
    return distrust(&facts, is_shared);
}

/* A folder that is not there is none. */
static void open_shared(clri_cache *cache)
{
    const char *asked = getenv("CLREDUCE_SYSTEM_CACHE");
    const char *folder = asked ? asked : "/var/cache/clreduce";
    const char *reason;

    if (!*folder || (access(folder, F_OK) != 0 && errno == ENOENT))
        return;
    reason = distrust_folder(folder, true);
    if (reason)
        clri_log_say(cache->log, CLR_LOG_NOTE, "kernels in %s are not used: %s", folder, reason);
    else
        cache->shared = strdup(folder);
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
    if (make_folders(cache->folder) != 0)
        reason = strerror(errno);
    else
        reason = distrust_folder(cache->folder, false);
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

static bool read_whole(int file, void *bytes, size_t size)
{
    for (size_t done = 0; done < size;) {
        const ssize_t n = read(file, (char *)bytes + done, size - done);

        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        done += (size_t)n;
    }
    return true;
}

static bool write_whole(int file, const void *bytes, size_t size)
{
    for (size_t done = 0; done < size;) {
        const ssize_t n = write(file, (const char *)bytes + done, size - done);

        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return false;
        done += (size_t)n;
    }
    return true;
}

/* The blob of an open entry, or NULL with `*reason` set if it is damaged. */
static void *read_entry(int file, bool is_shared, const char *key, size_t *size,
                        const char **reason)
{
    const size_t key_size = strlen(key);
    entry_header header;
    struct stat facts;
    char *body = NULL;

    if (fstat(file, &facts) != 0)
        *reason = strerror(errno);
    else if (!S_ISREG(facts.st_mode))
        *reason = "it is no regular file";
    else
        *reason = distrust(&facts, is_shared);
    if (*reason)
        return NULL;
    *reason = "it is damaged";
    if (!read_whole(file, &header, sizeof header) ||
        memcmp(header.magic, magic, sizeof magic) != 0 ||
        header.key_size > (uint64_t)facts.st_size || header.blob_size > (uint64_t)facts.st_size ||
        sizeof header + header.key_size + header.blob_size != (uint64_t)facts.st_size)
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
    int file;

    if (!folder || !(path = entry_path(folder, key)))
        return NULL;
    /* O_NONBLOCK: a pipe in the cache folder without a writer must not block. */
    file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (file < 0) {
        if (errno != ENOENT)
            clri_log_say(cache->log, CLR_LOG_NOTE, "cache entry %s is not used: %s", path,
                         strerror(errno));
        free(path);
        return NULL;
    }
    blob = read_entry(file, folder == cache->shared, key, size, &reason);
    if (!blob)
        clri_log_say(cache->log, CLR_LOG_NOTE, "cache entry %s is not used: %s", path, reason);
    close(file);
    free(path);
    return blob;
}

void *clri_cache_get(const clri_cache *cache, const char *key, size_t *size)
{
    void *blob = get_from(cache, cache->folder, key, size);

    return blob ? blob : get_from(cache, cache->shared, key, size);
}

/* Writes a temporary file beside `path` and renames it, so that other processes, which may read or
 * write the same entry, see it whole or not at all. Returns NULL or the reason why not. */
static const char *write_entry(const char *path, const entry_header *header, const char *key,
                               const void *blob)
{
    const char *reason = NULL;
    clri_text name = {0};
    char *temporary = NULL;
    int file;

    clri_text_addf(&name, "%s.XXXXXX", path);
    temporary = clri_text_take(&name);
    if (!temporary)
        return "host memory ran out";
    file = mkstemp(temporary);
    if (file < 0) {
        reason = strerror(errno);
        free(temporary);
        return reason;
    }
    if (!write_whole(file, header, sizeof *header) ||
        !write_whole(file, key, (size_t)header->key_size) ||
        !write_whole(file, blob, (size_t)header->blob_size))
        reason = strerror(errno);
    if (close(file) != 0 && !reason)
        reason = strerror(errno);
    if (!reason && rename(temporary, path) != 0)
        reason = strerror(errno);
    if (reason)
        unlink(temporary);
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
    unlink(path);
    free(path);
}
