/* SPDX-License-Identifier: Apache-2.0 */
#include "base/ieee.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

_Static_assert(FLT_EVAL_METHOD == 0 || FLT_EVAL_METHOD == 16,
               "the host is to round as it is written: on 32-bit x86 by -msse2 -mfpmath=sse");

typedef enum format {
    DOUBLE,
    FLOAT,
    LONG,
} format;

static const struct operation {
    const char *name;
    const char *words;
    format input;
    format result;
} operations[] = {
#define CLRI_OPERATION(id, words, input, result) {"CLR_" #id, words, input, result},
#include "base/ieee.def"
};

static const struct known {
    clri_ieee_operation operation;
    double a;
    double b;
    double c;
    double result;
} known[] = {
#define CLRI_KNOWN(id, a, b, c, result) {CLRI_IEEE_##id, a, b, c, result},
#include "base/ieee.def"
};

enum { KNOWN = sizeof known / sizeof *known };

const char *clri_ieee_name(clri_ieee_operation operation)
{
    return operations[operation].name;
}

const char *clri_ieee_words(clri_ieee_operation operation)
{
    return operations[operation].words;
}

/* The bits of x in that format, which holds x exactly. */
static uint64_t bits_of(double x, format as)
{
    const float narrow = as == FLOAT ? (float)x : 0;
    uint32_t word;
    uint64_t bits;

    memcpy(&word, &narrow, sizeof word);
    memcpy(&bits, &x, sizeof bits);
    switch (as) {
    case LONG:
        return (uint64_t)(int64_t)x;
    case FLOAT:
        return word;
    default:
        return bits;
    }
}

static bool is_nan(uint64_t bits, format as)
{
    return as == FLOAT ? (bits & 0x7fffffff) > 0x7f800000
                       : (bits & INT64_MAX) > UINT64_C(0x7ff0000000000000);
}

static bool is_right(const struct known *row, uint64_t result)
{
    const format as = operations[row->operation].result;

    if (as != LONG && isnan(row->result))
        return is_nan(result, as);
    return result == bits_of(row->result, as);
}

static void put(clri_ieee_table *table, size_t at, const struct known *row)
{
    const struct operation *operation = &operations[row->operation];

    table->a[at] = bits_of(row->a, operation->input);
    table->b[at] = bits_of(row->b, operation->input);
    table->c[at] = bits_of(row->c, operation->input);
    table->result[at] = isnan(row->result) ? 0 : ~bits_of(row->result, operation->result);
}

void clri_ieee_ask(clri_ieee_table tables[CLRI_IEEE_OPERATIONS])
{
    size_t rows[CLRI_IEEE_OPERATIONS] = {0};

    memset(tables, 0, CLRI_IEEE_OPERATIONS * sizeof *tables);
    for (size_t i = 0; i < KNOWN; i++)
        put(&tables[known[i].operation], rows[known[i].operation]++, &known[i]);
}

clri_ieee_operation clri_ieee_judge(const clri_ieee_table tables[CLRI_IEEE_OPERATIONS])
{
    size_t rows[CLRI_IEEE_OPERATIONS] = {0};

    for (size_t i = 0; i < KNOWN; i++)
        if (!is_right(&known[i], tables[known[i].operation].result[rows[known[i].operation]++]))
            return known[i].operation;
    return CLRI_IEEE_OPERATIONS;
}
