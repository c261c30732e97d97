/* SPDX-License-Identifier: Apache-2.0 */
/* codec_zstd - zstd by libzstd, which checks a frame's checksum where it has one. See codec.h. */
#include "codec.h"

#include <zstd.h>

static void *zstd_open(void)
{
    ZSTD_DCtx *zstd = ZSTD_createDCtx();

    if (zstd)
        ZSTD_DCtx_setParameter(zstd, ZSTD_d_windowLogMax, CODEC_WINDOW_LOG);
    return zstd;
}

static codec_step zstd_decode(void *state, codec_bytes *bytes)
{
    ZSTD_inBuffer in = {bytes->in, bytes->in_size, 0};
    ZSTD_outBuffer out = {bytes->out, bytes->out_size, 0};
    const size_t code = ZSTD_decompressStream(state, &out, &in);

    bytes->in += in.pos;
    bytes->in_size -= in.pos;
    bytes->out += out.pos;
    bytes->out_size -= out.pos;
    if (ZSTD_isError(code)) {
        bytes->fault = ZSTD_getErrorName(code);
        return CODEC_FAILS;
    }
    return code == 0 ? CODEC_ENDS : CODEC_GOES_ON;
}

static bool zstd_restart(void *state)
{
    return !ZSTD_isError(ZSTD_DCtx_reset(state, ZSTD_reset_session_only));
}

static void zstd_close(void *state)
{
    ZSTD_freeDCtx(state);
}

const codec_library codec_zstd = {zstd_open, zstd_decode, zstd_restart, zstd_close};
