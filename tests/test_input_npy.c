/* SPDX-License-Identifier: Apache-2.0 */
/*
 * test_input_npy - .npy files as the command reads them: versions, types, shapes, all of Python's
 * ways to write the header that NumPy takes, and the sentence for everything that is wrong.
 */
#include "reading.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

TEST(npy_versions)
{
    static const float x[] = {1.5F, -2.5F, 3.25F};

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
TEST(npy_types)
{
    static const struct {
        const char *letters;
        clr_type type;
    } rows[] = {{"i1", CLR_TYPE_I8},  {"i2", CLR_TYPE_I16}, {"i4", CLR_TYPE_I32},
                {"i8", CLR_TYPE_I64}, {"u1", CLR_TYPE_U8},  {"u2", CLR_TYPE_U16},
                {"u4", CLR_TYPE_U32}, {"u8", CLR_TYPE_U64}, {"f2", CLR_TYPE_F16},
                {"f4", CLR_TYPE_F32}, {"f8", CLR_TYPE_F64}};
    const uint16_t one = 1;
    const bool is_little = *(const char *)&one == 1;

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

/* Any byte but 0 is true, in either order. */
TEST(npy_truths)
{
    static const char stored[] = {0, 2, 1, (char)255, (char)128, 0};
    static const char truths[] = {0, 1, 1, 1, 1, 0}, turned[] = {0, 1, 1, 1, 1, 0};

    for (const char *names = "|b1\0<b1\0?\0bool\0bool_\0"; *names; names += strlen(names) + 1) {
        read_npy(make_array(names, "(6,)", stored, 6), (input_options){0});
        expect(truths, 6, CLR_TYPE_U8);
    }
    read_npy(make_npy(1, "{'descr': '|b1', 'fortran_order': True, 'shape': (2, 3)}", stored, 6),
             (input_options){0});
    expect(turned, 6, CLR_TYPE_U8);
    read_npy(make_array("|u1", "(6,)", stored, 6), (input_options){0});
    expect(stored, 6, CLR_TYPE_U8);
}

TEST(npy_bfloat16)
{
    static const uint16_t x[] = {0x3f80, 0xc000};

    read_npy(make_array("<V2", "(2,)", x, sizeof x), (input_options){.type = CLR_TYPE_BF16});
    expect(x, 2, CLR_TYPE_BF16);
    read_npy(make_array("<V2", "(2,)", x, sizeof x), (input_options){0});
    expect_error_at_open("-t bf16");
    read_npy(make_array("<f2", "(2,)", x, sizeof x), (input_options){.type = CLR_TYPE_BF16});
    expect_error_at_open("data.npy: the header says f16, but -t says bf16");
}

TEST(npy_shapes)
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

    for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
        read_npy(make_array("|u1", rows[row].shape, x, rows[row].count), (input_options){0});
        expect(x, rows[row].count, CLR_TYPE_U8);
        assert_int_equal(result.told_count, rows[row].count);
    }
}

/* Elements come in the order of their indices, wherever they lie; as they lie if that is asked for.
 */
