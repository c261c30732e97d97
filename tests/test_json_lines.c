/* SPDX-License-Identifier: Apache-2.0 */
/*
 * test_json_lines - members of JSON lines as columns: names, nested members, what is missing,
 * digits that are kept, and the sentence for what is no JSON. Tables of them are in
 * docs/errands.md.
 */
#include "reading.h"

#include <stdio.h>
#include <string.h>

static void read_lines(const char *text, const char *column)
{
    const input_options options = {
        .column = column, .missing = INPUT_MISSING_SKIPPED, .whole = INPUT_WHOLE_STAYS};
    static outcome of_file;

    read_text(text, options);
    of_file = result;
    read_pipe(text, strlen(text), options);
    assert_int_equal(result.error[0] == '\0', of_file.error[0] == '\0');
    assert_int_equal(result.count, of_file.count);
    assert_memory_equal(result.room, of_file.room, of_file.count * of_file.element_size);
}

TEST(members)
{
    static const char text[] =
        "{\"a\": 1, \"b\": {\"a\": 10, \"c\": {\"d\": 100}}, \"l\": [{\"a\": 7}, \"}\"]}\r\n"
        "\n"
        " {\"b\":{\"c\":{\"d\":200},\"a\":20},\"a\":2 }\n"
        "{\"a\":null,\"new\":5}\n{}\n"
        "{\"\\u0061\":3,\"s\":\"a\\\"b,{\\n\"}";

    read_lines(text, "a");
    expect((const int64_t[]){1, 2, 3}, 3, CLR_TYPE_I64);
    assert_string_equal(result.format, "csv");
    read_lines(text, "b.a");
    expect((const int64_t[]){10, 20}, 2, CLR_TYPE_I64);
    read_lines(text, "b.c.d");
    expect((const int64_t[]){100, 200}, 2, CLR_TYPE_I64);
    read_lines(text, "new");
    expect((const int64_t[]){5}, 1, CLR_TYPE_I64);
    read_lines(text, "l");
    expect_error(
        "has no column named \"l\"; its columns are \"a\", \"b.a\", \"b.c.d\", \"new\", \"s\"");
}

/* Not by way of jansson's numbers: 64 bits, and decimals that are rounded once. */
TEST(digits_are_kept)
{
    read_lines("{\"x\":18446744073709551615}\n{\"x\":1}\n", "x");
    expect((const uint64_t[]){UINT64_MAX, 1}, 2, CLR_TYPE_U64);
    read_text("{\"x\":1.000000059604644775390625000001}\n",
              (input_options){.column = "x", .type = CLR_TYPE_F32});
    expect((const float[]){0x1.000002p0f}, 1, CLR_TYPE_F32);
}

/* jansson passes one behind a word, and what is read by quotes then went on beyond the line. */
TEST(nul_bytes_are_refused)
{
    static const char text[] = "{\"b\":1}\n{\"b\":null\0}\n{\"b\":2}";

    read_pipe(text, sizeof text - 1, (input_options){.column = "b"});
    expect_error("line 2: has a NUL byte, which JSON has nowhere");
}

TEST(lines_are_told)
{
    read_text("{\"x\":1}\n\n{\"x\":\"y\"}\n", (input_options){.column = "x"});
    expect_error("data.txt: line 3, column 1 (\"x\"): \"y\" is not a number");
    read_text("{\"x\":1}\n{\"x\":null}\n", (input_options){.column = "x"});
    expect_error("line 2, column 1 (\"x\"): the field is empty: --missing skip");
    read_lines("{\"x\":1}\n{\"x\":}\n", "x");
    expect_error("line 2: is no JSON object, which each line is to be: unexpected token near '}'");
    read_lines("{\"x\":1}\n[1]\n", "x");
    expect_error("line 2: is no JSON object, which each line is to be");
    read_lines("{\"x\":1}{\"x\":2}\n", "x");
    expect_error("line 1: is no JSON object, which each line is to be: end of file expected");
    read_lines("{\"x\":1}\n{\"x\":\"\\u0000\"}\n", "x");
    expect_error("line 2: is no JSON object");
}

TEST(options_are_checked)
{
    const char *text = "{\"x\":1}\n";

    read_text(text, (input_options){.type = CLR_TYPE_F64});
    expect_error_at_open("is JSON lines: --column NAME says which member is read");
    read_text(text, (input_options){.column = "x", .decimal_comma = true});
    expect_error_at_open("is JSON lines, and --decimal is for other text");
    read_text(text, (input_options){.column = "1"});
    expect_error("is JSON lines, whose columns have names and no numbers");
    read_text("[ {\"x\":1}]", (input_options){.column = "x"});
    expect_error_at_open("is a JSON array: 'jq -c .[] data.txt | clreduce ... -' reads");
}

/* Columns are found in the first MiB, and lines cross every buffer's end. */
TEST(long_files)
{
    enum { LINES = 100000 };
    FILE *out = fopen("long", "w");
    const char *path = "long";
    const input_options options = {.column = "n.x", .missing = INPUT_MISSING_SKIPPED};
    double sum = 0, numbers[1000];
    uint64_t count = 0, got;
    input *in;

    for (int i = 0; i < LINES; i++)
        fprintf(out, "{\"name\":\"%0*d\",\"n\":{\"y\":0,\"x\":%d.5}}\n", i % 37, i, i);
    fclose(out);
    in = input_open(&path, 1, &options);
    for (; (got = input_read(in, numbers, 1000)) > 0; count += got)
        for (uint64_t i = 0; i < got; i++)
            sum += numbers[i];
    assert_null(input_error(in));
    assert_int_equal(count, LINES);
    assert_true(sum == LINES / 2.0 * LINES);
    input_close(in);
}
