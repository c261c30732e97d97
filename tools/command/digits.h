/* SPDX-License-Identifier: Apache-2.0 */
/*
 * digits - small whole numbers of any type, for people who follow a reduction with their eyes.
 */
#ifndef CLREDUCE_TOOLS_DIGITS_H
#define CLREDUCE_TOOLS_DIGITS_H

#include <clreduce/clreduce.h>
#include <stdint.h>

/* Writes `count` elements: digits without order, or for products ones and now and then a two. */
void digits_fill(clr_operator op, clr_type type, void *elements, uint64_t count);

#endif
