/* SPDX-License-Identifier: Apache-2.0 */
/*
 * test_input_text - numbers as text and CSV, as the command reads them: every type, separators and
 * comments, and the sentence with line and column for what is no number.
 */
#include "reading.h"

#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

/* ---- Text --------------------------------------------------------------------------------- */

TEST(text_separators)
{
    static const double x[] = {1, 2, 3, 4, 5, 6, 7};
    const input_options reals = {.whole = INPUT_WHOLE_NEVER};
    const char *text = "# a comment, 99\n\n 1 2\t3 \t4  5\r\n6 # 98 \n#\n  \v\f 7";

    read_text(text, reals);
    expect_doubles(x, 7);
    assert_string_equal(result.format, "text");
    assert_int_equal(result.told_count, INPUT_COUNT_UNKNOWN);
    read_pipe(text, strlen(text), reals);
    expect_doubles(x, 7);
    read_text("1,2 , 3\n4,\t5,6\n", reals);
    expect_doubles(x, 6);
    read_text("1;2\n3 ;4\r\n\n5;6 # 1;2\n7", reals);
    expect_doubles(x, 7);
    read_text("\xef\xbb\xbf"
              "1 2",
              reals);
    expect_doubles(x, 2);
    read_text("1 2 #", reals);
    expect_doubles(x, 2);
    read_text("", reals);
    expect_doubles(x, 0);
    read_text("# nothing\n", reals);
    expect_doubles(x, 0);
}

TEST(text_doubles)
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
TEST(text_narrow_floats)
{
    static const uint16_t f16[] = {0x3c00, 0x3c00, 0x3c01, 0x3c02, 0x7bff, 0x0000, 0x0001,
                                   0x0400, 0xfbff, 0x7c00, 0x8000, 0x2e66, 0x3c01};
    static const uint16_t bf16[] = {0x3f80, 0x3f80, 0x3f81, 0x3f82, 0x7f7f, 0x0001, 0xff80, 0x3f81};
    static const float f32[] = {
        1.0F, 1.0F, 0x1.000002p0F, 0x1.99999ap-4F, 0x1.fffffep127F, 0x1.517d08p+16F};

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

TEST(text_integers)
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

TEST(text_bad_numbers)
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
        {"1,2\n# c\n\n  foo", CLR_TYPE_F64, "data.txt: line 4, column 3: \"foo\""},
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
        {"-", CLR_TYPE_I8, "\"-\" is no number: --missing"},
        {"1 . 2", CLR_TYPE_F64, "\".\" is no number: --missing"},
        {"1e", CLR_TYPE_F64, "\"1e\" is not a number"},
        {"0x", CLR_TYPE_F64, "\"0x\" is not a number"},
        {"1.2.3", CLR_TYPE_F64, "\"1.2.3\" is not a number"},
        {"--1", CLR_TYPE_F64, "\"--1\" is not a number"},
        {"1'000", CLR_TYPE_F64, "\"1'000\" is not a number"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        read_text(rows[i].text, (input_options){.text = true, .type = rows[i].type});
        expect_error(rows[i].words);
    }
}

TEST(text_header_line)
{
    read_text("# units\n\ntime value\n1 2\n", (input_options){0});
    expect_error("line 3, column 1: \"time\"");
    expect_error("header line");
    expect_error("--column NAME");
    read_text("1 2\ntime value\n", (input_options){0});
    expect_error("line 2, column 1: \"time\"");
    assert_null(strstr(result.error, "header line"));
}

