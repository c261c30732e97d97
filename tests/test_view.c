/* SPDX-License-Identifier: Apache-2.0 */
/*
 * test_view - files that are looked at where they lie: the same elements as reading brings, which
 * files are none of these, and what becomes of those that are cut short meanwhile, also under a
 * kernel.
 */
#include "reading.h"
#include "support.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { COUNT = 200001, PIECE = 70000, LONG = 2 << 20 };

static const input_options raw_i32 = {.raw = true, .type = CLR_TYPE_I32};
static const input_options any_file = {.type = CLR_TYPE_DEFAULT};
static int32_t numbers[COUNT];

/* A file of the numbers behind so many bytes of a header, or of anything. */
static void write_numbers(const char *path, const void *header, size_t header_size)
{
    FILE *file = fopen(path, "wb");

    for (int32_t i = 0; i < COUNT; i++)
        numbers[i] = i * 1021 - 77;
    assert_non_null(file);
    assert_int_equal(fwrite(header, 1, header_size, file), header_size);
    assert_int_equal(fwrite(numbers, sizeof *numbers, COUNT, file), COUNT);
    assert_int_equal(fclose(file), 0);
}

static void write_array(const char *path, const char *descr, const char *order, const char *shape)
{
    char header[129];

    memset(header, ' ', sizeof header);
    memcpy(header, "\x93NUMPY\x01\x00v\x00", 10);
    header[10 + snprintf(header + 10, 118, "{'descr': '%s', 'fortran_order': %s, 'shape': %s, }",
                         descr, order, shape)] = ' ';
    header[127] = '\n';
    write_numbers(path, header, 128);
}

static input *open_files(const char *const *paths, size_t path_count, const input_options *options)
{
    input *in = input_open(paths, path_count, options);

    assert_non_null(in);
    if (input_error(in))
        fail_msg("%s", input_error(in));
    return in;
}

static input *open_one(const char *path, const input_options *options)
{
    return open_files(&path, 1, options);
}

/* Element k of a file that has the numbers; and of "turned.npy", which has 3 rows of 66667, column
 * by column. */
static int32_t plain(uint64_t k)
{
    return numbers[k % COUNT];
}

static int32_t turned(uint64_t k)
{
    return numbers[k % COUNT % 66667 * 3 + k % COUNT / 66667];
}

/* All elements from number `first` on, by views as far as there are any, and else by reading:
 * returns how many came by views. Element k has to be number(k). */
static uint64_t take_from(input *in, uint64_t first, int32_t (*number)(uint64_t k),
                          uint64_t expected)
{
    static int32_t room[PIECE];
    uint64_t done = first, viewed = 0, count;

    do {
        const int32_t *at = input_view(in, PIECE, &count);

        viewed += at ? count : 0;
        if (!at)
            count = input_read(in, room, 1000);
        for (uint64_t i = 0; i < count; i++)
            if ((at ? at : room)[i] != number(done + i))
                fail_msg("element %u is another one", (unsigned)(done + i));
        if (at)
            assert_true(input_pass(in, count));
        done += count;
    } while (count > 0);
    assert_null(input_error(in));
    assert_int_equal(done, expected);
    input_close(in);
    return viewed;
}

static uint64_t take_all(input *in, uint64_t expected)
{
    return take_from(in, 0, plain, expected);
}

TEST(plain_files_are_viewed)
{
    static const char *const both[] = {"plain.npy", "plain.npy"};
    const input_options counted = {
        .raw = true, .type = CLR_TYPE_I32, .has_count = true, .count = 150001};
    const input_options from_24 = {
        .raw = true, .type = CLR_TYPE_I32, .has_offset = true, .offset = 24};

    write_array("plain.npy", "<i4", "False", "(200001,)");
    write_numbers("plain.raw", "", 0);
    write_numbers("from24.raw", "123456789012345678901234", 24);
    /* All but a rest of few bytes. */
    assert_int_equal(take_all(open_one("plain.npy", &any_file), COUNT), 2 * PIECE);
    assert_int_equal(take_all(open_one("plain.raw", &raw_i32), COUNT), 2 * PIECE);
    assert_int_equal(take_all(open_one("plain.raw", &counted), 150001), 2 * PIECE);
    assert_int_equal(take_all(open_one("from24.raw", &from_24), COUNT), 2 * PIECE);
    assert_int_equal(take_all(open_files(both, 2, &any_file), 2 * COUNT), 4 * PIECE);
}

/* The rest of a file is large enough: the next file follows it, and nothing is read at all. */
TEST(files_follow_each_other)
{
    static const char *const both[] = {"even.raw", "even.raw"};
    input *in;
    uint64_t count;

    write_file("even.raw", numbers, 2 * PIECE * sizeof *numbers);
    in = open_files(both, 2, &raw_i32);
    for (int i = 0; i < 4; i++) {
        assert_non_null(input_view(in, PIECE, &count));
        assert_true(input_pass(in, count));
    }
    assert_null(input_view(in, PIECE, &count));
    assert_int_equal(input_read(in, numbers, 1), 0);
    assert_null(input_error(in));
    input_close(in);
}

