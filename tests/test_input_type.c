/* SPDX-License-Identifier: Apache-2.0 */
/*
 * test_input_type - which type the numbers of a text have: whole ones stay whole, whatever a stream
 * or a second file brings later, and what is said of it; what -t and --raw mean; headers of CSV.
 */
#include "input_kept.h"
#include "reading.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- One text ----------------------------------------------------------------------------- */

/* Reads it as a file and as a pipe. */
static void expect_both(const char *text, input_options options, const void *elements,
                        uint64_t count, clr_type type)
{
    read_text(text, options);
    expect(elements, count, type);
    read_pipe(text, strlen(text), options);
    expect(elements, count, type);
}

TEST(whole_numbers_stay_whole)
{
    static const int64_t few[] = {9007199254740993, 1, -7, 3, 0};
    static const int64_t ends[] = {INT64_MIN, INT64_MAX};
    static const uint64_t large[] = {UINT64_MAX, 0, 1};

    expect_both("9007199254740993 1 -7 +3 000", (input_options){0}, few, 5, CLR_TYPE_I64);
    expect_both("-9223372036854775808 9223372036854775807", (input_options){0}, ends, 2,
                CLR_TYPE_I64);
    expect_both("18446744073709551615 0 +1", (input_options){0}, large, 3, CLR_TYPE_U64);
    expect_both("", (input_options){0}, few, 0, CLR_TYPE_I64);
    expect_both("9007199254740993\n1\n-7\n3\n\"0\"\n", (input_options){.column = "1"}, few, 5,
                CLR_TYPE_I64);
}

