/* SPDX-License-Identifier: Apache-2.0 */
/* value - a stored number of any element type, as C numbers. See value.h. */
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

    /* each size has a type of its own, so copying is right on either byte order */
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

uint64_t value_magnitude(clr_type type, uint64_t integer, bool *negative)
{
    *negative = value_kind_of(type) == VALUE_SIGNED && integer >> 63 != 0;
    return *negative ? 0 - integer : integer;
}

/* A memcpy() for each size, so that compilers make a single store. */
void value_store(uint64_t bits, size_t size, void *at)
{
    const uint8_t byte = (uint8_t)bits;
    const uint16_t half = (uint16_t)bits;
    const uint32_t word = (uint32_t)bits;

    if (size == sizeof bits)
        memcpy(at, &bits, sizeof bits);
    else if (size == sizeof word)
        memcpy(at, &word, sizeof word);
    else if (size == sizeof half)
        memcpy(at, &half, sizeof half);
    else
        memcpy(at, &byte, sizeof byte);
}

/* ---- Floats ---------------------------------------------------------------------------------- */

static const value_format formats[] = {{CLR_TYPE_F16, 11, 15, -24},
                                       {CLR_TYPE_BF16, 8, 127, -133},
                                       {CLR_TYPE_F32, 24, 127, -149},
                                       {CLR_TYPE_F64, 53, 1023, -1074}};

const value_format *value_format_of(clr_type type)
{
    const value_format *found = formats;

    while (found->type != type)
        found++;
    return found;
}

/* The number of 16 bits, sign and exponent first. */
static double widen(uint16_t bits, const value_format *form)
{
    int fraction_bits = form->digits - 1;
    int fraction = bits & ((1 << fraction_bits) - 1);
    int exponent = (bits & 0x7fff) >> fraction_bits;
    double number;

    if (exponent == 2 * form->largest + 1)
        number = fraction == 0 ? (double)INFINITY : (double)NAN;
    else if (exponent == 0)
        number = ldexp(fraction, 1 - form->largest - fraction_bits);
    else
        number = ldexp(fraction + (1 << fraction_bits), exponent - form->largest - fraction_bits);
    return (bits & 0x8000) != 0 ? -number : number;
}

static uint16_t narrow(long double number, const value_format *form)
{
    int fraction_bits = form->digits - 1;
    int sign = signbit(number) ? 0x8000 : 0;
    int infinity = (2 * form->largest + 1) << fraction_bits;
    long double magnitude = fabsl(number);
    int exponent = 0;

    if (isnan(number))
        return (uint16_t)(sign | infinity | 1 << (fraction_bits - 1));
    if (isinf(number))
        return (uint16_t)(sign | infinity);

    /* magnitude = m * 2^exponent with 1 <= m < 2; subnormal numbers keep the step of the least
     * normal */
    frexpl(magnitude, &exponent);
    exponent =
        magnitude == 0 || exponent - 1 < 1 - form->largest ? 1 - form->largest : exponent - 1;
    if (exponent > form->largest)
        return (uint16_t)(sign | infinity);

    /* rounding up to a power of 2 carries into the exponent */
    int steps = (int)nearbyintl(ldexpl(magnitude, fraction_bits - exponent));
    return (uint16_t)(sign | (((exponent + form->largest - 1) << fraction_bits) + steps));
}

uint16_t value_to_f16(long double number)
{
    return narrow(number, value_format_of(CLR_TYPE_F16));
}

uint16_t value_to_bf16(long double number)
{
    return narrow(number, value_format_of(CLR_TYPE_BF16));
}

double value_real(clr_type type, const void *at)
{
    uint16_t half;
    float single;
    double number;

    switch ((int)type) {
    case CLR_TYPE_F64:
        memcpy(&number, at, sizeof number);
        return number;
    case CLR_TYPE_F32:
        memcpy(&single, at, sizeof single);
        return (double)single;
    default:
        memcpy(&half, at, sizeof half);
        return widen(half, value_format_of(type));
    }
}

double value_nearest(clr_type type, const void *at)
{
    if (value_kind_of(type) == VALUE_REAL)
        return value_real(type, at);

    const uint64_t integer = value_integer(type, at);
    return value_kind_of(type) == VALUE_SIGNED ? (double)(int64_t)integer : (double)integer;
}

void value_store_real(clr_type type, long double number, void *at)
{
    const double wide = (double)number;
    const float single = (float)number;

    if (type == CLR_TYPE_F64)
        memcpy(at, &wide, sizeof wide);
    else if (type == CLR_TYPE_F32)
        memcpy(at, &single, sizeof single);
    else
        value_store(narrow(number, value_format_of(type)), sizeof(uint16_t), at);
}
