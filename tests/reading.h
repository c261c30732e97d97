/* SPDX-License-Identifier: Apache-2.0 */
/*
 * reading - shared by tests of the command's input: files and pipes with given bytes, reading them,
 * and the expected outcome; in a directory of its own, which is entered before the first test and
 * removed behind the last.
 */
#ifndef CLREDUCE_TESTS_READING_H
#define CLREDUCE_TESTS_READING_H

#include "input.h"
#include "unit.h"

/* What reading returned. The elements are at the start of `room`. */
typedef struct outcome {
    bool opened;
    uint64_t told_count; /* of input_count() */
    clr_type type;
    size_t element_size;
    char format[8];
    uint64_t count;
    char error[1024]; /* "" after success */
    char room[8192];
} outcome;

/* Of the last reading. */
extern outcome result;

void write_file(const char *path, const void *data, size_t size);
void write_text(const char *path, const char *text);

/* Reads files into `result`, `piece` elements at a time. */
void read_pieces(const char *const *paths, size_t path_count, const input_options *options,
                 uint64_t piece);
void read_path(const char *path, input_options options);
void read_text(const char *text, input_options options);

/* The same bytes through a pipe, in pieces of other sizes. */
void read_pipe(const void *data, size_t size, input_options options);

/* The outcome must be exactly these elements. */
void expect(const void *elements, uint64_t count, clr_type type);
void expect_doubles(const double *elements, uint64_t count);

/* The sentence must contain the words. */
void expect_error(const char *words);
void expect_error_at_open(const char *words);

/* ---- .npy ---- */

typedef struct bytes {
    char data[4096];
    size_t size;
} bytes;

/* A .npy file of that version, with dictionary and data. */
bytes make_npy(int version, const char *dictionary, const void *data, size_t data_size);

/* A .npy file of version 1 with this descr, between quotes, and shape. */
bytes make_array(const char *descr, const char *shape, const void *data, size_t data_size);

void read_npy(bytes file, input_options options);

#endif
