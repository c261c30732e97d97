/* SPDX-License-Identifier: Apache-2.0 */
/*
 * test_input - what the command reads: .npy, raw binary, text and CSV, from files and pipes, bit
 * for bit, and the sentence for everything that is wrong with them. Makes its own bytes.
 */
#include "input.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <locale.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* Everything happens in a directory of its own, which is also the current one. */
static char directory[] = "/tmp/clreduce-input-XXXXXX";

typedef struct bytes {
    char data[4096];
    size_t size;
} bytes;

/* What reading came to. The elements stand at the start of `room`. */
typedef struct outcome {
    bool opened;
    uint64_t told_count; /* what input_count() said */
    clr_type type;
    char format[8];
    uint64_t count;
    char error[1024]; /* "" if all went well */
    char room[8192];
} outcome;

static outcome result;

static void write_file(const char *path, const void *data, size_t size)
{
    FILE *file = fopen(path, "wb");

    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static void write_text(const char *path, const char *text)
{
    write_file(path, text, strlen(text));
}

/* Reads files into `result`, `piece` elements at a time. */
static void read_pieces(const char *const *paths, size_t path_count, const input_options *options,
                        uint64_t piece)
{
    input *in = input_open(paths, path_count, options);
    uint64_t got;

    assert_non_null(in);
    memset(&result, 0, sizeof result);
    result.opened = !input_error(in);
    if (result.opened) {
        result.type = input_type(in);
        result.told_count = input_count(in);
        snprintf(result.format, sizeof result.format, "%s", input_format(in));
    }
    while (result.opened &&
           (got = input_read(in, result.room + result.count * clr_type_size(result.type), piece))) {
        assert_true(got <= piece);
        result.count += got;
    }
    if (input_error(in))
        snprintf(result.error, sizeof result.error, "%s", input_error(in));
    input_close(in);
}

static void read_path(const char *path, input_options options)
{
    read_pieces(&path, 1, &options, 1000);
}

/* The same bytes through a pipe, in pieces that fit nothing. */
static void read_pipe(const void *data, size_t size, input_options options)
{
    char path[32];
    const char *paths[] = {path};
    int ends[2];

    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], data, size), size);
    close(ends[1]);
    snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
    read_pieces(paths, 1, &options, 3);
    close(ends[0]);
}

static void read_text(const char *text, input_options options)
{
    write_text("data.txt", text);
    read_path("data.txt", options);
}

/* The outcome must be exactly these bytes of so many elements. */
static void expect(const void *elements, uint64_t count, clr_type type)
{
    assert_string_equal(result.error, "");
    assert_int_equal(result.type, type);
    assert_int_equal(result.count, count);
    if (count > 0)
        assert_memory_equal(result.room, elements, count * clr_type_size(type));
}

static void expect_doubles(const double *elements, uint64_t count)
{
    expect(elements, count, CLR_TYPE_F64);
}

/* The sentence must contain the words. */
static void expect_error(const char *words)
{
    if (!strstr(result.error, words))
        fail_msg("\"%s\" not found in \"%s\"", words, result.error);
}

static void expect_error_at_open(const char *words)
{
    expect_error(words);
    assert_false(result.opened);
}

/* ---- .npy --------------------------------------------------------------------------------- */

/* A .npy file of the version with this dictionary and data. */
static bytes make_npy(int version, const char *dictionary, const void *data, size_t data_size)
{
    size_t dictionary_size = strlen(dictionary), field_size = version == 1 ? 2 : 4;
    bytes file = {.size = 8 + field_size + dictionary_size + data_size};

    assert_true(file.size <= sizeof file.data);
    memcpy(file.data, "\x93NUMPY", 6);
    file.data[6] = (char)version;
    file.data[8] = (char)(dictionary_size & 0xff);
    file.data[9] = (char)(dictionary_size >> 8);
    memcpy(file.data + 8 + field_size, dictionary, dictionary_size);
    if (data_size > 0)
        memcpy(file.data + 8 + field_size + dictionary_size, data, data_size);
    return file;
}

static bytes make_array(const char *descr, const char *shape, const void *data, size_t data_size)
{
    char dictionary[256];

    snprintf(dictionary, sizeof dictionary,
             "{'descr': '%s', 'fortran_order': False, 'shape': %s, }      \n", descr, shape);
    return make_npy(1, dictionary, data, data_size);
}

static void read_npy(bytes file, input_options options)
{
    write_file("data.npy", file.data, file.size);
    read_path("data.npy", options);
}

static void npy_versions(void **state)
{
    static const float x[] = {1.5F, -2.5F, 3.25F};

    (void)state;
    for (int version = 1; version <= 3; version++) {
        bytes file = make_npy(
            version, "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }\n", x, sizeof x);

        read_npy(file, (input_options){0});
        expect(x, 3, CLR_TYPE_F32);
        assert_int_equal(result.told_count, 3);
        assert_string_equal(result.format, "npy");
        read_pipe(file.data, file.size, (input_options){0});
        expect(x, 3, CLR_TYPE_F32);
    }
    read_npy(make_npy(4, "{}", NULL, 0), (input_options){0});
    expect_error_at_open("data.npy: is of .npy version 4.0");
}