TEST(text_that_is_binary)
{
    static const float x[] = {1, 2, 3};

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
TEST(text_long_line)
{
    enum { COUNT = 400000, PIECE = 777 };
    const char *path = "long.txt";
    FILE *file = fopen(path, "wb");
    double x[PIECE];
    uint64_t done = 0, got;
    input *in;

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

TEST(text_long_tokens)
{
    static char text[3000000];

    memset(text, '0', sizeof text - 1);
    memcpy(text + 4096, " 1", 3);
    read_text(text, (input_options){.type = CLR_TYPE_F64});
    expect_doubles((const double[]){0, 1}, 2);
    memset(text, '0', sizeof text - 1);
    read_text(text, (input_options){.type = CLR_TYPE_F64});
    expect_error("data.txt: line 1, column 1: \"00");
    expect_error("longer than any number");
    memset(text, ' ', sizeof text - 1); /* and as long a separator and comment as one likes */
    memcpy(text + sizeof text - 4, "3 4", 4);
    read_text(text, (input_options){.type = CLR_TYPE_F64});
    expect_doubles((const double[]){3, 4}, 2);
    memset(text, ' ', sizeof text - 1);
    memcpy(text + (1 << 20) - 3, "123456", 6); /* across the end of the buffer */
    read_text(text, (input_options){.type = CLR_TYPE_F64});
    expect_doubles((const double[]){123456}, 1);
    memset(text, ' ', sizeof text - 1);
    text[0] = '#';
    memcpy(text + sizeof text - 5, "\n3 4", 5);
    read_text(text, (input_options){.type = CLR_TYPE_F64});
    expect_doubles((const double[]){3, 4}, 2);
}

TEST(text_in_any_locale)
{
    static const double x[] = {1.5, 0.1000000000000000055511151231257827};

    if (!setlocale(LC_ALL, "de_DE.UTF-8") && !setlocale(LC_ALL, "fr_FR.UTF-8"))
        skip();
    read_text("1.5 0.1000000000000000055511151231257827", (input_options){0});
    setlocale(LC_ALL, "C");
    expect_doubles(x, 2);
}

/* ---- CSV ---------------------------------------------------------------------------------- */

static void read_column(const char *text, const char *column)
{
    read_text(text, (input_options){.column = column, .type = CLR_TYPE_F64});
}

TEST(csv_columns)
{
    static const struct {
        const char *text, *column;
        uint64_t count; /* the values are 1, 2, ... */
    } rows[] = {
        {"a,b,c\n9,1,9\n9,2,9\n", "b", 2},
        {"9,1,9\n9,2,9", "2", 2},
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
    };
    static const double x[] = {1, 2, 3, 4};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        read_column(rows[i].text, rows[i].column);
        expect_doubles(x, rows[i].count);
        assert_string_equal(result.format, "csv");
        read_pipe(rows[i].text, strlen(rows[i].text),
                  (input_options){.column = rows[i].column, .type = CLR_TYPE_F64});
        expect_doubles(x, rows[i].count);
    }
    read_text("a,b\n1,2\n", (input_options){.column = "b", .text = true, .type = CLR_TYPE_U16});
    expect((const uint16_t[]){2}, 1, CLR_TYPE_U16);
}

TEST(csv_errors)
{
    static const struct {
        const char *text, *column, *words;
    } rows[] = {
        {"time,price\n1,2\n", "prize",
         "no column named \"prize\"; its columns are \"time\", \"price\""},
        {"a,a\n1,2\n", "a", "columns 1 and 2 are both named \"a\""},
        {"a,b\n1,2\n3\n", "b", "line 3 has 1 field, but the header on line 1 has 2"},
        {"1,2\n3\n", "2", "line 2 has 1 field, but the first row on line 1 has 2"},
        {"1,2\n", "3", "line 1, column 3: the line ends after column 2"},
        {"a,b\n1,\n", "b", "line 2, column 2 (\"b\"): the field is empty"},
        {"a,b\n1,\"  \"\n", "b", "line 2, column 2 (\"b\"): the field is empty"},
        {"a,b\n\n1,2\n1,two\n", "b", "line 4, column 2 (\"b\"): \"two\" is not a number"},
        {"1,2\n1,two", "2", "line 2, column 2: \"two\" is not a number"},
        {"1e999,2\n", "1", "line 1, column 1: \"1e999\" does not fit the type f64"},
        {"a,b\n1,\"2\n", "b", "ends within a quoted field: a quote is not closed"},
        {"a,b\n1,2\"3\n", "b", "line 2: a quote is out of place"},
        {"1,2\n", "0", "columns count from 1"},
        {"", "price", "has no column \"price\": it is empty"},
        {"", "1", "has no column \"1\": it is empty"},
        {"\n\r\n\r", "b", "has no column \"b\": it has no lines but comments and blank ones"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        read_column(rows[i].text, rows[i].column);
        expect_error("data.txt: ");
        expect_error(rows[i].words);
    }
    write_file("data.txt", "a,b\n1,\0", 7);
    read_path("data.txt", (input_options){.column = "a"});
    expect_error("is not text");
}

TEST(csv_open_quote)
{
    static char text[3000000];

    memset(text, 'x', sizeof text - 1);
    memcpy(text, "a,b\n\"", 5);
    read_column(text, "b");
    expect_error("line 2: a field is longer than 1048576 bytes");
}

TEST(csv_many_names)
{
    char text[4096] = "";
    size_t size = 0;

    for (int i = 0; i < 200; i++)
        size += (size_t)snprintf(text + size, sizeof text - size, "column%d,", i);
    read_column(text, "other");
    expect_error("\"column0\", \"column1\", ");
    expect_error(", ...");
    assert_true(strlen(result.error) < 700);
}
