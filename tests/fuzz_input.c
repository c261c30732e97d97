/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fuzz_input - hostile bytes for the command's input, compressed ones among them. Reads the same
 * bytes twice, from a file in big pieces and from a pipe in tiny ones: both must come to the same
 * elements and the same verdict.
 */
#include "compress.h"
#include "fuzz.h"
#include "input.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ELEMENT_MOST = 8 }; /* bytes */

/* Bytes that are given must fit a pipe without a reader on the other side. */
_Static_assert(FUZZ_SIZE_MOST <= 65536, "a pipe holds 64 KiB");

typedef struct outcome {
    bool failed; /* or more came out of a damaged stream than is kept here */
    uint64_t count;
    uint64_t size; /* bytes of all elements */
    unsigned char elements[FUZZ_SIZE_MOST * ELEMENT_MOST];
} outcome;

/* The first three bytes become the options. */
static input_options choose_options(const uint8_t *data)
{
    static const char *const columns[] = {NULL, NULL, "2", "b"};
    static const char delimiters[] = {0, 0, 0, ',', ';', '\t', ' ', '|'};

    const char *column = columns[data[1] / 16 % 4];
    const clr_type type = (clr_type)(data[0] % 16 <= CLR_TYPE_F64 ? data[0] % 16 : 0);
    const bool raw = type != CLR_TYPE_DEFAULT && (data[0] & 128);

    return (input_options){.type = type,
                           .raw = raw,
                           .text = !raw && data[0] & 16,
                           .whole = (input_whole)(data[1] % 3),
                           .big_endian = data[0] & 32,
                           .has_count = data[0] & 64,
                           .count = data[1] % 16,
                           .has_offset = data[1] & 128,
                           .offset = data[1] & 128 ? data[1] / 16 % 8 : 0,
                           .column = raw ? NULL : column,
                           .delimiter = delimiters[data[2] % 8],
                           .decimal_comma = data[2] % 8 != 3 && data[2] & 8,
                           .missing = (input_missing)(data[2] / 16 % 3),
                           .missing_text = data[2] & 64 ? "7,x" : NULL,
                           .even_lines = data[2] & 128,
                           .header = column && data[1] & 1};
}

static void check_failure(const input *in, const char *path)
{
    const char *sentence = input_error(in);

    fuzz_require(sentence[0] != '\0', "a failure has a sentence");
    fuzz_require(strstr(sentence, path) != NULL, "the sentence names the file");
    for (const char *at = sentence; *at; at++)
        fuzz_require((unsigned char)*at >= ' ' && *at != 0x7f,
                     "the sentence has no control characters");
}

static void read_all(const char *path, const input_options *options, uint64_t piece,
                     outcome *result)
{
    input *in = input_open(&path, 1, options);
    const uint64_t most = FUZZ_SIZE_MOST;
    uint64_t got, room;

    fuzz_require(in != NULL, "there is memory");
    result->count = 0;
    while (!input_error(in) && result->count < most) {
        room = piece < most - result->count ? piece : most - result->count;
        got =
            input_read(in, result->elements + result->count * clr_type_size(input_type(in)), room);
        fuzz_require(got <= room, "a read stays within its room");
        result->count += got;
        if (got == 0)
            break;
    }
    result->size = result->count * clr_type_size(input_type(in));
    result->failed = input_error(in) != NULL || result->count == most;
    if (input_error(in))
        check_failure(in, path);
    else if (!result->failed && input_count(in) != INPUT_COUNT_UNKNOWN)
        fuzz_require(input_count(in) == result->count, "the count was told rightly");
    input_close(in);
}

static void write_all(int descriptor, const uint8_t *data, size_t size)
{
    fuzz_require(write(descriptor, data, size) == (ssize_t)size, "bytes can be written");
}

static void read_file(const uint8_t *data, size_t size, const input_options *options,
                      outcome *result)
{
    char path[] = "/tmp/clreduce-fuzz-XXXXXX";
    int descriptor = mkstemp(path);

    fuzz_require(descriptor >= 0, "a file can be made in /tmp");
    write_all(descriptor, data, size);
    close(descriptor);
    read_all(path, options, FUZZ_SIZE_MOST, result);
    unlink(path);
}

static void read_pipe(const uint8_t *data, size_t size, const input_options *options,
                      outcome *result)
{
    char path[32];
    int ends[2];

    fuzz_require(pipe(ends) == 0, "a pipe can be made");
    write_all(ends[1], data, size);
    close(ends[1]);
    snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
    read_all(path, options, 3, result);
    close(ends[0]);
}

/* Archives are read from files alone. */
static bool is_archive(const uint8_t *data, size_t size)
{
    return size >= 2 && memcmp(data, "PK", 2) == 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static outcome file, piped;
    input_options options;

    if (size < 3 || size > FUZZ_SIZE_MOST)
        return 0;
    options = choose_options(data);
    read_file(data + 3, size - 3, &options, &file);
    if (is_archive(data + 3, size - 3))
        return 0;
    read_pipe(data + 3, size - 3, &options, &piped);
    /* A file's size can be refuted at once; of a pipe, --count may leave the bad end unread. */
    fuzz_require(file.failed == piped.failed || options.has_count,
                 "file and pipe agree on failing");
    if (file.failed || piped.failed)
        return 0;
    fuzz_require(file.count == piped.count && file.size == piped.size,
                 "file and pipe have as many elements");
    fuzz_require(!memcmp(file.elements, piped.elements, file.size),
                 "file and pipe have the same elements");
    return 0;
}

/* ---- what it is given ---- */

#define SEED(options, text)                                                                        \
    {                                                                                              \
        options text, sizeof(options text) - 1                                                     \
    }
