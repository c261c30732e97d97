/* SPDX-License-Identifier: Apache-2.0 */
/*
 * output - a result as text: the shortest decimal that reads back to the same bits. See output.h.
 */
#include "output.h"
#include "value.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Digits that tell any two doubles apart. */
#define MOST_DIGITS 17

/* A decimal number: 0.d1d2d3... times a power of ten, d1 not being 0. */
typedef struct decimal {
    char digits[MOST_DIGITS + 1];
    int point; /* digits before the point; may be negative or beyond the digits */
} decimal;

/* The decimal of `count` digits nearest to a positive finite number. */
static decimal nearest(double number, int count)
{
    char text[MOST_DIGITS + 16];
    decimal d;

    snprintf(text, sizeof text, "%.*e", count - 1, number);
    d.point = atoi(strchr(text, 'e') + 1) + 1;
    d.digits[0] = text[0];
    for (int i = 1; i < count; i++)
        d.digits[i] = text[i + 1]; /* past the decimal point */
    d.digits[count] = '\0';
    return d;
}

/* The next larger decimal of as many digits; 99 stays, as a shorter text says 100. */
static decimal next_up(decimal d)
{
    size_t last = strlen(d.digits) - 1;

    if (strspn(d.digits, "9") > last)
        return d;
    for (; d.digits[last] == '9'; last--)
        d.digits[last] = '0';
    d.digits[last]++;
    return d;
}

static bool reads_back(const decimal *d, clr_type type, double number)
{
    char text[OUTPUT_TEXT_SIZE];

    snprintf(text, sizeof text, "0.%se%d", d->digits, d->point);
    switch ((int)type) {
    case CLR_TYPE_F16:
        return value_to_f16(strtod(text, NULL)) == value_to_f16(number);
    case CLR_TYPE_BF16:
        return value_to_bf16(strtod(text, NULL)) == value_to_bf16(number);
    case CLR_TYPE_F32:
        return strtof(text, NULL) == (float)number;
    default:
        return strtod(text, NULL) == number;
    }
}

static decimal shortest(clr_type type, double number)
{
    for (int count = 1; count < MOST_DIGITS; count++) {
        decimal d = nearest(number, count);
        if (reads_back(&d, type, number))
            return d;
        /* Numbers lie twice as dense below a power of two as above it: there the nearest decimal
           may miss on the dense side while its neighbour on the other side reads back. */
        d = next_up(d);
        if (reads_back(&d, type, number))
            return d;
    }
    return nearest(number, MOST_DIGITS);
}

static void lay_out(const decimal *d, const char *sign, char text[OUTPUT_TEXT_SIZE])
{
    int count = (int)strlen(d->digits);

    if (d->point < -3 || d->point > 16)
        snprintf(text, OUTPUT_TEXT_SIZE, "%s%c%s%se%+03d", sign, d->digits[0], count > 1 ? "." : "",
                 d->digits + 1, d->point - 1);
    else if (d->point <= 0)
        snprintf(text, OUTPUT_TEXT_SIZE, "%s0.%.*s%s", sign, -d->point, "000", d->digits);
    else if (count <= d->point)
        snprintf(text, OUTPUT_TEXT_SIZE, "%s%s%.*s", sign, d->digits, d->point - count,
                 "0000000000000000");
    else
        snprintf(text, OUTPUT_TEXT_SIZE, "%s%.*s.%s", sign, d->point, d->digits,
                 d->digits + d->point);
}

static void real_text(clr_type type, double number, char text[OUTPUT_TEXT_SIZE])
{
    const char *sign = signbit(number) ? "-" : "";

    if (isnan(number)) {
        snprintf(text, OUTPUT_TEXT_SIZE, "nan");
    } else if (isinf(number)) {
        snprintf(text, OUTPUT_TEXT_SIZE, "%sinf", sign);
    } else if (number == 0) {
        snprintf(text, OUTPUT_TEXT_SIZE, "%s0", sign);
    } else {
        decimal d = shortest(type, fabs(number));
        lay_out(&d, sign, text);
    }
}

void output_text(clr_type type, const void *value, char text[OUTPUT_TEXT_SIZE])
{
    switch (value_kind_of(type)) {
    case VALUE_SIGNED:
        snprintf(text, OUTPUT_TEXT_SIZE, "%" PRId64, (int64_t)value_integer(type, value));
        break;
    case VALUE_UNSIGNED:
        snprintf(text, OUTPUT_TEXT_SIZE, "%" PRIu64, value_integer(type, value));
        break;
    case VALUE_REAL:
        real_text(type, value_real(type, value), text);
        break;
    }
}

void output_hex(clr_type type, const void *value, char text[OUTPUT_TEXT_SIZE])
{
    if (value_kind_of(type) == VALUE_REAL) {
        double number = value_real(type, value);
        /* The sign of a NaN means nothing, and differs between devices. */
        snprintf(text, OUTPUT_TEXT_SIZE, "%a", isnan(number) ? fabs(number) : number);
        return;
    }
    unsigned bits = (unsigned)clr_type_size(type) * 8;
    uint64_t mask = UINT64_MAX >> (64 - bits);
    snprintf(text, OUTPUT_TEXT_SIZE, "0x%" PRIx64, value_integer(type, value) & mask);
}

bool output_flush(void)
{
    return fflush(stdout) == 0 && !ferror(stdout);
}
