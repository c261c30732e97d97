/* SPDX-License-Identifier: Apache-2.0 */
/* number - the element types' rows (number.def): names, sizes, OpenCL C's types in memory and in
 * registers, and bounds. */
#ifndef CLREDUCE_PROBLEM_NUMBER_H
#define CLREDUCE_PROBLEM_NUMBER_H

#include <clreduce/clreduce.h>

#include <stdbool.h>

typedef enum clri_number_class { CLRI_SIGNED, CLRI_UNSIGNED, CLRI_FLOAT } clri_number_class;

typedef struct clri_number {
    const char *name;
    size_t size;
    clri_number_class class;
    clr_type magnitude;
    const char *stored;  /* OpenCL C type in memory */
    const char *value;   /* OpenCL C type that values are computed in */
    const char *lowest;  /* lowest value of integers; "" for floats */
    const char *highest; /* highest value, in the same way */
} clri_number;

/* The type's row; NULL: no such type. */
const clri_number *clri_number_of(clr_type type);

/* Whether it is a type of floats; false of no type. */
bool clri_number_is_float(clr_type type);

/* Whether offsets, labels and indices may have the type: integers of 32 or 64 bits. */
bool clri_number_is_index(clr_type type);

/* Stores the lowest `size` bytes of a number's bits, in the host's order. */
void clri_number_put(void *number, uint64_t bits, size_t size);

#endif
