/* SPDX-License-Identifier: Apache-2.0 */
/*
 * made_numbers - offsets of segments, and labels and keys of elements, drawn from random numbers
 * that are the same in every run. Knows neither shapes nor options.
 */
#ifndef CLREDUCE_TOOLS_MADE_NUMBERS_H
#define CLREDUCE_TOOLS_MADE_NUMBERS_H

#include <clreduce/clreduce.h>
#include <stddef.h>
#include <stdint.h>

typedef struct made_numbers {
    void *at;      /* NULL: there are none */
    clr_type type; /* i32, or i64 where that is too narrow */
    uint64_t count;
} made_numbers;

/* How lengths of segments and how labels can be drawn; NULL past the last. */
const char *made_segments_name_at(size_t kind);
const char *made_labels_name_at(size_t kind);

/* Kinds of segments that differ from others in more than their lengths: nobody chooses those of
 * MADE_GIANT, half of all elements are the middle one's; of MADE_KEYS each element has a key, and a
 * segment is a run of equal ones. */
enum { MADE_GIANT = 3, MADE_KEYS };

/* How many segments of a mean length such a kind has. */
uint64_t made_segments_count(size_t kind, uint64_t elements, uint64_t length);

/*
 * Draw the offsets of `count` segments, which leave out the elements behind the last segment, and a
 * label below `count` for each element. Return 0, or the exit code after a sentence on standard
 * error. made_numbers_close() is to be called in every case.
 */
int made_segments_draw(made_numbers *n, size_t kind, uint64_t elements, uint64_t count,
                       uint64_t length);
int made_labels_draw(made_numbers *n, size_t kind, uint64_t elements, uint64_t count);

/* Makes the keys of the elements of segments: the number of its segment each. Likewise. */
int made_keys_draw(made_numbers *n, const made_numbers *offsets);
void made_numbers_close(made_numbers *n);

uint64_t made_numbers_get(const made_numbers *n, uint64_t index);

/* Bytes of all of them. */
uint64_t made_numbers_size(const made_numbers *n);

#endif
