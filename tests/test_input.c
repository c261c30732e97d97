/* SPDX-License-Identifier: Apache-2.0 */
/*
 * test_input - what the command reads: raw binary and structs, from files and pipes, bit for bit,
 * and the sentence for everything that is wrong with them. Makes its own bytes.
 */
#include "reading.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- Raw binary --------------------------------------------------------------------------- */

TEST(raw_elements)
{
    static const uint8_t file[] = {9, 9, 9, 1, 2, 3, 4};
    static const uint16_t big[] = {0x0102, 0x0304};
    const input_options from_big = {
        .raw = true, .type = CLR_TYPE_U16, .offset = 3, .big_endian = true};
    const input_options past_end = {.raw = true, .type = CLR_TYPE_U8, .offset = 8};
    const input_options to_end = {.raw = true, .type = CLR_TYPE_U16, .offset = 7};
    uint16_t native[2];

    memcpy(native, file + 3, sizeof native);
    write_file("data.bin", file, sizeof file);
    read_path("data.bin", (input_options){.raw = true, .type = CLR_TYPE_U16, .offset = 3});
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

TEST(raw_rest)
{
    static const uint32_t x[] = {1, 2};
    const input_options plain = {.raw = true, .type = CLR_TYPE_U32};
    const input_options counted = {
        .raw = true, .type = CLR_TYPE_U32, .has_count = true, .count = 1};
    const input_options missing = {
        .raw = true, .type = CLR_TYPE_U32, .has_count = true, .count = 3};

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
TEST(raw_long_pipe)
{
    enum { SKIPPED = 3000000, COUNT = 500000 };
    uint32_t *x = malloc(COUNT * sizeof *x);
    const input_options options = {.raw = true, .type = CLR_TYPE_U32, .offset = SKIPPED};
    const char *path = "fifo";
    pid_t child;
    int status;
    input *in;

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

/* ---- Files of other programs -------------------------------------------------------------- */

/* The first bytes of each kind, and what the sentence says of a file and of a pipe. */
static const struct {
    const char *bytes;
    size_t size;
    const char *file;
    const char *pipe;
} others[] = {
#define OTHER(bytes, file, pipe)                                                                   \
    {                                                                                              \
        bytes, sizeof bytes - 1, file, pipe                                                        \
    }
    OTHER("PAR1\x15\4", "pandas.read_parquet", "pandas.read_parquet"),
    OTHER("PARE\4\0\0\0", "is an encrypted table of Parquet", "is an encrypted table of Parquet"),
    OTHER("ORC\n\x0b\n\3", "pandas.read_orc('FILE')", "pandas.read_orc('FILE')"),
    OTHER("\xff\xff\xff\xff\x78\0\0\0\x10\0\0\0\0\0\n\0", "pyarrow.ipc.open_stream",
          "pyarrow.ipc.open_stream"),
    OTHER("FEA1\0\0\0\0", "pandas.read_feather", "pandas.read_feather"),
    OTHER("SQLite format 3\0", "is a database of SQLite", "sqlite3.connect('FILE')"),
    OTHER("\x5d\0\0\x80\0\xff", "is compressed by lzma: 'xzcat data | ", "'... | xzcat | "),
    OTHER("\x89HDF\r\n\x1a\n", "h5py.File", "h5py.File"),
    OTHER("CDF\1\0\0", "netcdf_file", "netcdf_file"),
    OTHER("\x89PNG\r\n\x1a\n", "PIL.Image", "PIL.Image"),
    OTHER("RIFF\x24\0\0\0WAVEfmt ", "wavfile.read", "wavfile.read"),
    OTHER("\x80\4\x95", "pickle.load", "pickle.load"),
    OTHER("\xff\xfe"
          "1\0\n\0",
          "is text in UTF-16: 'iconv -f UTF-16 -t UTF-8 data | ",
          "'... | iconv -f UTF-16 -t UTF-8 | "),
    OTHER("\xfe\xff\0"
          "1\0\n",
          "is text in UTF-16", "is text in UTF-16"),
    OTHER("\xff\xfe\0\0"
          "1\0\0\0",
          "is text in UTF-32", "is text in UTF-32"),
    OTHER("\0\0\xfe\xff\0\0\0"
          "1",
          "is text in UTF-32", "is text in UTF-32"),
};

TEST(other_files_are_known)
{
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        write_file("data", others[i].bytes, others[i].size);
        read_path("data", (input_options){.whole = INPUT_WHOLE_STAYS});
        expect_error_at_open(others[i].file);
        read_path("data", (input_options){.column = "x"});
        expect_error_at_open(others[i].file);
        read_pipe(others[i].bytes, others[i].size, (input_options){.type = CLR_TYPE_F64});
        expect_error_at_open(others[i].pipe);
    }
}

/* Who says that it is raw, or text, is believed; and what a shell would take apart is not shown. */
TEST(other_files_by_their_word)
{
    static const char compress[] = "\x1f\x9d";

    write_file("data", compress, 2);
    read_path("data", (input_options){.raw = true, .type = CLR_TYPE_U8});
    expect(compress, 2, CLR_TYPE_U8);
    read_path("data", (input_options){.text = true});
    expect_error("--raw");
    write_file("my data", compress, 2);
    read_path("my data", (input_options){.type = CLR_TYPE_U8});
    expect_error_at_open("my data: is compressed by compress: 'zcat FILE | ");
    read_text("ORC\n1\n", (input_options){.column = "ORC", .type = CLR_TYPE_F64});
    expect_doubles((const double[]){1}, 1);
    read_text("BZh 1", (input_options){.column = "1"});
    expect_error("BZh");
}

/* ---- Structs ------------------------------------------------------------------------------ */

static const int32_t pairs[6] = {1, 2, 3, 4, 5, 6};

static input_options structs_of(uint64_t size)
{
    return (input_options){.element_size = size};
}

static void expect_pairs(void)
{
    expect(pairs, 3, CLR_TYPE_DEFAULT);
    assert_int_equal(result.element_size, 8);
}

TEST(structs_of_any_dtype)
{
    static const char *const dtypes[] = {"|V8", "<f8", "<i8"};

    for (size_t i = 0; i < sizeof dtypes / sizeof dtypes[0]; i++) {
        read_npy(make_array(dtypes[i], "(3,)", pairs, sizeof pairs), structs_of(8));
        expect_pairs();
    }
    read_npy(make_npy(1,
                      "{'descr': [('x', '<i4'), ('y', [('z', '<i2', (2,))])], "
                      "'fortran_order': False, 'shape': (3,)}",
                      pairs, sizeof pairs),
             structs_of(8));
    expect_pairs();
    write_file("pairs.raw", pairs, sizeof pairs);
    read_path("pairs.raw", structs_of(8));
    expect_pairs();
    read_pipe(pairs, sizeof pairs, structs_of(8));
    expect_pairs();
}

TEST(structs_of_other_sizes)
{
    read_npy(make_array("|V12", "(2,)", pairs, sizeof pairs), structs_of(8));
    expect_error_at_open("elements of dtype \"|V12\" have other sizes than the 8 bytes");
    read_npy(
        make_npy(1, "{'descr': [('x', '<i4')], 'fortran_order': False, 'shape': (3,)}", pairs, 12),
        structs_of(8));
    expect_error_at_open("3 structs of 8 bytes take 24 bytes, but 12 follow the header");
    read_npy(make_npy(1, "{'descr': [('x', '>i8')], 'fortran_order': False, 'shape': (3,)}", pairs,
                      sizeof pairs),
             structs_of(8));
    expect_error_at_open("big-endian");
    read_npy(make_npy(1, "{'descr': [('x', '<i8'", pairs, 0), structs_of(8));
    expect_error_at_open("malformed");
    write_file("pairs.raw", pairs, sizeof pairs);
    read_path("pairs.raw", structs_of(16));
    expect_error_at_open("ends with 8 bytes of a struct of 16 bytes");
    read_path("pairs.raw", (input_options){.element_size = 8, .big_endian = true});
    expect_error_at_open("--endian is for numbers");
    read_text("1 2", (input_options){.element_size = 8, .text = true});
    expect_error_at_open("--element-size is for raw binary and .npy files");
}

/* ---- Files -------------------------------------------------------------------------------- */

TEST(files_as_one)
{
    static const double x[] = {1, 2, 3, 4, 5};
    const char *const paths[] = {"1.npy", "empty.npy", "2.txt", "3.npy"};
    bytes file;

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

TEST(files_of_two_types)
{
    static const float x[] = {1, 2};
    const char *const paths[] = {"f4.npy", "f8.npy"};
    bytes file = make_array("<f4", "(2,)", x, 8);

    write_file("f4.npy", file.data, file.size);
    file = make_array("<f8", "(1,)", x, 8);
    write_file("f8.npy", file.data, file.size);
    read_pieces(paths, 2, &(input_options){0}, 1000);
    expect_error_at_open("f8.npy: has elements of f64, but f4.npy has elements of f32");
}

/* More files than a process may have open. */
TEST(files_by_the_thousand)
{
    enum { FILES = 1500 };
    static char names[FILES][24];
    static const char *paths[FILES];

    for (int i = 0; i < FILES; i++) {
        uint32_t x = (uint32_t)i;

        snprintf(names[i], sizeof names[i], "n%d.bin", i);
        paths[i] = names[i];
        write_file(names[i], &x, sizeof x);
    }
    read_pieces(paths, FILES, &(input_options){.raw = true, .type = CLR_TYPE_U32}, 100);
    assert_string_equal(result.error, "");
    assert_int_equal(result.count, FILES);
    for (int i = 0; i < FILES; i++) {
        uint32_t x;

        memcpy(&x, result.room + 4 * i, sizeof x);
        assert_int_equal(x, i);
    }
}

TEST(files_that_cannot_be)
{
    const char *const twice[] = {"-", "data.txt", "-"};

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

TEST(files_and_their_options)
{
    static const float x[] = {1};

    read_npy(make_array("<f4", "(1,)", x, 4), (input_options){.offset = 4});
    expect_error_at_open("data.npy: --offset is for raw binary");
    read_npy(make_array("<f4", "(1,)", x, 4), (input_options){.big_endian = true});
    expect_error_at_open("data.npy: --endian is for raw binary");
    read_npy(make_array("<f4", "(1,)", x, 4), (input_options){.column = "a"});
    expect_error_at_open("data.npy: --column is for CSV");
    read_text("1", (input_options){.offset = 4});
    expect_error_at_open(
        "data.txt: --offset is for raw binary (--raw -t TYPE), but this is read as text");
}

TEST(file_that_changes)
{
    static const float x[] = {1, 2};
    const char *path = "data.bin";
    float room[2];
    input *in;

    write_file(path, x, sizeof x);
    in = input_open(&path, 1, &(input_options){.raw = true, .type = CLR_TYPE_F32});
    assert_null(input_error(in));
    write_file(path, x, 4);
    assert_int_equal(input_read(in, room, 2), 0);
    assert_non_null(strstr(input_error(in), "data.bin: has been changed"));
    input_close(in);
    write_file(path, x, sizeof x);
    in = input_open(&path, 1, &(input_options){.raw = true, .type = CLR_TYPE_F32});
    assert_int_equal(input_read(in, room, 1), 1);
    assert_int_equal(truncate(path, 4), 0);
    assert_int_equal(input_read(in, room, 1), 0);
    assert_non_null(strstr(input_error(in), "data.bin: has become shorter"));
    input_close(in);
}

/* Standard input that is a file whose beginning somebody else has read. */
TEST(standard_input)
{
    int keeper = dup(STDIN_FILENO);

    write_text("data.txt", "9 9 1 2 x");
    assert_non_null(freopen("data.txt", "rb", stdin));
    assert_int_equal(lseek(STDIN_FILENO, 4, SEEK_SET), 4);
    read_path("-", (input_options){.has_count = true, .count = 2});
    expect((const int64_t[]){1, 2}, 2, CLR_TYPE_I64);
    assert_int_equal(lseek(STDIN_FILENO, 4, SEEK_SET), 4);
    read_path("-", (input_options){.raw = true, .type = CLR_TYPE_U8, .offset = 1});
    expect(" 2 x", 4, CLR_TYPE_U8);
    assert_int_equal(result.told_count, 4);
    assert_int_equal(lseek(STDIN_FILENO, 4, SEEK_SET), 4);
    read_path("-", (input_options){0});
    expect_error("standard input: line 1, column 5: \"x\"");
    assert_int_equal(dup2(keeper, STDIN_FILENO), STDIN_FILENO);
    close(keeper);
}
