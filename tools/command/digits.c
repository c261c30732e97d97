/* SPDX-License-Identifier: Apache-2.0 */
/*
 * digits - small whole numbers of any type. See digits.h.
 */
#include "digits.h"
#include "value.h"
#include <string.h>

/* The bits of a small number, in the low bytes. */
static uint64_t bits_of(clr_type type, unsigned digit)
{
    float single = (float)digit;
    double number = digit;
    uint32_t narrow;
    uint64_t wide;

    switch ((int)type) {
    case CLR_TYPE_F16:
        return value_to_f16(number);
    case CLR_TYPE_BF16:
        return value_to_bf16(number);
    case CLR_TYPE_F32:
        memcpy(&narrow, &single, sizeof narrow);
        return narrow;
    case CLR_TYPE_F64:
        memcpy(&wide, &number, sizeof wide);
        return wide;
    default:
        return digit;
    }
}

void digits_fill(clr_operator op, clr_type type, void *elements, uint64_t count)
{
    size_t size = clr_type_size(type);

    for (uint64_t i = 0; i < count; i++) {
        unsigned sparse = i % 16 == 5 ? 2 : 1;
        unsigned mixed = (unsigned)((7 * i + 3) % 10);
        unsigned digit = op == CLR_OPERATOR_PROD ? sparse : mixed;
        value_store(bits_of(type, digit), size, (char *)elements + i * size);
    }
}
