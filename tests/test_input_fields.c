/* SPDX-License-Identifier: Apache-2.0 */
/*
 * test_input_fields - the structure of numbers in text: empty fields, missing values, what
 * separates, lines and rows of different lengths, and what a field may be that is no number.
 */
#include "reading.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define NONE -77 /* stands for a NaN */

typedef struct reading {
    const char *text;
    input_options options;
    const char *words; /* of the error; NULL: it is read, as */
    uint64_t count;    /* doubles */
    double x[9];
} reading;

static void expect_row(const reading *row)
{
    if (row->words) {
        expect_error(row->words);
        return;
    }
    if (*result.error || result.count != row->count)
        fail_msg("%s: %d elements, \"%s\"", row->text, (int)result.count, result.error);
    assert_int_equal(result.type, CLR_TYPE_F64);
    for (uint64_t i = 0; i < row->count; i++) {
        double x;

        memcpy(&x, result.room + i * sizeof x, sizeof x);
        if (row->x[i] == NONE ? !isnan(x) : x != row->x[i])
            fail_msg("%s: element %d is %g", row->text, (int)i, x);
    }
}

/* From a file and from a pipe, each as f64 from the start and once it has been looked through. */
static void try_rows(const reading *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (int whole = 0; whole < 2; whole++) {
            input_options options = rows[i].options;

            options.whole = whole ? INPUT_WHOLE_IF_NEEDED : INPUT_WHOLE_NEVER;
            read_text(rows[i].text, options);
            expect_row(&rows[i]);
            read_pipe(rows[i].text, strlen(rows[i].text), options);
            expect_row(&rows[i]);
        }
}

#define TRY(rows) try_rows(rows, sizeof(rows) / sizeof *(rows))

/* ---- Missing values ----------------------------------------------------------------------- */

#define SKIP                                                                                       \
    {                                                                                              \
        .missing = INPUT_MISSING_SKIPPED                                                           \
    }
#define NAN_                                                                                       \
    {                                                                                              \
        .missing = INPUT_MISSING_NAN                                                               \
    }

TEST(empty_fields_are_missing)
{
    static const reading rows[] = {
        {"1,,3\n4,5,6\n", {0}, "line 1, column 3: the field is empty: --missing skip", 0, {0}},
        {",2\n", {0}, "line 1, column 1: the field is empty", 0, {0}},
        {"1,2\n3, \n", {0}, "line 2, column 3: the field is empty", 0, {0}},
        {"1;2;\r\n", {0}, "line 1, column 5: the field is empty", 0, {0}},
        {"1,2, # 3\n4", {0}, "line 1, column 5: the field is empty", 0, {0}},
        {"1\n,", {0}, "line 2, column 1: the field is empty", 0, {0}},
        {"1,2\n3,", {0}, "line 2, column 3: the field is empty", 0, {0}},
        {"1,,3\n4,5,6\n,8,\n", NAN_, NULL, 9, {1, NONE, 3, 4, 5, 6, NONE, 8, NONE}},
        {"1,,3\n4,5,6\n,8,\n", SKIP, NULL, 6, {1, 3, 4, 5, 6, 8}},
        {"1,2,,4", NAN_, NULL, 4, {1, 2, NONE, 4}},
        {",", NAN_, "commas may separate numbers (--delimiter ,)", 0, {0}},
        {",", {.missing = INPUT_MISSING_NAN, .delimiter = ','}, NULL, 2, {NONE, NONE}},
        {" , \n;",
         {.missing = INPUT_MISSING_NAN, .delimiter = INPUT_DELIMITER_ANY},
         NULL,
         4,
         {NONE, NONE, NONE, NONE}},
        {"1\n\n2\n \n\n3\n\n", {0}, NULL, 3, {1, 2, 3}},
        {" 1  2\t\t3 \n", {0}, NULL, 3, {1, 2, 3}},
    };

    TRY(rows);
}

