/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The oracle's formats: elements to numbers and bits and back. The small formats are computed from
 * their definition, by their digits and their smallest exponent.
 */
#include "oracle_parts.h"

#include <math.h>
#include <string.h>

/* A binary format of 16 bits: digits behind the point, smallest normal exponent. */
typedef struct small_format {
    int digits;
    int min_exponent;
} small_format;

static const small_format f16 = {10, -14};
static const small_format bf16 = {7, -126};

static double from_small(small_format format, uint16_t bits)
{
    int field = (bits & 0x7fff) >> format.digits;
    int fraction = bits & ((1 << format.digits) - 1);
    int last = 0x7fff >> format.digits;
    double magnitude;

    if (field == last)
        magnitude = fraction ? (double)NAN : (double)INFINITY;
    else if (field == 0)
        magnitude = ldexp(fraction, format.min_exponent - format.digits);
    else
        magnitude =
            ldexp(fraction + (1 << format.digits), format.min_exponent - format.digits + field - 1);
    return copysign(magnitude, bits & 0x8000 ? -1.0 : 1.0);
}

static uint16_t to_small(small_format format, double value)
{
    unsigned sign = signbit(value) ? 0x8000u : 0;
    unsigned infinity = (0x7fffu >> format.digits) << format.digits;
    double magnitude = fabs(value);

    if (isnan(value))
        return (uint16_t)(sign | infinity | (1u << (format.digits - 1)));
    if (isinf(value))
        return (uint16_t)(sign | infinity);
    if (magnitude == 0)
        return (uint16_t)sign;

    int exponent = ilogb(magnitude);
    if (exponent < format.min_exponent)
        exponent = format.min_exponent;
    if (exponent > 128)
        return (uint16_t)(sign | infinity);
    /* The hidden bit, and a carry out of the fraction, count up the exponent's field by itself. */
    unsigned fraction = (unsigned)rint(ldexp(magnitude, format.digits - exponent));
    unsigned bits = ((unsigned)(exponent - format.min_exponent) << format.digits) + fraction;
    return (uint16_t)(sign | (bits < infinity ? bits : infinity));
}

double oracle_from_f16(uint16_t bits)
{
    return from_small(f16, bits);
}

double oracle_from_bf16(uint16_t bits)
{
    return from_small(bf16, bits);
}

uint16_t oracle_to_f16(double value)
{
    return to_small(f16, value);
}

uint16_t oracle_to_bf16(double value)
{
    return to_small(bf16, value);
}

bool oracle_is_float(clr_type type)
{
    return type >= CLR_TYPE_F16 && type <= CLR_TYPE_F64;
}

bool oracle_is_signed(clr_type type)
{
    return type >= CLR_TYPE_I8 && type <= CLR_TYPE_I64;
}

size_t oracle_size(clr_type type)
{
    static const size_t sizes[] = {0, 1, 2, 4, 8, 1, 2, 4, 8, 2, 2, 4, 8};

    return sizes[type];
}

/* Where a number of `size` bytes has its byte i, counted from the lowest, in this machine's order.
 */
static size_t place_of(size_t i, size_t size)
{
    return __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? i : size - 1 - i;
}

uint64_t oracle_load_bits(clr_type type, const void *data, size_t index)
{
    size_t size = oracle_size(type);
    const unsigned char *bytes = (const unsigned char *)data + index * size;
    uint64_t bits = 0;

    for (size_t i = 0; i < size; i++)
        bits |= (uint64_t)bytes[place_of(i, size)] << (8 * i);
    return bits;
}

void oracle_store_bits(clr_type type, void *data, size_t index, uint64_t bits)
{
    size_t size = oracle_size(type);
    unsigned char *bytes = (unsigned char *)data + index * size;

    for (size_t i = 0; i < size; i++)
        bytes[place_of(i, size)] = (unsigned char)(bits >> (8 * i));
}

double oracle_from_bits(clr_type type, uint64_t bits)
{
    const uint32_t low = (uint32_t)bits;
    float single;
    double wide;

    switch (type) {
    case CLR_TYPE_F16:
        return oracle_from_f16((uint16_t)bits);
    case CLR_TYPE_BF16:
        return oracle_from_bf16((uint16_t)bits);
    case CLR_TYPE_F32:
        memcpy(&single, &low, sizeof single);
        return (double)single;
    default:
        memcpy(&wide, &bits, sizeof wide);
        return wide;
    }
}

double oracle_load(clr_type type, const void *data, size_t index)
{
    return oracle_from_bits(type, oracle_load_bits(type, data, index));
}

void oracle_store(clr_type type, void *data, size_t index, double value)
{
    float single = (float)value;
    uint32_t low;
    uint64_t bits;

    switch (type) {
    case CLR_TYPE_F16:
        bits = oracle_to_f16(value);
        break;
    case CLR_TYPE_BF16:
        bits = oracle_to_bf16(value);
        break;
    case CLR_TYPE_F32:
        memcpy(&low, &single, sizeof low);
        bits = low;
        break;
    default:
        memcpy(&bits, &value, sizeof bits);
        break;
    }
    oracle_store_bits(type, data, index, bits);
}
