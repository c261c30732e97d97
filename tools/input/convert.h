/* SPDX-License-Identifier: Apache-2.0 */
/* convert - conversion of numbers between types, and the common type of several inputs. Pure. */
#ifndef CLREDUCE_TOOLS_CONVERT_H
#define CLREDUCE_TOOLS_CONVERT_H

#include <clreduce/clreduce.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether a type holds every number of another type. */
bool convert_holds(clr_type type, clr_type other);

/*
 * The smallest type that holds every number of all types; if none does, f64, or i64 for integers
 * alone, which may still hold the numbers that occur.
 */
clr_type convert_common(const clr_type *types, size_t count);

/*
 * Converts up to `count` elements; returns how many were converted, fewer if the type does not hold
 * the next number. With `rounds` a float type holds numbers that round to a finite float; it always
 * holds NaNs and infinities, integers never do.
 */
uint64_t convert_elements(clr_type from, const void *elements, clr_type to, bool rounds, void *room,
                          uint64_t count);

#endif
