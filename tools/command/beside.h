/* SPDX-License-Identifier: Apache-2.0 */
/*
 * beside - files read beside the numbers: labels, keys, offsets, indices. Opens and reads such a
 * file whole, names it in messages, and refuses elements that are not whole numbers. The numbers'
 * meaning is for label_file.h, key_file.h, rows.h and gather.h. Uses no OpenCL.
 */
#ifndef CLREDUCE_TOOLS_BESIDE_H
#define CLREDUCE_TOOLS_BESIDE_H

#include "options.h"

/* The name for messages: the path, or "standard input" for "-". */
const char *beside_name(const char *path);

/*
 * Opens a file of whole numbers, whose name in messages is `called`, such as "labels". Returns 0,
 * or the exit code after a sentence on standard error, as all functions below do. `*in` is NULL
 * after a failure, else to be closed.
 */
int beside_open(const options *o, const file_column *file, const char *called, input **in);

/* Reports an error of the file, if any. */
int beside_fail(const input *in);

/* Reads the elements of an input to its end, or `most` of them; the caller frees them, also after a
 * failure. False if memory ran out; errors of the input are reported by beside_fail(). */
bool beside_read(input *in, uint64_t most, void **elements, uint64_t *count);

/* Reads a list of i32, u32, i64 or u64, none negative, as 64-bit numbers, which the caller frees.
 * `one` and `many` name the numbers in messages, such as "offset". `*numbers` is NULL after a
 * failure. */
int beside_read_list(const options *o, const file_column *file, const char *one, const char *many,
                     uint64_t **numbers, uint64_t *count);

/* Refuses a file with more or fewer numbers than the input `of` has elements. */
int beside_check_count(const char *name, const char *called, uint64_t count, const char *of,
                       uint64_t elements);

#endif