TEST(words_are_missing)
{
    static const char *const words[] = {"NA", "N/A", "null", "NULL", "None", "-", ".", "?", "#N/A"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        char text[64], sentence[96];

        snprintf(text, sizeof text, "1 %s 3 # %s\n", words[i], words[i]);
        snprintf(sentence, sizeof sentence, "line 1, column 3: \"%s\" is no number: --missing skip",
                 words[i]);
        const reading rows[] = {{text, {0}, sentence, 0, {0}},
                                {text, SKIP, NULL, 2, {1, 3}},
                                {text, NAN_, NULL, 3, {1, NONE, 3}}};
        TRY(rows);
        snprintf(text, sizeof text, "a,b\n1,2\n3,\" %s\"\n", words[i]);
        const reading columns[] = {
            {text, {.column = "b"}, "is no number: --missing skip", 0, {0}},
            {text, {.column = "b", .missing = INPUT_MISSING_NAN}, NULL, 2, {2, NONE}}};
        TRY(columns);
    }
}

TEST(missing_words_of_ones_own)
{
    static const reading rows[] = {
        {"1 -999 x 3", {.missing_text = "x,-999"}, "column 3: \"-999\" is no number", 0, {0}},
        {"1 -999 x -999.0",
         {.missing_text = "x,-999", .missing = INPUT_MISSING_NAN},
         NULL,
         4,
         {1, NONE, NONE, -999}},
        {"1 nan", {.missing_text = "nan", .missing = INPUT_MISSING_SKIPPED}, NULL, 1, {1}},
        {"1 nan", SKIP, NULL, 2, {1, NONE}},
        {"1;not known;3",
         {.missing_text = "not known", .missing = INPUT_MISSING_SKIPPED, .delimiter = ';'},
         NULL,
         2,
         {1, 3}},
    };

    TRY(rows);
}

TEST(missing_values_and_types)
{
    static const int32_t two[] = {1, 3};
    static const int64_t wide[] = {9007199254740993, 3};
    input_options options = SKIP;

    read_text("9007199254740993,,3", options);
    expect(wide, 2, CLR_TYPE_I64);
    options.type = CLR_TYPE_I32;
    read_text("1,NA,3", options);
    expect(two, 2, CLR_TYPE_I32);
    options.has_count = true;
    options.count = 2;
    read_text("1,,3,x", options);
    expect(two, 2, CLR_TYPE_I32);
    read_text("1 2 NA", (input_options)NAN_);
    assert_int_equal(result.type, CLR_TYPE_F64);
    for (clr_type type = CLR_TYPE_F16; type <= CLR_TYPE_F64; type++) {
        read_text("NA", (input_options){.missing = INPUT_MISSING_NAN, .type = type});
        assert_int_equal(result.count, 1);
        assert_string_equal(result.error, "");
    }
    read_text("1,\n", (input_options){.missing = INPUT_MISSING_SKIPPED, .called = "labels"});
    expect_error("line 1, column 3: the field is empty, and labels cannot be missing");
}

/* ---- What separates ----------------------------------------------------------------------- */

TEST(two_separators_are_told)
{
    static const reading rows[] = {
        {"1,5;2,25\n",
         {0},
         "line 1: semicolons separate numbers as well as commas: \"1,5\" may be "
         "1.5 (--decimal ,) or 1 and 5 (--delimiter any)",
         0,
         {0}},
        {"1 2,3 4\n",
         {0},
         "line 1: commas separate numbers as well as blanks: \"2,3\" may be 2.3 "
         "(--decimal ,) or 2 and 3 (--delimiter any)",
         0,
         {0}},
        {"1,2\n\n3 4\n", {0}, "line 3: blanks separate numbers, and commas do on line 1", 0, {0}},
        {"1 2;3 4\n", {0}, "--delimiter ';' if only semicolons do", 0, {0}},
        {"1,5 2,25", {0}, "\"1,5\" may be 1.5", 0, {0}},
        {"1;2\n3 4", {0}, "line 2: blanks", 0, {0}},
        {"1,5;2,25\n", {.decimal_comma = true}, NULL, 2, {1.5, 2.25}},
        {"1,5;2,25\n", {.decimal_comma = true, .delimiter = ';'}, NULL, 2, {1.5, 2.25}},
        {"1 2,3 4\n", {.decimal_comma = true}, NULL, 3, {1, 2.3, 4}},
        {"1,5;2,25\n", {.delimiter = INPUT_DELIMITER_ANY}, NULL, 4, {1, 5, 2, 25}},
        {"1 2;3,4\n", {.delimiter = INPUT_DELIMITER_ANY}, NULL, 4, {1, 2, 3, 4}},
        {"1 2;3 4\n", {.decimal_comma = true}, "--delimiter any if both do", 0, {0}},
        {"1,5;2\n",
         {.delimiter = ';'},
         "\"1,5\" is not a number of type f64; if its comma is a "
         "decimal point, say --decimal ,",
         0,
         {0}},
        {"1 2 ; 3\n", {.delimiter = ';'}, "column 1: \"1 2\" is not a number", 0, {0}},
        {"1 ; 2\t;3 \r\n 4;5;6", {.delimiter = ';'}, NULL, 6, {1, 2, 3, 4, 5, 6}},
        {"1\t\t3\n", {.delimiter = '\t'}, "column 3: the field is empty", 0, {0}},
        {"1\t2 \t 3\n", {.delimiter = '\t'}, NULL, 3, {1, 2, 3}},
        {"1  2\t3\n", {.delimiter = ' '}, NULL, 3, {1, 2, 3}},
        {"1,2 3\n", {.delimiter = ' '}, "\"1,2\" is not a number", 0, {0}},
        {"1|2|3 # |4\n", {.delimiter = '|'}, NULL, 3, {1, 2, 3}},
        {"1.5 2",
         {.decimal_comma = true},
         "\"1.5\" is not a number of type f64; --decimal , says",
         0,
         {0}},
        {"1,5e3 -,5 nan 1,,5", {.decimal_comma = true}, "\"1,,5\" is not a number", 0, {0}},
    };

    TRY(rows);
}

