/* SPDX-License-Identifier: Apache-2.0 */
/* record - the layout of a run's output: values, then statuses, as a C struct, so that callers may
 * declare it as one. cl/record.cl declares the same struct for kernels; tests/test_layout.c
 * compares the two on devices. Pure. */
#ifndef CLREDUCE_PROBLEM_RECORD_H
#define CLREDUCE_PROBLEM_RECORD_H

#include <clreduce/clreduce.h>
#include <stdbool.h>

/* A reduction's fields in a record. */
typedef struct clri_field {
    size_t value_size;
    bool has_second;
    bool has_index;
    bool has_status;
    /* set by clri_record_lay(); SIZE_MAX: the record lacks the field */
    size_t offset;
    size_t second_offset;
    size_t index_offset;
    size_t status_offset;
} clri_field;

/* Lays out the fields; returns the size of a record. */
size_t clri_record_lay(clri_field *fields, size_t count);

/* A field's offset in the public header's form: CLR_UNKNOWN if the record lacks it. */
uint64_t clri_record_offset(size_t offset);

#endif
