/* SPDX-License-Identifier: Apache-2.0 */
#include "problem/number.h"

#include <string.h>

static const clri_number numbers[] = {
#define CLRI_NUMBER(id, name, size, class, magnitude, ...)                                         \
    [CLR_TYPE_##id] = {name, size, CLRI_##class, CLR_TYPE_##magnitude, __VA_ARGS__},
#include "problem/number.def"
};

enum { NUMBER_END = sizeof numbers / sizeof *numbers };

const clri_number *clri_number_of(clr_type type)
{
    return (int)type > CLR_TYPE_DEFAULT && (int)type < NUMBER_END ? &numbers[type] : NULL;
}

const char *clr_type_name(clr_type type)
{
    const clri_number *number = clri_number_of(type);

    return number ? number->name : NULL;
}

size_t clr_type_size(clr_type type)
{
    const clri_number *number = clri_number_of(type);

    return number ? number->size : 0;
}

clr_type clr_type_from_name(const char *name)
{
    for (int type = CLR_TYPE_DEFAULT + 1; name && type < NUMBER_END; type++)
        if (strcmp(numbers[type].name, name) == 0)
            return (clr_type)type;
    return CLR_TYPE_DEFAULT;
}

bool clri_number_is_float(clr_type type)
{
    const clri_number *number = clri_number_of(type);

    return number && number->class == CLRI_FLOAT;
}

bool clri_number_is_index(clr_type type)
{
    return type == CLR_TYPE_I32 || type == CLR_TYPE_U32 || type == CLR_TYPE_I64 ||
           type == CLR_TYPE_U64;
}

void clri_number_put(void *number, uint64_t bits, size_t size)
{
    const uint8_t one = (uint8_t)bits;
    const uint16_t two = (uint16_t)bits;
    const uint32_t four = (uint32_t)bits;
    const void *from = size == sizeof one    ? (const void *)&one
                       : size == sizeof two  ? (const void *)&two
                       : size == sizeof four ? (const void *)&four
                                             : (const void *)&bits;

    memcpy(number, from, size);
}