/* Commas separate numbers if every line has equally many, two or more, not all before three
 * digits. */
TEST(commas_are_told)
{
    static const reading rows[] = {
        {"1,50\n2,25\n",
         {0},
         "line 1: \"1,50\" may be 1.50 (--decimal ,) or 1 and 50 (--delimiter ,), as no line has "
         "more than one comma",
         0,
         {0}},
        {"12,05\n3,50\n", {0}, "\"12,05\" may be 12.05 (--decimal ,)", 0, {0}},
        {"1,5\n", {0}, "\"1,5\" may be 1.5 (--decimal ,)", 0, {0}},
        {"1,2\n3,4\n", {0}, "\"1,2\" may be 1.2 (--decimal ,)", 0, {0}},
        {"1.234,56\n7.890,12\n",
         {0},
         "\"1.234,56\" may be 1234.56 (--thousands . --decimal ,) or 1.234 and 56 (--delimiter ,)",
         0,
         {0}},
        {"1,234\n1,234,567\n",
         {0},
         "line 2 has 3 fields between commas, and line 1 2: \"1,234\" may be 1234 (--thousands ,), "
         "1.234 (--decimal ,) or 1 and 234 (--delimiter ,)",
         0,
         {0}},
        {"1,5\n2\n3,25\n",
         {0},
         "line 2 has 1 field between commas, and line 1 2: \"1,5\" may be 1.5",
         0,
         {0}},
        {"7\n\n1,5\n", {0}, "line 3 has 2 fields between commas, and line 1 1", 0, {0}},
        {"1,2,3\n4,5\n", {0}, "line 2 has 2 fields between commas, and line 1 3", 0, {0}},
        {"1,2,3\n4,5,6\n7,8,9,1", {0}, "line 3 has 4 fields between commas", 0, {0}},
        {"1,234,567\n",
         {0},
         "line 1: \"1,234,567\" may be 1234567 (--thousands ,) or several numbers (--delimiter ,), "
         "as three digits follow each comma",
         0,
         {0}},
        {"-1,234,056.5\n+12,345,678\n", {0}, "\"-1,234,056.5\" may be -1234056.5", 0, {0}},
        {"1,234,567\n1,234,567\n", {0}, "(--thousands ,)", 0, {0}},
        {"100,200,300\n", {0}, "may be 100200300 (--thousands ,)", 0, {0}},
        {"1,-2\n3,-4\n",
         {0},
         "line 1: commas may separate numbers (--delimiter ,), be decimal points (--decimal ,) or "
         "stand between thousands (--thousands ,), as no line has more than one comma",
         0,
         {0}},
        {"1,000 \n", {.has_count = true, .count = 2}, "may be 1000 (--thousands ,)", 0, {0}},
        {"1,2,3\n4,5,6\n", {0}, NULL, 6, {1, 2, 3, 4, 5, 6}},
        {"1,234,5\n1,234,567\n", {0}, NULL, 6, {1, 234, 5, 1, 234, 567}},
        {"100, 200, 300\n", {0}, NULL, 3, {100, 200, 300}},
        {"100,-200,300\n", {0}, NULL, 3, {100, -200, 300}},
        {"1,2,3 # 4,5\n\n# 6\n4,5,6", {0}, NULL, 6, {1, 2, 3, 4, 5, 6}},
        {"1,2\n3,4\n", {.delimiter = ','}, NULL, 4, {1, 2, 3, 4}},
        {"1,2\n3\n4,5,6\n", {.delimiter = ','}, NULL, 6, {1, 2, 3, 4, 5, 6}},
        {"1,234\n2,000\n", {.delimiter = ','}, NULL, 4, {1, 234, 2, 0}},
        {"7\n1,5\n", {.decimal_comma = true}, NULL, 2, {7, 1.5}},
    };
    static const char *const both[] = {"a.txt", "b.txt"};

    TRY(rows);
    write_text("a.txt", "1,2,3\n4,5,6\n");
    write_text("b.txt", "7,8\n");
    read_pieces(both, 2, &(input_options){0}, 2);
    expect_error("b.txt: line 1: \"7,8\" may be 7.8 (--decimal ,)");
}

