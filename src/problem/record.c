/* SPDX-License-Identifier: Apache-2.0 */
#include "problem/record.h"

#include <stdint.h>

enum { INDEX_SIZE = sizeof(cl_ulong), STATUS_SIZE = sizeof(cl_int) };

static size_t round_up(size_t size, size_t multiple)
{
    return (size + multiple - 1) / multiple * multiple;
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* Of the reduction's own struct: numbers are aligned to their size. */
static size_t align_of(const clri_field *field)
{
    return field->has_index ? larger(field->value_size, INDEX_SIZE) : field->value_size;
}

/* Lays a reduction's own struct from `at` on, and returns where it ends. */
static size_t lay_values(clri_field *field, size_t at)
{
    field->offset = round_up(at, align_of(field));
    field->second_offset = field->index_offset = field->status_offset = SIZE_MAX;
    at = field->offset + field->value_size;
    if (field->has_second) {
        field->second_offset = at;
        at += field->value_size;
    }
    if (field->has_index) {
        field->index_offset = round_up(at, INDEX_SIZE);
        at = field->index_offset + INDEX_SIZE;
    }
    return round_up(at, align_of(field));
}

size_t clri_record_lay(clri_field *fields, size_t count)
{
    size_t align = 1;
    size_t end = 0;

    for (size_t i = 0; i < count; i++) {
        end = lay_values(&fields[i], end);
        align = larger(align, align_of(&fields[i]));
    }
    for (size_t i = 0; i < count; i++) {
        if (!fields[i].has_status)
            continue;
        fields[i].status_offset = round_up(end, STATUS_SIZE);
        end = fields[i].status_offset + STATUS_SIZE;
        align = larger(align, STATUS_SIZE);
    }
    return round_up(end, align);
}
