/* SPDX-License-Identifier: Apache-2.0 */
#include "host.h"

#include <assert.h>
#include <string.h>

/* ---- formats ---- */

enum kind { REAL, WHOLE, INTEGER };

#define READER(name, type, member)                                                                 \
    static clri_host_state read_##name(const void *at)                                             \
    {                                                                                              \
        clri_host_state state = {0};                                                               \
        type value;                                                                                \
                                                                                                   \
        memcpy(&value, at, sizeof value);                                                          \
        state.member = value;                                                                      \
        return state;                                                                              \
    }

READER(double, double, real)
READER(ulong, uint64_t, whole)
READER(uint, uint32_t, whole)
READER(ushort, uint16_t, whole)
READER(uchar, uint8_t, whole)
READER(long, int64_t, integer)
READER(int, int32_t, integer)
READER(short, int16_t, integer)
READER(char, int8_t, integer)

/* The host has f64, in which a pair of f32 loses nothing that its own arithmetic would keep. */
static clri_host_state read_pair(const void *at)
{
    clri_host_state state;
    float pair[2];

    memcpy(pair, at, sizeof pair);
    state.real = pair[1] == 0.0f ? (double)pair[0] : (double)pair[0] + (double)pair[1];
    return state;
}

static const struct format {
    const char *arithmetic; /* as in clri_form */
    const char *state;
    enum kind kind;
    clri_host_state (*read)(const void *at);
} formats[] = {
    {"native", "double", REAL, read_double},  {"double_float", "float", REAL, read_pair},
    {"native", "ulong", WHOLE, read_ulong},   {"native", "uint", WHOLE, read_uint},
    {"native", "ushort", WHOLE, read_ushort}, {"native", "uchar", WHOLE, read_uchar},
    {"native", "long", INTEGER, read_long},   {"native", "int", INTEGER, read_int},
    {"native", "short", INTEGER, read_short}, {"native", "char", INTEGER, read_char},
};

static const struct format *format_of(const clri_form *form)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (strcmp(formats[i].arithmetic, form->arithmetic) == 0 &&
            strcmp(formats[i].state, form->state) == 0)
            return &formats[i];
    assert(!"every form has a format");
    return &formats[0];
}

/* ---- combining ---- */

static clri_host_state add(enum kind kind, clri_host_state a, clri_host_state b)
{
    if (kind == REAL)
        a.real += b.real;
    else
        a.whole += b.whole;
    return a;
}

static clri_host_state multiply(enum kind kind, clri_host_state a, clri_host_state b)
{
    if (kind == REAL)
        a.real *= b.real;
    else
        a.whole *= b.whole;
    return a;
}

static clri_host_state keep(enum kind kind, bool largest, clri_host_state a, clri_host_state b)
{
    const bool a_is_less = kind == INTEGER ? a.integer < b.integer : a.whole < b.whole;

    return a_is_less == largest ? b : a;
}

static clri_host_state combine(enum kind kind, clr_operator op, clri_host_state a,
                               clri_host_state b)
{
    switch (clri_operator_of(op)->kind) {
    case CLRI_ADDITIVE:
        return add(kind, a, b);
    case CLRI_MULTIPLICATIVE:
        return multiply(kind, a, b);
    case CLRI_ORDERED:
        break;
    }
    return keep(kind, op == CLR_OPERATOR_MAX, a, b);
}

clri_host_state clri_host_combine(const clri_form *form, clr_operator op, clri_host_state a,
                                  clri_host_state b)
{
    return combine(format_of(form)->kind, op, a, b);
}

clri_host_state clri_host_fold(const clri_form *form, clr_operator op, const void *states,
                               size_t count)
{
    const struct format *format = format_of(form);
    const char *at = states;
    clri_host_state state = format->read(at);

    for (size_t i = 1; i < count; i++)
        state = combine(format->kind, op, state, format->read(at + i * form->state_size));
    return state;
}

/* ---- rounding ---- */

/* A key of cl/number/ordered.cl as the bits of the float that it stands for. */
static uint64_t bits_of_key(const clri_form *form, clr_operator op, size_t size, uint64_t key)
{
    const uint64_t all = size == 8 ? UINT64_MAX : (UINT64_C(1) << (8 * size)) - 1;
    const uint64_t sign = UINT64_C(1) << (8 * size - 1);
    const uint64_t nans = (UINT64_C(1) << form->key_nan_bits) - 1;
    const uint64_t bias = op == CLR_OPERATOR_MAX ? 0 - nans : nans;
    const uint64_t bits = (key - bias) & all;

    if (((bits + nans) & all) < 2 * nans) /* a quiet NaN */
        return (sign - 1) & ~(nans >> 1);
    return (bits & sign) ? bits ^ sign : ~bits & all;
}

/* Integers are stored as they are, little-endian, in as many bytes as the result has. */
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

void clri_host_round(const clri_form *form, clr_operator op, clri_host_state state, uint64_t total,
                     clr_type result, void *to)
{
    const size_t size = clr_type_size(result);

    if (format_of(form)->kind == REAL) {
        const bool is_empty_sum = total == 0 && clri_operator_of(op)->kind == CLRI_ADDITIVE;

        store_real(is_empty_sum ? 0.0 : state.real, result, to);
    } else if (form->key_nan_bits) {
        store_whole(bits_of_key(form, op, size, state.whole), size, to);
    } else {
        store_whole(state.whole, size, to);
    }
}
