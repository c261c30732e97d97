/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Labels: looked at where their file has them if the library takes them as they are, and read if
 * not, with the same in both; a file that is cut short meanwhile is refused.
 */
#include "label_file.h"
#include "message.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { COUNT = 100000, HEADER = 128 };

static char path[] = "/tmp/labels.XXXXXX";
static const options asked = {.shape = {.labels = {.path = path}}};

/* Label i is i modulo 7. */
static void put_labels(const char *type, size_t size)
{
    FILE *file = fopen(path, "wb");
    char header[HEADER];

    assert_non_null(file);
    memset(header, ' ', sizeof header);
    memcpy(header, "\x93NUMPY\x01\x00\x76\x00", 10);
    const int used =
        snprintf(header + 10, sizeof header - 10,
                 "{'descr': '<%s', 'fortran_order': False, 'shape': (%d,), }", type, COUNT);
    header[10 + used] = ' ';
    header[HEADER - 1] = '\n';
    fwrite(header, sizeof header, 1, file);
    for (int i = 0; i < COUNT; i++) {
        const uint64_t label = (uint64_t)i % 7;
        fwrite(&label, size, 1, file);
    }
    assert_int_equal(fclose(file), 0);
}

static void read_labels(labels *l, uint64_t first, uint64_t count)
{
    assert_int_equal(labels_open(l, &asked), CODE_FINE);
    assert_int_equal(labels_read(l, first, count), CODE_FINE);
}

/* Those of a part of the file; `most` is as many as are asked for. */
static void expect_part(const char *type, size_t size, bool is_viewed, uint64_t first,
                        uint64_t most)
{
    const size_t wide = size < 4 ? 4 : size;
    const uint64_t count = most < COUNT - first ? most : COUNT - first;
    uint64_t results = 0, sevenths = 0;
    labels l;

    put_labels(type, size);
    read_labels(&l, first, most);
    assert_int_equal(l.is_viewed, is_viewed);
    assert_int_equal(l.first, first);
    assert_int_equal(l.count, count);
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t label = (first + i) % 7;
        assert_memory_equal(l.at + i * wide, &label, wide);
        sevenths += label == 6;
    }
    assert_int_equal(labels_find_results(&l, &results), CODE_FINE);
    assert_int_equal(results, count == 0 ? 0 : 7);
    assert_int_equal(labels_outside(&l, 6, NULL, 0), sevenths);
    assert_int_equal(labels_pass(&l), CODE_FINE);
    labels_close(&l);
}

TEST(labels_are_what_the_file_has)
{
    expect_part("i4", 4, true, 0, UINT64_MAX);
    expect_part("u8", 8, true, 0, UINT64_MAX);
    expect_part("u2", 2, false, 0, UINT64_MAX);
}

TEST(a_part_of_a_file_is_read)
{
    expect_part("i4", 4, true, COUNT / 10, COUNT / 10 * 8);
    expect_part("u2", 2, false, COUNT / 3, COUNT / 2);
    expect_part("u2", 2, false, COUNT - 20, 20);
    expect_part("u2", 2, false, COUNT - 20, UINT64_MAX);
    expect_part("i4", 4, false, COUNT / 3, 0);
    expect_part("i4", 4, false, COUNT, 0);
}

/* The place of a label that is none is the file's. */
TEST(labels_of_a_part_are_counted_in_the_file)
{
    static const int32_t at[] = {0, 1, -5};
    const labels l = {.name = "labels",
                      .type = CLR_TYPE_I32,
                      .first = 100,
                      .count = 3,
                      .at = (unsigned char *)at};
    uint64_t results = 0;
    char *said = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&said, &size);

    message_as("test", to);
    assert_int_equal(labels_find_results(&l, &results), CODE_INPUT);
    message_as(NULL, NULL);
    assert_int_equal(fclose(to), 0);
    assert_non_null(strstr(said, "labels: label 102 is -5, below 0"));
    free(said);
}

TEST(a_file_that_is_cut_is_refused)
{
    labels l;

    put_labels("i4", 4);
    read_labels(&l, 0, UINT64_MAX);
    assert_int_equal(truncate(path, HEADER + 1000), 0);
    assert_int_equal(labels_pass(&l), CODE_INPUT);
    labels_close(&l);
    put_labels("i4", 4);
    read_labels(&l, 0, UINT64_MAX);
    labels_close(&l); /* without a pass, as after a failure of another kind */
}

/* By label files of every type that there can be: how many results, or that it is refused. */
TEST(the_largest_label_tells_how_many_results)
{
    static const struct {
        clr_type type;
        uint64_t labels[3];
        int code;
        uint64_t results;
    } rows[] = {
        {CLR_TYPE_I32, {0, INT32_MAX, 5}, CODE_FINE, (uint64_t)INT32_MAX + 1},
        {CLR_TYPE_I32, {0, (uint32_t)-1, 5}, CODE_INPUT, 0},
        {CLR_TYPE_U32, {7, UINT32_MAX, 5}, CODE_FINE, (uint64_t)UINT32_MAX + 1},
        {CLR_TYPE_I64, {0, 3, INT64_MAX}, CODE_FINE, (uint64_t)INT64_MAX + 1},
        {CLR_TYPE_I64, {0, 3, UINT64_MAX}, CODE_INPUT, 0},
        {CLR_TYPE_U64, {UINT64_MAX - 1, 3, 0}, CODE_FINE, UINT64_MAX},
        {CLR_TYPE_U64, {UINT64_MAX, 3, 0}, CODE_INPUT, 0},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const size_t size = clr_type_size(rows[i].type);
        unsigned char at[3 * sizeof(uint64_t)];
        const labels l = {.name = "labels", .type = rows[i].type, .count = 3, .at = at};
        uint64_t results = 0;

        for (size_t k = 0; k < 3; k++)
            memcpy(at + k * size, &rows[i].labels[k], size);
        assert_int_equal(labels_find_results(&l, &results), rows[i].code);
        if (rows[i].code == CODE_FINE)
            assert_true(results == rows[i].results);
    }
}

void before_all(void)
{
    const int file = mkstemp(path);

    assert_true(file >= 0);
    close(file);
}

void after_all(void)
{
    unlink(path);
}
