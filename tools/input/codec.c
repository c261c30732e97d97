/* SPDX-License-Identifier: Apache-2.0 */
/* codec - the table of compressed formats, and their first bytes. See codec.h. */
#include "codec.h"

#include <string.h>

/* By RFC 1952: deflate is the only method, and the upper flags are 0. A third and a fourth byte
 * that are tested keep raw numbers from being taken for a stream. */
static bool begins_gzip(const unsigned char *bytes, size_t size)
{
    return size >= 4 && memcmp(bytes, "\x1f\x8b\x08", 3) == 0 && (bytes[3] & 0xe0) == 0;
}

/* Or a skippable frame, with which pzstd begins. */
static bool begins_zstd(const unsigned char *bytes, size_t size)
{
    return size >= 4 && (memcmp(bytes, "\x28\xb5\x2f\xfd", 4) == 0 ||
                         ((bytes[0] & 0xf0) == 0x50 && memcmp(bytes + 1, "\x2a\x4d\x18", 3) == 0));
}

static bool begins_xz(const unsigned char *bytes, size_t size)
{
    return size >= 6 && memcmp(bytes,
                               "\xfd"
                               "7zXZ",
                               6) == 0;
}

/* A block, or the end of a stream without one: texts may begin by the letters alone. */
static bool begins_bzip2(const unsigned char *bytes, size_t size)
{
    return size >= 10 && memcmp(bytes, "BZh", 3) == 0 && bytes[3] >= '1' && bytes[3] <= '9' &&
           (memcmp(bytes + 4, "1AY&SY", 6) == 0 || memcmp(bytes + 4, "\x17rE8P\x90", 6) == 0);
}

/* A file in it, or the end of an archive with none. */
static bool begins_zip(const unsigned char *bytes, size_t size)
{
    return size >= 4 && (memcmp(bytes, "PK\3\4", 4) == 0 || memcmp(bytes, "PK\5\6", 4) == 0);
}

/* tools/CMakeLists.txt says which libraries were found. */
#ifdef CODEC_HAS_GZIP
#define GZIP &codec_gzip
#else
#define GZIP NULL
#endif
#ifdef CODEC_HAS_ZSTD
#define ZSTD &codec_zstd
#else
#define ZSTD NULL
#endif
#ifdef CODEC_HAS_XZ
#define XZ &codec_xz
#else
#define XZ NULL
#endif
#ifdef CODEC_HAS_BZIP2
#define BZIP2 &codec_bzip2
#else
#define BZIP2 NULL
#endif
#ifdef CODEC_HAS_ZIP
#define ZIP &codec_zip
#else
#define ZIP NULL
#endif

static const codec codecs[] = {
    {"gzip", {"zcat", "", "zcat"}, "zlib1g-dev", begins_gzip, GZIP, NULL},
    {"zstd", {"zstdcat", "", "zstdcat"}, "libzstd-dev", begins_zstd, ZSTD, NULL},
    {"xz", {"xzcat", "", "xzcat"}, "liblzma-dev", begins_xz, XZ, NULL},
    {"bzip2", {"bzcat", "", "bzcat"}, "libbz2-dev", begins_bzip2, BZIP2, NULL},
    {"zip", {"unzip -p", " MEMBER", "funzip"}, "libzip-dev", begins_zip, NULL, ZIP},
};

#define CODEC_COUNT (sizeof codecs / sizeof *codecs)

const codec *codec_find(const void *bytes, size_t size)
{
    for (size_t i = 0; i < CODEC_COUNT; i++)
        if (codecs[i].begins(bytes, size))
            return &codecs[i];
    return NULL;
}

bool codec_may_begin(unsigned char byte)
{
    return memchr("\x1f\x28\xfd"
                  "BP",
                  byte, 5) ||
           (byte & 0xf0) == 0x50;
}

const codec *codec_at(size_t index)
{
    return index < CODEC_COUNT ? &codecs[index] : NULL;
}
