/* SPDX-License-Identifier: Apache-2.0 */
/*
 * test_compressed - numbers in compressed files: what every format is read as, by every codec that
 * this build has, from files and pipes; and that no damage passes for numbers.
 */
#include "compress.h"
#include "descriptor.h"
#include "reading.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 1 << 16 };

typedef struct packed {
    unsigned char data[ROOM];
    size_t size;
} packed;

/* Appends a stream. */
static void pack(packed *to, const compress_row *codec, const void *data, size_t size)
{
    const size_t made =
        codec->compress(data, size, to->data + to->size, sizeof to->data - to->size);

    assert_true(made > 0);
    to->size += made;
}

static void pack_text(packed *to, const compress_row *codec, const char *text)
{
    pack(to, codec, text, strlen(text));
}

static packed packed_text(const compress_row *codec, const char *text)
{
    packed made = {.size = 0};

    pack_text(&made, codec, text);
    return made;
}

/* The file's name says nothing. */
static void read_packed(const packed *file, input_options options)
{
    write_file("data", file->data, file->size);
    read_path("data", options);
}

static const int64_t some[] = {1, 2, -3, 40};
#define SOME_TEXT "1 2\n-3 40\n"

#define EACH_CODEC(codec) for (const compress_row *codec = compress_rows; codec->name; codec++)

/* ---- What is in them ---------------------------------------------------------------------- */

TEST(every_format_is_read)
{
    static const float raw[] = {1.5f, -2, 3};
    const bytes npy = make_array("<f4", "(3,)", raw, sizeof raw);
    const input_options as_raw = {.raw = true, .type = CLR_TYPE_F32, .offset = 0};
    const input_options column = {.column = "b", .whole = INPUT_WHOLE_STAYS};

    EACH_CODEC(codec)
    {
        const packed text = packed_text(codec, SOME_TEXT),
                     csv = packed_text(codec, "a,b\n7,1\n8,2\n9,-3\n0,40\n");
        packed binary = {.size = 0}, array = {.size = 0};

        pack(&binary, codec, raw, sizeof raw);
        pack(&array, codec, npy.data, npy.size);
        read_packed(&text, (input_options){.whole = INPUT_WHOLE_STAYS});
        expect(some, 4, CLR_TYPE_I64);
        assert_string_equal(result.format, "text");
        read_pipe(text.data, text.size, (input_options){.whole = INPUT_WHOLE_STAYS});
        expect(some, 4, CLR_TYPE_I64);
        read_packed(&csv, column);
        expect(some, 4, CLR_TYPE_I64);
        read_pipe(csv.data, csv.size, column);
        expect(some, 4, CLR_TYPE_I64);
        read_packed(&binary, as_raw);
        expect(raw, 3, CLR_TYPE_F32);
        read_pipe(binary.data, binary.size, as_raw);
        expect(raw, 3, CLR_TYPE_F32);
        read_packed(&array, (input_options){.type = CLR_TYPE_DEFAULT});
        expect(raw, 3, CLR_TYPE_F32);
        assert_int_equal(result.told_count, 3);
        read_pipe(array.data, array.size, (input_options){.type = CLR_TYPE_DEFAULT});
        expect(raw, 3, CLR_TYPE_F32);
    }
}

/* An offset is one in what is compressed; 0 asks for the file's own bytes. */
TEST(raw_offsets)
{
    static const uint8_t raw[] = {9, 8, 7};
    input_options options = {.raw = true, .type = CLR_TYPE_U8, .has_offset = true, .offset = 1};

    EACH_CODEC(codec)
    {
        packed binary = {.size = 0};

        pack(&binary, codec, raw, sizeof raw);
        options.offset = 1;
        read_packed(&binary, options);
        expect(raw + 1, 2, CLR_TYPE_U8);
        options.offset = 0;
        read_packed(&binary, options);
        expect(binary.data, binary.size, CLR_TYPE_U8);
    }
}

TEST(streams_follow_each_other)
{
    static const char zeros[3];
    const input_options whole = {.whole = INPUT_WHOLE_STAYS};

    EACH_CODEC(codec)
    {
        packed file = packed_text(codec, "1 2\n-");

        pack_text(&file, codec, "");
        memcpy(file.data + file.size, zeros, sizeof zeros);
        file.size += sizeof zeros;
        pack_text(&file, codec, "3 40\n");
        memcpy(file.data + file.size, zeros, sizeof zeros);
        file.size += sizeof zeros;
        read_packed(&file, whole);
        expect(some, 4, CLR_TYPE_I64);
        read_pipe(file.data, file.size, whole);
        expect(some, 4, CLR_TYPE_I64);
        memcpy(file.data + file.size, "x", 1);
        file.size++;
        read_packed(&file, whole);
        expect_error("has something else behind what is compressed by ");
    }
}

