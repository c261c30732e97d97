/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The known answers of src/base/ieee.def: the host, which is IEEE 754's, gives them all; and
 * whoever gets a single one wrong is found out.
 */
#include "base/ieee.h"
#include "unit.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

static double double_of(uint64_t bits)
{
    double x;

    memcpy(&x, &bits, sizeof x);
    return x;
}

static float float_of(uint64_t bits)
{
    const uint32_t word = (uint32_t)bits;
    float x;

    memcpy(&x, &word, sizeof x);
    return x;
}

static uint64_t bits_of(double x)
{
    uint64_t bits;

    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static uint64_t bits_of_float(float x)
{
    uint32_t word;

    memcpy(&word, &x, sizeof word);
    return word;
}

static double loss_of(volatile double a, volatile double b)
{
    const volatile double sum = a + b;
    const volatile double of_b = sum - a;
    const volatile double of_a = sum - of_b;

    return (a - of_a) + (b - of_b);
}

static uint64_t relations(double a, double b)
{
    return (a < b ? 2u : 0u) | (a == b ? 4u : 0u) | (a > b ? 8u : 0u) | (isnan(a) ? 16u : 0u);
}

/* Rows that an operation does not use are 0, of which every operation has a value. */
static uint64_t answer(clri_ieee_operation operation, uint64_t of_a, uint64_t of_b, uint64_t of_c)
{
    const volatile double a = double_of(of_a);
    const volatile double b = double_of(of_b);
    const volatile double c = double_of(of_c);
    volatile double product;

    switch (operation) {
    case CLRI_IEEE_SUM:
        return bits_of(a + b);
    case CLRI_IEEE_LOSS:
        return bits_of(loss_of(a, b));
    case CLRI_IEEE_CANCELLATION:
        return bits_of(a - a);
    case CLRI_IEEE_SUM_WITH_ZERO:
        return bits_of(a + 0.0);
    case CLRI_IEEE_PRODUCT:
        return bits_of(a * b);
    case CLRI_IEEE_UNFUSED:
        product = a * b;
        return bits_of(product + c);
    case CLRI_IEEE_FUSED:
        return bits_of(fma(a, b, c));
    case CLRI_IEEE_QUOTIENT:
        return bits_of(a / b);
    case CLRI_IEEE_ROOT:
        return bits_of(sqrt(a));
    case CLRI_IEEE_RELATIONS:
        return relations(a, b);
    case CLRI_IEEE_TO_FLOAT:
        return bits_of_float((float)a);
    case CLRI_IEEE_FROM_FLOAT:
        return bits_of((double)float_of(of_a));
    case CLRI_IEEE_TO_LONG:
        return (uint64_t)(int64_t)a;
    case CLRI_IEEE_FROM_LONG:
        return bits_of((double)(int64_t)of_a);
    case CLRI_IEEE_FLOAT_SUM:
        return bits_of_float(float_of(of_a) + float_of(of_b));
    case CLRI_IEEE_FLOAT_PRODUCT:
        return bits_of_float(float_of(of_a) * float_of(of_b));
    default:
        fail_msg("operation %d has no answer here", (int)operation);
        return 0;
    }
}

static void fill(clri_ieee_table tables[CLRI_IEEE_OPERATIONS])
{
    clri_ieee_ask(tables);
    for (int op = 0; op < CLRI_IEEE_OPERATIONS; op++)
        for (int row = 0; row < CLRI_IEEE_ROWS; row++)
            tables[op].result[row] = answer((clri_ieee_operation)op, tables[op].a[row],
                                            tables[op].b[row], tables[op].c[row]);
}

TEST(the_host_knows_all_answers)
{
    clri_ieee_table tables[CLRI_IEEE_OPERATIONS];
    clri_ieee_operation wrong;

    fill(tables);
    wrong = clri_ieee_judge(tables);
    if (wrong != CLRI_IEEE_OPERATIONS)
        fail_msg("%s is wrong in ieee.def", clri_ieee_words(wrong));
}

/* What nobody has filled in is wrong: each operation is asked for at all. */
TEST(no_answer_is_no_right_answer)
{
    clri_ieee_table asked[CLRI_IEEE_OPERATIONS];
    clri_ieee_table tables[CLRI_IEEE_OPERATIONS];

    clri_ieee_ask(asked);
    for (int op = 0; op < CLRI_IEEE_OPERATIONS; op++) {
        fill(tables);
        tables[op] = asked[op];
        assert_int_equal(clri_ieee_judge(tables), op);
    }
}

/* One answer of a table becomes another: the last place of a number, or a number for a NaN. */
static void forge(clri_ieee_operation operation, size_t row, bool is_nan)
{
    clri_ieee_table tables[CLRI_IEEE_OPERATIONS];
    uint64_t *result = &tables[operation].result[row];

    assert_in_range(row, 0, CLRI_IEEE_ROWS - 1);
    fill(tables);
    *result = is_nan ? 0 : *result ^ 1;
    assert_int_equal(clri_ieee_judge(tables), operation);
}

TEST(a_single_wrong_answer_is_found)
{
    size_t rows[CLRI_IEEE_OPERATIONS] = {0};

#define CLRI_KNOWN(id, a, b, c, result)                                                            \
    forge(CLRI_IEEE_##id, rows[CLRI_IEEE_##id]++, isnan((double)(result)));
#include "base/ieee.def"
}