/* First lines that look fine say nothing of the last one of many. */
TEST(commas_are_told_late)
{
    enum { LINES = 200000 };
    FILE *file = fopen("late.txt", "wb");

    assert_non_null(file);
    for (int i = 0; i < LINES; i++)
        fputs("1,2,3\n", file);
    fputs("1,5\n", file);
    assert_int_equal(fclose(file), 0);
    const char *path = "late.txt";
    double room[1000];
    input *in = input_open(&path, 1, &(input_options){.whole = INPUT_WHOLE_NEVER});
    while (input_read(in, room, 1000) > 0)
        ;
    assert_non_null(input_error(in));
    assert_non_null(strstr(input_error(in), "line 200001 has 2 fields between commas"));
    input_close(in);
}

#define THOUSANDS                                                                                  \
    {                                                                                              \
        .thousands = ','                                                                           \
    }
#define GERMAN                                                                                     \
    {                                                                                              \
        .thousands = '.', .decimal_comma = true                                                    \
    }

TEST(thousands_are_read)
{
    static const reading rows[] = {
        {"1,234,567.5\n1,000\n12\n-1,234e3 .5\n",
         THOUSANDS,
         NULL,
         5,
         {1234567.5, 1000, 12, -1234000, .5}},
        {"1,234;2,345\n", THOUSANDS, NULL, 2, {1234, 2345}},
        {"1.234.567,5\n1.000\n,5 1234,25\n", GERMAN, NULL, 4, {1234567.5, 1000, .5, 1234.25}},
        {"1'234.5\n", {.thousands = '\''}, NULL, 1, {1234.5}},
        {"1_234\n", {.thousands = '_'}, NULL, 1, {1234}},
        {"a;b\n1;1.234.567,5\n",
         {.thousands = '.', .decimal_comma = true, .column = "b"},
         NULL,
         1,
         {1234567.5}},
        {"a,b\n1,\"1,234.5\"\n", {.thousands = ',', .column = "b"}, NULL, 1, {1234.5}},
        {"\"1,234\",5\n", {.thousands = ',', .column = "1", .delimiter = ','}, NULL, 1, {1234}},
        {"1,234\n5,678\n", {.thousands = ',', .column = "1"}, NULL, 2, {1234, 5678}},
        {"a\n1,234\n", {.thousands = ',', .column = "a"}, NULL, 1, {1234}},
        {"a,b\n1,234,5\n",
         {.thousands = ',', .column = "a"},
         "line 2 has 3 fields, but the header on line 1 has 2",
         0,
         {0}},
        {"1,23\n", THOUSANDS, "\"1,23\" is not a number", 0, {0}},
        {"1,2345\n", THOUSANDS, "\"1,2345\" is not a number", 0, {0}},
        {"1234,567\n", THOUSANDS, "\"1234,567\" is not a number", 0, {0}},
        {"0,123\n", THOUSANDS, "\"0,123\" is not a number", 0, {0}},
        {",123\n", THOUSANDS, "\",123\" is not a number", 0, {0}},
        {"1,,234\n", THOUSANDS, "\"1,,234\" is not a number", 0, {0}},
        {"1.5,234\n", THOUSANDS, "\"1.5,234\" is not a number", 0, {0}},
        {"1.5\n", GERMAN, "\"1.5\" is not a number", 0, {0}},
        {"sep=,\n1,2\n", THOUSANDS, "its first line says that commas separate", 0, {0}},
        {"1,234 5\n", {0}, "may be 1234 (--thousands ,), 1.234 (--decimal ,)", 0, {0}},
    };
    static const int64_t wide[] = {9007199254740993, 1000};

    TRY(rows);
    read_text("9,007,199,254,740,993\n1,000\n", (input_options)THOUSANDS);
    expect(wide, 2, CLR_TYPE_I64);
}

