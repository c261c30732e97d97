/* SPDX-License-Identifier: Apache-2.0 */
/*
 * drawn_expression - maps and conditions that no device computes otherwise, drawn at random: all
 * operations that docs/map.md calls the same everywhere.
 */
#ifndef CLREDUCE_TESTS_DRAWN_EXPRESSION_H
#define CLREDUCE_TESTS_DRAWN_EXPRESSION_H

#include <clreduce/clreduce.h>

#include <stdbool.h>

enum { EXPRESSION_SIZE = 4096 };

void draw_expression(char *to, clr_type element, bool has_scalars, uint64_t *state);
void draw_condition(char *to, clr_type element, bool has_scalars, uint64_t *state);

/* Whether one of two expressions, which may be NULL, names a scalar. */
bool drawn_names_scalars(const char *map, const char *where);

#endif
