/* SPDX-License-Identifier: Apache-2.0 */
/*
 * saved - accumulators in files: the option --save, writing and reading. The format is the
 * library's.
 */
#ifndef CLREDUCE_TOOLS_SAVED_H
#define CLREDUCE_TOOLS_SAVED_H

#include "options.h"

/*
 * Refuses --save for operators and files that exclude it. Each function returns 0, or the exit code
 * after a sentence on standard error.
 */
int saved_check(const options *o, const char *const *files, size_t file_count,
                size_t operator_count);

/* Refuses --save of a reduction whose states depend on the order of elements. Returns as
 * saved_check() does. */
int saved_check_reduction(const options *o, const clr_reduction *reduction);

/* Whether --save of a single result needs the accumulator of each piece of the input: not of sums
 * of floats, whose state a stream keeps. */
bool saved_goes_by_pieces(const options *o, const clr_reduction *reduction);

/* Writes the accumulator to --save's file, whole or not at all. */
int saved_write(const options *o, const clr_accumulator *accumulator);

/* Whether --save writes to standard output, which the result then cannot use. */
bool saved_is_output(const options *o);

/* Reads the accumulator of a file, "-" for standard input. NULL after a failure. */
int saved_read(const char *path, clr_accumulator **accumulator);

/* A file's name for messages. */
const char *saved_name(const char *path);

#endif
