/* SPDX-License-Identifier: Apache-2.0 */
/*
 * arrays - results as plain arrays: which member of a clr_arrays receives which field of a record.
 */
#ifndef CLREDUCE_PLAN_ARRAYS_H
#define CLREDUCE_PLAN_ARRAYS_H

#include "base/status.h"
#include "problem/record.h"

#include <clreduce/clreduce.h>

/* One array that a reduction can have. */
typedef struct clri_array_row {
    const char *name;  /* the member's */
    const char *words; /* what is in it */
    size_t member;     /* its place in clr_arrays */
    size_t offset;     /* place in clri_field of its offset in the record */
    size_t size;       /* bytes of an element; 0: those of a value */
    bool always;       /* each of many results has one */
} clri_array_row;

enum { CLRI_ARRAY_ROWS = 4 };
extern const clri_array_row clri_array_rows[CLRI_ARRAY_ROWS];

cl_mem clri_array_buffer(const clr_arrays *arrays, const clri_array_row *row);

/*
 * Whether a result has such an array: if its record has the field, and, of many results, a status
 * in any case.
 */
bool clri_array_is_there(const clri_field *field, const clri_array_row *row, bool of_rows);

/* Where the field stands in the record; SIZE_MAX: there is none. */
size_t clri_array_offset(const clri_field *field, const clri_array_row *row);
size_t clri_array_size(const clri_field *field, const clri_array_row *row);

/* Copies a run's arrays, whose elements are as large as the first one says. */
clr_status clri_arrays_read(const clr_run *run, clr_arrays arrays[CLR_REDUCTIONS_MOST],
                            clri_error *error);

#endif
