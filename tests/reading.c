/* SPDX-License-Identifier: Apache-2.0 */
/* reading - what tests of the command's input share. See reading.h. */
#include "reading.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char directory[] = "/tmp/clreduce-input-XXXXXX";

outcome result;

void write_file(const char *path, const void *data, size_t size)
{
    FILE *file = fopen(path, "wb");

    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

void write_text(const char *path, const char *text)
{
    write_file(path, text, strlen(text));
}

void read_pieces(const char *const *paths, size_t path_count, const input_options *options,
                 uint64_t piece)
{
    input *in = input_open(paths, path_count, options);
    uint64_t got;

    assert_non_null(in);
    memset(&result, 0, sizeof result);
    result.opened = !input_error(in);
    if (result.opened) {
        result.type = input_type(in);
        result.element_size = input_element_size(in);
        result.told_count = input_count(in);
        snprintf(result.format, sizeof result.format, "%s", input_format(in));
    }
    while (result.opened &&
           (got = input_read(in, result.room + result.count * result.element_size, piece))) {
        assert_true(got <= piece);
        result.count += got;
    }
    if (input_error(in))
        snprintf(result.error, sizeof result.error, "%s", input_error(in));
    input_close(in);
}

void read_path(const char *path, input_options options)
{
    read_pieces(&path, 1, &options, 1000);
}

void read_pipe(const void *data, size_t size, input_options options)
{
    char path[32];
    const char *paths[] = {path};
    int ends[2];

    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], data, size), size);
    close(ends[1]);
    snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
    read_pieces(paths, 1, &options, 3);
    close(ends[0]);
}

void read_text(const char *text, input_options options)
{
    write_text("data.txt", text);
    read_path("data.txt", options);
}

void expect(const void *elements, uint64_t count, clr_type type)
{
    assert_string_equal(result.error, "");
    assert_int_equal(result.type, type);
    assert_int_equal(result.count, count);
    if (count > 0)
        assert_memory_equal(result.room, elements, count * result.element_size);
}

void expect_doubles(const double *elements, uint64_t count)
{
    expect(elements, count, CLR_TYPE_F64);
}

void expect_error(const char *words)
{
    if (!strstr(result.error, words))
        fail_msg("\"%s\" not found in \"%s\"", words, result.error);
}

void expect_error_at_open(const char *words)
{
    expect_error(words);
    assert_false(result.opened);
}

void before_all(void)
{
    assert_non_null(mkdtemp(directory));
    assert_int_equal(chdir(directory), 0);
}

void after_all(void)
{
    char command[64];

    snprintf(command, sizeof command, "rm -rf %s", directory);
    assert_int_equal(chdir("/"), 0);
    assert_int_equal(system(command), 0);
}

/* ---- .npy ---- */

/* A .npy file of the version with this dictionary and data. */
bytes make_npy(int version, const char *dictionary, const void *data, size_t data_size)
{
    size_t dictionary_size = strlen(dictionary), field_size = version == 1 ? 2 : 4;
    bytes file = {.size = 8 + field_size + dictionary_size + data_size};

    assert_true(file.size <= sizeof file.data);
    memcpy(file.data, "\x93NUMPY", 6);
    file.data[6] = (char)version;
    file.data[8] = (char)(dictionary_size & 0xff);
    file.data[9] = (char)(dictionary_size >> 8);
    memcpy(file.data + 8 + field_size, dictionary, dictionary_size);
    if (data_size > 0)
        memcpy(file.data + 8 + field_size + dictionary_size, data, data_size);
    return file;
}

bytes make_array(const char *descr, const char *shape, const void *data, size_t data_size)
{
    char dictionary[256];

    snprintf(dictionary, sizeof dictionary,
             "{'descr': '%s', 'fortran_order': False, 'shape': %s, }      \n", descr, shape);
    return make_npy(1, dictionary, data, data_size);
}

void read_npy(bytes file, input_options options)
{
    write_file("data.npy", file.data, file.size);
    read_path("data.npy", options);
}
