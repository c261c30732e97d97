/* SPDX-License-Identifier: Apache-2.0 */
/*
 * test_input_lines - the lines of a text: what ends them, comments, what stands in front of the
 * numbers and is no line of theirs, and a text as the matrix of its lines.
 */
#include "reading.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct lines {
    const char *text;
    input_options options;
    const char *words; /* of the error; NULL: it is read, as */
    uint64_t count;    /* i64 */
    int64_t x[7];
} lines;

/* From a file and from a pipe, which comes in pieces of other sizes. */
static void try_rows(const lines *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (int piped = 0; piped < 2; piped++) {
            if (piped)
                read_pipe(rows[i].text, strlen(rows[i].text), rows[i].options);
            else
                read_text(rows[i].text, rows[i].options);
            if (rows[i].words)
                expect_error(rows[i].words);
            else
                expect(rows[i].x, rows[i].count, CLR_TYPE_I64);
        }
}

#define TRY(rows) try_rows(rows, sizeof(rows) / sizeof *(rows))

/* ---- What ends a line ------------------------------------------------------------------------ */

TEST(returns_end_lines)
{
    static const lines rows[] = {
        {"# x\r1\r2\r", {0}, NULL, 2, {1, 2}},
        {"1\r2\n3\r\n4", {0}, NULL, 4, {1, 2, 3, 4}},
        {"1 # a\r2 # b\r\n3", {0}, NULL, 3, {1, 2, 3}},
        {"1\r\r\n\n2\n\r3\rx", {0}, "line 7, column 1: \"x\"", 0, {0}},
        {"1\r\n\r\nx", {0}, "line 3, column 1: \"x\"", 0, {0}},
        {"\nx", {0}, "line 2, column 1: \"x\"", 0, {0}},
        {"1 2\r3\r4 5 6\r", {.even_lines = true}, "line 2 has 1 field, but line 1 has 2", 0, {0}},
        {"1 2\r3 4\r", {.even_lines = true}, NULL, 4, {1, 2, 3, 4}},
        {"1,\r2,", {.delimiter = ','}, "line 1, column 3: the field is empty", 0, {0}},
        {"1;2\r3;4\r", {.delimiter = ';'}, NULL, 4, {1, 2, 3, 4}},
        {"a;b\r1;2\r3;4\r", {.column = "b"}, NULL, 2, {2, 4}},
        {"a;b,c\r1;2\r3;4\r", {.column = "a"}, NULL, 2, {1, 3}},
        {"a,b\r1,2\r\r\n3,x\r", {.column = "b"}, "line 4, column 2 (\"b\"): \"x\"", 0, {0}},
        {"a,b\r\n1,2\r\n3,x\r\n", {.column = "b"}, "line 3, column 2 (\"b\"): \"x\"", 0, {0}},
        {"a,b\n\"1\r2\",2\n3,x\n", {.column = "b"}, "line 4, column 2 (\"b\"): \"x\"", 0, {0}},
        {"a,b\r\"1\r\n\r2\",2\r3,4\r", {.column = "b"}, NULL, 2, {2, 4}},
    };

    TRY(rows);
}

/* ---- Comments -------------------------------------------------------------------------------- */

