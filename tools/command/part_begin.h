/* SPDX-License-Identifier: Apache-2.0 */
/*
 * part_begin - where the parts that are merged begin in the whole, by which the indices of argmin
 * and its like, first and last are moved: as --begins says; else parts of one result follow one
 * another.
 */
#ifndef CLREDUCE_TOOLS_PART_BEGIN_H
#define CLREDUCE_TOOLS_PART_BEGIN_H

#include "options.h"

typedef struct part_begins {
    uint64_t *at; /* of each file; NULL: --begins is not given */
    size_t count;
} part_begins;

/* Reads --begins, of which there is one for each file. Each function returns 0, or the exit code
 * after a sentence on standard error. Call part_begins_close() whatever the outcome. */
int part_begins_open(part_begins *b, const options *o, size_t file_count);
void part_begins_close(part_begins *b);

/* Moves the indices of the accumulator of file number `file`, called `name` in messages; `before`
 * has the files in front of it, NULL: there are none. */
int part_begins_move(const part_begins *b, size_t file, const char *name,
                     const clr_accumulator *before, clr_accumulator *part);

#endif