TEST(npy_fortran_order)
{
    static const struct {
        const char *shape;
        uint8_t stored[12];
    } rows[] = {{"(12,)", {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}},
                {"(1, 12, 1)", {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}},
                {"(3, 4)", {0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11}},
                {"(12, 1)", {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}},
                {"(2, 1, 3, 2)", {0, 6, 2, 8, 4, 10, 1, 7, 3, 9, 5, 11}}};
    uint16_t wanted[12], stored[12];

    for (uint16_t i = 0; i < 12; i++)
        wanted[i] = i;
    for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
        char dictionary[200];
        bytes file;

        for (size_t i = 0; i < 12; i++)
            stored[i] = (uint16_t)(rows[row].stored[i] << 8); /* in the other byte order */
        snprintf(dictionary, sizeof dictionary,
                 "{'descr': '>u2', 'fortran_order': True, 'shape': %s}", rows[row].shape);
        file = make_npy(1, dictionary, stored, sizeof stored);
        read_npy(file, (input_options){0});
        expect(wanted, 12, CLR_TYPE_U16);
        read_pipe(file.data, file.size, (input_options){0});
        expect(wanted, 12, CLR_TYPE_U16);
        read_npy(file, (input_options){.has_count = true, .count = 7});
        expect(wanted, 7, CLR_TYPE_U16);
        read_pieces((const char *const[]){"data.npy", "data.npy"}, 2, &(input_options){0}, 5);
        assert_int_equal(result.count, 24);
        assert_memory_equal(result.room, wanted, sizeof wanted);
        assert_memory_equal(result.room + sizeof wanted, wanted, sizeof wanted);
        for (size_t i = 0; i < 12; i++)
            stored[i] = rows[row].stored[i];
        read_npy(file, (input_options){.as_stored = true});
        expect(stored, 12, CLR_TYPE_U16);
    }
    read_npy(make_npy(1, "{'descr': '<u2', 'fortran_order': True, 'shape': (3, 4)}", stored, 22),
             (input_options){0});
    expect_error_at_open("the file is truncated");
}

/* All that NumPy 2.4.6 reads, of two elements, but for types that cannot be reduced. */
TEST(npy_dictionaries_that_are_read)
{
    static const char *const rows[] = {
        "{'descr': '<u2', 'fortran_order': True, 'shape': (2,)}",
        "{\"shape\":(2,),\"fortran_order\":False,\"descr\":\"<u2\"}\n",
        "  {  'fortran_order' : False ,\n 'descr'\t: '<u2', 'shape': (2,) , }   \n",
        "{u'descr': u'<u2', U'fortran_order': True, u'shape': (2,)}",
        "{r'descr': R'<u2', 'fortran_order': True, 'shape': (2,)}",
        "{'descr': 'u2', 'fortran_order': True, 'shape': (2,)}",
        "{'descr': 'H', 'fortran_order': True, 'shape': (2,)}",
        "{'descr': 'uint16', 'fortran_order': True, 'shape': (2,)}",
        "{'des' 'cr': '<' \"u\"\n'2', 'fortran_order': True, 'shape': (2,)}",
        "{'''descr''': \"\"\"<u2\"\"\", 'fortran_order': True, 'shape': (2,)}",
        "{'d\\x65scr': '\\74u2', 'fortran_order': True, 'shape': (2,)}",
        "{ # 'descr': '<u4'\n'descr': '<u2', # it's\n'fortran_order': True, 'shape': (2,)} # }",
        "\n# comment\n{'descr': '<u2', 'fortran_order': True, 'shape': (2,)}",
        "({'descr': ('<u2'), 'fortran_order': (True), 'shape': ((2),)})",
        "{'descr': '<u2', 'fortran_order': True, 'shape': (0x2,)}",
        "{'descr': '<u2', 'fortran_order': True, 'shape': (0b1_0,)}",
        "{'descr': '<u2', 'fortran_order': True, 'shape': (0O_2, +1)}",
        "{'descr': '<u2', 'fortran_order': True, 'shape': (0x0_2, 1,\\\n)}",
        "{'descr': '<u2', 'fortran_order': True, 'shape': (2 L,\f)}",
    };
    static const uint16_t x[] = {7, 65535};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        read_npy(make_npy(1, rows[i], x, sizeof x), (input_options){0});
        expect(x, 2, CLR_TYPE_U16);
    }
}

TEST(npy_shapes_with_underscores)
{
    static const uint8_t x[1000] = {1};

    read_npy(make_array("|u1", "(1_0, 0x_6_4)", x, 1000), (input_options){0});
    expect(x, 1000, CLR_TYPE_U8);
    read_npy(make_array("|u1", "(00, 0_0)", x, 0), (input_options){0});
    expect(x, 0, CLR_TYPE_U8);
}

