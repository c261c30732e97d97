/* SPDX-License-Identifier: Apache-2.0 */
/*
 * warm_shape - the shapes for which warm compiles, by the names of --shapes, and typical arrays of
 * each. A new shape is a row.
 */
#ifndef CLREDUCE_TOOLS_WARM_SHAPE_H
#define CLREDUCE_TOOLS_WARM_SHAPE_H

#include <clreduce/clreduce.h>
#include <stddef.h>

/* An array of two axes, one of which is reduced; or as many segments or labels as there are rows.
 */
typedef struct warm_array {
    uint64_t extents[2];
    unsigned reduced; /* bit k: axis k is reduced */
} warm_array;

typedef struct warm_shape {
    const char *name;
    clr_shape shape;
    const warm_array *arrays; /* whose extents choose the kernels; NULL: a plan has all kernels */
    size_t array_count;
} warm_shape;

/* Row number `index`, and its name; NULL past the last. */
const warm_shape *warm_shape_at(size_t index);
const char *warm_shape_name_at(size_t index);

#endif