/* ---- Lines and rows ----------------------------------------------------------------------- */

#define EVEN                                                                                       \
    {                                                                                              \
        .even_lines = true                                                                         \
    }

TEST(lines_are_even)
{
    static const reading rows[] = {
        {"1 2 3\n4 5\n6\n", EVEN, "line 2 has 2 fields, but line 1 has 3", 0, {0}},
        {"\n1\n# c\n2 3", EVEN, "line 4 has 2 fields, but line 2 has 1", 0, {0}},
        {"1;2\n3;4\n5\n", EVEN, "line 3 has 1 field, but line 1 has 2", 0, {0}},
        {"1 2\n\n3 4\n \n5 6 # 7\n\n", EVEN, NULL, 6, {1, 2, 3, 4, 5, 6}},
        {"1\n2\n3\n", EVEN, NULL, 3, {1, 2, 3}},
        {"1 2 3", EVEN, NULL, 3, {1, 2, 3}},
        {"1,,3\n4,5,\n",
         {.even_lines = true, .missing = INPUT_MISSING_NAN},
         NULL,
         6,
         {1, NONE, 3, 4, 5, NONE}},
        {"1 2 3\n4 5\n6\n", {0}, NULL, 6, {1, 2, 3, 4, 5, 6}},
    };
    static const char *const both[] = {"a.txt", "b.txt"};

    TRY(rows);
    write_text("a.txt", "1 2 3\n4 5 6\n");
    write_text("b.txt", "7 8 9\n");
    read_pieces(both, 2, &(input_options)EVEN, 2);
    assert_int_equal(result.count, 9);
    write_text("b.txt", "7 8\n9 10\n");
    read_pieces(both, 2, &(input_options)EVEN, 2);
    expect_error("b.txt: line 1 has 2 fields, but files before have lines of 3");
}

TEST(rows_are_even)
{
    static const reading rows[] = {
        {"a,b\n1,5,2\n",
         {.column = "b"},
         "line 2 has 3 fields, but the header on line 1 has 2",
         0,
         {0}},
        {"1,2\n3,4\n5\n",
         {.column = "1"},
         "line 3 has 1 field, but the first row on line 1 has 2",
         0,
         {0}},
        {"a,b\n1,2,\n", {.column = "a"}, "line 2 has 3 fields", 0, {0}},
        {"a\n1\n\n2\n",
         {.column = "a"},
         "line 3, column 1 (\"a\"): the field is empty: --missing",
         0,
         {0}},
        {"a\r\n1\r\n\r\n2\r\n",
         {.column = "a", .missing = INPUT_MISSING_NAN},
         NULL,
         3,
         {1, NONE, 2}},
        {"a\r1\r\r2\r", {.column = "a", .missing = INPUT_MISSING_NAN}, NULL, 3, {1, NONE, 2}},
        {"a\n1\n \n2", {.column = "a", .missing = INPUT_MISSING_SKIPPED}, NULL, 2, {1, 2}},
        {"\n\na\n1\n", {.column = "a"}, NULL, 1, {1}},
        {"a,b\n\n1,2\n\n", {.column = "b"}, NULL, 1, {2}},
        {"a,b\n1,\n", {.column = "b", .missing = INPUT_MISSING_NAN}, NULL, 1, {NONE}},
        {"a,b\n1,\"\"\n", {.column = "b", .missing = INPUT_MISSING_NAN}, NULL, 1, {NONE}},
    };

    TRY(rows);
}

