/* SPDX-License-Identifier: Apache-2.0 */
#include "device/comparison.h"
#include "device/probe.h"

/* In ascending order, with their ranks; NaNs have none. */
static const struct {
    uint32_t bits;
    int rank;
} numbers[] = {
    {0xff800000, 0}, {0xbf800000, 1},  {0x80800000, 2},  {0x80400000, 3},  {0x80000001, 4},
    {0x80000000, 5}, {0x00000000, 5},  {0x00000001, 6},  {0x00400000, 7},  {0x00800000, 8},
    {0x3f800000, 9}, {0x7f800000, 10}, {0x7fc00000, -1}, {0xffc00000, -1},
};

enum { NUMBERS = sizeof numbers / sizeof *numbers, PAIRS = NUMBERS * NUMBERS };

/* The relation of number i to number j. */
static uint64_t relation_of(size_t i, size_t j)
{
    const int a = numbers[i].rank, b = numbers[j].rank;

    if (a < 0 || b < 0)
        return CLRI_UNORDERED;
    return a < b ? CLRI_LESS : a == b ? CLRI_EQUAL : CLRI_GREATER;
}

void clri_comparison_add(clri_source *source)
{
    clri_source_flags(source, CLRI_FLAGS_BITS);
    clri_source_piece(source, "probe/comparisons");
}

clr_status clri_comparison_check(clr_context *context, cl_program program, int *are_right,
                                 clri_error *error)
{
    uint64_t pairs[PAIRS];

    for (size_t k = 0; k < PAIRS; k++)
        pairs[k] = (uint64_t)numbers[k / NUMBERS].bits << 32 | numbers[k % NUMBERS].bits;
    CLRI_OR_RETURN(clri_probe_run(context, program, "clr_comparisons", PAIRS, 1, pairs,
                                  sizeof pairs, "testing how the device compares floats", error));
    *are_right = 1;
    for (size_t k = 0; k < PAIRS; k++)
        *are_right &= pairs[k] == relation_of(k / NUMBERS, k % NUMBERS);
    return CLR_OK;
}