TEST(nothing_is_in_them)
{
    EACH_CODEC(codec)
    {
        const packed file = packed_text(codec, "");

        read_packed(&file, (input_options){.whole = INPUT_WHOLE_STAYS});
        expect(NULL, 0, CLR_TYPE_I64);
    }
}

/* ---- Reading twice ------------------------------------------------------------------------ */

/* Both files are looked through before the first is read, and the first again from its start. */
TEST(several_files)
{
    static const char *const paths[] = {"one", "two"};
    static const double together[] = {9007199254740992, 1, 2.5};
    const input_options whole = {.whole = INPUT_WHOLE_STAYS};

    EACH_CODEC(codec)
    {
        const packed one = packed_text(codec, "9007199254740993\n1\n"),
                     two = packed_text(codec, "2.5\n");

        write_file("one", one.data, one.size);
        write_file("two", two.data, two.size);
        read_pieces(paths, 2, &whole, 1);
        expect(together, 3, CLR_TYPE_F64);
    }
}

/* Numbers of files that were looked through to their end are kept: nothing is made twice. */
TEST(several_files_are_read_once)
{
    static const char *const paths[] = {"one", "two"};
    static const int64_t together[] = {1, 2, 3, 4};
    const input_options whole = {.whole = INPUT_WHOLE_STAYS};

    EACH_CODEC(codec)
    {
        const packed one = packed_text(codec, "1\n2\n"), two = packed_text(codec, "3\n4\n");
        uint64_t before;

        write_file("one", one.data, one.size);
        write_file("two", two.data, two.size);
        before = descriptor_bytes();
        read_pieces(paths, 2, &whole, 1);
        expect(together, 4, CLR_TYPE_I64);
        assert_int_equal(descriptor_bytes() - before, one.size + two.size);
    }
}

/* Longer than any buffer, and whole numbers up to the end, where the type is found. */
TEST(long_texts_go_on)
{
    enum { LINES = 200000 };
    char *text = malloc(LINES * 8), *at = text;
    const char *path = "long";
    static double numbers[LINES + 1];

    assert_non_null(text);
    for (int i = 0; i < LINES; i++)
        at += sprintf(at, "%d\n", i % 1000);
    at += sprintf(at, "0.5\n");
    EACH_CODEC(codec)
    {
        static unsigned char room[LINES * 8];
        const size_t size = codec->compress(text, (size_t)(at - text), room, sizeof room);

        for (int twice = 0; twice < 2; twice++) {
            const char *const paths[] = {path, path};
            const input_options whole = {.whole = INPUT_WHOLE_STAYS};
            input *in;

            write_file(path, room, size);
            in = input_open(paths, 1 + (size_t)twice, &whole);
            for (int file = 0; file <= twice; file++) {
                assert_int_equal(input_read(in, numbers, LINES + 1), LINES + 1);
                assert_int_equal((int)numbers[LINES - 1], (LINES - 1) % 1000);
                assert_true(numbers[LINES] == 0.5);
            }
            assert_int_equal(input_read(in, numbers, 1), 0);
            assert_null(input_error(in));
            input_close(in);
        }
    }
    free(text);
}

/* ---- Damage ------------------------------------------------------------------------------- */

static bool has_text(void)
{
    return result.error[0] == '\0' && result.type == CLR_TYPE_I64 && result.count == 4 &&
           memcmp(result.room, some, sizeof some) == 0;
}

/* Every shorter file is refused. */
static void find_cuts(packed file)
{
    for (file.size--; file.size > 0; file.size--) {
        read_packed(&file, (input_options){.whole = INPUT_WHOLE_STAYS});
        if (result.error[0] == '\0')
            fail_msg("%zu bytes pass", file.size);
    }
}

/* A flipped bit is found, or is one of those that mean nothing, such as the time of a gzip. */
static void find_flipped_bits(packed file)
{
    for (size_t bit = 0; bit < 8 * file.size; bit++) {
        file.data[bit / 8] ^= (unsigned char)(1 << bit % 8);
        read_packed(&file, (input_options){.whole = INPUT_WHOLE_STAYS});
        if (result.error[0] == '\0' && !has_text())
            fail_msg("bit %zu is flipped, and other numbers come out", bit);
        file.data[bit / 8] ^= (unsigned char)(1 << bit % 8);
    }
}