/* Names of types that NumPy has beside the letters that it writes. */
TEST(npy_names_of_types)
{
    static const struct {
        const char *names;
        clr_type type;
    } rows[] = {
        {"? <? bool bool_ b1 B |B u1 uint8 ubyte", CLR_TYPE_U8},
        {"b |b i1 int8 byte", CLR_TYPE_I8},
        {"h i2 =h int16 short", CLR_TYPE_I16},
        {"H u2 uint16 ushort", CLR_TYPE_U16},
        {"i i4 int32 intc", CLR_TYPE_I32},
        {"I u4 uint32 uintc", CLR_TYPE_U32},
        {"q i8 int64 longlong", CLR_TYPE_I64},
        {"Q u8 uint64 ulonglong", CLR_TYPE_U64},
        {"e f2 float16 half", CLR_TYPE_F16},
        {"f f4 float32 single", CLR_TYPE_F32},
        {"d f8 float64 double float", CLR_TYPE_F64},
    };
    static const double x[] = {1, 2};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char names[64];

        strcpy(names, rows[i].names);
        for (char *name = strtok(names, " "); name; name = strtok(NULL, " ")) {
            read_npy(make_array(name, "(2,)", x, 2 * clr_type_size(rows[i].type)),
                     (input_options){0});
            expect(x, 2, rows[i].type);
        }
    }
    read_npy(make_array("V2", "(2,)", x, 4), (input_options){.type = CLR_TYPE_BF16});
    expect(x, 2, CLR_TYPE_BF16);
}

#define WITH_SHAPE(shape) "{'descr': '<u2', 'fortran_order': True, 'shape': " shape "}"
#define WITH_DESCR(descr) "{'descr': " descr ", 'fortran_order': True, 'shape': (2,)}"

