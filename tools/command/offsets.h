/* SPDX-License-Identifier: Apache-2.0 */
/*
 * offsets - the file that says where segments begin and end: reading it, and what is wrong with it.
 */
#ifndef CLREDUCE_TOOLS_OFFSETS_H
#define CLREDUCE_TOOLS_OFFSETS_H

#include "options.h"
#include <stdint.h>

/*
 * Reads the n + 1 offsets that --offsets names of n segments, which the caller frees also after a
 * failure: none below the one before, and none beyond the elements of the input `of` that name.
 * Returns 0, or the exit code after a sentence on standard error.
 */
int offsets_read(const options *o, const char *of, uint64_t elements, uint64_t **offsets,
                 uint64_t *segments);

#endif
