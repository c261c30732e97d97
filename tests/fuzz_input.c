/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fuzz_input - hostile bytes for the command's input. Reads the same bytes twice, from a file in
 * big pieces and from a pipe in tiny ones: both must come to the same elements and the same
 * verdict. With libFuzzer (-DFUZZ_WITH_LIBFUZZER) it is a target; without, `fuzz_input [FILE...]`
 * replays files, or mutates its own seeds as often as CLREDUCE_FUZZ_RUNS says (default 5000).
 */
#include "input.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A pipe holds 64 KiB without a reader on the other side. */
#define SIZE_MAX_FUZZED 16384
#define ELEMENT_MAX     8

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct outcome {
    bool failed;
    uint64_t count;
    uint64_t size; /* bytes of all elements */
    unsigned char elements[SIZE_MAX_FUZZED * ELEMENT_MAX];
} outcome;

static void require(bool condition, const char *claim)
{
    if (!condition) {
        fprintf(stderr, "fuzz_input: not so: %s\n", claim);
        abort();
    }
}

/* The first two bytes become the options. */
static input_options choose_options(const uint8_t *data)
{
    static const char *const columns[] = {NULL, NULL, "2", "b"};

    return (input_options){.type = (clr_type)(data[0] % 16 <= CLR_TYPE_F64 ? data[0] % 16 : 0),
                           .text = data[0] & 16,
                           .big_endian = data[0] & 32,
                           .has_count = data[0] & 64,
                           .count = data[1] % 16,
                           .offset = data[1] & 128 ? data[1] / 16 % 8 : 0,
                           .column = columns[data[1] / 16 % 4]};
}

static void check_failure(const input *in, const char *path)
{
    const char *sentence = input_error(in);

    require(sentence[0] != '\0', "a failure has a sentence");
    require(strstr(sentence, path) != NULL, "the sentence names the file");
    for (const char *at = sentence; *at; at++)
        require((unsigned char)*at >= ' ' && *at != 0x7f, "the sentence has no control characters");
}

static void read_all(const char *path, const input_options *options, uint64_t piece,
                     outcome *result)
{
    input *in = input_open(&path, 1, options);
    uint64_t got;

    require(in != NULL, "there is memory");
    result->count = 0;
    while (!input_error(in) &&
           (got = input_read(in, result->elements + result->count * clr_type_size(input_type(in)),
                             piece)) > 0) {
        require(got <= piece, "a read stays within its room");
        result->count += got;
    }
    result->size = result->count * clr_type_size(input_type(in));
    result->failed = input_error(in) != NULL;
    if (result->failed)
        check_failure(in, path);
    else if (input_count(in) != INPUT_COUNT_UNKNOWN)
        require(input_count(in) == result->count, "the count was told rightly");
    input_close(in);
}

static void write_all(int descriptor, const uint8_t *data, size_t size)
{
    require(write(descriptor, data, size) == (ssize_t)size, "bytes can be written");
}

static void read_file(const uint8_t *data, size_t size, const input_options *options,
                      outcome *result)
{
    char path[] = "/tmp/clreduce-fuzz-XXXXXX";
    int descriptor = mkstemp(path);

    require(descriptor >= 0, "a file can be made in /tmp");
    write_all(descriptor, data, size);
    close(descriptor);
    read_all(path, options, SIZE_MAX_FUZZED, result);
    unlink(path);
}

