/* SPDX-License-Identifier: Apache-2.0 */
/*
 * input_files - the files of an input, opened: each one's format is found and checked, texts are
 * looked through until the type of their numbers is known, and all files must be of one type.
 * input.c reads them.
 */
#ifndef CLREDUCE_TOOLS_INPUT_FILES_H
#define CLREDUCE_TOOLS_INPUT_FILES_H

#include "input.h"
#include "input_format.h"

struct input {
    input_options options;
    input_failure failure;
    input_file *files;
    size_t file_count;
    size_t current;     /* the file that is read next */
    clr_type type;      /* of the elements handed out */
    clr_type kept;      /* of the elements in the files */
    bool rounds;        /* conversions may round */
    void *scratch;      /* elements to be converted */
    uint64_t count;     /* elements to be read; INPUT_COUNT_UNKNOWN if only the end tells */
    uint64_t kept_left; /* numbers that files may still keep until their type is known */
    uint64_t done;      /* elements read so far */
    char *sentence;     /* the sentence last asked for */
};

/* Opens the files of these paths, as many as `file_count` says. Returns false after input_fail().
 */
bool input_files_open(input *in, const char *const *paths);

/* The input has `found` elements, fewer than --count asks for. Returns false. */
bool input_files_fail_short(input *in, uint64_t found);

#endif
