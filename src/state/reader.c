/* SPDX-License-Identifier: Apache-2.0 */
#include "state/reader.h"
#include "problem/number.h"

clri_reader clri_reader_of(clr_type type, bool has_fp64)
{
    const clri_number *number = clri_number_of(type);

    switch (type) {
    case CLR_TYPE_F16:
        return (clri_reader){"read/half", number->stored, number->value, CLRI_READS_HALVES};
    case CLR_TYPE_BF16:
        return (clri_reader){"read/bfloat", number->stored, number->value, CLRI_READS_BITS};
    case CLR_TYPE_F64:
        if (!has_fp64)
            return (clri_reader){"read/plain", "ulong", "ulong", CLRI_READS_HELD};
        break;
    default:
        break;
    }
    return (clri_reader){"read/plain", number->stored, number->value, CLRI_READS_HELD};
}
