/* SPDX-License-Identifier: Apache-2.0 */
#include "shape/arrays.h"
#include "base/sized.h"

#include <string.h>

const clri_array_row clri_array_rows[CLRI_ARRAY_ROWS] = {
    {"value", "value", offsetof(clr_arrays, value), offsetof(clri_field, offset), 0, false},
    {"second", "second value", offsetof(clr_arrays, second), offsetof(clri_field, second_offset), 0,
     false},
    {"index", "index", offsetof(clr_arrays, index), offsetof(clri_field, index_offset),
     sizeof(cl_ulong), false},
    {"status", "status", offsetof(clr_arrays, status), offsetof(clri_field, status_offset),
     sizeof(cl_int), true},
};

cl_mem clri_array_buffer(const clr_arrays *arrays, const clri_array_row *row)
{
    cl_mem buffer;

    memcpy(&buffer, (const char *)arrays + row->member, sizeof buffer);
    return buffer;
}

size_t clri_array_offset(const clri_field *field, const clri_array_row *row)
{
    size_t offset;

    memcpy(&offset, (const char *)field + row->offset, sizeof offset);
    return offset;
}

bool clri_array_is_there(const clri_field *field, const clri_array_row *row, bool of_rows)
{
    return (of_rows && row->always) || clri_array_offset(field, row) != SIZE_MAX;
}

size_t clri_array_size(const clri_field *field, const clri_array_row *row)
{
    return row->size ? row->size : field->value_size;
}

clr_status clri_arrays_read(const clr_run *run, clr_arrays arrays[CLR_REDUCTIONS_MOST],
                            clri_error *error)
{
    for (size_t i = 0; i < run->array_count; i++) {
        const void *at = (const char *)run->arrays + i * run->arrays->size;

        CLRI_OR_RETURN(CLRI_SIZED_READ(clr_arrays, &arrays[i], at, error));
    }
    return CLR_OK;
}