TEST(a_view_may_be_given_up)
{
    input *in;
    uint64_t count;

    write_numbers("plain.raw", "", 0);
    in = open_one("plain.raw", &raw_i32);
    assert_non_null(input_view(in, PIECE, &count));
    assert_true(input_pass(in, 0));
    assert_non_null(input_view(in, PIECE, &count));
    input_close(in);
    assert_int_equal(take_all(open_one("plain.raw", &raw_i32), COUNT), 2 * PIECE);
}

static void expect_no_view(const char *path, const input_options *options)
{
    input *in = open_one(path, options);
    uint64_t count = 1;

    assert_null(input_view(in, PIECE, &count));
    assert_int_equal(count, 0);
    assert_null(input_error(in));
    input_close(in);
}

TEST(other_files_are_read)
{
    const input_options from_1 = {
        .raw = true, .type = CLR_TYPE_I32, .has_offset = true, .offset = 1, .has_count = true};
    const input_options big = {.raw = true, .type = CLR_TYPE_I32, .big_endian = true};
    const input_options stored = {.as_stored = true};

    write_array("big.npy", ">i4", "False", "(200001,)");
    write_array("truths.npy", "|b1", "False", "(800004,)");
    write_array("turned.npy", "<i4", "True", "(3, 66667)");
    write_numbers("plain.raw", "", 0);
    write_file("small.raw", numbers, 1000 * sizeof *numbers);
    expect_no_view("big.npy", &any_file);
    expect_no_view("truths.npy", &any_file);
    expect_no_view("plain.raw", &big);
    expect_no_view("plain.raw", &from_1);
    expect_no_view("turned.npy", &any_file);
    assert_int_equal(take_all(open_one("turned.npy", &stored), COUNT), 2 * PIECE);
    expect_no_view("small.raw", &raw_i32);
    expect_no_view("/proc/self/maps", &(input_options){.raw = true, .type = CLR_TYPE_U8});
    expect_no_view("/dev/null", &raw_i32);
}

/* An array that is turned has been read to its end before its second element is handed out. */
TEST(turned_arrays_have_no_end_in_between)
{
    write_array("turned.npy", "<i4", "True", "(3, 66667)");
    assert_int_equal(take_from(open_one("turned.npy", &any_file), 0, turned, COUNT), 0);
}

static input *open_at(const char *const *paths, uint64_t first)
{
    input *in = open_files(paths, 2, &any_file);

    assert_true(input_begin_at(in, first));
    return in;
}

TEST(readers_begin_further_on)
{
    static const uint64_t firsts[] = {0, 1, 100, COUNT - 500, COUNT, COUNT + 77, 2 * COUNT};
    static const char *const plains[] = {"plain.npy", "plain.npy"};
    static const char *const turneds[] = {"turned.npy", "turned.npy"};

    write_array("plain.npy", "<i4", "False", "(200001,)");
    write_array("turned.npy", "<i4", "True", "(3, 66667)");
    for (size_t i = 0; i < sizeof firsts / sizeof *firsts; i++) {
        take_from(open_at(plains, firsts[i]), firsts[i], plain, 2 * COUNT);
        take_from(open_at(turneds, firsts[i]), firsts[i], turned, 2 * COUNT);
    }
    assert_int_not_equal(take_from(open_at(plains, 100), 100, plain, 2 * COUNT), 0);
}

/* What is behind the beginning has been read, by whoever opened it and by whoever looked at it. */
TEST(standard_input_is_viewed_from_where_it_stands)
{
    const int kept = dup(STDIN_FILENO);
    int file;

    write_numbers("from24.raw", "123456789012345678901234", 24);
    file = open("from24.raw", O_RDONLY);
    assert_true(kept >= 0 && file >= 0 && lseek(file, 24, SEEK_SET) == 24);
    assert_int_equal(dup2(file, STDIN_FILENO), STDIN_FILENO);
    assert_int_equal(take_all(open_one("-", &raw_i32), COUNT), 2 * PIECE);
    assert_int_equal(lseek(file, 0, SEEK_CUR), 24 + (long)sizeof numbers);
    dup2(kept, STDIN_FILENO);
    close(file);
    close(kept);
}

