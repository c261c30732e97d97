/* SPDX-License-Identifier: Apache-2.0 */
/* warm_shape - the table of the shapes for which warm compiles. See warm_shape.h. */
#include "warm_shape.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

enum { ROWS = 1 << 1, COLUMNS = 1 << 0 };

/* The command makes plans of rows for a typical run: rows and columns, short and long, few and
 * many, are different kernels. */
static const warm_array arrays[] = {
    {{10, 10}, ROWS},         {{1 << 16, 8}, ROWS},       {{1 << 14, 64}, ROWS},
    {{1 << 10, 1000}, ROWS},  {{16, 1 << 16}, ROWS},      {{2, 1 << 20}, ROWS},
    {{1, 1 << 16}, ROWS},     {{10, 10}, COLUMNS},        {{8, 1 << 16}, COLUMNS},
    {{64, 1 << 14}, COLUMNS}, {{1 << 10, 1000}, COLUMNS}, {{1 << 16, 16}, COLUMNS},
    {{1 << 20, 2}, COLUMNS},
};

/* Results and their elements on average: few, short, very many, and longer ones. */
static const warm_array spans[] = {
    {{10, 10}, ROWS}, {{100, 10}, ROWS}, {{1 << 20, 8}, ROWS}, {{100, 1000}, ROWS}};

static const warm_shape shapes[] = {
    {"flat", CLR_SHAPE_FLAT, NULL, 0},
    {"rows", CLR_SHAPE_AXES, arrays, COUNT(arrays)},
    {"segments", CLR_SHAPE_SEGMENTS, spans, COUNT(spans)},
    {"labels", CLR_SHAPE_LABELS, spans, COUNT(spans)},
};

const warm_shape *warm_shape_at(size_t index)
{
    return index < COUNT(shapes) ? &shapes[index] : NULL;
}

const char *warm_shape_name_at(size_t index)
{
    return index < COUNT(shapes) ? shapes[index].name : NULL;
}
