/* SPDX-License-Identifier: Apache-2.0 */
/* codec_xz - xz by liblzma, which checks each block by the stream's own check. See codec.h. */
#include "codec.h"

#include <lzma.h>
#include <stdlib.h>

/* A stream whose check this liblzma does not know is refused, not read unchecked. */
#define FLAGS LZMA_TELL_UNSUPPORTED_CHECK

static bool xz_restart(void *state)
{
    return lzma_stream_decoder(state, CODEC_MEMORY, FLAGS) == LZMA_OK;
}

static void xz_close(void *state)
{
    if (state)
        lzma_end(state);
    free(state);
}

static void *xz_open(void)
{
    lzma_stream *xz = malloc(sizeof *xz);

    if (!xz)
        return NULL;
    *xz = (lzma_stream)LZMA_STREAM_INIT;
    if (xz_restart(xz))
        return xz;
    xz_close(xz);
    return NULL;
}

static const char *fault_of(lzma_ret code)
{
    switch (code) {
    case LZMA_MEM_ERROR:
        return "memory ran out";
    case LZMA_MEMLIMIT_ERROR:
        return "it takes more than 128 MiB of memory";
    case LZMA_UNSUPPORTED_CHECK:
        return "its check is unknown";
    case LZMA_OPTIONS_ERROR:
        return "its options are unknown";
    default:
        return "its bytes contradict each other or their check";
    }
}

static codec_step xz_decode(void *state, codec_bytes *bytes)
{
    lzma_stream *xz = state;
    lzma_ret code;

    xz->next_in = bytes->in;
    xz->avail_in = bytes->in_size;
    xz->next_out = bytes->out;
    xz->avail_out = bytes->out_size;
    code = lzma_code(xz, LZMA_RUN);
    bytes->in = xz->next_in;
    bytes->in_size = xz->avail_in;
    bytes->out = xz->next_out;
    bytes->out_size = xz->avail_out;
    bytes->fault = fault_of(code);
    return code == LZMA_STREAM_END                     ? CODEC_ENDS
           : code == LZMA_OK || code == LZMA_BUF_ERROR ? CODEC_GOES_ON
                                                       : CODEC_FAILS;
}

const codec_library codec_xz = {xz_open, xz_decode, xz_restart, xz_close};
