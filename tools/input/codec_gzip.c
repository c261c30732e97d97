/* SPDX-License-Identifier: Apache-2.0 */
/* codec_gzip - gzip by zlib, which checks each member's CRC and length. See codec.h. */
#include "codec.h"

#include <limits.h>
#include <stdlib.h>
#include <zlib.h>

/* of a window of any size, in a gzip wrapper and no other */
#define WINDOW_BITS (15 + 16)

static void *gzip_open(void)
{
    z_stream *z = calloc(1, sizeof *z);

    if (z && inflateInit2(z, WINDOW_BITS) == Z_OK)
        return z;
    free(z);
    return NULL;
}

/* zlib counts in unsigned int. */
static uInt piece(size_t size)
{
    return size < UINT_MAX ? (uInt)size : UINT_MAX;
}

static codec_step gzip_decode(void *state, codec_bytes *bytes)
{
    z_stream *z = state;
    const uInt in_size = piece(bytes->in_size), out_size = piece(bytes->out_size);
    int code;

    z->next_in = (Bytef *)(size_t)bytes->in; /* zlib does not write there */
    z->avail_in = in_size;
    z->next_out = bytes->out;
    z->avail_out = out_size;
    code = inflate(z, Z_NO_FLUSH);
    bytes->in += in_size - z->avail_in;
    bytes->in_size -= in_size - z->avail_in;
    bytes->out += out_size - z->avail_out;
    bytes->out_size -= out_size - z->avail_out;
    bytes->fault = code == Z_MEM_ERROR ? "memory ran out" : z->msg ? z->msg : "a bad stream";
    return code == Z_STREAM_END                  ? CODEC_ENDS
           : code == Z_OK || code == Z_BUF_ERROR ? CODEC_GOES_ON
                                                 : CODEC_FAILS;
}

static bool gzip_restart(void *state)
{
    return inflateReset(state) == Z_OK;
}

static void gzip_close(void *state)
{
    if (state)
        inflateEnd(state);
    free(state);
}

const codec_library codec_gzip = {gzip_open, gzip_decode, gzip_restart, gzip_close};
