/* SPDX-License-Identifier: Apache-2.0 */
/* reader - how an element is read: the piece that reads it, its type in memory, and its type once
 * read. Halves and bfloats are read as f32, which represents each exactly; f64 on a device without
 * fp64 is read as bits, by which exact sums and comparisons do without doubles. */
#ifndef CLREDUCE_STATE_READER_H
#define CLREDUCE_STATE_READER_H

#include <clreduce/clreduce.h>

#include <stdbool.h>

/* The form in which a reader gets elements, before it makes values of them. */
typedef enum clri_reads {
    CLRI_READS_HELD,   /* from vectors of values */
    CLRI_READS_BITS,   /* from bf16's bits */
    CLRI_READS_HALVES, /* from halves */
} clri_reads;

typedef struct clri_reader {
    const char *piece;
    const char *stored; /* an element's type in memory */
    const char *value;  /* an element's type once read */
    clri_reads reads;
} clri_reader;

/* f64 is read as bits on a device without fp64. */
clri_reader clri_reader_of(clr_type type, bool has_fp64);

#endif