/* Each number is then rounded once, as if it had been read as f64 from the start. */
TEST(others_are_floats)
{
    static const struct {
        const char *text;
        double x[3];
    } rows[] = {
        {"9007199254740993 1 1.5", {9007199254740992, 1, 1.5}},
        {"9007199254740995 1 1e0", {9007199254740996, 1, 1}},
        {"18446744073709551615 -1 2", {18446744073709551616.0, -1, 2}},
        {"18446744073709551616 1 2", {18446744073709551616.0, 1, 2}},
        {"-9223372036854775809 1 2", {-9223372036854775808.0, 1, 2}},
        {"123456789012345678901234567890 1 2", {123456789012345678901234567890.0, 1, 2}},
        {"1 2 -0", {1, 2, -0.0}},
        {"1 2 inf", {1, 2, INFINITY}},
        {"1 2 3.", {1, 2, 3}},
        {"1 2 0x3", {1, 2, 3}},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        expect_both(rows[i].text, (input_options){0}, rows[i].x, 3, CLR_TYPE_F64);
    read_text("1 2 nan", (input_options){0});
    assert_int_equal(result.type, CLR_TYPE_F64);
    assert_int_equal(result.count, 3);
}

TEST(who_asks_decides)
{
    static const int64_t beyond[] = {9007199254740993, 1};
    static const double small[] = {9007199254740992, -1}, rounded[] = {9007199254740992, 1};
    static const uint8_t octets[] = {1, 255};
    const input_options needed = {.whole = INPUT_WHOLE_IF_NEEDED};
    const input_options never = {.whole = INPUT_WHOLE_NEVER};

    expect_both("9007199254740992 -1", needed, small, 2, CLR_TYPE_F64);
    expect_both("9007199254740993 1", needed, beyond, 2, CLR_TYPE_I64);
    expect_both("9007199254740993 1", never, rounded, 2, CLR_TYPE_F64);
    expect_both("1 255", (input_options){.type = CLR_TYPE_U8}, octets, 2, CLR_TYPE_U8);
    read_text("1 2\n3 256", (input_options){.type = CLR_TYPE_U8});
    expect_error("line 2, column 3: \"256\" does not fit the type u8");
    read_text("1,2\n3,256", (input_options){.type = CLR_TYPE_U8, .column = "2"});
    expect_error("line 2, column 2: \"256\" does not fit the type u8");
}

/* What --count leaves unread says nothing; and of an endless pipe no more is asked for. */
TEST(count_ends_the_look)
{
    static const int64_t x[] = {1, 2};
    const input_options two = {.has_count = true, .count = 2};
    const char *path = "fifo";
    int64_t room[3];
    int child_status;

    expect_both("1 2 3.5", two, x, 2, CLR_TYPE_I64);
    expect_both("1 2 x", two, x, 2, CLR_TYPE_I64);
    expect_both("1,1\n2,2\n3.5,3\n", (input_options){.has_count = true, .count = 2, .column = "1"},
                x, 2, CLR_TYPE_I64);
    assert_int_equal(mkfifo(path, 0600), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        FILE *out = fopen(path, "wb");

        while (out && fputs("1\n2\n", out) >= 0)
            ;
        _exit(0);
    }
    input *in = input_open(&path, 1, &two);
    assert_null(input_error(in));
    assert_int_equal(input_read(in, room, 3), 2);
    assert_memory_equal(room, x, sizeof x);
    input_close(in);
    assert_int_equal(waitpid(child, &child_status, 0), child);
}

/* ---- Long ones ---------------------------------------------------------------------------- */

/* Numbers i * 1000003 for i below `count`, then the text behind them, through a pipe. */
static pid_t send_numbers(const char *path, int64_t count, const char *behind)
{
    pid_t child = fork();

    assert_true(child >= 0);
    if (child > 0)
        return child;
    FILE *out = fopen(path, "wb");
    for (int64_t i = 0; out && i < count; i++)
        fprintf(out, "%" PRId64 "\n", i * 1000003);
    _exit(!out || fputs(behind, out) < 0 || fclose(out));
}

static void expect_numbers(const char *path, int64_t count, const char *behind, clr_type type)
{
    enum { PIECE = 70001 };
    static union {
        int64_t whole[PIECE];
        double real[PIECE];
    } room;
    pid_t child = send_numbers(path, count, behind);
    input *in = input_open(&path, 1, &(input_options){0});
    int64_t done = 0;
    uint64_t got;
    int status;

    assert_null(input_error(in));
    assert_int_equal(input_type(in), type);
    while ((got = input_read(in, &room, PIECE)) > 0)
        for (uint64_t i = 0; i < got; i++, done++) {
            int64_t wanted = done < count ? done * 1000003 : -1;
            if (type == CLR_TYPE_I64 ? room.whole[i] != wanted : room.real[i] != (double)wanted)
                fail_msg("element %" PRId64 " is wrong", done);
        }
    assert_null(input_error(in));
    assert_int_equal(done, count + 1);
    input_close(in);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

/* Longer than what is kept in memory: the last number decides over the first. */
TEST(long_pipes_are_kept)
{
    assert_int_equal(mkfifo("long", 0600), 0);
    expect_numbers("long", 1000000, "-1\n", CLR_TYPE_I64);
    expect_numbers("long", 1000000, "-1.\n", CLR_TYPE_F64);
    expect_numbers("long", 10, "-1", CLR_TYPE_I64);
    expect_numbers("long", 0, "-1.0", CLR_TYPE_F64);
}

/* Bytes that this process has read so far; 0: the system does not tell. */
static uint64_t bytes_read(void)
{
    FILE *file = fopen("/proc/self/io", "r");
    unsigned long long count = 0;

    if (file && fscanf(file, "rchar: %llu", &count) != 1)
        count = 0;
    if (file)
        fclose(file);
    return count;
}

/* Numbers first + i for i below `count`, and the text behind them, in a file. */
static uint64_t write_numbers(const char *path, int64_t first, int64_t count, const char *behind)
{
    FILE *out = fopen(path, "wb");
    long size;

    assert_non_null(out);
    for (int64_t i = 0; i < count; i++)
        fprintf(out, "%" PRId64 "\n", first + i);
    fputs(behind, out);
    size = ftell(out);
    assert_int_equal(fclose(out), 0);
    return (uint64_t)size;
}

/* Reads the numbers; returns how often their bytes were read. */
static double times_read(int64_t first, int64_t count, const char *behind, clr_type type)
{
    enum { PIECE = 1000 };
    static union {
        int64_t whole[PIECE];
        double real[PIECE];
    } room;
    const char *path = "numbers.txt";
    const uint64_t size = write_numbers(path, first, count, behind), before = bytes_read();
    input *in = input_open(&path, 1, &(input_options){0});
    int64_t done = 0;
    uint64_t got;

    assert_null(input_error(in));
    assert_int_equal(input_type(in), type);
    while ((got = input_read(in, &room, PIECE)) > 0)
        for (uint64_t i = 0; i < got; i++, done++)
            if (done < count && (type == CLR_TYPE_F64 ? room.real[i] != (double)(first + done)
                                                      : room.whole[i] != first + done))
                fail_msg("number %" PRId64 " is wrong", done);
    assert_null(input_error(in));
    assert_int_equal(done, count + (*behind != '\0'));
    if (*behind)
        assert_true(type == CLR_TYPE_F64 ? room.real[(done - 1) % PIECE] == strtod(behind, NULL)
                                         : room.whole[(done - 1) % PIECE] == atoll(behind));
    input_close(in);
    return (double)(bytes_read() - before) / (double)size;
}

/* What was read as integers goes on as doubles, which hold it below 2^53. */
TEST(text_is_read_once)
{
    enum { COUNT = 300000 };

    if (bytes_read() == 0)
        skip();
    assert_true(times_read(-7, COUNT, "", CLR_TYPE_I64) < 1.1);
    assert_true(times_read(-7, COUNT, "2.5\n", CLR_TYPE_F64) < 1.1);
    assert_true(times_read(-7, COUNT, "18446744073709551616\n", CLR_TYPE_F64) > 1.5);
    assert_true(times_read(INT64_C(9007199254740992), COUNT, "", CLR_TYPE_I64) < 1.1);
    assert_true(times_read(INT64_C(9007199254740992), COUNT, "0.5\n", CLR_TYPE_F64) > 1.5);
}

/* Numbers are kept up to a limit, and beyond it a text is read twice. */
TEST(kept_numbers_have_a_limit)
{
    input_kept kept = {.bits = NULL};
    uint64_t left = 600;
    int64_t room[700];

    for (uint64_t i = 0; i < 600; i++)
        input_keep(&kept, 0 - i, &left);
    assert_int_equal(left, 0);
    kept.has_last = true;
    kept.last = 0.5;
    assert_int_equal(input_kept_take(&kept, CLR_TYPE_I64, room, 599), 599);
    assert_int_equal(room[598], -598);
    assert_int_equal(input_kept_take(&kept, CLR_TYPE_F64, room, 1), 1);
    assert_int_equal(input_kept_take(&kept, CLR_TYPE_F64, room, 700), 1);
    assert_int_equal(input_kept_take(&kept, CLR_TYPE_F64, room, 700), 0);
    for (left = 600; !kept.is_given_up;)
        input_keep(&kept, 1, &left);
    assert_int_equal(left, 600);
    assert_int_equal(input_kept_take(&kept, CLR_TYPE_I64, room, 700), 0);
    assert_true(times_read(1, INPUT_KEPT_MOST + 1, "0.5\n", CLR_TYPE_F64) > 1.5);
}

/* With no room for it, nothing is computed, and the sentence knows a way. */
TEST(pipes_that_cannot_be_kept)
{
    const char *path = "long";
    pid_t child;
    int status;

    assert_int_equal(setenv("TMPDIR", "nowhere", 1), 0);
    child = send_numbers(path, 1500000, "1");
    read_path(path, (input_options){0});
    expect_error_at_open("long: ");
    expect_error_at_open("cannot be kept in nowhere meanwhile: No such file or directory; say -t");
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(unsetenv("TMPDIR"), 0);
}

/* ---- Several files ------------------------------------------------------------------------ */

TEST(files_have_one_type)
{
    static const double reals[] = {1, 2, 2.5};
    static const int64_t whole[] = {1, 2, 4};
    static const uint64_t large[] = {1, 2, UINT64_MAX};
    const char *const paths[] = {"a.txt", "b.txt"};

    write_text("a.txt", "1 2");
    write_text("b.txt", "2.5");
    read_pieces(paths, 2, &(input_options){0}, 2);
    expect(reals, 3, CLR_TYPE_F64);
    write_text("b.txt", "4");
    read_pieces(paths, 2, &(input_options){0}, 2);
    expect(whole, 3, CLR_TYPE_I64);
    write_text("b.txt", "18446744073709551615");
    read_pieces(paths, 2, &(input_options){0}, 2);
    expect(large, 3, CLR_TYPE_U64);
    write_text("b.txt", "2.5");
    read_pieces(paths, 2, &(input_options){.has_count = true, .count = 2}, 2);
    expect(whole, 2, CLR_TYPE_I64);
}

/* Text follows what stands beside it, if it can. */
TEST(text_beside_arrays)
{
    static const struct {
        const char *descr, *text;
        clr_type type;
    } rows[] = {
        {"<i8", "1 2", CLR_TYPE_I64},
        {"<u8", "1 2", CLR_TYPE_U64},
        {"<f8", "1 2", CLR_TYPE_F64},
        {"<f8", "1.5", CLR_TYPE_F64},
        {"<i8", "1.5", 0},
        {"<u8", "-1", 0},
        {"<i4", "1 2", 0},
        {"<f4", "1.5", 0},
    };
    static const char zeros[8];
    const char *const paths[] = {"data.npy", "a.txt"}, *const turned[] = {"a.txt", "data.npy"};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const bytes array =
            make_array(rows[i].descr, "(1,)", zeros, strchr(rows[i].descr, '4') ? 4 : 8);

        write_file("data.npy", array.data, array.size);
        write_text("a.txt", rows[i].text);
        for (int turn = 0; turn < 2; turn++) {
            read_pieces(turn ? turned : paths, 2, &(input_options){0}, 5);
            if (rows[i].type == CLR_TYPE_DEFAULT)
                expect_error("all files must have one type");
            else
                assert_int_equal(result.type, rows[i].type);
        }
    }
}

/* ---- What is said ------------------------------------------------------------------------- */

static void expect_said(const char *text, input_options options, const char *assumed,
                        const char *note)
{
    const char *path = "data.txt";
    char room[800];
    input *in;

    write_text(path, text);
    in = input_open(&path, 1, &options);
    while (input_read(in, room, 10) > 0)
        ;
    assert_null(input_error(in));
    assert_string_equal(input_assumed(in, 0), assumed);
    assert_null(input_assumed(in, 1));
    if (note)
        assert_string_equal(input_note(in), note);
    else
        assert_null(input_note(in));
    input_close(in);
}

TEST(assumptions_are_told)
{
    expect_said(
        "1 2", (input_options){0},
        "data.txt: text, separated by blanks, its numbers read as i64, as all of them are whole",
        NULL);
    expect_said("1 2.5", (input_options){0},
                "data.txt: text, separated by blanks, its numbers read as f64, as not all of them "
                "are whole",
                NULL);
    expect_said("1 2", (input_options){.type = CLR_TYPE_U8},
                "data.txt: text, separated by blanks, its numbers read as u8, as -t says", NULL);
    expect_said(
        "1\n-9007199254740993 2.5", (input_options){0},
        "data.txt: text, separated by blanks, its numbers read as f64, as not all of them are "
        "whole",
        "data.txt: line 2: \"-9007199254740993\" is read as f64, which rounds whole numbers "
        "beyond 2^53; the numbers are f64, as not all of them are whole");
    expect_said("-12067592828457972 2.5 100000000000000000000", (input_options){0}, /* are exact */
                "data.txt: text, separated by blanks, its numbers read as f64, as not all of them "
                "are whole",
                NULL);
    expect_said("18446744073709551616", (input_options){0},
                "data.txt: text, a number on each line, its numbers read as f64, as not all of "
                "them fit 64 bits",
                "data.txt: line 1: \"18446744073709551616\" is read as f64, which rounds whole "
                "numbers beyond 2^53; the numbers are f64, as not all of them fit 64 bits");
    expect_said("9007199254740993", (input_options){.type = CLR_TYPE_F64},
                "data.txt: text, a number on each line, its numbers read as f64, as -t says", NULL);
    expect_said("1,2,3\n", (input_options){0},
                "data.txt: text, separated by commas, its numbers read as i64, as all of them are "
                "whole",
                NULL);
    expect_said("1,2;3\n", (input_options){.delimiter = INPUT_DELIMITER_ANY},
                "data.txt: text, separated by blanks, commas and semicolons, as --delimiter says, "
                "its numbers read as i64, as all of them are whole",
                NULL);
    expect_said("sep=|\n1|2\n", (input_options){0},
                "data.txt: text, separated by '|', as its first line says, its numbers read as "
                "i64, as all of them are whole",
                NULL);
    expect_said("9007199254740992 0000000000000000000001.5 0.10000000000000000555 1e300",
                (input_options){0},
                "data.txt: text, separated by blanks, its numbers read as f64, as not all of them "
                "are whole",
                NULL);
    expect_said("1.5\n-0.1234567890123456789\n", (input_options){0},
                "data.txt: text, a number on each line, its numbers read as f64, as not all of "
                "them are whole",
                "data.txt: line 2: \"-0.1234567890123456789\" is read as f64, which rounds "
                "decimals of more than 17 digits");
    expect_said("0,1234567890123456789\n", (input_options){.decimal_comma = true},
                "data.txt: text, a number on each line, its numbers read as f64, as not all of "
                "them are whole",
                "data.txt: line 1: \"0,1234567890123456789\" is read as f64, which rounds "
                "decimals of more than 17 digits");
    expect_said("0.1234567890123456789\n", (input_options){.type = CLR_TYPE_F64},
                "data.txt: text, a number on each line, its numbers read as f64, as -t says", NULL);
    expect_said("3.141592653589793116e+00 0.12345678901234567", (input_options){0}, /* savetxt */
                "data.txt: text, separated by blanks, its numbers read as f64, as not all of them "
                "are whole",
                NULL);
    expect_said("12345678", (input_options){.raw = true, .type = CLR_TYPE_I16, .offset = 2},
                "data.txt: raw binary of i16, little-endian, from byte 2 on", NULL);
    expect_said("x;y\n1;2\n3;99999999999999999999\n", (input_options){.column = "y"},
                "data.txt: CSV with semicolons, column \"y\" by name, after a header line, its "
                "numbers read as f64, as not all of them fit 64 bits",
                "data.txt: line 3: \"99999999999999999999\" is read as f64, which rounds whole "
                "numbers beyond 2^53; the numbers are f64, as not all of them fit 64 bits");
    expect_said("1\t2\n", (input_options){.column = "2"},
                "data.txt: CSV with tabs, column 2, no header line, its numbers read as i64, as "
                "all of them are whole",
                NULL);
}

/* ---- Raw binary and text ------------------------------------------------------------------ */

/* -t says a type, and nothing of how the numbers are written. */
TEST(only_raw_is_raw)
{
    static const float x[] = {1, 2};
    static const uint8_t strange[] = {'1', ' ', 0xe9, 0x82};
    bytes array = make_array("<f4", "(2,)", x, sizeof x);

    write_file("data.bin", x, sizeof x);
    read_path("data.bin", (input_options){.type = CLR_TYPE_F32});
    expect_error("data.bin: is not text");
    expect_error("if it is raw binary, say so and its type: --raw -t TYPE");
    read_pipe(x, sizeof x, (input_options){.type = CLR_TYPE_F32});
    expect_error("--raw -t TYPE");
    read_path("data.bin", (input_options){.type = CLR_TYPE_F32, .raw = true});
    expect(x, 2, CLR_TYPE_F32);
    write_file("data.bin", strange, sizeof strange);
    read_path("data.bin", (input_options){.type = CLR_TYPE_U8});
    expect_error("is not a whole number of type u8; if this is raw binary, say so and its type: "
                 "--raw -t TYPE");
    write_file("data.npy", array.data, array.size);
    read_path("data.npy", (input_options){.type = CLR_TYPE_U8, .raw = true});
    expect_error_at_open("data.npy: starts as .npy files do, and --raw would read its header as");
    read_path("data.npy", (input_options){.type = CLR_TYPE_U8, .raw = true, .has_offset = true});
    expect(array.data, array.size, CLR_TYPE_U8); /* header and all, as is asked for */
    read_path("data.npy", (input_options){.type = CLR_TYPE_F32,
                                          .raw = true,
                                          .has_offset = true,
                                          .offset = array.size - sizeof x});
    expect(x, 2, CLR_TYPE_F32);
}

/* ---- Headers of CSV ----------------------------------------------------------------------- */

TEST(no_row_is_dropped_unasked)
{
    static const struct {
        const char *text, *column, *words;
    } rows[] = {
        {",1\n2,3\n", "1",
         "line 1, column 1: the field is empty: --missing skip leaves missing values out, "
         "--missing "
         "nan takes them as NaN; if the first line is a header, say --header, or choose the column "
         "by its name, as in --column NAME"},
        {"a,price\n2,3\n", "2",
         "line 1, column 2: \"price\" is not a number of type f64; if the first line is a header, "
         "say --header, or choose the column by its name, as in --column \"price\""},
        {"a\n", "1", "say --header"},
        {"1\nb\n", "1", "line 2, column 1: \"b\" is not a number of type f64"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        read_text(rows[i].text, (input_options){.column = rows[i].column});
        expect_error(rows[i].words);
    }
    assert_null(strstr(result.error, "--header"));
    read_text("p\n1.5\n", (input_options){.column = "1", .type = CLR_TYPE_I8});
    expect_error("\"p\" is not a whole number of type i8; if the first line is a header");
}

TEST(headers_are_skipped_if_asked)
{
    static const int64_t x[] = {1, 2};
    const input_options second = {.column = "2", .header = true};

    expect_both("a,b\n9,1\n9,2\n", second, x, 2, CLR_TYPE_I64);
    expect_both("2019,2020\n9,1\n9,2\n", second, x, 2, CLR_TYPE_I64);
    expect_both("2019,2020.5\n9,1\n9,2\n", second, x, 2, CLR_TYPE_I64);
    expect_both("\n\na,\n9,1\n9,2\n", second, x, 2, CLR_TYPE_I64);
    expect_both("a,b\n", second, x, 0, CLR_TYPE_I64);
    expect_both("a,2\n9,1\n9,2\n", (input_options){.column = "a", .count = 0, .has_count = true}, x,
                0, CLR_TYPE_I64);
    read_text("a\n9,1\n", second);
    expect_error("line 1, column 2: the line ends after column 1");
    read_text("a,b\nc,d\n", second);
    expect_error("line 2, column 2: \"d\" is not a number");
    assert_null(strstr(result.error, "--header"));
}
