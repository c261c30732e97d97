/* SPDX-License-Identifier: Apache-2.0 */
/*
 * arrays - which member of a clr_arrays receives which field of a record. The four members (value,
 * second, index, status) are rows of a table, so that checks, arguments and copies go through them
 * in one loop; clr_host_arrays has the same offsets (src/host/host_call.c).
 */
#ifndef CLREDUCE_SHAPE_ARRAYS_H
#define CLREDUCE_SHAPE_ARRAYS_H

#include "base/status.h"
#include "problem/record.h"

#include <clreduce/clreduce.h>

/* A row of the table of arrays: a member of clr_arrays, and the record's field that fills it. */
typedef struct clri_array_row {
    const char *name;  /* of the member in clr_arrays */
    const char *words; /* what the array contains */
    size_t member;     /* offset of the member in clr_arrays */
    size_t offset;     /* offset, in clri_field, of the field's offset in the record */
    size_t size;       /* bytes of an element; 0: as many as a value has */
    bool always;       /* a plan of many results has the array for every reduction */
} clri_array_row;

enum { CLRI_ARRAY_ROWS = 4 };
extern const clri_array_row clri_array_rows[CLRI_ARRAY_ROWS];

cl_mem clri_array_buffer(const clr_arrays *arrays, const clri_array_row *row);

/*
 * Whether a reduction has the array: its record has the field, or the row is `always` there and the
 * plan has many results.
 */
bool clri_array_is_there(const clri_field *field, const clri_array_row *row, bool of_rows);

/* Offset of the field in the record; SIZE_MAX: the record lacks it. */
size_t clri_array_offset(const clri_field *field, const clri_array_row *row);
size_t clri_array_size(const clri_field *field, const clri_array_row *row);

/* Copies the run's arrays, whose structs have the size that the first struct states. */
clr_status clri_arrays_read(const clr_run *run, clr_arrays arrays[CLR_REDUCTIONS_MOST],
                            clri_error *error);

#endif