/* Each type in both byte orders: the bytes of the file are the element's, or those reversed. */
static void npy_types(void **state)
{
    static const struct {
        const char *letters;
        clr_type type;
    } rows[] = {{"i1", CLR_TYPE_I8},  {"i2", CLR_TYPE_I16}, {"i4", CLR_TYPE_I32},
                {"i8", CLR_TYPE_I64}, {"u1", CLR_TYPE_U8},  {"u2", CLR_TYPE_U16},
                {"u4", CLR_TYPE_U32}, {"u8", CLR_TYPE_U64}, {"b1", CLR_TYPE_U8},
                {"f2", CLR_TYPE_F16}, {"f4", CLR_TYPE_F32}, {"f8", CLR_TYPE_F64}};
    const uint16_t one = 1;
    const bool is_little = *(const char *)&one == 1;

    (void)state;
    for (size_t row = 0; row < sizeof rows / sizeof *rows; row++)
        for (const char *order = "<>=|"; *order; order++) {
            size_t size = clr_type_size(rows[row].type);
            bool swapped = *order == (is_little ? '>' : '<');
            char descr[4] = {*order, rows[row].letters[0], rows[row].letters[1], '\0'};
            char stored[16], wanted[16];

            for (size_t i = 0; i < 2 * size; i++)
                stored[i] = (char)(0x11 * (i + 1));
            for (size_t i = 0; i < 2 * size; i++)
                wanted[i] = stored[swapped ? i / size * size + size - 1 - i % size : i];
            read_npy(make_array(descr, "(2,)", stored, 2 * size), (input_options){0});
            expect(wanted, 2, rows[row].type);
        }
}

static void npy_bfloat16(void **state)
{
    static const uint16_t x[] = {0x3f80, 0xc000};

    (void)state;
    read_npy(make_array("<V2", "(2,)", x, sizeof x), (input_options){.type = CLR_TYPE_BF16});
    expect(x, 2, CLR_TYPE_BF16);
    read_npy(make_array("<V2", "(2,)", x, sizeof x), (input_options){0});
    expect_error_at_open("-t bf16");
    read_npy(make_array("<f2", "(2,)", x, sizeof x), (input_options){.type = CLR_TYPE_BF16});
    expect_error_at_open("data.npy: the header says f16, but -t says bf16");
}

static void npy_shapes(void **state)
{
    static const struct {
        const char *shape;
        uint64_t count;
    } rows[] = {{"()", 1},      {"(3,)", 3},
                {"(0,)", 0},    {"(2, 3)", 6},
                {"(2,3,)", 6},  {"(1, 1, 1, 5)", 5},
                {"(5L,)", 5},   {"(3, 0, 7)", 0},
                {"( 4 , )", 4}, {"(18446744073709551615, 18446744073709551615, 0)", 0}};
    static const uint8_t x[6] = {1, 2, 3, 4, 5, 6};

    (void)state;
    for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
        read_npy(make_array("|u1", rows[row].shape, x, rows[row].count), (input_options){0});
        expect(x, rows[row].count, CLR_TYPE_U8);
        assert_int_equal(result.told_count, rows[row].count);
    }
}

static void npy_dictionaries(void **state)
{
    static const char *const good[] = {
        "{'descr': '<u2', 'fortran_order': True, 'shape': (2,)}",
        "{\"shape\":(2,),\"fortran_order\":False,\"descr\":\"<u2\"}\n",
        "  {  'fortran_order' : False ,\n 'descr'\t: '<u2', 'shape': (2,) , }   \n",
    };
    static const struct {
        const char *dictionary;
        const char *words;
    } bad[] = {
        {"", "'{' expected"},
        {"{'descr': '<u2', 'fortran_order': True, 'shape': (2,)", "',' or '}' expected"},
        {"{'descr': '<u2' 'fortran_order': True, 'shape': (2,)}", "',' or '}' expected"},
        {"{'descr': '<u2', 'fortran_order': Maybe, 'shape': (2,)}", "True or False expected"},
        {"{'descr': '<u2', 'fortran_order': True, 'shape': (2)}", "malformed at its byte"},
        {"{'descr': '<u2', 'fortran_order': True, 'shape': (2 3)}", "malformed at its byte"},
        {"{'descr': '<u2', 'fortran_order': True, 'shape': (-2,)}", "a dimension expected"},
        {"{'descr': '<u2', 'fortran_order': True, 'shape': [2]}", "'(' expected"},
        {"{'descr': '<u2', 'fortran_order': True, 'shape': (2,)} x", "the end expected"},
        {"{'descr': '<u2', 'fortran_order': True, 'shape': (2,), 'more': 1}", "a key \"more\""},
        {"{'descr': '<u2', 'descr': '<u2', 'shape': (2,)}", "\"descr\" twice"},
        {"{'descr': '<u2', 'shape': (2,)}", "lacks the key \"fortran_order\""},
        {"{'descr': '<u2, 'shape': (2,)}", "dtype \"<u2, \""},
        {"{'des\\x63r': '<u2', 'shape': (2,)}", "without escapes"},
        {"{'descr': '<u2", "without escapes"},
        {"{'descr': 2, 'shape': (2,)}", "a string expected"},
        {"{'descr': [('x', '<u2')], 'fortran_order': True, 'shape': (2,)}", "structures"},
        {"{'descr': '<c8', 'fortran_order': True, 'shape': (2,)}", "dtype \"<c8\""},
        {"{'descr': '|O', 'fortran_order': True, 'shape': (2,)}", "arr.astype(\"f4\")"},
        {"{'descr': '<U12', 'fortran_order': True, 'shape': (2,)}", "dtype \"<U12\""},
        {"{'descr': 'xu2', 'fortran_order': True, 'shape': (2,)}", "dtype \"xu2\""},
        {"{'descr': '<u3', 'fortran_order': True, 'shape': (2,)}", "dtype \"<u3\""},
    };
    static const uint16_t x[] = {7, 65535};

    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        read_npy(make_npy(1, good[i], x, sizeof x), (input_options){0});
        expect(x, 2, CLR_TYPE_U16);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        read_npy(make_npy(1, bad[i].dictionary, x, sizeof x), (input_options){0});
        expect_error_at_open("data.npy: ");
        expect_error_at_open(bad[i].words);
    }
}