TEST(comments_begin_apart)
{
    static const lines rows[] = {
        {"#1\n 2\n\t#3\n4 # 5\n6\t#7", {0}, NULL, 3, {2, 4, 6}},
        {"1#2\n", {0}, "line 1, column 1: \"1#2\" is not a number", 0, {0}},
        {"1,2,#3\n", {0}, "line 1, column 5: \"#3\" is not a number", 0, {0}},
        {"1,2,3 # 4\n", {0}, NULL, 3, {1, 2, 3}},
        {"1|2 # 3|4\n5|#6", {.delimiter = '|'}, "line 2, column 3: \"#6\" is not a number", 0, {0}},
        {"1|2 # 3|4\n", {.delimiter = '|'}, NULL, 2, {1, 2}},
        {"1|2 #N/A\n", {.delimiter = '|'}, NULL, 2, {1, 2}},
        {"1 #N/A 2\n", {.missing = INPUT_MISSING_SKIPPED}, NULL, 2, {1, 2}},
        {"% 1\n2 % 3\n4\n", {.comment = '%'}, NULL, 2, {2, 4}},
        {"% 1\n2 # 3\n", {.comment = '%'}, "\"#\" is not a number", 0, {0}},
        {"; 1\n2 ; 3\n", {.comment = ';'}, NULL, 1, {2}},
        {"# c\na,b\n#\n1,2\n# 3,4,5\n6,7", {.column = "b", .comment = '#'}, NULL, 2, {2, 7}},
        {"# c\r\nb\r\n1\r\n# 3,\r\n2\r\n", {.column = "b", .comment = '#'}, NULL, 2, {1, 2}},
        {"# a;b;c\na,b\n1,2\n", {.column = "b", .comment = '#'}, NULL, 1, {2}},
        {"a,b\n\"\n# x\",2\n", {.column = "b", .comment = '#'}, NULL, 1, {2}},
        {"# c\n", {.column = "1", .comment = '#'}, "has no column \"1\"", 0, {0}},
        {"# c\na,b\n1,2\n",
         {.column = "b"},
         "its columns are \"# c\"; --comment '#' leaves out lines",
         0,
         {0}},
    };

    TRY(rows);
}

TEST(words_of_old_runtimes)
{
    static const char *const infinite[] = {"1.#INF", "-1.#INF", "1.#INF00", "-1.#INF0e+000"};
    static const char *const not_numbers[] = {"1.#IND",   "-1.#IND", "1.#QNAN",
                                              "-1.#QNAN", "1.#SNAN", "1.#QNAN00e+0"};
    static const char *const malformed[] = {"1.#", "1.#INFx", "2.#INF", "1.#inf", "1.#J", "#INF"};
    char text[64];

    for (clr_type type = CLR_TYPE_F16; type <= CLR_TYPE_F64 + 1; type++) {
        const clr_type asked = type <= CLR_TYPE_F64 ? type : CLR_TYPE_DEFAULT;
        for (size_t i = 0; i < sizeof infinite / sizeof *infinite; i++) {
            snprintf(text, sizeof text, "%s\n", infinite[i][0] == '-' ? "-inf" : "inf");
            read_text(text, (input_options){.type = asked});
            const outcome wanted = result;
            read_text(infinite[i], (input_options){.type = asked});
            expect(wanted.room, 1, wanted.type);
        }
    }
    for (size_t i = 0; i < sizeof not_numbers / sizeof *not_numbers; i++) {
        double x;

        read_text(not_numbers[i], (input_options){0});
        assert_int_equal(result.count, 1);
        memcpy(&x, result.room, sizeof x);
        assert_true(isnan(x));
    }
    for (size_t i = 0; i < sizeof malformed / sizeof *malformed; i++) {
        snprintf(text, sizeof text, "1 2 %s %s", malformed[i], i == 5 ? "" : "3");
        read_text(text, (input_options){.comment = '%'});
        expect_error("is not a number");
    }
    read_text("1.#INF", (input_options){.type = CLR_TYPE_I32});
    expect_error("\"1.#INF\" is not a whole number of type i32");
    read_text("1.#IND\n2\n", (input_options){.type = CLR_TYPE_F64});
    assert_int_equal(result.count, 2);
}

/* ---- In front of the numbers ----------------------------------------------------------------- */

