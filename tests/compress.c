/* SPDX-License-Identifier: Apache-2.0 */
#include "compress.h"

#ifdef CODEC_HAS_GZIP
#include <zlib.h>

static size_t by_gzip(const void *data, size_t size, void *room, size_t room_size)
{
    z_stream z = {.next_in = (Bytef *)(size_t)data,
                  .avail_in = (uInt)size,
                  .next_out = room,
                  .avail_out = (uInt)room_size};
    int code;

    if (deflateInit2(&z, 9, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY) != Z_OK)
        return 0;
    code = deflate(&z, Z_FINISH);
    deflateEnd(&z);
    return code == Z_STREAM_END ? z.total_out : 0;
}
#endif

#ifdef CODEC_HAS_ZSTD
#include <zstd.h>

static size_t by_zstd(const void *data, size_t size, void *room, size_t room_size)
{
    ZSTD_CCtx *zstd = ZSTD_createCCtx();
    size_t made;

    ZSTD_CCtx_setParameter(zstd, ZSTD_c_checksumFlag, 1);
    made = ZSTD_compress2(zstd, room, room_size, data, size);
    ZSTD_freeCCtx(zstd);
    return ZSTD_isError(made) ? 0 : made;
}
#endif

#ifdef CODEC_HAS_XZ
#include <lzma.h>

static size_t by_xz(const void *data, size_t size, void *room, size_t room_size)
{
    size_t made = 0;

    return lzma_easy_buffer_encode(1, LZMA_CHECK_CRC64, NULL, data, size, room, &made, room_size) ==
                   LZMA_OK
               ? made
               : 0;
}
#endif

#ifdef CODEC_HAS_BZIP2
#include <bzlib.h>

static size_t by_bzip2(const void *data, size_t size, void *room, size_t room_size)
{
    unsigned made = (unsigned)room_size;

    return BZ2_bzBuffToBuffCompress(room, &made, (char *)(size_t)data, (unsigned)size, 1, 0, 0) ==
                   BZ_OK
               ? made
               : 0;
}
#endif

const compress_row compress_rows[] = {
#ifdef CODEC_HAS_GZIP
    {"gzip", by_gzip},
#endif
#ifdef CODEC_HAS_ZSTD
    {"zstd", by_zstd},
#endif
#ifdef CODEC_HAS_XZ
    {"xz", by_xz},
#endif
#ifdef CODEC_HAS_BZIP2
    {"bzip2", by_bzip2},
#endif
    {NULL, NULL},
};

#ifdef CODEC_HAS_ZIP
#include <zip.h>

bool compress_zip(const char *path, const compress_file *files, bool stored)
{
    zip_t *zip = zip_open(path, ZIP_CREATE | ZIP_TRUNCATE, NULL);

    for (; zip && files->name; files++) {
        zip_source_t *source = zip_source_buffer(zip, files->data, files->size, 0);
        const zip_int64_t index = zip_file_add(zip, files->name, source, 0);

        zip_set_file_compression(zip, (zip_uint64_t)index, stored ? ZIP_CM_STORE : ZIP_CM_DEFLATE,
                                 9);
    }
    return zip && zip_close(zip) == 0;
}
#else
bool compress_zip(const char *path, const compress_file *files, bool stored)
{
    (void)path;
    (void)files;
    (void)stored;
    return false;
}
#endif
