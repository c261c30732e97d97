/* SPDX-License-Identifier: Apache-2.0 */
/*
 * codec - the compressed formats that are decompressed while they are read; a row each, and behind
 * it a library that is optional at build time. Knows nothing of files: decoder.c feeds the rows.
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

typedef struct codec {
    const char *name;
    const char *program; /* writes to standard output what is in a file */
    const char *package; /* to build with, by Debian's name */
    /* Whether a stream begins so; of too few bytes: no. */
    bool (*begins)(const unsigned char *bytes, size_t size);
    const codec_library *library; /* NULL: built without */
} codec;

extern const codec_library codec_gzip, codec_zstd, codec_xz, codec_bzip2;

/* The codec whose streams begin so, or NULL. */
const codec *codec_find(const void *bytes, size_t size);

/* Whether the byte is the first one of some codec's streams: only then are further bytes of a slow
 * pipe awaited. */
bool codec_may_begin(unsigned char byte);

/* Codec number `index`; NULL past the last. */
const codec *codec_at(size_t index);

#endif