TEST(heads_are_passed)
{
    static const lines rows[] = {
        {"x y\nz\n1 2\n", {.skip = 2}, NULL, 2, {1, 2}},
        {"x\ry\r\n1 2\n", {.skip = 2}, NULL, 2, {1, 2}},
        {"\xef\xbb\xbfx\r\n1 x\n", {.skip = 1}, "line 2, column 3: \"x\"", 0, {0}},
        {"x\n", {.skip = 1}, NULL, 0, {0}},
        {"x\ny", {.skip = 2}, NULL, 0, {0}},
        {"x\ny", {.skip = 3}, "has 2 lines, and --skip leaves out 3", 0, {0}},
        {"", {.skip = 1}, "has 0 lines, and --skip leaves out 1", 0, {0}},
        {"of 2020, by us\na,b\n1,2\n", {.column = "b", .skip = 1}, NULL, 1, {2}},
        {"# c\n\na,b\n1,x\n",
         {.column = "b", .skip = 2},
         "line 4, column 2 (\"b\"): \"x\"",
         0,
         {0}},
        {"a,b\n1,2\n", {.column = "b", .skip = 2}, "has no column \"b\"", 0, {0}},
        {"sep=;\na;b\n1;2\n", {.column = "b"}, NULL, 1, {2}},
        {"SEP=|\r\na|b,c\r\n1|2\r\n", {.column = "b,c"}, NULL, 1, {2}},
        {"sep=\ta", {.column = "sep=\ta"}, "no column named", 0, {0}},
        {"\xef\xbb\xbfsep=,\ra,b\r1,x\r", {.column = "b"}, "line 3, column 2 (\"b\")", 0, {0}},
        {"x\nsep=;\na;b\n1;2\n", {.column = "b", .skip = 1}, NULL, 1, {2}},
        {"sep=;\na,b\n1,2\n", {.column = "b", .delimiter = ','}, NULL, 1, {2}},
        {"sep=;\n1;2\n3;4;5", {0}, NULL, 5, {1, 2, 3, 4, 5}},
        {"sep=,\n1,2\n", {0}, NULL, 2, {1, 2}},
        {"sep=,\n1;2\n", {0}, "\"1;2\" is not a number", 0, {0}},
        {"sep=;", {0}, NULL, 0, {0}},
        {"sep=5\n", {0}, "line 1, column 1: \"sep=5\" is not a number", 0, {0}},
        {"sep=,\na\n", {.column = "a", .decimal_comma = true}, "its first line says", 0, {0}},
    };

    TRY(rows);
}

TEST(long_lines_are_skipped)
{
    static char text[3000000];

    memset(text, 'x', sizeof text - 1);
    memcpy(text + sizeof text - 6, "\r\n3 4", 5);
    read_text(text, (input_options){.skip = 1});
    expect((const int64_t[]){3, 4}, 2, CLR_TYPE_I64);
}

/* ---- A matrix of lines ----------------------------------------------------------------------- */

static void expect_matrix(const char *text, uint64_t lines_there, uint64_t fields)
{
    const input_options options = {.is_matrix = true, .even_lines = true};
    const char *path = "matrix.txt";
    int64_t room[16];
    input_shape shape;
    input *in;

    write_text(path, text);
    in = input_open(&path, 1, &options);
    assert_non_null(in);
    while (input_read(in, room, 3) > 0)
        ;
    assert_null(input_error(in));
    assert_true(input_array(in, &shape));
    assert_int_equal(shape.rank, 2);
    assert_int_equal(shape.extents[0], lines_there);
    assert_int_equal(shape.extents[1], fields);
    assert_false(shape.is_fortran);
    input_close(in);
}

TEST(text_is_a_matrix)
{
    const input_options matrix = {.is_matrix = true, .even_lines = true};
    static const char *const both[] = {"a.txt", "b.txt"};
    input *in;

    expect_matrix("3 4\n1 2\n", 2, 2);
    expect_matrix("\n1 2 3 # 4\r\r\n4 5 6", 2, 3);
    expect_matrix("1 2 3", 1, 3);
    expect_matrix("1\n2\n3\n", 3, 1);
    expect_matrix("1.5;2\n3;4", 2, 2);
    read_text("1 2\n3\n", matrix);
    expect_error("line 2 has 1 field, but line 1 has 2");
    read_text("# no line\n", matrix);
    expect_error("has no numbers, and the matrix that --axis reduces is of lines of them");
    write_text("a.txt", "1 2\n");
    write_text("b.txt", "3 4\n");
    in = input_open(both, 2, &matrix);
    assert_string_equal(input_flattened(in), "a.txt");
    input_close(in);
}
