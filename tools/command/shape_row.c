/* SPDX-License-Identifier: Apache-2.0 */
/*
 * shape_row - the table of the command's shapes. See shape_row.h.
 */
#include "shape_row.h"
#include "rows.h"
#include <stdio.h>
#include <string.h>

#define ROW(name) &rows_of_##name,
static const shape_row *const rows_of_shapes[] = {SHAPE_ROWS(ROW)};
#undef ROW

#define ROW_COUNT    (sizeof rows_of_shapes / sizeof *rows_of_shapes)
#define OPTION_COUNT (ROW_COUNT - 1) /* the last row is for two options together */

/* Labels along axes are asked for by --labels and --axis together: then neither of these options
 * is a shape of its own. */
static bool is_given(const shape_row *row, const options *o)
{
    static const char zeros[sizeof(file_column)];
    const bool are_both = o->shape.labels.path && o->shape.axis_count != 0;
    const bool is_of_both = row->shape == CLR_SHAPE_AXIS_LABELS;

    if (is_of_both != are_both && (is_of_both || row->shape == CLR_SHAPE_LABELS || row->has_axes))
        return false;
    return memcmp((const char *)&o->shape + row->member, zeros, row->size) != 0;
}

const shape_row *shape_row_of(const options *o)
{
    for (size_t i = 0; i < ROW_COUNT; i++)
        if (is_given(rows_of_shapes[i], o))
            return rows_of_shapes[i];
    return NULL;
}

size_t shape_row_count(const options *o)
{
    size_t count = 0;

    for (size_t i = 0; i < ROW_COUNT; i++)
        count += is_given(rows_of_shapes[i], o);
    return count;
}

const char *shape_row_file(const shape_row *row, const options *o)
{
    file_column file = {NULL, NULL};

    if (row->names_file)
        memcpy(&file, (const char *)&o->shape + row->member, sizeof file);
    return file.path;
}

void shape_row_names(const char *word, char text[SHAPE_ROW_NAMES_SIZE])
{
    char option[16];

    text[0] = '\0';
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        snprintf(option, sizeof option, "--%s", rows_of_shapes[i]->option);
        words_join(text, SHAPE_ROW_NAMES_SIZE, i, OPTION_COUNT, word, option);
    }
}
