/* SPDX-License-Identifier: Apache-2.0 */
/*
 * codec - the compressed formats and archives that are decompressed while they are read; a row
 * each, and behind it a library that is optional at build time. decoder.c calls the rows.
 */
#ifndef CLREDUCE_TOOLS_CODEC_H
#define CLREDUCE_TOOLS_CODEC_H

#include <stdbool.h>
#include <stddef.h>

/* The first bytes of a compressed stream that tell its format. */
#define CODEC_MAGIC_SIZE 10

/* What a decompressor may take for its window: as much as zstd(1) takes unasked, and xz -9 twice.
 */
#define CODEC_WINDOW_LOG 27
#define CODEC_MEMORY     ((size_t)1 << CODEC_WINDOW_LOG)

typedef enum codec_step {
    CODEC_GOES_ON,
    CODEC_ENDS, /* the stream's last byte has been taken, and its checksum holds */
    CODEC_FAILS
} codec_step;

/* The bytes of a step, which moves the pointers behind the bytes taken and made. */
typedef struct codec_bytes {
    const unsigned char *in;
    size_t in_size;
    unsigned char *out;
    size_t out_size;
    const char *fault; /* of a step that fails: the reason in words; constant */
} codec_bytes;

/* Decompression by a library. */
typedef struct codec_library {
    void *(*open)(void); /* NULL: memory ran out */
    codec_step (*decode)(void *state, codec_bytes *bytes);
    /* Behind the end of a stream: makes ready for another one. False: memory ran out. */
    bool (*restart)(void *state);
    void (*close)(void *state); /* does nothing with NULL */
} codec_library;

#define CODEC_FAULT_SIZE 500

/* An archive, whose table of contents needs a file in which any byte can be read. */
typedef struct codec_archive {
    /* Opens the file of this name in the archive, also without ".npy"; NULL: the only one there is.
     * NULL after a failure, whose reason is written in words to follow the archive's name. The
     * descriptor is borrowed. */
    void *(*open)(int fd, const char *name, char fault[CODEC_FAULT_SIZE]);
    /* Makes up to `size` bytes, at least one; 0 at the end, if its checksum holds; -1 and the
     * reason after a failure. */
    ptrdiff_t (*read)(void *state, void *room, size_t size, char fault[CODEC_FAULT_SIZE]);
    void (*close)(void *state); /* does nothing with NULL */
} codec_archive;

/* A shell command that makes numbers of a file: "PROGRAM FILE BEHIND |", or in a pipe "| FILTER |".
 */
typedef struct conversion {
    const char *program;
    const char *behind;
    const char *filter;
} conversion;

typedef struct codec {
    const char *name;
    conversion command;
    const char *package; /* to build with, by Debian's name */
    /* Whether a stream begins so; of too few bytes: no. */
    bool (*begins)(const unsigned char *bytes, size_t size);
    const codec_library *library; /* or: */
    const codec_archive *archive; /* both NULL: built without */
} codec;

extern const codec_library codec_gzip, codec_zstd, codec_xz, codec_bzip2;
extern const codec_archive codec_zip;

static inline bool codec_is_built(const codec *format)
{
    return format->library || format->archive;
}

/* The codec whose streams begin so, or NULL. */
const codec *codec_find(const void *bytes, size_t size);

/* Whether the byte is the first one of some codec's streams: only then are further bytes of a slow
 * pipe awaited. */
bool codec_may_begin(unsigned char byte);

/* Codec number `index`; NULL past the last. */
const codec *codec_at(size_t index);

#endif