#define NPY(dict) "\x93NUMPY\x01\x00\x46\x00" dict

static const struct {
    const char *bytes;
    size_t size;
} seeds[] = {
    SEED("\x00\x00\x00", NPY("{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }            "
                             "\n") "\x00\x00\x80\x3f\x00\x00\x00\x40"),
    SEED("\x00\x00\x00", NPY("{'shape': (2, 2), 'fortran_order': True, 'descr': '>i2'}             "
                             "\n") "\x00\x01\x00\x02\x00\x03\x00\x04"),
    SEED("\x00\x00\x00",
         "1 2.5, -3e4; nan\ninf # comment\n\n0x1p-3 1e-400 179769313486231580793e290\n"),
    SEED("\x12\x00\x00", "1 2 -3 32767\n-32768\n"),
    SEED("\x19\x00\x00", "65504 1e-8 5.9604644775390625e-8 -0.000030517578125000001\n"),
    SEED("\x00\x20\x00", "a,b\n1,2\n\"3\",\" 4 \"\n5,6,7\r\n\n8,9"),
    SEED("\x00\x30\x00", "a;b\n1;2\n3;4\n"),
    SEED("\x00\x00\x00",
         NPY("{u'descr': 'f' '4', # a\n'fortran_order': (True), 'shape': (0x_2,)}   "
             "\n") "\x00\x00\x80\x3f\x00\x00\x00\x40"),
    SEED("\x00\x00\x00", "1 -2 9223372036854775807\n3 9007199254740993 -9223372036854775808"),
    SEED("\x00\x00\x00", "1 18446744073709551615 9223372036854775808 9007199254740993 1e3"),
    SEED("\x00\x21\x00", "a,b\n1,2\n3,18446744073709551615\n"),
    SEED("\x00\x00\x10", "1,,3\n4,NA,6,\n,8,\n\n9\n"),
    SEED("\x00\x00\x20", "1;2\n;3;-\n4 ; #N/A # x\n5;\n"),
    SEED("\x00\x00\x80", "1 2 3\n4\t5\t6\n\n7 8\n"),
    SEED("\x00\x00\x00", "1,234\n2,000\n"),
    SEED("\x00\x00\x08", "1,5;2,25\n3,5;\n"),
    SEED("\x00\x00\x15", "1\t\t3\n\t5\t7\n"),
    SEED("\x00\x30\x10", "a,b\n1,\n\n3,\"4\"\n5,null\n6,7,8\n"),
    SEED("\x00\x30\x26", "a  b\n1 2\n\n 3\t4 \n\"\" \"5\"\n"),
    SEED("\x00\x21\x4a", "a;b\r\n1,5;7\r\n\r\n2;x\r\n"),
    SEED("\x00\x30\x10", "b\n1\n\n2\n"),
    SEED("\x00\x30\x10",
         "{\"b\":1,\"c\":{\"b\":2}}\n\n{\"c\":\"\\u0041,\",\"b\":null}\n{\"b\":-3}"),
    SEED("\x00\x30\x20", "{\"c\":[{\"b\":1}],\"b\":\"7\"}\r\n{\"b\":9007199254740993}\n"),
    SEED("\x83\x00\x00", "abcdefghijklmnop"),
    SEED("\xe4\x82\x00", "abcdefghijklmnopabcdefghijklmnop"),
};

#define SEED_COUNT (sizeof seeds / sizeof *seeds)

/* A byte that formats know, put in or in place of another. */
static size_t put_byte(uint8_t *data, size_t size, size_t at, uint64_t *state)
{
    static const char alphabet[] =
        "0123456789+-.,,;;#\n\n\r\t \"'(){}[]:<>=|efxnaTLb\\\x00\x80\xff";

    return fuzz_put_byte(data, size, at, alphabet, sizeof alphabet - 1, state);
}

/* A seed in an archive; 0: this build makes none. */
static size_t archive(const char *bytes, size_t size, uint8_t *room)
{
    char path[] = "/tmp/clreduce-fuzz-XXXXXX";
    const int descriptor = mkstemp(path);
    const compress_file files[] = {{"a.npy", bytes, size}, {NULL, NULL, 0}};
    ssize_t made;

    fuzz_require(descriptor >= 0, "a file can be made in /tmp");
    close(descriptor);
    const bool is_made = compress_zip(path, files, size % 2);
    const int from = open(path, O_RDONLY);
    made = read(from, room, FUZZ_SIZE_MOST - 3);
    close(from);
    unlink(path);
    fuzz_require(made > 0 || !is_made, "an archive can be read");
    return is_made ? (size_t)made : 0;
}

/* Every other seed is compressed, behind its options, by each codec in turn, or in an archive. */
static size_t give_seed(uint8_t *data, unsigned long run, uint64_t *state)
{
    const char *bytes = seeds[run % SEED_COUNT].bytes;
    const size_t size = seeds[run % SEED_COUNT].size;
    size_t codecs = 0;

    (void)state;
    while (compress_rows[codecs].name)
        codecs++;
    memcpy(data, bytes, size);
    if (run / SEED_COUNT % 2 == 0)
        return size;
    const size_t codec = run / SEED_COUNT / 2 % (codecs + 1);
    return 3 + (codec < codecs ? compress_rows[codec].compress(bytes + 3, size - 3, data + 3,
                                                               FUZZ_SIZE_MOST - 3)
                               : archive(bytes + 3, size - 3, data + 3));
}

const struct fuzz_target fuzz_target = {
    .runs = 5000, .mutations = 8, .first = 0, .seed = give_seed, .mutate = put_byte};
