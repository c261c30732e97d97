/* SPDX-License-Identifier: Apache-2.0 */
/*
 * npy_field - where a field lies in the structures of a .npy file, by the list of fields in its
 * header: [('price', '<f8'), ('at', [('day', '<i4'), ('place', '<f4', (2,))])]. Fields lie one
 * behind the other; padding is a field without a name. Only npy_header.c includes it.
 */
#ifndef CLREDUCE_TOOLS_NPY_FIELD_H
#define CLREDUCE_TOOLS_NPY_FIELD_H

#include "input_literal.h"

/* Structures are not larger, so that sizes of them fit. */
#define NPY_STRUCT_MOST ((uint64_t)1 << 31)

#define NPY_NAMES_SIZE 300

typedef struct npy_field {
    const literal_node *descr; /* its type; NULL: there is no such field */
    uint64_t offset;
    uint64_t struct_size;
} npy_field;

/* Finds the field of this name, "at.day" being a field in a field. False: some size is not known.
 */
bool npy_field_find(const literal_node *fields, const char *name, npy_field *field);

/* The names of the fields, as far as they fit. */
void npy_field_names(const literal_node *fields, char names[NPY_NAMES_SIZE]);

#endif
