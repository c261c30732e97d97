/* SPDX-License-Identifier: Apache-2.0 */
/*
 * convert - numbers of one type as numbers of another, and the type that inputs of several types
 * meet in. Pure.
 */
#ifndef CLREDUCE_TOOLS_CONVERT_H
#define CLREDUCE_TOOLS_CONVERT_H

#include <clreduce/clreduce.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether a type has all numbers of another one. */
bool convert_holds(clr_type type, clr_type other);

/*
 * The smallest type that holds all of these; where none does f64, or i64 of integers alone, which
 * may hold the numbers that are there.
 */
clr_type convert_common(const clr_type *types, size_t count);

/*
 * Converts up to `count` elements. Returns how many: fewer before the first number that the type
 * does not hold. With `rounds` floats hold what they can round to a finite number; NaNs and
 * infinities they hold in any case, integers never.
 */
uint64_t convert_elements(clr_type from, const void *elements, clr_type to, bool rounds, void *room,
                          uint64_t count);

#endif
