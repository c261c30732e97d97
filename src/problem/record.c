/* SPDX-License-Identifier: Apache-2.0 */
#include "problem/record.h"
#include "base/lay.h"

#include <stdint.h>

enum { INDEX_SIZE = sizeof(cl_ulong), STATUS_SIZE = sizeof(cl_int) };

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* Alignment of the reduction's struct: numbers are aligned to their size. */
static size_t align_of(const clri_field *field)
{
    return field->has_index ? larger(field->value_size, INDEX_SIZE) : field->value_size;
}

/* Lays out a reduction's struct, with offsets from its begin. */
static size_t lay_values(clri_field *field)
{
    clri_lay own = {0, align_of(field)};

    clri_lay_add(&own, field->value_size, field->value_size);
    field->second_offset = field->index_offset = field->status_offset = SIZE_MAX;
    if (field->has_second)
        field->second_offset = clri_lay_add(&own, field->value_size, field->value_size);
    if (field->has_index)
        field->index_offset = clri_lay_add(&own, INDEX_SIZE, INDEX_SIZE);
    return clri_lay_end(&own);
}

size_t clri_record_lay(clri_field *fields, size_t count)
{
    clri_lay record = {0, 1};

    for (size_t i = 0; i < count; i++) {
        const size_t size = lay_values(&fields[i]);

        fields[i].offset = clri_lay_add(&record, size, align_of(&fields[i]));
        if (fields[i].has_second)
            fields[i].second_offset += fields[i].offset;
        if (fields[i].has_index)
            fields[i].index_offset += fields[i].offset;
    }
    for (size_t i = 0; i < count; i++)
        if (fields[i].has_status)
            fields[i].status_offset = clri_lay_add(&record, STATUS_SIZE, STATUS_SIZE);
    return clri_lay_end(&record);
}

uint64_t clri_record_offset(size_t offset)
{
    return offset == SIZE_MAX ? CLR_UNKNOWN : offset;
}
