/* SPDX-License-Identifier: Apache-2.0 */
/*
 * made_numbers - the offsets and labels of a shape to measure with: how they are drawn, of random
 * numbers that are the same in every run. For made_shape.c alone.
 */
#ifndef CLREDUCE_TOOLS_MADE_NUMBERS_H
#define CLREDUCE_TOOLS_MADE_NUMBERS_H

#include "made_shape.h"

/* Whether the segments asked for are those whose lengths nobody chooses. */
bool made_segments_are_giant(const options *o);

/*
 * Fill in a shape of segments, and one of labels, of `count` elements in all. Return 0, or the exit
 * code after a sentence on standard error.
 */
int made_segments_draw(made_shape *s, const options *o, uint64_t count, uint64_t length);
int made_labels_draw(made_shape *s, const options *o, uint64_t count);

/* Offset or label number `at`. */
uint64_t made_number_at(const made_shape *s, uint64_t at);

#endif