/* What NumPy does not read, and what cannot be reduced. */
TEST(npy_dictionaries_that_are_refused)
{
    static const struct {
        const char *dictionary;
        const char *words;
    } rows[] = {
        {"", "a value expected"},
        {"[]", "'{' expected"},
        {"\n  " WITH_DESCR("'<u2'"), "a line without blanks in front expected"},
        {"{'descr': '<u2', 'fortran_order': True, 'shape': (2,)", "',' or '}' expected"},
        {"{'descr': '<u2' 'fortran_order': True, 'shape': (2,)}", "',' or '}' expected"},
        {"{'descr': '<u2', 'fortran_order': Maybe, 'shape': (2,)}", "a value expected"},
        {"{'descr': '<u2', 'fortran_order': Truer, 'shape': (2,)}", "a value expected"},
        {"{'descr': '<u2', 'fortran_order': None, 'shape': (2,)}", "True or False expected"},
        {"{'descr': '<u2', 'fortran_order': 1, 'shape': (2,)}", "True or False expected"},
        {WITH_SHAPE("(2)"), "a tuple, as in (3,), expected"},
        {WITH_SHAPE("2"), "a tuple, as in (3,), expected"},
        {WITH_SHAPE("[2]"), "a tuple, as in (3,), expected"},
        {WITH_SHAPE("(2 3)"), "malformed at its byte"},
        {WITH_SHAPE("(2,,)"), "malformed at its byte"},
        {WITH_SHAPE("(-2,)"), "a dimension expected"},
        {WITH_SHAPE("(True,)"), "a dimension expected"},
        {WITH_SHAPE("('2',)"), "a dimension expected"},
        {WITH_SHAPE("((2,),)"), "a dimension expected"},
        {WITH_SHAPE("(010,)"), "an integer without zeros in front expected, not \"010,)}\""},
        {WITH_SHAPE("(2.0,)"), "an integer expected"},
        {WITH_SHAPE("(2e0,)"), "an integer expected"},
        {WITH_SHAPE("(2j,)"), "an integer expected"},
        {WITH_SHAPE("(2l,)"), "an integer expected"},
        {WITH_SHAPE("(2_,)"), "an integer expected"},
        {WITH_SHAPE("(2__0,)"), "an integer expected"},
        {WITH_SHAPE("(0x,)"), "an integer expected"},
        {WITH_SHAPE("(0x2g,)"), "an integer expected"},
        {WITH_SHAPE("(0b2,)"), "an integer expected"},
        {WITH_SHAPE("(--2,)"), "a value expected"},
        {WITH_SHAPE("(1+1,)"), "',' or ')' expected"},
        {WITH_SHAPE("(2,)} x"), "the end expected"},
        {WITH_SHAPE("(2,)}\\\n"), "the end expected"},
        {WITH_SHAPE("(2,), 'more': 1"), "a key \"more\""},
        {"{'descr': '<u2', 'descr': '<u2', 'shape': (2,)}", "\"descr\" twice"},
        {"{'descr': '<u2', 'shape': (2,)}", "lacks the key \"fortran_order\""},
        {"{}", "lacks the key \"descr\""},
        {"{1: 2}", "a string expected"},
        {"{'descr'}", "':' expected"},
        {"{'descr': '<u2, 'shape': (2,)}", "',' or '}' expected"},
        {"{'descr': '<u2", "a string that ends expected"},
        {"{'descr': '<u2\n', 'shape': (2,)}", "a string that ends expected"},
        {"{'des\\u0063r': '<u2', 'shape': (2,)}", "a character that is written otherwise"},
        {"{'des\\x6': '<u2', 'shape': (2,)}", "a character that is written otherwise"},
        {"{b'descr': '<u2', 'shape': (2,)}", "a value expected"},
        {WITH_DESCR("2"), "a string expected"},
        {WITH_DESCR("[('x', '<u2')]"), "structures"},
        {WITH_DESCR("('<u2', (1,))"), "structures"},
        {WITH_DESCR("'<c8'"), "dtype \"<c8\""},
        {WITH_DESCR("'|O'"), "arr.astype(\"f4\")"},
        {WITH_DESCR("'<U12'"), "dtype \"<U12\""},
        {WITH_DESCR("'xu2'"), "dtype \"xu2\""},
        {WITH_DESCR("'<u3'"), "dtype \"<u3\""},
        {WITH_DESCR("'<uint16'"), "dtype \"<uint16\""},
        {WITH_DESCR("'<u2\\0'"), "dtype \"<u2?\""},
        {WITH_DESCR("' <u2'"), "dtype \" <u2\""},
        {WITH_DESCR("''"), "dtype \"\""},
        {WITH_DESCR("'<'"), "dtype \"<\""},
        {WITH_DESCR("'l'"), "dtype \"l\" have 4 bytes or 8"},
        {WITH_DESCR("'int'"), "dtype \"int\" have 4 bytes or 8"},
    };
    static const uint16_t x[] = {7, 65535};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        read_npy(make_npy(1, rows[i].dictionary, x, sizeof x), (input_options){0});
        expect_error_at_open("data.npy: ");
        expect_error_at_open(rows[i].words);
    }
    read_npy(make_npy(3, WITH_SHAPE("(2L,)"), x, sizeof x), (input_options){0});
    expect_error_at_open("without L, which version 3 has not");
    read_npy(make_npy(2, WITH_SHAPE("(2L,)"), x, sizeof x), (input_options){0});
    expect(x, 2, CLR_TYPE_U16);
}

/* Brackets by the thousand are no way to this process's end. */
TEST(npy_brackets_without_end)
{
    char dictionary[4000];

    for (const char *bracket = "([{-"; *bracket; bracket++) {
        memset(dictionary, *bracket, sizeof dictionary - 1);
        dictionary[sizeof dictionary - 1] = '\0';
        read_npy(make_npy(1, dictionary, NULL, 0), (input_options){0});
        expect_error_at_open(*bracket == '-' ? "a value expected"
                                             : "fewer brackets within brackets expected");
    }
}

