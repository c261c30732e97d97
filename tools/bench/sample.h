/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sample - random elements to measure with: the same ones in every run, never zeros, and such that
 * no operator's result overflows or is trivial.
 */
#ifndef CLREDUCE_TOOLS_SAMPLE_H
#define CLREDUCE_TOOLS_SAMPLE_H

#include <clreduce/clreduce.h>
#include <stdint.h>

/* What the elements are like: of integers any bits or odd numbers, of floats [0, 1) or near 1. */
typedef enum sample_kind { SAMPLE_SPREAD, SAMPLE_NEAR_ONE } sample_kind;

/* Products need numbers near 1. */
sample_kind sample_kind_for(clr_operator op);

/* Writes `count` elements. Returns 0, or -1 if the type is none of those known here. */
int sample_fill(clr_type type, sample_kind kind, void *elements, uint64_t count);

#endif
