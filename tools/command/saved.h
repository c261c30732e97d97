/* SPDX-License-Identifier: Apache-2.0 */
/*
 * saved - accumulators in files: what --save asks for, writing one and reading one. The format is
 * the library's.
 */
#ifndef CLREDUCE_TOOLS_SAVED_H
#define CLREDUCE_TOOLS_SAVED_H

#include "options.h"

/*
 * Refuses what --save cannot do for so many operators, of these files. Each returns 0, or the exit
 * code after a sentence on standard error.
 */
int saved_check(const options *o, const char *const *files, size_t file_count,
                size_t operator_count);

/* Writes the accumulator to where --save says, whole or not at all. */
int saved_write(const options *o, const clr_accumulator *accumulator);

/* Whether --save says standard output, which then has no room for a result. */
bool saved_is_output(const options *o);

/* Reads the accumulator of a file, "-" being standard input. It is NULL after a failure. */
int saved_read(const char *path, clr_accumulator **accumulator);

/* The name of a file in sentences. */
const char *saved_name(const char *path);

#endif
