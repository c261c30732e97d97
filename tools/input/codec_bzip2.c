/* SPDX-License-Identifier: Apache-2.0 */
/* codec_bzip2 - bzip2 by libbz2, which checks each block's CRC and the stream's. See codec.h. */
#include "codec.h"

#include <bzlib.h>
#include <limits.h>
#include <stdlib.h>

static bool begin(bz_stream *bzip2)
{
    *bzip2 = (bz_stream){0};
    return BZ2_bzDecompressInit(bzip2, 0, 0) == BZ_OK;
}

static void *bzip2_open(void)
{
    bz_stream *bzip2 = malloc(sizeof *bzip2);

    if (bzip2 && begin(bzip2))
        return bzip2;
    free(bzip2);
    return NULL;
}

/* libbz2 counts in unsigned int. */
static unsigned piece(size_t size)
{
    return size < UINT_MAX ? (unsigned)size : UINT_MAX;
}

static codec_step bzip2_decode(void *state, codec_bytes *bytes)
{
    bz_stream *bzip2 = state;
    const unsigned in_size = piece(bytes->in_size), out_size = piece(bytes->out_size);
    int code;

    bzip2->next_in = (char *)(size_t)bytes->in; /* libbz2 does not write there */
    bzip2->avail_in = in_size;
    bzip2->next_out = (char *)bytes->out;
    bzip2->avail_out = out_size;
    code = BZ2_bzDecompress(bzip2);
    bytes->in += in_size - bzip2->avail_in;
    bytes->in_size -= in_size - bzip2->avail_in;
    bytes->out += out_size - bzip2->avail_out;
    bytes->out_size -= out_size - bzip2->avail_out;
    bytes->fault =
        code == BZ_MEM_ERROR ? "memory ran out" : "its bytes contradict each other or their CRC";
    return code == BZ_STREAM_END ? CODEC_ENDS : code == BZ_OK ? CODEC_GOES_ON : CODEC_FAILS;
}

/* libbz2 has no other way. */
static bool bzip2_restart(void *state)
{
    BZ2_bzDecompressEnd(state);
    return begin(state);
}

static void bzip2_close(void *state)
{
    if (state)
        BZ2_bzDecompressEnd(state);
    free(state);
}

const codec_library codec_bzip2 = {bzip2_open, bzip2_decode, bzip2_restart, bzip2_close};
