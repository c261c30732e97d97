/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mask_file - which numbers of a file are not 0. See mask_file.h.
 */
#include "mask_file.h"
#include "value.h"
#include <stdbool.h>
#include <string.h>

/* A number's bits without the sign of floats, whose -0 is 0. */
static bool is_true(const unsigned char *number, size_t size, bool is_real)
{
    unsigned char any = (unsigned char)(number[size - 1] & (is_real ? 0x7f : 0xff));

    for (size_t i = 0; i + 1 < size; i++)
        any |= number[i];
    return any != 0;
}

/* The bits of 1. */
static uint64_t one_of(clr_type type)
{
    switch (type) {
    case CLR_TYPE_F16:
        return 0x3c00;
    case CLR_TYPE_BF16:
        return 0x3f80;
    case CLR_TYPE_F32:
        return 0x3f800000;
    case CLR_TYPE_F64:
        return UINT64_C(0x3ff0000000000000);
    default:
        return 1;
    }
}

/* The host has the lowest byte first, as files are read in its order. */
void mask_file_widen(clr_type from, const void *numbers, clr_type to, void *truths, uint64_t count)
{
    const bool is_real = value_kind_of(from) == VALUE_REAL;
    const size_t size = clr_type_size(from), wide = clr_type_size(to);
    const uint64_t one = one_of(to);
    const unsigned char *number = numbers;
    unsigned char *truth = truths;

    for (uint64_t i = 0; i < count; i++, number += size, truth += wide) {
        const uint64_t bits = is_true(number, size, is_real) ? one : 0;
        memcpy(truth, &bits, wide);
    }
}
