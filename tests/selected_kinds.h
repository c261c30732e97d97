/* SPDX-License-Identifier: Apache-2.0 */
/* selected_kinds - data among which tests select: kinds that are hard for selections. */
#ifndef CLREDUCE_TESTS_SELECTED_KINDS_H
#define CLREDUCE_TESTS_SELECTED_KINDS_H

#include <clreduce/clreduce.h>
#include <stddef.h>

enum { SELECTED_KINDS = 6 };

/* Writes `count` elements of a kind, from 0 on. */
void draw_selected(clr_type type, int kind, size_t count, uint64_t seed, void *elements);

#endif
