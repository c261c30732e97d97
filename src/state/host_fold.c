/* SPDX-License-Identifier: Apache-2.0 */
#include "state/host_fold.h"

#include <assert.h>
#include <string.h>

/* ---- formats ---- */

enum kind { REAL, SINGLE, WHOLE, INTEGER };

#define READER(name, type, member)                                                                 \
    static clri_host_fold_state read_##name(const void *at)                                        \
    {                                                                                              \
        clri_host_fold_state state = {0};                                                          \
        type value;                                                                                \
                                                                                                   \
        memcpy(&value, at, sizeof value);                                                          \
        state.member = value;                                                                      \
        return state;                                                                              \
    }

READER(double, double, real)
READER(float, float, real)
READER(ulong, uint64_t, whole)
READER(uint, uint32_t, whole)
READER(ushort, uint16_t, whole)
READER(uchar, uint8_t, whole)
READER(long, int64_t, integer)
READER(int, int32_t, integer)
READER(short, int16_t, integer)
READER(char, int8_t, integer)

/* A pair of f32 as the host's f64, which is at least as precise. */
static clri_host_fold_state read_pair(const void *at)
{
    clri_host_fold_state state;
    float pair[2];

    memcpy(pair, at, sizeof pair);
    state.real = pair[1] == 0.0f ? (double)pair[0] : (double)pair[0] + (double)pair[1];
    return state;
}

static const struct format {
    const char *number; /* as in clri_state_form */
    enum kind kind;
    clri_host_fold_state (*read)(const void *at);
} formats[] = {
    {"double", REAL, read_double}, {"float", SINGLE, read_float},  {"ulong", WHOLE, read_ulong},
    {"uint", WHOLE, read_uint},    {"ushort", WHOLE, read_ushort}, {"uchar", WHOLE, read_uchar},
    {"long", INTEGER, read_long},  {"int", INTEGER, read_int},     {"short", INTEGER, read_short},
    {"char", INTEGER, read_char},
};

static const struct format pair = {NULL, REAL, read_pair};

static const struct format *format_of(const clri_state_form *form)
{
    for (size_t i = 0; form->number && i < sizeof formats / sizeof *formats; i++)
        if (strcmp(formats[i].number, form->number) == 0)
            return &formats[i];
    assert(form->is_pair);
    return &pair;
}

/* ---- combining ---- */

static clri_host_fold_state add(enum kind kind, clri_host_fold_state a, clri_host_fold_state b)
{
    if (kind == REAL)
        a.real += b.real;
    else if (kind == SINGLE)
        a.real = (float)(a.real + b.real);
    else
        a.whole += b.whole;
    return a;
}

static clri_host_fold_state multiply(enum kind kind, clri_host_fold_state a, clri_host_fold_state b)
{
    if (kind == REAL)
        a.real *= b.real;
    else
        a.whole *= b.whole;
    return a;
}

/* Comparisons are of integers alone: floats come as keys. */
static clri_host_fold_state keep(enum kind kind, bool largest, clri_host_fold_state a,
                                 clri_host_fold_state b)
{
    const bool a_is_less = kind == INTEGER ? a.integer < b.integer : a.whole < b.whole;

    return a_is_less == largest ? b : a;
}

static clri_host_fold_state combine(enum kind kind, clri_fold fold, clri_host_fold_state a,
                                    clri_host_fold_state b)
{
    switch (fold) {
    case CLRI_FOLD_ADD:
        return add(kind, a, b);
    case CLRI_FOLD_MULTIPLY:
        return multiply(kind, a, b);
    case CLRI_FOLD_AND:
        a.whole &= b.whole;
        return a;
    case CLRI_FOLD_OR:
        a.whole |= b.whole;
        return a;
    case CLRI_FOLD_XOR:
        a.whole ^= b.whole;
        return a;
    default:
        return keep(kind, fold == CLRI_FOLD_MAX, a, b);
    }
}

clri_host_fold_state clri_host_fold_combine(const clri_state_form *form, clri_host_fold_state a,
                                            clri_host_fold_state b)
{
    return combine(format_of(form)->kind, form->fold, a, b);
}

clri_host_fold_state clri_host_fold(const clri_state_form *form, const void *states, size_t count)
{
    const struct format *format = format_of(form);
    const char *at = states;
    clri_host_fold_state state = format->read(at);

    for (size_t i = 1; i < count; i++)
        state = combine(format->kind, form->fold, state, format->read(at + i * form->size));
    return state;
}

/* ---- rounding ---- */

/* The float whose key (cl/number/key.cl) this is, as bits. Keys were turned by `nans` so that NaNs
 * lie at one end of the range, the lower if a minimum's NaN wins or a maximum's is ignored; this
 * turns them back. Every NaN comes out as the one quiet NaN. */
static uint64_t bits_of_key(const clri_state_form *form, uint64_t key)
{
    const unsigned mantissa = form->key_bits == 64 ? 52 : 23;
    const uint64_t all = form->key_bits == 64 ? UINT64_MAX : UINT32_MAX;
    const uint64_t sign = UINT64_C(1) << (form->key_bits - 1);
    const uint64_t nans = (UINT64_C(1) << mantissa) - 1;
    const bool low = (form->fold == CLRI_FOLD_MIN) == form->nan_wins;
    const uint64_t bits = (key - (low ? nans : 0 - nans)) & all;

    if (((bits + nans) & all) < 2 * nans) /* a quiet NaN */
        return (sign - 1) & ~(nans >> 1);
    return (bits & sign) ? bits ^ sign : ~bits & all;
}

/* A binary16's bits from the binary32 that equals it: it was one, so nothing is rounded, and a
 * number below 2^-24 can only be 0. */
static uint64_t half_bits(uint64_t bits)
{
    const uint64_t sign = bits >> 16 & 0x8000;
    const int exponent = (int)(bits >> 23 & 0xff) - 127;
    const uint64_t mantissa = bits & 0x7fffff;

    if (exponent == 128)
        return sign | 0x7c00 | (mantissa ? 0x200 : 0);
    if (exponent >= -14)
        return sign | (uint64_t)(exponent + 15) << 10 | mantissa >> 13;
    if (exponent < -24)
        return sign;
    return sign | (mantissa | 0x800000) >> (-1 - exponent);
}

/* To the element's type: f16 and bf16 are compared as f32. */
static uint64_t narrow_bits(clr_type result, uint64_t bits)
{
    if (result == CLR_TYPE_F16)
        return half_bits(bits);
    return result == CLR_TYPE_BF16 ? bits >> 16 : bits;
}

/* The lowest bytes, little-endian, as many as the result has. */
static void store_whole(uint64_t value, size_t size, void *to)
{
    memcpy(to, &value, size);
}

static void store_real(double value, clr_type result, void *to)
{
    const float narrow = (float)value;

    if (result == CLR_TYPE_F64)
        memcpy(to, &value, sizeof value);
    else
        memcpy(to, &narrow, sizeof narrow);
}

void clri_host_fold_round(const clri_state_form *form, clri_host_fold_state state, uint64_t total,
                          clr_type result, void *to)
{
    const size_t size = clr_type_size(result);

    if (format_of(form)->kind <= SINGLE) {
        /* Partials of no elements are -0, the identity; the sum of nothing is +0. */
        const bool is_empty_sum = total == 0 && form->fold == CLRI_FOLD_ADD;

        store_real(is_empty_sum ? 0.0 : state.real, result, to);
    } else if (form->key_bits) {
        store_whole(narrow_bits(result, bits_of_key(form, state.whole)), size, to);
    } else {
        store_whole(state.whole, size, to);
    }
}
