/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ieee - operations as IEEE 754 has them: questions whose answers are known (ieee.def), as tables
 * that a kernel fills, and what its answers say of who gave them. Knows no device.
 */
#ifndef CLREDUCE_BASE_IEEE_H
#define CLREDUCE_BASE_IEEE_H

#include <stdint.h>

enum {
    CLRI_IEEE_ROWS = 16, /* of an operation's table, a multiple of the lanes */
    CLRI_IEEE_LANES = 4  /* of the vectors that are tested */
};

typedef enum clri_ieee_operation {
#define CLRI_OPERATION(id, words, input, result) CLRI_IEEE_##id,
#include "base/ieee.def"
    CLRI_IEEE_OPERATIONS
} clri_ieee_operation;

/* Of one operation: bits of its inputs, and what comes of them. */
typedef struct clri_ieee_table {
    uint64_t a[CLRI_IEEE_ROWS];
    uint64_t b[CLRI_IEEE_ROWS];
    uint64_t c[CLRI_IEEE_ROWS];
    uint64_t result[CLRI_IEEE_ROWS];
} clri_ieee_table;

/* All inputs, and results that are wrong. */
void clri_ieee_ask(clri_ieee_table tables[CLRI_IEEE_OPERATIONS]);

/* The first operation that has a wrong result, or CLRI_IEEE_OPERATIONS. */
clri_ieee_operation clri_ieee_judge(const clri_ieee_table tables[CLRI_IEEE_OPERATIONS]);

/* What kernels call the operation, and what people do: literals. */
const char *clri_ieee_name(clri_ieee_operation operation);
const char *clri_ieee_words(clri_ieee_operation operation);

#endif
