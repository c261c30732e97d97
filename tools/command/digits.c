/* SPDX-License-Identifier: Apache-2.0 */
/*
 * digits - small whole numbers of any type. See digits.h.
 */
#include "digits.h"
#include "value.h"

void digits_fill(clr_operator op, clr_type type, void *elements, uint64_t count)
{
    size_t size = clr_type_size(type);

    for (uint64_t i = 0; i < count; i++) {
        unsigned sparse = i % 16 == 5 ? 2 : 1;
        unsigned mixed = (unsigned)((7 * i + 3) % 10);
        unsigned digit = op == CLR_OPERATOR_PROD ? sparse : mixed;
        void *element = (char *)elements + i * size;
        if (value_kind_of(type) == VALUE_REAL)
            value_store_real(type, digit, element);
        else
            value_store(digit, size, element);
    }
}