static void read_pipe(const uint8_t *data, size_t size, const input_options *options,
                      outcome *result)
{
    char path[32];
    int ends[2];

    require(pipe(ends) == 0, "a pipe can be made");
    write_all(ends[1], data, size);
    close(ends[1]);
    snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
    read_all(path, options, 3, result);
    close(ends[0]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static outcome file, piped;
    input_options options;

    if (size < 2 || size > SIZE_MAX_FUZZED)
        return 0;
    options = choose_options(data);
    read_file(data + 2, size - 2, &options, &file);
    read_pipe(data + 2, size - 2, &options, &piped);
    /* A file's size can be refuted at once; of a pipe, --count may leave the bad end unread. */
    require(file.failed == piped.failed || options.has_count, "file and pipe agree on failing");
    if (file.failed || piped.failed)
        return 0;
    require(file.count == piped.count && file.size == piped.size,
            "file and pipe have as many elements");
    require(!memcmp(file.elements, piped.elements, file.size),
            "file and pipe have the same elements");
    return 0;
}

#ifndef FUZZ_WITH_LIBFUZZER

#define SEED(options, text)                                                                        \
    {                                                                                              \
        options text, sizeof(options text) - 1                                                     \
    }
#define NPY(dict) "\x93NUMPY\x01\x00\x46\x00" dict

static const struct {
    const char *bytes;
    size_t size;
} seeds[] = {
    SEED("\x00\x00", NPY("{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }            "
                         "\n") "\x00\x00\x80\x3f\x00\x00\x00\x40"),
    SEED("\x00\x00", NPY("{'shape': (2, 2), 'fortran_order': True, 'descr': '>i2'}             "
                         "\n") "\x00\x01\x00\x02\x00\x03\x00\x04"),
    SEED("\x00\x00",
         "1 2.5, -3e4; nan\ninf # comment\n\n0x1p-3 1e-400 179769313486231580793e290\n"),
    SEED("\x12\x00", "1 2 -3 32767\n-32768\n"),
    SEED("\x19\x00", "65504 1e-8 5.9604644775390625e-8 -0.000030517578125000001\n"),
    SEED("\x00\x20", "a,b\n1,2\n\"3\",\" 4 \"\n5,6,7\r\n\n8,9"),
    SEED("\x00\x30", "a;b\n1;2\n3;4\n"),
    SEED("\x03\x00", "abcdefghijklmnop"),
    SEED("\x64\x82", "abcdefghijklmnopabcdefghijklmnop"),
};

#define SEED_COUNT (sizeof seeds / sizeof *seeds)

/* xorshift64 (Marsaglia 2003): the same mutations on every machine. */
static uint64_t draw(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static size_t mutate(uint8_t *data, size_t size, uint64_t *state)
{
    static const char alphabet[] = "0123456789+-.,;#\n\r\t \"'(){}[]:<>=|efxnaTLb\\\x00\x80\xff";
    size_t at = (size_t)(draw(state) % size);
    uint8_t byte = (uint8_t)alphabet[draw(state) % (sizeof alphabet - 1)];

    switch (draw(state) % 6) {
    case 0: /* flip a bit */
        data[at] ^= (uint8_t)(1U << draw(state) % 8);
        return size;
    case 1: /* cut the end off */
        return at > 2 ? at : size;
    case 2: /* take a byte out */
        memmove(data + at, data + at + 1, size - at - 1);
        return size > 3 ? size - 1 : size;
    case 3: /* double the tail */
        if (size + (size - at) > SIZE_MAX_FUZZED)
            return size;
        memcpy(data + size, data + at, size - at);
        return size + (size - at);
    case 4: /* put a byte in */
        memmove(data + at + 1, data + at, size - at);
        data[at] = byte;
        return size + 1;
    default:
        data[at] = byte;
        return size;
    }
}

static void run_mutations(unsigned long runs)
{
    static uint8_t data[SIZE_MAX_FUZZED + 16];
    uint64_t state = UINT64_C(88172645463325252);

    for (unsigned long i = 0; i < runs; i++) {
        size_t seed = i % SEED_COUNT, size = seeds[seed].size;

        memcpy(data, seeds[seed].bytes, size);
        for (uint64_t left = draw(&state) % 8; left > 0 && size < SIZE_MAX_FUZZED; left--)
            size = mutate(data, size, &state);
        LLVMFuzzerTestOneInput(data, size);
    }
}

static void replay(const char *path)
{
    static uint8_t data[SIZE_MAX_FUZZED];
    FILE *file = fopen(path, "rb");

    require(file != NULL, "a file to replay can be opened");
    LLVMFuzzerTestOneInput(data, fread(data, 1, sizeof data, file));
    fclose(file);
}

int main(int argc, char **argv)
{
    const char *runs = getenv("CLREDUCE_FUZZ_RUNS");

    for (int i = 1; i < argc; i++)
        replay(argv[i]);
    if (argc < 2)
        run_mutations(runs ? strtoul(runs, NULL, 10) : 5000);
    return 0;
}

#endif
