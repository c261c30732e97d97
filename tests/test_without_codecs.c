/* SPDX-License-Identifier: Apache-2.0 */
/*
 * test_without_codecs - a command that was built without the libraries that decompress: compressed
 * files are known all the same, and the sentence has the line that helps. Its codec.c is compiled
 * so, and found before the one of the command's parts.
 */
#include "reading.h"

#include <stdio.h>

static const struct {
    const char *bytes;
    size_t size;
    const char *words;
    const char *line;
} rows[] = {
#define ROW(bytes, words, line)                                                                    \
    {                                                                                              \
        bytes, sizeof bytes - 1, words, line                                                       \
    }
    ROW("\x1f\x8b\x08\0\0\0",
        "is compressed by gzip, which this clreduce was built without (zlib1g-dev): ", "zcat"),
    ROW("\x28\xb5\x2f\xfd..",
        "by zstd, which this clreduce was built without (libzstd-dev): ", "zstdcat"),
    ROW("\xfd"
        "7zXZ\0..",
        "by xz, which this clreduce was built without (liblzma-dev): ", "xzcat"),
    ROW("BZh91AY&SY", "by bzip2, which this clreduce was built without (libbz2-dev): ", "bzcat"),
};

/* Raw numbers, too: bytes of a stream are none of the numbers in it. */
TEST(compressed_files_are_known)
{
    char line[80];

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        write_file("data", rows[i].bytes, rows[i].size);
        snprintf(line, sizeof line, "'%s data | clreduce ... -' reads", rows[i].line);
        read_path("data", (input_options){.whole = INPUT_WHOLE_STAYS});
        expect_error_at_open(rows[i].words);
        expect_error(line);
        read_path("data", (input_options){.raw = true, .type = CLR_TYPE_U8});
        expect_error_at_open(rows[i].words);
        snprintf(line, sizeof line, "'... | %s | clreduce ... -' reads", rows[i].line);
        read_pipe(rows[i].bytes, rows[i].size, (input_options){.column = "x"});
        expect_error_at_open(rows[i].words);
        expect_error(line);
    }
}
