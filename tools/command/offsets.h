/* SPDX-License-Identifier: Apache-2.0 */
/*
 * offsets - the file that says where segments begin and end: reading it, and what is wrong with it.
 */
#ifndef CLREDUCE_TOOLS_OFFSETS_H
#define CLREDUCE_TOOLS_OFFSETS_H

#include "options.h"
#include <stdint.h>

/*
 * Reads the n + 1 offsets that --offsets names of n segments, which the caller frees, as whole
 * numbers without a sign. Returns 0, or the exit code after a sentence on standard error,
 * `*offsets` then being NULL.
 */
int offsets_read(const options *o, uint64_t **offsets, uint64_t *segments);

/* Refuses offsets that decrease, or lie beyond the elements of the input of that name, likewise. */
int offsets_check(const char *path, const uint64_t *offsets, uint64_t segments, const char *of,
                  uint64_t elements);

#endif
