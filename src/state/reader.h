/* SPDX-License-Identifier: Apache-2.0 */
/* reader - how elements are read: by which piece, from which stored type, into which value. */
#ifndef CLREDUCE_STATE_READER_H
#define CLREDUCE_STATE_READER_H

#include <clreduce/clreduce.h>

#include <stdbool.h>

/* What a reader makes values of. */
typedef enum clri_reads {
    CLRI_READS_HELD,   /* vectors as they are held, which are their own values */
    CLRI_READS_BITS,   /* bits of bf16 */
    CLRI_READS_HALVES, /* values of halves */
} clri_reads;

typedef struct clri_reader {
    const char *piece;
    const char *stored; /* type of an element in memory */
    const char *value;  /* type of an element once read */
    clri_reads reads;
} clri_reader;

/* f64 is read as its bits where the device has no fp64. */
clri_reader clri_reader_of(clr_type type, bool has_fp64);

#endif
