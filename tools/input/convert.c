/* SPDX-License-Identifier: Apache-2.0 */
/* convert - conversion of numbers between types. See convert.h. */
#include "convert.h"

#include "value.h"

#include <math.h>
#include <string.h>

/* ---- Types ----------------------------------------------------------------------------------- */

static bool is_real(clr_type type)
{
    return value_kind_of(type) == VALUE_REAL;
}

/* Bits of an integer type's magnitudes, without the least number's, a power of two. */
static int bits_of(clr_type type)
{
    return 8 * (int)clr_type_size(type) - (value_kind_of(type) == VALUE_SIGNED);
}

static int digits_of(clr_type type)
{
    return value_format_of(type)->digits;
}

bool convert_holds(clr_type type, clr_type other)
{
    if (is_real(type) && is_real(other))
        return type == other || (type > other && type != CLR_TYPE_BF16);
    if (is_real(type))
        return bits_of(other) <= digits_of(type);
    return !is_real(other) && bits_of(other) <= bits_of(type) &&
           (value_kind_of(type) == VALUE_SIGNED || value_kind_of(other) == VALUE_UNSIGNED);
}

clr_type convert_common(const clr_type *types, size_t count)
{
    static const clr_type by_size[] = {CLR_TYPE_U8,  CLR_TYPE_I8,   CLR_TYPE_U16, CLR_TYPE_I16,
                                       CLR_TYPE_U32, CLR_TYPE_I32,  CLR_TYPE_U64, CLR_TYPE_I64,
                                       CLR_TYPE_F16, CLR_TYPE_BF16, CLR_TYPE_F32, CLR_TYPE_F64};
    bool any_real = false;

    for (size_t k = 0; k < sizeof by_size / sizeof by_size[0]; k++) {
        size_t held = 0;
        while (held < count && convert_holds(by_size[k], types[held]))
            held++;
        if (held == count)
            return by_size[k];
    }
    for (size_t i = 0; i < count; i++)
        any_real = any_real || is_real(types[i]);
    return any_real ? CLR_TYPE_F64 : CLR_TYPE_I64;
}

/* ---- Numbers --------------------------------------------------------------------------------- */

/* Stores the float nearest to a number; returns the stored value. */
static double put_real(clr_type to, long double number, void *room)
{
    value_store_real(to, number, room);
    return value_real(to, room);
}

static bool real_to_real(double number, clr_type to, bool rounds, void *room)
{
    const double put = put_real(to, (long double)number, room);

    return put == number || isnan(number) || (rounds && isfinite(put));
}

static bool real_to_integer(double number, clr_type to, void *room)
{
    const double end = ldexp(1, bits_of(to));
    const double least = value_kind_of(to) == VALUE_SIGNED ? -end : 0;

    if (!(number >= least && number < end) || number != trunc(number))
        return false;
    value_store(number < 0 ? (uint64_t)(int64_t)number : (uint64_t)number, clr_type_size(to), room);
    return true;
}

/* Whether a magnitude has at most `digits` bits from the first to the last set bit. */
static bool has_digits(uint64_t magnitude, int digits)
{
    while (magnitude != 0 && magnitude % 2 == 0)
        magnitude /= 2;
    return digits >= 64 || magnitude >> digits == 0;
}

static bool integer_to_real(uint64_t magnitude, bool negative, clr_type to, bool rounds, void *room)
{
    const long double number = (long double)magnitude;
    const double put = put_real(to, negative ? -number : number, room);

    return isfinite(put) && (rounds || has_digits(magnitude, digits_of(to)));
}

static bool integer_to_integer(uint64_t magnitude, bool negative, clr_type to, void *room)
{
    const uint64_t most = UINT64_MAX >> (64 - bits_of(to));

    value_store(negative ? 0 - magnitude : magnitude, clr_type_size(to), room);
    if (!negative)
        return magnitude <= most;
    return value_kind_of(to) == VALUE_SIGNED && magnitude - 1 <= most;
}

static bool convert_one(clr_type from, const void *at, clr_type to, bool rounds, void *room)
{
    if (is_real(from))
        return is_real(to) ? real_to_real(value_real(from, at), to, rounds, room)
                           : real_to_integer(value_real(from, at), to, room);

    bool negative;
    const uint64_t magnitude = value_magnitude(from, value_integer(from, at), &negative);
    return is_real(to) ? integer_to_real(magnitude, negative, to, rounds, room)
                       : integer_to_integer(magnitude, negative, to, room);
}

/* The most frequent conversion: f32 where other inputs are f64. */
static void widen_singles(const char *elements, char *room, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        float single;
        memcpy(&single, elements + i * sizeof single, sizeof single);
        const double wide = (double)single;
        memcpy(room + i * sizeof wide, &wide, sizeof wide);
    }
}

uint64_t convert_elements(clr_type from, const void *elements, clr_type to, bool rounds, void *room,
                          uint64_t count)
{
    const size_t size = clr_type_size(from), wide = clr_type_size(to);
    uint64_t i = 0;

    if (from == CLR_TYPE_F32 && to == CLR_TYPE_F64) {
        widen_singles(elements, room, count);
        return count;
    }
    while (i < count && convert_one(from, (const char *)elements + i * size, to, rounds,
                                    (char *)room + i * wide))
        i++;
    return i;
}
