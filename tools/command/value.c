/* SPDX-License-Identifier: Apache-2.0 */
/*
 * value - one stored number of any element type, as C sees it. See value.h.
 */
#include "value.h"
#include <math.h>
#include <string.h>

value_kind value_kind_of(clr_type type)
{
    if (type >= CLR_TYPE_F16)
        return VALUE_REAL;
    return type >= CLR_TYPE_U8 ? VALUE_UNSIGNED : VALUE_SIGNED;
}

uint64_t value_integer(clr_type type, const void *at)
{
    unsigned bits = (unsigned)clr_type_size(type) * 8;
    uint64_t number = 0;

    /* Copying to the low end is right on either byte order once each size has its own type. */
    if (bits == 8) {
        uint8_t narrow;
        memcpy(&narrow, at, sizeof narrow);
        number = narrow;
    } else if (bits == 16) {
        uint16_t narrow;
        memcpy(&narrow, at, sizeof narrow);
        number = narrow;
    } else if (bits == 32) {
        uint32_t narrow;
        memcpy(&narrow, at, sizeof narrow);
        number = narrow;
    } else {
        memcpy(&number, at, sizeof number);
    }
    uint64_t sign = UINT64_C(1) << (bits - 1);
    return value_kind_of(type) == VALUE_SIGNED ? (number ^ sign) - sign : number;
}

void value_store(uint64_t bits, size_t size, void *at)
{
    uint8_t byte = (uint8_t)bits;
    uint16_t half = (uint16_t)bits;
    uint32_t word = (uint32_t)bits;
    const void *from = size == 1 ? (void *)&byte : size == 2 ? (void *)&half : (void *)&word;

    memcpy(at, size == sizeof bits ? &bits : from, size);
}

/* A binary floating-point format of 16 bits, sign and exponent first. */
typedef struct format {
    int significand; /* bits, the hidden one included */
    int most;        /* largest exponent of 2 */
} format;

static const format f16 = {11, 15};
static const format bf16 = {8, 127};

static double widen(uint16_t bits, format form)
{
    int fraction_bits = form.significand - 1;
    int fraction = bits & ((1 << fraction_bits) - 1);
    int exponent = (bits & 0x7fff) >> fraction_bits;
    double number;

    if (exponent == 2 * form.most + 1)
        number = fraction == 0 ? (double)INFINITY : (double)NAN;
    else if (exponent == 0)
        number = ldexp(fraction, 1 - form.most - fraction_bits);
    else
        number = ldexp(fraction + (1 << fraction_bits), exponent - form.most - fraction_bits);
    return (bits & 0x8000) != 0 ? -number : number;
}

static uint16_t narrow(long double number, format form)
{
    int fraction_bits = form.significand - 1;
    int sign = signbit(number) ? 0x8000 : 0;
    int infinity = (2 * form.most + 1) << fraction_bits;
    long double magnitude = fabsl(number);
    int exponent = 0;

    if (isnan(number))
        return (uint16_t)(sign | infinity | 1 << (fraction_bits - 1));
    if (isinf(number))
        return (uint16_t)(sign | infinity);

    /* magnitude = m * 2^exponent with 1 <= m < 2; below the least normal the step stays the same */
    frexpl(magnitude, &exponent);
    exponent = magnitude == 0 || exponent - 1 < 1 - form.most ? 1 - form.most : exponent - 1;
    if (exponent > form.most)
        return (uint16_t)(sign | infinity);

    /* The count of steps carries into the exponent by itself when it rounds up to a power of 2. */
    int steps = (int)nearbyintl(ldexpl(magnitude, fraction_bits - exponent));
    return (uint16_t)(sign | (((exponent + form.most - 1) << fraction_bits) + steps));
}

uint16_t value_to_f16(long double number)
{
    return narrow(number, f16);
}

uint16_t value_to_bf16(long double number)
{
    return narrow(number, bf16);
}

double value_real(clr_type type, const void *at)
{
    uint16_t half;
    float single;
    double number;

    switch ((int)type) {
    case CLR_TYPE_F16:
        memcpy(&half, at, sizeof half);
        return widen(half, f16);
    case CLR_TYPE_BF16:
        memcpy(&half, at, sizeof half);
        return widen(half, bf16);
    case CLR_TYPE_F32:
        memcpy(&single, at, sizeof single);
        return (double)single;
    default:
        memcpy(&number, at, sizeof number);
        return number;
    }
}
