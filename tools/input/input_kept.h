/* SPDX-License-Identifier: Apache-2.0 */
/*
 * input_kept - numbers of a text, kept while they decide over its type, so that the text is read
 * once: whole numbers in 64 bits, and the first number that is none of them, behind which the text
 * goes on as f64. Limits memory; a text with more of them is read twice.
 */
#ifndef CLREDUCE_TOOLS_INPUT_KEPT_H
#define CLREDUCE_TOOLS_INPUT_KEPT_H

#include <clreduce/clreduce.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whole numbers that all files of an input keep at most: the memory that is viewed of files of
 * numbers, see VIEW_SIZE in flat.c. */
#define INPUT_KEPT_MOST ((uint64_t)1 << 24)

typedef struct input_kept {
    uint64_t *bits; /* two's complement */
    size_t count;
    size_t room;
    size_t taken;  /* numbers handed out */
    bool has_last; /* a number follows that is no integer of 64 bits */
    double last;
    bool is_given_up; /* there were too many: none is kept */
} input_kept;

/* Keeps a whole number; `*left` is what the input's files may still keep. */
void input_keep(input_kept *kept, uint64_t bits, uint64_t *left);

/* Hands out up to `capacity` numbers in order, as i64, u64 or f64; as f64 only if no whole number
 * is beyond 2^53. */
uint64_t input_kept_take(input_kept *kept, clr_type type, void *room, uint64_t capacity);

void input_kept_close(input_kept *kept);

#endif