TEST(npy_sizes_that_lie)
{
    static const float x[11] = {1};

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

TEST(npy_pipes_that_lie)
{
    static const float x[11] = {1};
    bytes file = make_array("<f4", "(10,)", x, 38);

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

TEST(npy_headers_cut_short)
{
    static const float x[2] = {1, 2};
    bytes file = make_array("<f4", "(2,)", x, sizeof x);
    size_t data_start = file.size - sizeof x;

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

/* ---- Structures --------------------------------------------------------------------------- */

/* Three of them, without gaps: a price in big-endian order, a name, a place, a count and padding.
 */
#define FIELDS                                                                                     \
    "{'descr': [('price', '>f8'), (('title', 'name'), '<U2'), ('at', [('x', '<i2'), ('y', '|u1', " \
    "(2,))]), ('n', '<i4'), ('', '|V3')], 'fortran_order': False, 'shape': (3,), }\n"

enum { STRUCT_SIZE = 8 + 8 + 4 + 4 + 3 };

static bytes make_structs(void)
{
    char data[3 * STRUCT_SIZE] = {0};

    for (int i = 0; i < 3; i++) {
        char *at = data + i * STRUCT_SIZE;
        const uint16_t high = 0x3ff0; /* 1.0 */

        at[0] = (char)(high >> 8);
        at[1] = (char)((high & 0xff) + i * 4); /* 1, 1.25, 1.5 */
        at[16] = (char)(10 + i);
        at[20] = (char)(100 + i);
    }
    return make_npy(1, FIELDS, data, sizeof data);
}

TEST(fields_of_structures)
{
    const input_options plain = {0};
    bytes file = make_structs();

    write_file("data.npy", file.data, file.size);
    read_path("data.npy:price", plain);
    expect((const double[]){1, 1.25, 1.5}, 3, CLR_TYPE_F64);
    assert_int_equal(result.told_count, 3);
    read_path("data.npy:n", plain);
    expect((const int32_t[]){100, 101, 102}, 3, CLR_TYPE_I32);
    read_path("data.npy:at.x", plain);
    expect((const int16_t[]){10, 11, 12}, 3, CLR_TYPE_I16);
    read_path("data.npy", (input_options){.called = "labels", .column = "n"});
    expect((const int32_t[]){100, 101, 102}, 3, CLR_TYPE_I32);
    read_path("data.npy:n", (input_options){.has_count = true, .count = 2});
    expect((const int32_t[]){100, 101}, 2, CLR_TYPE_I32);
    write_file("data.npy", file.data, file.size - 1);
    read_path("data.npy:n", plain);
    expect_error_at_open("(81 bytes) but 80 bytes follow: the file is truncated");
}

TEST(fields_that_are_none)
{
    const input_options plain = {0};
    bytes file = make_structs();

    write_file("data.npy", file.data, file.size);
    read_path("data.npy", plain);
    expect_error_at_open(
        "the elements are structures, of which FILE:NAME reads one field: \"price\", "
        "\"name\", \"at\", \"n\"");
    read_path("data.npy:m", plain);
    expect_error_at_open("has no field \"m\": its fields are \"price\", ");
    read_path("data.npy:at", plain);
    expect_error_at_open("field \"at\" is an array or a structure itself");
    read_path("data.npy:at.y", plain);
    expect_error_at_open("field \"at.y\" is an array or a structure itself");
    read_path("data.npy:name", plain);
    expect_error_at_open("elements of dtype \"<U2\" cannot be reduced");
    file = make_npy(
        1, "{'descr': [('a', '<f4'), ('b', '|O')], 'fortran_order': False, 'shape': (0,)}\n", NULL,
        0);
    write_file("data.npy", file.data, file.size);
    read_path("data.npy:a", plain);
    expect_error_at_open("have a field whose size is not known");
    file = make_array("<f4", "(0,)", NULL, 0);
    write_file("data.npy", file.data, file.size);
    read_path("data.npy:a", plain);
    expect_error_at_open("has no fields, of which FILE:NAME reads one");
}
