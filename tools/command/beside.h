/* SPDX-License-Identifier: Apache-2.0 */
/*
 * beside - files that are read beside the numbers: labels, keys, offsets, indices. Owns how such a
 * file is opened and read as a whole, its name in sentences, and the refusal of elements that
 * are no whole numbers. The meaning of the numbers belongs to label_file.h, key_file.h, rows.h and
 * gather.h. Uses no OpenCL.
 */
#ifndef CLREDUCE_TOOLS_BESIDE_H
#define CLREDUCE_TOOLS_BESIDE_H

#include "options.h"

/* "standard input" of "-". */
const char *beside_name(const char *path);

/*
 * Opens a file of whole numbers, which are `called` "labels" and the like. Returns 0, or the exit
 * code after a sentence on standard error, as all functions below do; `*in` is NULL then, and else
 * to be closed.
 */
int beside_open(const options *o, const char *path, const char *called, input **in);

/* Tells an error of the file, if there is one. */
int beside_fail(const input *in);

/* Reads all elements of an input, which the caller frees also after a failure. False without
 * memory; errors of the input are told by beside_fail(). */
bool beside_read_all(input *in, void **elements, uint64_t *count);

/* Reads a list of i32, u32, i64 or u64, none below 0, as numbers of 64 bits, which the caller
 * frees; `one` of them is called "offset" or the like. `*numbers` is NULL after a failure. */
int beside_read_list(const options *o, const char *path, const char *one, const char *many,
                     uint64_t **numbers, uint64_t *count);

/* Refuses a file whose numbers are not as many as the elements of the input `of` that name. */
int beside_check_count(const char *name, const char *called, uint64_t count, const char *of,
                       uint64_t elements);

#endif
