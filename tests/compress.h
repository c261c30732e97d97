/* SPDX-License-Identifier: Apache-2.0 */
/* compress - bytes as the codecs of the command have them compressed, by the same libraries. */
#ifndef CLREDUCE_TESTS_COMPRESS_H
#define CLREDUCE_TESTS_COMPRESS_H

#include <stdbool.h>
#include <stddef.h>

/* A codec that this build has a library for. Compresses into the room, with all checksums that the
 * format has; returns the size, 0 if the room is too small. */
typedef struct compress_row {
    const char *name;
    size_t (*compress)(const void *data, size_t size, void *room, size_t room_size);
} compress_row;

/* Up to a row without a name. */
extern const compress_row compress_rows[];

/* A file for an archive. */
typedef struct compress_file {
    const char *name;
    const void *data;
    size_t size;
} compress_file;

/* Writes a zip archive of the files, up to one without a name, stored or compressed. False if this
 * build has no library for it. */
bool compress_zip(const char *path, const compress_file *files, bool stored);

#endif