TEST(delimiters_of_columns)
{
    static const reading rows[] = {
        {"a;b\n1,5;2,25\n3,5;4,5\n", {.column = "b", .decimal_comma = true}, NULL, 2, {2.25, 4.5}},
        {"a;b\n1,5;2,25\n",
         {.column = "b"},
         "if its comma is a decimal point, say --decimal ,",
         0,
         {0}},
        {"1,5;2,25\n3,5;4,5\n",
         {.column = "1"},
         "line 1 can be separated by commas or semicolons: "
         "say which with --delimiter C, and with --decimal",
         0,
         {0}},
        {"1,5;2\n3,5;4\n", {.column = "1", .decimal_comma = true}, NULL, 2, {1.5, 3.5}},
        {"1\t5;2\n3\t5;4\n", {.column = "1"}, "by tabs or semicolons", 0, {0}},
        {"a;b,c\n1,2\n", {.column = "c"}, NULL, 1, {2}},
        {"\"a,b\";c\n1;2\n", {.column = "c"}, NULL, 1, {2}},
        {"a|b\n1|2\n", {.column = "b", .delimiter = '|'}, NULL, 1, {2}},
        {"a b\t c \n 1  2 3\n\n4 \t5 6", {.column = "b", .delimiter = ' '}, NULL, 2, {2, 5}},
        {"a b\n1 \"\"\n",
         {.column = "b", .delimiter = ' ', .missing = INPUT_MISSING_NAN},
         NULL,
         1,
         {NONE}},
        {"a b\n1 2 3\n", {.column = "b", .delimiter = ' '}, "line 2 has 3 fields", 0, {0}},
    };

    TRY(rows);
}

/* ---- What it may be ----------------------------------------------------------------------- */

TEST(guesses_of_headers)
{
    static const struct {
        const char *text;
        input_options options;
        const char *words; /* NULL: nothing is guessed */
    } rows[] = {
        {"price\n1\n", {0}, "; if this is a header line, choose a column"},
        {"\xc3\xa4nderung\n", {0}, "; if this is a header line"},
        {"1.5\n2\n", {.type = CLR_TYPE_I32}, NULL},
        {"12:30 5\n", {0}, "; it looks like a time or a date: choose a column of numbers"},
        {"2024-01-31\n", {0}, "; it looks like a time or a date"},
        {"31.1.2024\n", {0}, "; it looks like a time or a date"},
        {"12:30,5\n", {.column = "1"}, "; it looks like a time or a date: choose another column"},
        {"1.5,5\n", {.column = "1", .type = CLR_TYPE_I32}, NULL},
        {"price,5\n", {.column = "1"}, "; if the first line is a header, say --header"},
        {"12%\n", {0}, "; sed 's/[%]//g' in front takes its sign out, after which numbers are in"},
        {"$5\n", {0}, "; sed 's/[$]//g' in front takes its sign out"},
        {"-$5,5\n", {.decimal_comma = true}, "; sed 's/[$]//g' in front"},
        {"5 \xe2\x82\xac;2\n", {.delimiter = ';'}, "; sed 's/[\xe2\x82\xac]//g' in front"},
        {"12K\n", {0}, "; numfmt --from=si (1K is 1000) or --from=iec (1024) in front makes"},
        {"1.5k\n", {0}, "; numfmt --from=si in front makes a number of its suffix"},
        {"10GiB\n", {0}, "; numfmt --from=iec-i --suffix=B in front"},
        {"1'000\n", {0}, "; --thousands \"'\" reads it"},
        {"1.234.567\n", {0}, "; if its points are between thousands"},
        {"1,234.5;2\n", {.delimiter = ';'}, "; if its commas are between thousands"},
        {"1.234,5;2\n", {.delimiter = ';'}, "; if its points are between thousands, and its comma"},
        {"2# note\n", {0}, "; '#' begins a comment at the start of a line or behind a blank"},
        {"# c\n1\n", {.column = "1"}, "; --comment '#' leaves out lines that begin with it"},
        {"5%%\n", {0}, NULL},
        {"K\n", {0}, "; if this is a header line"},
        {"1-2\n", {0}, NULL},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        read_text(rows[i].text, rows[i].options);
        expect_error("line 1, column 1: ");
        if (rows[i].words)
            expect_error(rows[i].words);
        else if (strchr(result.error, ';'))
            fail_msg("%s", result.error);
    }
}