static void npy_sizes_that_lie(void **state)
{
    static const float x[11] = {1};

    (void)state;
    read_npy(make_array("<f4", "(10,)", x, 36), (input_options){0});
    expect_error_at_open("data.npy: the header says 10 elements of f32 (40 bytes) but 36 bytes "
                         "follow: the file is truncated");
    read_npy(make_array("<f4", "(10,)", x, 44), (input_options){0});
    expect_error_at_open("(40 bytes) but 44 bytes follow: the file is longer");
    read_npy(make_array("<f4", "(10,)", x, 0), (input_options){0});
    expect_error_at_open("but 0 bytes follow: the file is truncated");
    read_npy(make_array("<f4", "(4294967296, 4294967296)", x, 40), (input_options){0});
    expect_error_at_open("more bytes than 64 bits can count");
    read_npy(make_array("<f8", "(2305843009213693952,)", x, 40), (input_options){0});
    expect_error_at_open("more bytes than 64 bits can count");
    read_npy(make_array("<f4", "(18446744073709551616,)", x, 40), (input_options){0});
    expect_error_at_open("more bytes than 64 bits can count");
    read_npy(make_array("<f4", "(1000000000000000,)", x, 40), (input_options){0});
    expect_error_at_open("(4000000000000000 bytes) but 40 bytes follow");
}

static void npy_pipes_that_lie(void **state)
{
    static const float x[11] = {1};
    bytes file = make_array("<f4", "(10,)", x, 38);

    (void)state;
    read_pipe(file.data, file.size, (input_options){0});
    assert_true(result.opened);
    expect_error("(40 bytes) but 38 bytes follow: the file is truncated");
    file = make_array("<f4", "(10,)", x, 44);
    read_pipe(file.data, file.size, (input_options){0});
    expect_error("(40 bytes) but at least 41 bytes follow");
    /* With --count, the end of the pipe is nobody's business. */
    read_pipe(file.data, file.size, (input_options){.has_count = true, .count = 10});
    expect(x, 10, CLR_TYPE_F32);
}

static void npy_headers_cut_short(void **state)
{
    static const float x[2] = {1, 2};
    bytes file = make_array("<f4", "(2,)", x, sizeof x);
    size_t data_start = file.size - sizeof x;

    (void)state;
    for (size_t size = 6; size < data_start; size++) {
        write_file("data.npy", file.data, size);
        read_path("data.npy", (input_options){0});
        expect_error_at_open("data.npy: ends within the .npy header");
        read_pipe(file.data, size, (input_options){0});
        expect_error_at_open("ends within the .npy header");
    }
    for (size_t size = 0; size < 6; size++) {
        write_file("data.npy", file.data, size);
        read_path("data.npy", (input_options){0});
        expect_error_at_open("data.npy: is no .npy file");
    }
    memcpy(file.data + 6, "\x02\x00\x01\x00\x10\x00", 6);
    read_npy(file, (input_options){0});
    expect_error_at_open("1048577 bytes; at most 1048576 (1 MiB)");
}

/* ---- Raw binary --------------------------------------------------------------------------- */

static void raw_elements(void **state)
{
    static const uint8_t file[] = {9, 9, 9, 1, 2, 3, 4};
    static const uint16_t big[] = {0x0102, 0x0304};
    const input_options from_big = {.type = CLR_TYPE_U16, .offset = 3, .big_endian = true};
    const input_options past_end = {.type = CLR_TYPE_U8, .offset = 8};
    const input_options to_end = {.type = CLR_TYPE_U16, .offset = 7};
    uint16_t native[2];

    (void)state;
    memcpy(native, file + 3, sizeof native);
    write_file("data.bin", file, sizeof file);
    read_path("data.bin", (input_options){.type = CLR_TYPE_U16, .offset = 3});
    expect(native, 2, CLR_TYPE_U16);
    assert_string_equal(result.format, "raw");
    assert_int_equal(result.told_count, 2);
    read_path("data.bin", from_big);
    expect(big, 2, CLR_TYPE_U16);
    read_pipe(file, sizeof file, from_big);
    expect(big, 2, CLR_TYPE_U16);
    assert_int_equal(result.told_count, INPUT_COUNT_UNKNOWN);
    read_path("data.bin", to_end);
    expect(NULL, 0, CLR_TYPE_U16);
    read_path("data.bin", past_end);
    expect_error_at_open("data.bin: holds 7 bytes, but --offset skips 8");
    read_pipe(file, sizeof file, past_end);
    expect_error_at_open("holds 7 bytes, but --offset skips 8");
}

