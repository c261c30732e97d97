/* SPDX-License-Identifier: Apache-2.0 */
/* decoder - a compressed file as the bytes in it. See decoder.h. */
#include "decoder.h"

#include "descriptor.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* bytes that are read at a time */
#define READ_SIZE ((size_t)1 << 17)

struct decoder {
    const codec *format;
    void *state; /* the library's or the archive's */
    int fd;
    bool within; /* a stream has begun, and has not ended */
    bool source_ended;
    bool ended;
    uint64_t position; /* of bytes[begin] in the file */
    size_t begin;      /* the bytes not yet taken are [begin, end) */
    size_t end;
    char fault[CODEC_FAULT_SIZE]; /* "": none */
    unsigned char bytes[READ_SIZE];
};

decoder *decoder_open(const codec *format, int fd, const void *bytes, size_t size, const char *name)
{
    decoder *d = malloc(sizeof *d);

    if (!d)
        return NULL;
    *d = (decoder){.format = format, .fd = fd, .end = size};
    if (size > 0)
        memcpy(d->bytes, bytes, size);
    d->state =
        format->archive ? format->archive->open(fd, name, d->fault) : format->library->open();
    if (d->state || d->fault[0] != '\0')
        return d;
    free(d);
    return NULL;
}

void decoder_close(decoder *d)
{
    if (d && d->format->archive)
        d->format->archive->close(d->state);
    else if (d)
        d->format->library->close(d->state);
    free(d);
}

const char *decoder_fault(const decoder *d)
{
    return d->fault[0] != '\0' ? d->fault : NULL;
}

static bool fail(decoder *d, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool fail(decoder *d, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(d->fault, sizeof d->fault, format, arguments);
    va_end(arguments);
    return false;
}

/* ---- The file -------------------------------------------------------------------------------- */

static size_t left(const decoder *d)
{
    return d->end - d->begin;
}

static void take(decoder *d, size_t size)
{
    d->begin += size;
    d->position += size;
}

/* Has `want` bytes at hand, unless the file ends before. */
static bool fill(decoder *d, size_t want)
{
    if (left(d) >= want || d->source_ended)
        return true;
    memmove(d->bytes, d->bytes + d->begin, left(d));
    d->end = left(d);
    d->begin = 0;
    while (d->end < want && !d->source_ended) {
        const ssize_t got = descriptor_read(d->fd, d->bytes + d->end, READ_SIZE - d->end);

        if (got < 0)
            return fail(d, "cannot be read: %s", strerror(errno));
        d->end += (size_t)got;
        d->source_ended = got == 0;
    }
    return true;
}

/* ---- Streams --------------------------------------------------------------------------------- */

static bool pass_zeros(decoder *d)
{
    do {
        while (left(d) > 0 && d->bytes[d->begin] == 0)
            take(d, 1);
        if (!fill(d, 1))
            return false;
    } while (left(d) > 0 && d->bytes[d->begin] == 0);
    return true;
}

/* gzip(1) leaves other bytes out and warns: a stream whose first byte is damaged would be left out
 * so, and the number be that of a part. */
static bool begin_stream(decoder *d)
{
    if (d->position > 0 && !pass_zeros(d))
        return false;
    if (!fill(d, CODEC_MAGIC_SIZE))
        return false;
    d->ended = left(d) == 0;
    if (d->ended)
        return true;
    if (!d->format->begins(d->bytes + d->begin, left(d)))
        return fail(d,
                    "has something else behind what is compressed by %s, or is damaged there: "
                    "'head -c %" PRIu64 "' cuts it off",
                    d->format->name, d->position);
    if (d->position > 0 && !d->format->library->restart(d->state))
        return fail(d, "cannot be read: memory ran out");
    d->within = true;
    return true;
}

/* One step within a stream; `*made` is how many bytes it made. */
static bool step(decoder *d, unsigned char *room, size_t size, size_t *made)
{
    codec_bytes bytes = {.out = room, .out_size = size};
    codec_step code;

    if (!fill(d, 1))
        return false;
    bytes.in = d->bytes + d->begin;
    bytes.in_size = left(d);
    code = d->format->library->decode(d->state, &bytes);
    *made = size - bytes.out_size;
    if (code == CODEC_GOES_ON && *made == 0 && bytes.in_size == left(d)) {
        if (bytes.in_size == 0)
            return fail(d,
                        "is cut short: the file ends at byte %" PRIu64 ", within what is "
                        "compressed by %s",
                        d->position, d->format->name);
        code = CODEC_FAILS;
    }
    take(d, left(d) - bytes.in_size);
    d->within = code != CODEC_ENDS;
    return code != CODEC_FAILS || fail(d,
                                       "is damaged: what is compressed by %s cannot be read "
                                       "near byte %" PRIu64 " of the file (%s)",
                                       d->format->name, d->position, bytes.fault);
}

static size_t read_archive(decoder *d, void *room, size_t size)
{
    const ptrdiff_t made =
        d->fault[0] == '\0' ? d->format->archive->read(d->state, room, size, d->fault) : 0;

    return made > 0 ? (size_t)made : 0;
}

size_t decoder_read(decoder *d, void *room, size_t size)
{
    size_t made = 0;
    bool good = d->fault[0] == '\0';

    if (d->format->archive)
        return read_archive(d, room, size);
    while (good && made == 0 && !d->ended)
        good = d->within ? step(d, room, size, &made) : begin_stream(d);
    return good ? made : 0;
}