/* What has been added since is read as ever; and what has been taken away is missed. */
TEST(files_that_change_before)
{
    int32_t room[1];
    input *in;
    uint64_t count;

    write_file("even.raw", numbers, 2 * PIECE * sizeof *numbers);
    in = open_one("even.raw", &raw_i32);
    for (int i = 0; i < 2; i++) {
        assert_non_null(input_view(in, PIECE, &count));
        assert_true(input_pass(in, count));
    }
    assert_int_equal(truncate("even.raw", (2 * PIECE + 1) * sizeof *numbers), 0);
    assert_null(input_view(in, PIECE, &count));
    assert_int_equal(input_read(in, room, 1), 1);
    assert_int_equal(room[0], 0);
    assert_null(input_view(in, PIECE, &count));
    assert_null(input_error(in));
    input_close(in);
    write_numbers("plain.raw", "", 0);
    in = open_one("plain.raw", &raw_i32);
    assert_non_null(input_view(in, PIECE, &count));
    assert_true(input_pass(in, count));
    assert_int_equal(truncate("plain.raw", PIECE * sizeof *numbers), 0);
    assert_null(input_view(in, PIECE, &count));
    assert_string_equal(input_error(in),
                        "plain.raw: has been cut short while it was read: try again");
    input_close(in);
}

static void *add_up(void *data)
{
    const volatile int32_t *at = data;
    int32_t sum = 0;

    for (size_t i = 0; i < PIECE; i++)
        sum |= at[i];
    return sum == -1 ? data : NULL;
}

/* By another thread, in which the fault is; half a page, of which no fault tells, is missed too. */
TEST(files_that_are_cut_short_under_a_view)
{
    static const long sizes[] = {0, 5000, PIECE * sizeof(int32_t) - 2};

    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        pthread_t thread;
        uint64_t count;
        input *in;
        const int32_t *at;

        write_numbers("plain.raw", "", 0);
        in = open_one("plain.raw", &raw_i32);
        at = input_view(in, PIECE, &count);
        assert_non_null(at);
        assert_int_equal(truncate("plain.raw", sizes[i]), 0);
        assert_int_equal(pthread_create(&thread, NULL, add_up, (void *)(uintptr_t)at), 0);
        assert_int_equal(pthread_join(thread, NULL), 0);
        assert_false(input_pass(in, count));
        assert_string_equal(input_error(in),
                            "plain.raw: has been cut short while it was read: try again");
        input_close(in);
    }
}

/* It has its size again when somebody looks, and yet not what it had. */
TEST(files_that_are_cut_short_for_a_time)
{
    uint64_t count;
    const int32_t *at;
    input *in;

    write_numbers("plain.raw", "", 0);
    in = open_one("plain.raw", &raw_i32);
    at = input_view(in, PIECE, &count);
    assert_non_null(at);
    assert_int_equal(truncate("plain.raw", 0), 0);
    add_up((void *)(uintptr_t)at);
    assert_int_equal(truncate("plain.raw", sizeof numbers), 0);
    assert_false(input_pass(in, count));
    assert_non_null(strstr(input_error(in), "plain.raw: cannot be read: "));
    input_close(in);
}

/* Nor does it end those who copy for it, where it does not read the file itself: it is long enough
 * for several threads. */
TEST(a_kernel_outlives_its_file)
{
    const struct rig *rig = rig_at(0);
    clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32);
    clr_stream *stream = NULL;
    int64_t total = 0;

    assert_ok(rig, clr_stream_create(rig->context, &sum, 1, NULL, &stream));
    for (int is_cut = 0; is_cut < 2; is_cut++) {
        const void *at;
        uint64_t count;
        input *in;

        write_numbers("plain.raw", "", 0);
        assert_int_equal(truncate("plain.raw", 2 * LONG * sizeof *numbers), 0);
        in = open_one("plain.raw", &raw_i32);
        at = input_view(in, LONG, &count);
        assert_non_null(at);
        if (is_cut)
            assert_int_equal(truncate("plain.raw", 100000), 0);
        assert_ok(rig, clr_stream_take(stream, &at, count));
        assert_int_equal(input_pass(in, count), !is_cut);
        assert_ok(rig, clr_stream_result(stream, &total));
        input_close(in);
    }
    clr_stream_destroy(stream);
}

/* Faults that are not about a view, and signals that somebody sends, end the process as ever. */
TEST(other_faults_are_none_of_its_business)
{
    for (int is_sent = 0; is_sent < 2; is_sent++) {
        pid_t child;
        int status;

        write_numbers("plain.raw", "", 0);
        child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            const int file = open("plain.raw", O_RDWR);
            input *in = open_one("plain.raw", &raw_i32);
            const volatile char *own;
            uint64_t count;

            signal(SIGBUS, SIG_DFL);
            if (!input_view(in, PIECE, &count))
                _exit(2);
            /* So large that it lies below the view. */
            own = mmap(NULL, (size_t)1 << 28, PROT_READ, MAP_SHARED, file, 0);
            if (ftruncate(file, 0) != 0)
                _exit(2);
            if (is_sent)
                raise(SIGBUS);
            _exit(own[0]);
        }
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGBUS);
    }
}
