/* SPDX-License-Identifier: Apache-2.0 */
/*
 * shape_row - the table of the command's shapes. See shape_row.h.
 */
#include "shape_row.h"
#include "rows.h"
#include <stdio.h>
#include <string.h>

#define NUMBER(name) .member = offsetof(shape_options, name), .size = sizeof(uint64_t)
#define FILE_OF(name)                                                                              \
    .member = offsetof(shape_options, name), .size = sizeof(file_column), .names_file = true

// clang-format off
static const shape_row rows_of_shapes[] = {
    {"axis", .member = offsetof(shape_options, axis_count), .size = sizeof(size_t),
     .shape = CLR_SHAPE_AXES, .has_axes = true, .counts_lines = true,
     .open = rows_open_axes, .name = rows_name_by_index},
    {"length", NUMBER(length),
     .shape = CLR_SHAPE_AXES, .counts_lines = true,
     .open = rows_open_length, .name = rows_name_by_index},
    {"offsets", FILE_OF(offsets),
     .shape = CLR_SHAPE_SEGMENTS, .has_offsets = true,
     .open = rows_open_offsets, .name = rows_name_by_index},
    {"labels", FILE_OF(labels),
     .shape = CLR_SHAPE_LABELS, .by_index = true, .has_offsets = true, .is_scattered = true,
     .has_own_mask = true, .open = rows_open_labels, .name = rows_name_by_index},
    {"keys", FILE_OF(keys),
     .shape = CLR_SHAPE_SEGMENTS, .by_index = true, .has_offsets = true,
     .open = rows_open_keys, .name = rows_name_by_key},
    {"labels", FILE_OF(labels),
     .shape = CLR_SHAPE_AXIS_LABELS, .has_axes = true, .counts_lines = true, .is_labelled = true,
     .open = rows_open_labelled, .name = rows_name_by_index},
};
// clang-format on

static const shape_row whole = {
    .shape = CLR_SHAPE_AXES, .by_index = true, .open = rows_open_whole, .name = rows_name_by_index};

#define ROW_COUNT    (sizeof rows_of_shapes / sizeof *rows_of_shapes)
#define OPTION_COUNT (ROW_COUNT - 1) /* the last row is for two options together */

/* Labels along axes are asked for by two options together: then neither is a shape of its own. */
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
    for (size_t i = 0; i < ROW_COUNT; i++) {
        if (is_given(&rows_of_shapes[i], o))
            return &rows_of_shapes[i];
    }
    return NULL;
}

const shape_row *shape_row_whole(void)
{
    return &whole;
}

size_t shape_row_count(const options *o)
{
    size_t count = 0;

    for (size_t i = 0; i < ROW_COUNT; i++)
        count += is_given(&rows_of_shapes[i], o);
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
        snprintf(option, sizeof option, "--%s", rows_of_shapes[i].option);
        words_join(text, SHAPE_ROW_NAMES_SIZE, i, OPTION_COUNT, word, option);
    }
}
