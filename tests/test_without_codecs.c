/* SPDX-License-Identifier: Apache-2.0 */
/*
 * test_without_codecs - a command that was built without the libraries that decompress: compressed
 * files are known all the same, and the sentence has the line that helps. Its codec.c is compiled
 * so, and found before the one of the command's parts.
 */
#include "reading.h"

static const struct {
    const char *bytes;
    size_t size;
    const char *words;
    const char *file;
    const char *pipe;
} rows[] = {
#define ROW(bytes, words, file, pipe)                                                              \
    {                                                                                              \
        bytes, sizeof bytes - 1, words, file, pipe                                                 \
    }
    ROW("\x1f\x8b\x08\0\0\0",
        "is compressed by gzip, which this clreduce was built without (zlib1g-dev): ",
        "'zcat data | clreduce ... -' reads", "'... | zcat | "),
    ROW("\x28\xb5\x2f\xfd..", "by zstd, which this clreduce was built without (libzstd-dev): ",
        "'zstdcat data | ", "'... | zstdcat | "),
    ROW("\xfd"
        "7zXZ\0..",
        "by xz, which this clreduce was built without (liblzma-dev): ", "'xzcat data | ",
        "'... | xzcat | "),
    ROW("BZh91AY&SY", "by bzip2, which this clreduce was built without (libbz2-dev): ",
        "'bzcat data | ", "'... | bzcat | "),
    ROW("PK\3\4....", "by zip, which this clreduce was built without (libzip-dev): ",
        "'unzip -p data MEMBER | ", "'... | funzip | "),
};

/* Raw numbers, too: bytes of a stream are none of the numbers in it. */
TEST(compressed_files_are_known)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        write_file("data", rows[i].bytes, rows[i].size);
        read_path("data", (input_options){.whole = INPUT_WHOLE_STAYS});
        expect_error_at_open(rows[i].words);
        expect_error(rows[i].file);
        read_path("data", (input_options){.raw = true, .type = CLR_TYPE_U8});
        expect_error_at_open(rows[i].words);
        read_pipe(rows[i].bytes, rows[i].size, (input_options){.column = "x"});
        expect_error_at_open(rows[i].words);
        expect_error(rows[i].pipe);
    }
}
