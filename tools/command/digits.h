/* SPDX-License-Identifier: Apache-2.0 */
/* digits - small whole numbers of any type, for users who follow a reduction by eye. */
#ifndef CLREDUCE_TOOLS_DIGITS_H
#define CLREDUCE_TOOLS_DIGITS_H

#include <clreduce/clreduce.h>
#include <stdint.h>

/* Writes `count` elements: random digits, or for products ones and a few twos. */
void digits_fill(clr_operator op, clr_type type, void *elements, uint64_t count);

#endif