static void raw_rest(void **state)
{
    static const uint32_t x[] = {1, 2};
    const input_options plain = {.type = CLR_TYPE_U32};
    const input_options counted = {.type = CLR_TYPE_U32, .has_count = true, .count = 1};
    const input_options missing = {.type = CLR_TYPE_U32, .has_count = true, .count = 3};

    (void)state;
    write_file("data.bin", x, 7);
    read_path("data.bin", plain);
    expect_error_at_open("data.bin: ends with 3 bytes of an element of u32, which takes 4 bytes");
    read_pipe(x, 7, plain);
    expect_error("ends with 3 bytes of an element of u32");
    read_path("data.bin", counted);
    expect(x, 1, CLR_TYPE_U32);
    assert_int_equal(result.told_count, 1);
    read_path("data.bin", missing);
    expect_error_at_open("ends after 1 element, but --count asks for 3");
    read_pipe(x, 8, missing);
    expect_error("ends after 2 elements, but --count asks for 3");
}

/* Longer than the buffer, so that skipping and reading take more than one turn. */
static void raw_long_pipe(void **state)
{
    enum { SKIPPED = 3000000, COUNT = 500000 };
    uint32_t *x = malloc(COUNT * sizeof *x);
    const input_options options = {.type = CLR_TYPE_U32, .offset = SKIPPED};
    const char *path = "fifo";
    pid_t child;
    int status;
    input *in;

    (void)state;
    assert_non_null(x);
    assert_int_equal(mkfifo(path, 0600), 0);
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        FILE *out = fopen(path, "wb");

        for (uint32_t i = 0; out && i < SKIPPED; i++)
            putc('x', out);
        for (uint32_t i = 0; out && i < COUNT; i++)
            fwrite(&i, sizeof i, 1, out);
        _exit(!out || fclose(out));
    }
    in = input_open(&path, 1, &options);
    assert_int_equal(input_read(in, x, COUNT), COUNT);
    for (uint32_t i = 0; i < COUNT; i++)
        if (x[i] != i)
            fail_msg("element %u is %u", i, x[i]);
    assert_int_equal(input_read(in, x, COUNT), 0);
    assert_null(input_error(in));
    input_close(in);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    free(x);
}

/* ---- Text --------------------------------------------------------------------------------- */

static void text_separators(void **state)
{
    static const double x[] = {1, 2, 3, 4, 5, 6, 7};
    const char *text = "# a comment, 99\n\n 1 2\t3,4;5\r\n6# 98 \n#\n;;\n  \v\f 7";

    (void)state;
    read_text(text, (input_options){0});
    expect_doubles(x, 7);
    assert_string_equal(result.format, "text");
    assert_int_equal(result.told_count, INPUT_COUNT_UNKNOWN);
    read_pipe(text, strlen(text), (input_options){0});
    expect_doubles(x, 7);
    read_text("\xef\xbb\xbf"
              "1 2",
              (input_options){0});
    expect_doubles(x, 2);
    read_text("1 2 #", (input_options){0});
    expect_doubles(x, 2);
    read_text("", (input_options){0});
    expect_doubles(x, 0);
    read_text("# nothing\n", (input_options){0});
    expect_doubles(x, 0);
}

static void text_doubles(void **state)
{
    static const double x[] = {0.1,
                               -0.0,
                               1e22,
                               1e23,
                               9007199254740993.0,
                               0x1.8p-3,
                               5e-324,
                               0,
                               1.5,
                               .5,
                               5.,
                               2.2250738585072011e-308,
                               1.7976931348623157e308,
                               123456789012345678901234567890.0,
                               1e-22,
                               0x1.16c7e84814dcdp+46};

    (void)state;
    read_text("0.1 -0 1e22 1e23 9007199254740993 0x1.8p-3 5e-324 1e-999 +1.5 .5 5. "
              "2.2250738585072011e-308 1.7976931348623157e308 123456789012345678901234567890 1E-22 "
              "76630707012919209e-3",
              (input_options){0});
    expect_doubles(x, sizeof x / sizeof *x);
    read_text("inf -Infinity nan -NaN +INF", (input_options){0});
    assert_int_equal(result.count, 5);
    for (int i = 0; i < 5; i++) {
        static const uint64_t heads[] = {0x7ff0, 0xfff0, 0x7ff8, 0xfff8, 0x7ff0};
        uint64_t bits;

        memcpy(&bits, result.room + 8 * i, sizeof bits);
        assert_int_equal(bits, heads[i] << 48);
    }
}

/* Decimals on and next to ties, where rounding to double first would go to the wrong side. */
static void text_narrow_floats(void **state)
{
    static const uint16_t f16[] = {0x3c00, 0x3c00, 0x3c01, 0x3c02, 0x7bff, 0x0000, 0x0001,
                                   0x0400, 0xfbff, 0x7c00, 0x8000, 0x2e66, 0x3c01};
    static const uint16_t bf16[] = {0x3f80, 0x3f80, 0x3f81, 0x3f82, 0x7f7f, 0x0001, 0xff80, 0x3f81};
    static const float f32[] = {
        1.0F, 1.0F, 0x1.000002p0F, 0x1.99999ap-4F, 0x1.fffffep127F, 0x1.517d08p+16F};

    (void)state;
    read_text(
        "1 1.00048828125 1.000488281250000000000000000001 1.00146484375 65519.99 "
        "2.98023223876953125e-8 2.98023223876953125000000000000000001e-8 6.1035e-5 -65504 inf "
        "-0 0.1 1.00146484374999999999999999999999",
        (input_options){.text = true, .type = CLR_TYPE_F16});
    expect(f16, 13, CLR_TYPE_F16);
    read_text("1 1.00390625 1.00390625000000000000000000001 1.01171875 3.3895e38 9e-41 -inf "
              "1.01171874999999999999999999999999",
              (input_options){.text = true, .type = CLR_TYPE_BF16});
    expect(bf16, 8, CLR_TYPE_BF16);
    read_text("1 1.000000059604644775390625 1.00000005960464477539062500000001 0.1 3.4028235e38 "
              "86397028e-3",
              (input_options){.text = true, .type = CLR_TYPE_F32});
    expect(f32, 6, CLR_TYPE_F32);
}

