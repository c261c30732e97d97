/* SPDX-License-Identifier: Apache-2.0 */
/*
 * record - the layout of what a run writes: values, then statuses, as a C struct of them lies in
 * memory. cl/record.cl declares the same struct; tests/test_layout.c compares the two. Pure.
 */
#ifndef CLREDUCE_PROBLEM_RECORD_H
#define CLREDUCE_PROBLEM_RECORD_H

#include <clreduce/clreduce.h>
#include <stdbool.h>

/* One reduction's part of a record. */
typedef struct clri_field {
    size_t value_size;
    bool has_second;
    bool has_index;
    bool has_status;
    /* what clri_record_lay() finds; SIZE_MAX for what there is not */
    size_t offset;
    size_t second_offset;
    size_t index_offset;
    size_t status_offset;
} clri_field;

/* Lays the fields out and returns the size of a record. */
size_t clri_record_lay(clri_field *fields, size_t count);

#endif
