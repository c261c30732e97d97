/* SPDX-License-Identifier: Apache-2.0 */
/* reader - how elements are read: by which piece, from which stored type, into which value. */
#ifndef CLREDUCE_STATE_READER_H
#define CLREDUCE_STATE_READER_H

#include <clreduce/clreduce.h>

#include <stdbool.h>

typedef struct clri_reader {
    const char *piece;
    const char *stored; /* type of an element in memory */
    const char *value;  /* type of an element once read */
    bool is_plain;      /* which is the same, read as it is */
} clri_reader;

/* f64 is read as its bits where the device has no fp64. */
clri_reader clri_reader_of(clr_type type, bool has_fp64);

#endif