static void text_integers(void **state)
{
    static const struct {
        clr_type type;
        const char *lowest, *highest, *below, *above;
    } rows[] = {
        {CLR_TYPE_I8, "-128", "127", "-129", "128"},
        {CLR_TYPE_I16, "-32768", "32767", "-32769", "32768"},
        {CLR_TYPE_I32, "-2147483648", "2147483647", "-2147483649", "2147483648"},
        {CLR_TYPE_I64, "-9223372036854775808", "9223372036854775807", "-9223372036854775809",
         "9223372036854775808"},
        {CLR_TYPE_U8, "0", "255", "-1", "256"},
        {CLR_TYPE_U16, "-0", "65535", "-1", "65536"},
        {CLR_TYPE_U32, "0", "4294967295", "-1", "4294967296"},
        {CLR_TYPE_U64, "0", "18446744073709551615", "-1", "99999999999999999999999"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t size = clr_type_size(rows[i].type);
        bool unsign = rows[i].type >= CLR_TYPE_U8;
        uint64_t top = UINT64_MAX >> (64 - 8 * size + (unsign ? 0 : 1));
        uint64_t values[] = {unsign ? 0 : top + 1, top};
        char wanted[16], text[64];
        const input_options options = {.text = true, .type = rows[i].type};

        for (size_t byte = 0; byte < 2 * size; byte++) {
            const uint16_t one = 1;
            size_t within = byte % size;
            size_t shift = 8 * (*(const char *)&one == 1 ? within : size - 1 - within);

            wanted[byte] = (char)(values[byte / size] >> shift & 0xff);
        }
        snprintf(text, sizeof text, "%s +%s", rows[i].lowest, rows[i].highest);
        read_text(text, options);
        expect(wanted, 2, rows[i].type);
        read_text(rows[i].below, options);
        expect_error("does not fit the type");
        read_text(rows[i].above, options);
        expect_error(rows[i].above);
        expect_error("does not fit the type");
    }
}

static void text_bad_numbers(void **state)
{
    static const struct {
        const char *text;
        clr_type type;
        const char *words;
    } rows[] = {
        {"gr\xc3\xb6\xc3\x9f"
         "e",
         CLR_TYPE_F64,
         "\"gr\xc3\xb6\xc3\x9f"
         "e\" is not a number"},
        {"1 2\n3 4x 5\n", CLR_TYPE_F64, "data.txt: line 2, column 3: \"4x\" is not a number"},
        {"1,2,\n# c\n\n  foo", CLR_TYPE_F64, "data.txt: line 4, column 3: \"foo\""},
        {"\xef\xbb\xbf"
         "1 x",
         CLR_TYPE_F64, "line 1, column 3: \"x\""},
        {"1e999", CLR_TYPE_F64, "\"1e999\" does not fit the type f64"},
        {"-1e39", CLR_TYPE_F32, "\"-1e39\" does not fit the type f32"},
        {"65520", CLR_TYPE_F16, "\"65520\" does not fit the type f16"},
        {"3.4e38", CLR_TYPE_BF16, "\"3.4e38\" does not fit the type bf16"},
        {"1.5", CLR_TYPE_I32, "\"1.5\" is not a whole number of type i32"},
        {"1e3", CLR_TYPE_U8, "\"1e3\" is not a whole number of type u8"},
        {"nan", CLR_TYPE_I8, "\"nan\" is not a whole number of type i8"},
        {"-", CLR_TYPE_I8, "\"-\" is not a whole number"},
        {"1 . 2", CLR_TYPE_F64, "\".\" is not a number"},
        {"1e", CLR_TYPE_F64, "\"1e\" is not a number"},
        {"0x", CLR_TYPE_F64, "\"0x\" is not a number"},
        {"1.2.3", CLR_TYPE_F64, "\"1.2.3\" is not a number"},
        {"--1", CLR_TYPE_F64, "\"--1\" is not a number"},
        {"1'000", CLR_TYPE_F64, "\"1'000\" is not a number"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        read_text(rows[i].text, (input_options){.text = true, .type = rows[i].type});
        expect_error(rows[i].words);
    }
}

static void text_header_line(void **state)
{
    (void)state;
    read_text("# units\n\ntime value\n1 2\n", (input_options){0});
    expect_error("line 3, column 1: \"time\"");
    expect_error("header line");
    expect_error("--column NAME");
    read_text("1 2\ntime value\n", (input_options){0});
    expect_error("line 2, column 1: \"time\"");
    assert_null(strstr(result.error, "header line"));
}

static void text_that_is_binary(void **state)
{
    static const float x[] = {1, 2, 3};

    (void)state;
    write_file("data.txt", x, sizeof x);
    read_path("data.txt", (input_options){0});
    expect_error("data.txt: is not text");
    expect_error("-t TYPE");
    write_file("data.txt", "1 2\0 3", 6);
    read_path("data.txt", (input_options){0});
    expect_error("is not text");
    write_file("data.txt", "1 2 3\0", 6);
    read_path("data.txt", (input_options){0});
    expect_error("is not text");
}

/* Writes `count` times "<i>," on one line, reads it back in odd pieces, checks every number. */
static void text_long_line(void **state)
{
    enum { COUNT = 400000, PIECE = 777 };
    const char *path = "long.txt";
    FILE *file = fopen(path, "wb");
    double x[PIECE];
    uint64_t done = 0, got;
    input *in;

    (void)state;
    assert_non_null(file);
    for (int i = 0; i < COUNT; i++)
        fprintf(file, "%d.25,", i);
    fprintf(file, "oops");
    long column = ftell(file) - 3;
    fclose(file);
    in = input_open(&path, 1, &(input_options){0});
    while ((got = input_read(in, x, PIECE)) > 0)
        for (uint64_t i = 0; i < got; i++, done++)
            if (x[i] != (double)done + 0.25)
                fail_msg("element %llu is %g", (unsigned long long)done, x[i]);
    assert_int_equal(done, COUNT / PIECE * PIECE);
    snprintf(result.room, sizeof result.room, "long.txt: line 1, column %ld: \"oops\"", column);
    assert_non_null(strstr(input_error(in), result.room));
    input_close(in);
}

static void text_long_tokens(void **state)
{
    static char text[3000000];

    (void)state;
    memset(text, '0', sizeof text - 1);
    memcpy(text + 4096, " 1", 3);
    read_text(text, (input_options){0});
    expect_doubles((const double[]){0, 1}, 2);
    memset(text, '0', sizeof text - 1);
    read_text(text, (input_options){0});
    expect_error("data.txt: line 1, column 1: \"00");
    expect_error("longer than any number");
    memset(text, ' ', sizeof text - 1); /* and as long a separator and comment as one likes */
    memcpy(text + sizeof text - 4, "3 4", 4);
    read_text(text, (input_options){0});
    expect_doubles((const double[]){3, 4}, 2);
    memset(text, ' ', sizeof text - 1);
    memcpy(text + (1 << 20) - 3, "123456", 6); /* across the end of the buffer */
    read_text(text, (input_options){0});
    expect_doubles((const double[]){123456}, 1);
    memset(text, ' ', sizeof text - 1);
    text[0] = '#';
    memcpy(text + sizeof text - 5, "\n3 4", 5);
    read_text(text, (input_options){0});
    expect_doubles((const double[]){3, 4}, 2);
}

static void text_in_any_locale(void **state)
{
    static const double x[] = {1.5, 0.1000000000000000055511151231257827};

    (void)state;
    if (!setlocale(LC_ALL, "de_DE.UTF-8") && !setlocale(LC_ALL, "fr_FR.UTF-8"))
        skip();
    read_text("1.5 0.1000000000000000055511151231257827", (input_options){0});
    setlocale(LC_ALL, "C");
    expect_doubles(x, 2);
}

/* ---- CSV ---------------------------------------------------------------------------------- */

static void read_column(const char *text, const char *column)
{
    read_text(text, (input_options){.column = column});
}

static void csv_columns(void **state)
{
    static const struct {
        const char *text, *column;
        uint64_t count; /* the values are 1, 2, ... */
    } rows[] = {
        {"a,b,c\n9,1,9\n9,2,9\n", "b", 2},
        {"a,b,c\n9,1,9\n9,2,9", "2", 2},
        {"1,9\n2,9\n3,9\n", "1", 3},
        {"\"price, EUR\",n\r\n\"1\",x\r\n\" 2 \",\"y\"\"z\n\"\r\n 3 ,\r\n", "price, EUR", 3},
        {"a\tb\n9\t1\n9\t2\n", "b", 2},
        {"a;b\n9;1\n9;2\n", "b", 2},
        {"a;b,c\n9,1\n9,2\n", "c", 2},
        {"\xef\xbb\xbf"
         "v,w\n1,9\n\n2,9\n",
         "v", 2},
        {"v\n1\n2\n3\n4", "v", 4},
        {"v\r1\r2\r3\r4\r\n", "v", 4},
        {"v\n", "v", 0},
        {"", "v", 0},
        {"", "1", 0},
    };
    static const double x[] = {1, 2, 3, 4};

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        read_column(rows[i].text, rows[i].column);
        expect_doubles(x, rows[i].count);
        assert_string_equal(result.format, "csv");
        read_pipe(rows[i].text, strlen(rows[i].text), (input_options){.column = rows[i].column});
        expect_doubles(x, rows[i].count);
    }
    read_text("a,b\n1,2\n", (input_options){.column = "b", .text = true, .type = CLR_TYPE_U16});
    expect((const uint16_t[]){2}, 1, CLR_TYPE_U16);
}

static void csv_errors(void **state)
{
    static const struct {
        const char *text, *column, *words;
    } rows[] = {
        {"time,price\n1,2\n", "prize",
         "no column named \"prize\"; its columns are \"time\", \"price\""},
        {"a,a\n1,2\n", "a", "columns 1 and 2 are both named \"a\""},
        {"a,b\n1,2\n3\n", "b", "line 3, column 2 (\"b\"): the line ends after column 1"},
        {"1,2\n3\n", "2", "line 2, column 2: the line ends after column 1"},
        {"1,2\n", "3", "line 1, column 3: the line ends after column 2"},
        {"a,b\n1,\n", "b", "line 2, column 2 (\"b\"): the field is empty"},
        {"a,b\n1,\"  \"\n", "b", "line 2, column 2 (\"b\"): the field is empty"},
        {"a,b\n\n1,2\n1,two\n", "b", "line 4, column 2 (\"b\"): \"two\" is not a number"},
        {"a,b\n1,2\n1,two", "2", "line 3, column 2: \"two\" is not a number"},
        {"1e999,2\n", "1", "line 1, column 1: \"1e999\" does not fit the type f64"},
        {"a,b\n1,\"2\n", "b", "ends within a quoted field: a quote is not closed"},
        {"a,b\n1,2\"3\n", "b", "line 2: a quote is out of place"},
        {"1,2\n", "0", "--column counts from 1"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        read_column(rows[i].text, rows[i].column);
        expect_error("data.txt: ");
        expect_error(rows[i].words);
    }
    write_file("data.txt", "a,b\n1,\0", 7);
    read_path("data.txt", (input_options){.column = "a"});
    expect_error("is not text");
}

static void csv_open_quote(void **state)
{
    static char text[3000000];

    (void)state;
    memset(text, 'x', sizeof text - 1);
    memcpy(text, "a,b\n\"", 5);
    read_column(text, "b");
    expect_error("line 2: a field is longer than 1048576 bytes");
}

static void csv_many_names(void **state)
{
    char text[4096] = "";
    size_t size = 0;

    (void)state;
    for (int i = 0; i < 200; i++)
        size += (size_t)snprintf(text + size, sizeof text - size, "column%d,", i);
    read_column(text, "other");
    expect_error("\"column0\", \"column1\", ");
    expect_error(", ...");
    assert_true(strlen(result.error) < 700);
}

/* ---- Files -------------------------------------------------------------------------------- */

static void files_as_one(void **state)
{
    static const double x[] = {1, 2, 3, 4, 5};
    const char *const paths[] = {"1.npy", "empty.npy", "2.txt", "3.npy"};
    bytes file;

    (void)state;
    file = make_array("<f8", "(2,)", x, 16);
    write_file("1.npy", file.data, file.size);
    file = make_array("<f8", "(0,)", x, 0);
    write_file("empty.npy", file.data, file.size);
    write_text("2.txt", "3");
    file = make_array("<f8", "(2, 1)", x + 3, 16);
    write_file("3.npy", file.data, file.size);
    for (uint64_t piece = 1; piece < 7; piece++) {
        read_pieces(paths, 4, &(input_options){0}, piece);
        expect_doubles(x, 5);
        assert_int_equal(result.told_count, INPUT_COUNT_UNKNOWN);
        read_pieces(paths, 4, &(input_options){.has_count = true, .count = 3}, piece);
        expect_doubles(x, 3);
        assert_int_equal(result.told_count, 3);
    }
    read_pieces(paths, 2, &(input_options){0}, 1000);
    assert_int_equal(result.told_count, 2);
    read_pieces(paths, 2, &(input_options){.has_count = true, .count = 3}, 1000);
    expect_error_at_open("ends after 2 elements, but --count asks for 3");
    read_pieces(paths, 4, &(input_options){.has_count = true, .count = 6}, 1000);
    expect_error("3.npy: the input ends after 5 elements, but --count asks for 6");
    read_pieces(paths, 4, &(input_options){.has_count = true}, 1000);
    expect_doubles(x, 0);
}

static void files_of_two_types(void **state)
{
    static const float x[] = {1, 2};
    const char *const paths[] = {"f4.npy", "f8.npy"};
    bytes file = make_array("<f4", "(2,)", x, 8);

    (void)state;
    write_file("f4.npy", file.data, file.size);
    file = make_array("<f8", "(1,)", x, 8);
    write_file("f8.npy", file.data, file.size);
    read_pieces(paths, 2, &(input_options){0}, 1000);
    expect_error_at_open("f8.npy: has elements of f64, but f4.npy has elements of f32");
}

/* More files than a process may have open. */
static void files_by_the_thousand(void **state)
{
    enum { FILES = 1500 };
    static char names[FILES][24];
    static const char *paths[FILES];

    (void)state;
    for (int i = 0; i < FILES; i++) {
        uint32_t x = (uint32_t)i;

        snprintf(names[i], sizeof names[i], "n%d.bin", i);
        paths[i] = names[i];
        write_file(names[i], &x, sizeof x);
    }
    read_pieces(paths, FILES, &(input_options){.type = CLR_TYPE_U32}, 100);
    assert_string_equal(result.error, "");
    assert_int_equal(result.count, FILES);
    for (int i = 0; i < FILES; i++) {
        uint32_t x;

        memcpy(&x, result.room + 4 * i, sizeof x);
        assert_int_equal(x, i);
    }
}

static void files_that_cannot_be(void **state)
{
    const char *const twice[] = {"-", "data.txt", "-"};

    (void)state;
    write_text("data.txt", "1");
    write_text("text.npy", "1 2 3");
    assert_int_equal(mkdir("folder", 0700), 0);
    read_path("missing.npy", (input_options){0});
    expect_error_at_open("missing.npy: cannot be opened: No such file or directory");
    read_path("folder", (input_options){0});
    expect_error_at_open("folder: is a directory");
    read_path("text.npy", (input_options){0});
    expect_error_at_open("text.npy: is no .npy file");
    read_path("text.npy", (input_options){.text = true});
    assert_int_equal(result.count, 3);
    read_pieces(twice, 3, &(input_options){0}, 1);
    expect_error_at_open("\"-\" is given 2 times");
    read_pieces(twice, 0, &(input_options){0}, 1);
    expect_error_at_open("no file");
    if (geteuid() == 0)
        return; /* root may read everything */
    assert_int_equal(chmod("data.txt", 0), 0);
    read_path("data.txt", (input_options){0});
    expect_error_at_open("data.txt: cannot be opened: Permission denied");
    assert_int_equal(chmod("data.txt", 0600), 0);
}

static void files_and_their_options(void **state)
{
    static const float x[] = {1};

    (void)state;
    read_npy(make_array("<f4", "(1,)", x, 4), (input_options){.offset = 4});
    expect_error_at_open("data.npy: --offset is for raw binary");
    read_npy(make_array("<f4", "(1,)", x, 4), (input_options){.big_endian = true});
    expect_error_at_open("data.npy: --endian is for raw binary");
    read_npy(make_array("<f4", "(1,)", x, 4), (input_options){.column = "a"});
    expect_error_at_open("data.npy: --column is for CSV");
    read_text("1", (input_options){.offset = 4});
    expect_error_at_open(
        "data.txt: --offset is for raw binary (-t TYPE), but this is read as text");
}

static void file_that_changes(void **state)
{
    static const float x[] = {1, 2};
    const char *path = "data.bin";
    float room[2];
    input *in;

    (void)state;
    write_file(path, x, sizeof x);
    in = input_open(&path, 1, &(input_options){.type = CLR_TYPE_F32});
    assert_null(input_error(in));
    write_file(path, x, 4);
    assert_int_equal(input_read(in, room, 2), 0);
    assert_non_null(strstr(input_error(in), "data.bin: has been changed"));
    input_close(in);
    write_file(path, x, sizeof x);
    in = input_open(&path, 1, &(input_options){.type = CLR_TYPE_F32});
    assert_int_equal(input_read(in, room, 1), 1);
    assert_int_equal(truncate(path, 4), 0);
    assert_int_equal(input_read(in, room, 1), 0);
    assert_non_null(strstr(input_error(in), "data.bin: has become shorter"));
    input_close(in);
}

/* Standard input that is a file whose beginning somebody else has read. */
static void standard_input(void **state)
{
    int keeper = dup(STDIN_FILENO);

    (void)state;
    write_text("data.txt", "9 9 1 2 x");
    assert_non_null(freopen("data.txt", "rb", stdin));
    assert_int_equal(lseek(STDIN_FILENO, 4, SEEK_SET), 4);
    read_path("-", (input_options){.has_count = true, .count = 2});
    expect_doubles((const double[]){1, 2}, 2);
    assert_int_equal(lseek(STDIN_FILENO, 4, SEEK_SET), 4);
    read_path("-", (input_options){.type = CLR_TYPE_U8, .offset = 1});
    expect(" 2 x", 4, CLR_TYPE_U8);
    assert_int_equal(result.told_count, 4);
    assert_int_equal(lseek(STDIN_FILENO, 4, SEEK_SET), 4);
    read_path("-", (input_options){0});
    expect_error("standard input: line 1, column 5: \"x\"");
    assert_int_equal(dup2(keeper, STDIN_FILENO), STDIN_FILENO);
    close(keeper);
}

/* ---- All of them -------------------------------------------------------------------------- */

static int enter_directory(void **state)
{
    (void)state;
    return !mkdtemp(directory) || chdir(directory);
}

static int remove_directory(void **state)
{
    char command[64];

    (void)state;
    snprintf(command, sizeof command, "rm -rf %s", directory);
    return chdir("/") || system(command);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(npy_versions),         cmocka_unit_test(npy_types),
        cmocka_unit_test(npy_bfloat16),         cmocka_unit_test(npy_shapes),
        cmocka_unit_test(npy_dictionaries),     cmocka_unit_test(npy_sizes_that_lie),
        cmocka_unit_test(npy_pipes_that_lie),   cmocka_unit_test(npy_headers_cut_short),
        cmocka_unit_test(raw_elements),         cmocka_unit_test(raw_rest),
        cmocka_unit_test(raw_long_pipe),        cmocka_unit_test(text_separators),
        cmocka_unit_test(text_doubles),         cmocka_unit_test(text_narrow_floats),
        cmocka_unit_test(text_integers),        cmocka_unit_test(text_bad_numbers),
        cmocka_unit_test(text_header_line),     cmocka_unit_test(text_that_is_binary),
        cmocka_unit_test(text_long_line),       cmocka_unit_test(text_long_tokens),
        cmocka_unit_test(text_in_any_locale),   cmocka_unit_test(csv_columns),
        cmocka_unit_test(csv_errors),           cmocka_unit_test(csv_open_quote),
        cmocka_unit_test(csv_many_names),       cmocka_unit_test(files_as_one),
        cmocka_unit_test(files_of_two_types),   cmocka_unit_test(files_by_the_thousand),
        cmocka_unit_test(files_that_cannot_be), cmocka_unit_test(files_and_their_options),
        cmocka_unit_test(file_that_changes),    cmocka_unit_test(standard_input),
    };

    return cmocka_run_group_tests(tests, enter_directory, remove_directory);
}
