/* SPDX-License-Identifier: Apache-2.0 */
#include "selected_kinds.h"
#include "split_mix.h"

#include <stdbool.h>
#include <string.h>

static uint64_t bits_of_kind(clr_type type, int kind, size_t i, uint64_t random)
{
    static const uint64_t infinities[] = {[CLR_TYPE_F16] = 0x7c00,
                                          [CLR_TYPE_BF16] = 0x7f80,
                                          [CLR_TYPE_F32] = 0x7f800000,
                                          [CLR_TYPE_F64] = UINT64_C(0x7ff0000000000000)};
    const unsigned bits = 8 * (unsigned)clr_type_size(type);
    const uint64_t sign = UINT64_C(1) << (bits - 1);
    const uint64_t near = random / 4 % 3;
    const bool is_float = type >= CLR_TYPE_F16;

    switch (kind) {
    case 0: /* any bits, NaNs among them */
        return random;
    case 1: /* few values, both zeros among them */
        return (random % 5 * (sign >> 9)) | (random >> 20 & 1 ? sign : 0);
    case 2: /* infinities, finite numbers, subnormals; integers of any length */
        if (!is_float)
            return random >> (random % 64);
        return (random & 3) == 0 ? infinities[type] | (random & 4 ? sign : 0)
                                 : (random >> 8) % infinities[type] | (random & 4 ? sign : 0);
    case 3: /* in order */
        return i;
    case 4: /* finite numbers of any exponent; the ends of integers, with a sign or without */
        if (is_float)
            return (random >> 8) % infinities[type] | (random & 4 ? sign : 0);
        return random % 3 == 0   ? sign - 1 - near
               : random % 3 == 1 ? sign + near
                                 : UINT64_MAX - near;
    default: /* one value */
        return sign >> 2;
    }
}

void draw_selected(clr_type type, int kind, size_t count, uint64_t seed, void *elements)
{
    const size_t size = clr_type_size(type);

    for (size_t i = 0; i < count; i++) {
        const uint64_t bits = bits_of_kind(type, kind, i, next_random(&seed));

        memcpy((char *)elements + i * size, &bits, size);
    }
}
