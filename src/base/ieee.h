/* SPDX-License-Identifier: Apache-2.0 */
/* ieee - operations whose results IEEE 754 fixes, on the operands of ieee.def: tables of operands
 * for a kernel to fill with results, and the first operation that it got wrong. device/arithmetic.h
 * has devices fill them. Knows no device. */
#ifndef CLREDUCE_BASE_IEEE_H
#define CLREDUCE_BASE_IEEE_H

#include <stdint.h>

enum {
    CLRI_IEEE_ROWS = 16, /* rows of an operation's table, a multiple of CLRI_IEEE_LANES */
    CLRI_IEEE_LANES = 4  /* lanes of the vectors that are tested */
};

typedef enum clri_ieee_operation {
#define CLRI_OPERATION(id, words, input, result) CLRI_IEEE_##id,
#include "base/ieee.def"
    CLRI_IEEE_OPERATIONS
} clri_ieee_operation;

/* An operation's operands, of which one or two may be unused, and its results, as bits. */
typedef struct clri_ieee_table {
    uint64_t a[CLRI_IEEE_ROWS];
    uint64_t b[CLRI_IEEE_ROWS];
    uint64_t c[CLRI_IEEE_ROWS];
    uint64_t result[CLRI_IEEE_ROWS];
} clri_ieee_table;

/* Fills in all operands, and wrong results, so that a kernel that does not run passes no row. */
void clri_ieee_ask(clri_ieee_table tables[CLRI_IEEE_OPERATIONS]);

/* The first operation that has a wrong result; CLRI_IEEE_OPERATIONS if none has. */
clri_ieee_operation clri_ieee_judge(const clri_ieee_table tables[CLRI_IEEE_OPERATIONS]);

/* The operation's name in kernels and its name in messages; both literals. */
const char *clri_ieee_name(clri_ieee_operation operation);
const char *clri_ieee_words(clri_ieee_operation operation);

#endif
