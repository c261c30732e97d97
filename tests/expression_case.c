/* SPDX-License-Identifier: Apache-2.0 */
#include "expression_case.h"
#include "problem/number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ---- elements ---- */

static const int64_t integers[] = {0,         1,         -1,        2,
                                   -3,        7,         -7,        100,
                                   127,       -128,      255,       32767,
                                   65536,     INT32_MIN, INT32_MAX, -4294967296,
                                   1LL << 53, INT64_MIN, INT64_MAX, -81985529216486896};
static const double reals[] = {0.0, -0.0, 1,        -1,          0.5,       -2.5,        3.75,
                               0.1, 1e-3, 10.25,    -7.125,      100.125,   INFINITY,    -INFINITY,
                               NAN, 1e10, 0x1p-149, -0x1.8p-130, 0x1p-1074, -0x1.8p-1030};

enum {
    INTEGER_SAMPLES = COUNT(integers) * COUNT(integers),
    REAL_SAMPLES = COUNT(reals) * COUNT(reals)
};

size_t sample_count(clr_type element)
{
    return clri_number_of(element)->class == CLRI_FLOAT ? REAL_SAMPLES : INTEGER_SAMPLES;
}

/* Writes an element and reads back what it holds. */
#define STORE(type, from, to)                                                                      \
    {                                                                                              \
        const type stored = (type)(from);                                                          \
        memcpy(at, &stored, sizeof stored);                                                        \
        *(to) = stored;                                                                            \
    }

static void store_integer(clr_type element, int64_t value, void *at, int64_t *as_long,
                          uint64_t *as_ulong)
{
    switch ((int)element) {
    case CLR_TYPE_I8:
        STORE(int8_t, value, as_long)
        break;
    case CLR_TYPE_I16:
        STORE(int16_t, value, as_long)
        break;
    case CLR_TYPE_I32:
        STORE(int32_t, value, as_long)
        break;
    case CLR_TYPE_I64:
        STORE(int64_t, value, as_long)
        break;
    case CLR_TYPE_U8:
        STORE(uint8_t, value, as_long)
        break;
    case CLR_TYPE_U16:
        STORE(uint16_t, value, as_long)
        break;
    case CLR_TYPE_U32:
        STORE(uint32_t, value, as_long)
        break;
    default:
        STORE(uint64_t, value, as_ulong)
    }
}

static void store_real(clr_type element, double value, void *at, double *as_real)
{
    if (element == CLR_TYPE_F64)
        STORE(double, value, as_real)
    else
        STORE(float, value, as_real)
}

struct sample make_sample(clr_type element, size_t k, char *x, char *y)
{
    const size_t size = clr_type_size(element);
    struct sample made = {.i = (int64_t)k, .n = (int64_t)sample_count(element)};

    if (clri_number_of(element)->class == CLRI_FLOAT) {
        store_real(element, reals[k % COUNT(reals)], x + k * size, &made.x_real);
        store_real(element, reals[k / COUNT(reals)], y + k * size, &made.y_real);
    } else {
        store_integer(element, integers[k % COUNT(integers)], x + k * size, &made.x_long,
                      &made.x_ulong);
        store_integer(element, integers[k / COUNT(integers)], y + k * size, &made.y_long,
                      &made.y_ulong);
    }
    return made;
}

/* ---- the same in C ---- */

#define OF_I8(s, v)  ((s)->v##_long)
#define OF_I16(s, v) ((s)->v##_long)
#define OF_I32(s, v) ((s)->v##_long)
#define OF_I64(s, v) ((s)->v##_long)
#define OF_U8(s, v)  ((s)->v##_long)
#define OF_U16(s, v) ((s)->v##_long)
#define OF_U32(s, v) ((s)->v##_long)
#define OF_U64(s, v) ((s)->v##_ulong)
#define OF_F32(s, v) ((float)(s)->v##_real)
#define OF_F64(s, v) ((s)->v##_real)

static uint64_t bits_of_LONG(int64_t value)
{
    return (uint64_t)value;
}

static uint64_t bits_of_ULONG(uint64_t value)
{
    return value;
}

static uint64_t bits_of_TRUTH(int64_t value)
{
    return value != 0;
}

static uint64_t bits_of_FLOAT(float value)
{
    uint32_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static uint64_t bits_of_DOUBLE(double value)
{
    uint64_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}

#define TYPE_OF_LONG   CLR_TYPE_I64
#define TYPE_OF_ULONG  CLR_TYPE_U64
#define TYPE_OF_TRUTH  CLR_TYPE_U8
#define TYPE_OF_FLOAT  CLR_TYPE_F32
#define TYPE_OF_DOUBLE CLR_TYPE_F64

#define JOIN_(a, b) a##b
#define JOIN(a, b)  JOIN_(a, b)

#define CASE(elements, kind, ulps, map, expression)                                                \
    static uint64_t JOIN(expected_##elements##_, __LINE__)(const struct sample *s)                 \
    {                                                                                              \
        const __typeof__(OF_##elements(s, x)) x = OF_##elements(s, x), y = OF_##elements(s, y);    \
        const int64_t i = s->i, n = s->n;                                                          \
                                                                                                   \
        (void)x, (void)y, (void)i, (void)n;                                                        \
        return bits_of_##kind(expression);                                                         \
    }
#include "expression_cases.def"

const struct map_case map_cases[] = {
#define ROW(elements, kind, ulps, map, looks)                                                      \
    {map, CLR_TYPE_##elements, TYPE_OF_##kind, ulps, JOIN(expected_##elements##_, __LINE__), looks},
#define CASE(elements, kind, ulps, map, expression) ROW(elements, kind, ulps, map, false)
#define LOOK(elements, kind, map, expression)       ROW(elements, kind, 0, map, true)
#include "expression_cases.def"
};

const size_t map_case_count = COUNT(map_cases);

_Static_assert(COUNT(map_cases) <= CASES_MOST && (int)INTEGER_SAMPLES <= (int)SAMPLES_MOST &&
                   (int)REAL_SAMPLES <= (int)SAMPLES_MOST,
               "arrays of tests have room");

/* ---- comparing ---- */

/* Floats in ascending order as ascending integers. */
static int64_t order_of(uint64_t bits, unsigned width)
{
    const uint64_t sign = UINT64_C(1) << (width - 1);

    return bits & sign ? -(int64_t)(bits & ~sign) : (int64_t)bits;
}

static bool is_nan(uint64_t bits, clr_type type)
{
    return type == CLR_TYPE_F32 ? (bits & 0x7fffffff) > 0x7f800000
                                : (bits & INT64_MAX) > UINT64_C(0x7ff0000000000000);
}

bool agrees(const struct map_case *c, uint64_t expected, uint64_t got)
{
    const unsigned width = c->value == CLR_TYPE_F32 ? 32 : 64;
    int64_t apart;

    if (expected == got)
        return true;
    if (c->value != CLR_TYPE_F32 && c->value != CLR_TYPE_F64)
        return false;
    if (is_nan(expected, c->value) || is_nan(got, c->value))
        return is_nan(expected, c->value) && is_nan(got, c->value);
    apart = order_of(expected, width) - order_of(got, width);
    return (uint64_t)llabs(apart) <= c->ulps;
}