TEST(damaged_streams)
{
    EACH_CODEC(codec)
    {
        packed file = packed_text(codec, SOME_TEXT);

        find_flipped_bits(file);
        find_cuts(file);
        file.size--;
        read_packed(&file, (input_options){.whole = INPUT_WHOLE_STAYS});
        expect_error("data: is cut short: the file ends at byte ");
    }
}

/* A checksum behind the numbers that --count asks for is compared, too. */
TEST(counted_numbers_are_checked)
{
    static const uint8_t raw[1000] = {1, 2, 3};
    const input_options three = {.raw = true, .type = CLR_TYPE_U8, .has_count = true, .count = 3};

    EACH_CODEC(codec)
    {
        packed file = {.size = 0};

        pack(&file, codec, raw, sizeof raw);
        read_packed(&file, three);
        expect(raw, 3, CLR_TYPE_U8);
        file.size--;
        read_packed(&file, three);
        expect_error("is cut short");
    }
}

/* ---- Archives ----------------------------------------------------------------------------- */

static const int32_t shops[] = {2, 0, 1, 1};
static const double prices[] = {1.5, -2, 3, 0.25};

/* Two arrays, in an archive "data.npz"; or one of them. False: there is no library for it. */
static bool write_npz(bool has_both, bool stored)
{
    const bytes price = make_array("<f8", "(4,)", prices, sizeof prices);
    const bytes shop = make_array("<i4", "(4,)", shops, sizeof shops);
    const compress_file files[] = {{"price.npy", price.data, price.size},
                                   {has_both ? "shop.npy" : NULL, shop.data, shop.size},
                                   {NULL, NULL, 0}};

    return compress_zip("data.npz", files, stored);
}

TEST(arrays_by_name)
{
    const input_options plain = {.raw = false};

    for (int stored = 0; stored < 2 && write_npz(false, stored); stored++) {
        read_path("data.npz", plain);
        expect_doubles(prices, 4);
        assert_int_equal(result.told_count, 4);
        read_path("data.npz:price", plain);
        expect_doubles(prices, 4);
        assert_true(write_npz(true, stored));
        read_path("data.npz:price.npy", plain);
        expect_doubles(prices, 4);
        read_path("data.npz:shop", plain);
        expect(shops, 4, CLR_TYPE_I32);
        read_path("data.npz", (input_options){.called = "labels", .column = "shop"});
        expect(shops, 4, CLR_TYPE_I32);
        read_path("data.npz", plain);
        expect_error_at_open("data.npz: holds 2 arrays, of which FILE:NAME reads one: price, shop");
        read_path("data.npz:sho", plain);
        expect_error_at_open("data.npz:sho: has no array \"sho\": it holds price, shop");
        read_path("data.npz:price", (input_options){.column = "price"});
        expect_error_at_open("--column is for CSV text, but this is read as npy");
    }
}

TEST(names_without_archives)
{
    write_text("plain", "1 2");
    read_path("plain:x", (input_options){.raw = false});
    expect_error_at_open("plain:x: what follows the last colon names an array of an .npz archive");
    read_path("none:x", (input_options){.raw = false});
    expect_error_at_open("none:x: cannot be opened");
    write_text("plain:x", "3 4");
    read_path("plain:x", (input_options){.type = CLR_TYPE_I32});
    expect((const int32_t[]){3, 4}, 2, CLR_TYPE_I32);
}

/* Text, of which a damaged byte may be anywhere: in the table, a header, the numbers. */
TEST(damaged_archives)
{
    const compress_file files[] = {{"a.txt", SOME_TEXT, sizeof SOME_TEXT - 1}, {NULL, NULL, 0}};
    packed file;

    for (int stored = 0; stored < 2 && compress_zip("zip", files, stored); stored++) {
        FILE *from = fopen("zip", "rb");

        assert_non_null(from);
        file.size = fread(file.data, 1, sizeof file.data, from);
        fclose(from);
        read_packed(&file, (input_options){.whole = INPUT_WHOLE_STAYS});
        assert_true(has_text());
        read_pipe(file.data, file.size, (input_options){.whole = INPUT_WHOLE_STAYS});
        expect_error_at_open("is a zip archive, which is read from files alone: '... | funzip | ");
        find_flipped_bits(file);
        find_cuts(file);
    }
}
