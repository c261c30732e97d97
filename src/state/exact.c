/* SPDX-License-Identifier: Apache-2.0 */
#include "state/exact.h"
#include "base/lay.h"

#include <stdint.h>

/*
 * 2^lowest is the smallest number of the type, or its square; f16 and bf16 are read as f32, and
 * have its digits. A sum of 2^63 terms has term_bits + 63 bits, and one for the sign:
 *
 *   f32   values 277 + 64 = 341 of 352 bits, products 554 + 64 = 618 of 640
 *   f64   values 2098 + 64 = 2162 of 2176 bits, products 4196 + 64 = 4260 of 4288
 *
 * For a variance n S2 has term_bits + 126 bits, more than S2 has digits for: it is made in twice
 * the values' digits, 680 of 704 bits, and 4322 of 4352.
 */
static const struct {
    clr_type type;
    clri_exact_sum values;
    clri_exact_sum products;
} rows[] = {
    {CLR_TYPE_F16, {11, -149, 149 + 16, "352 bits"}, {20, -298, 298 + 32, "640 bits"}},
    {CLR_TYPE_BF16, {11, -149, 149 + 128, "352 bits"}, {20, -298, 298 + 256, "640 bits"}},
    {CLR_TYPE_F32, {11, -149, 149 + 128, "352 bits"}, {20, -298, 298 + 256, "640 bits"}},
    {CLR_TYPE_F64,
     {CLRI_VALUE_DIGITS_MOST, -1074, 1074 + 1024, "2176 bits"},
     {CLRI_PRODUCT_DIGITS_MOST, -2148, 2148 + 2048, "4288 bits"}},
};

static void count_sum(const clri_operator *sum, clri_exact_sums *sums)
{
    if (clri_lift_of(sum->lift)->keeps == CLRI_KEEPS_PRODUCTS)
        sums->product_sums++;
    else
        sums->value_sums++;
}

void clri_exact_count_sums(const clri_operator *op, clri_exact_sums *sums)
{
    const clri_operator *part = clri_operator_part(op, 0);

    sums->value_sums = sums->product_sums = 0;
    if (!part)
        count_sum(op, sums);
    for (unsigned i = 0; (part = clri_operator_part(op, i)); i++)
        count_sum(part, sums);
}

bool clri_exact_sums_of(clr_operator op, clr_type type, clri_exact_sums *sums)
{
    const clri_operator *row = clri_operator_of(op);

    for (size_t i = 0; row && clri_operator_adds_up(row) && i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].type == type) {
            clri_exact_count_sums(row, sums);
            sums->values = sums->value_sums ? rows[i].values : (clri_exact_sum){0};
            sums->products = sums->product_sums ? rows[i].products : (clri_exact_sum){0};
            return true;
        }
    }
    return false;
}

/* The members are in the order of cl/exact/state.cl. Its `gap` stands where the compiler would add
 * padding, which NVIDIA's keeps in memory in place of registers
 * (docs/history/2026-11-22-operators.md, "What moved the figures"). */
clri_exact_layout clri_exact_lay(unsigned terms, bool counts, unsigned digits)
{
    clri_exact_layout layout = {.terms = SIZE_MAX, .count = SIZE_MAX, .gap = SIZE_MAX};
    clri_lay state = {0, 1}, saved = {0, 1};

    if (terms)
        layout.terms = clri_lay_add(&state, terms * sizeof(cl_double), sizeof(cl_double));
    if (counts)
        layout.count = clri_lay_add(&state, sizeof(cl_ulong), sizeof(cl_ulong));
    layout.seen = clri_lay_add(&state, sizeof(cl_uint), sizeof(cl_uint));
    if (terms || counts)
        layout.gap = clri_lay_add(&state, sizeof(cl_uint), sizeof(cl_uint));
    layout.size = clri_lay_end(&state);
    layout.align = state.align;
    clri_lay_add(&saved, layout.size, layout.align);
    layout.words = clri_lay_add(&saved, digits * sizeof(cl_uint), sizeof(cl_uint));
    layout.saved_size = clri_lay_end(&saved);
    return layout;
}
