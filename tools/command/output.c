/* SPDX-License-Identifier: Apache-2.0 */
/*
 * output - a result as text: the shortest decimal that reads back to the same bits. See output.h.
 */
#include "output.h"
#include "message.h"
#include "progress.h"
#include "shortest.h"
#include "value.h"
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* digits of 64 bits */
#define MOST_DIGITS   20
#define EXPONENT_SIZE 16

/* Writes the digits so that they end at `end`. Returns where they begin. */
static char *put_digits(uint64_t digits, char *end)
{
    for (; digits != 0; digits /= 10)
        *--end = (char)('0' + digits % 10);
    return end;
}

/* Appends `count` characters. Returns the end. */
static char *append(char *to, const char *from, int count)
{
    memcpy(to, from, (size_t)count);
    return to + count;
}

/* Writes 0.d1d2d3... times 10^point, of `count` digits. */
static void lay_out(const char *digits, int count, int point, char *to)
{
    static const char zeros[] = "0000000000000000";

    if (point < -3 || point > 16) {
        to = append(to, digits, 1);
        to = append(to, ".", count > 1);
        to = append(to, digits + 1, count - 1);
        snprintf(to, EXPONENT_SIZE, "e%+03d", point - 1);
        return;
    }
    if (point <= 0) {
        to = append(to, "0.", 2);
        to = append(to, zeros, -point);
        to = append(to, digits, count);
    } else if (count <= point) {
        to = append(to, digits, count);
        to = append(to, zeros, point - count);
    } else {
        to = append(to, digits, point);
        to = append(to, ".", 1);
        to = append(to, digits + point, count - point);
    }
    *to = '\0';
}

/* Writes `most` digits of the number, correctly rounded by printf(); zeros at the end go. */
static void rounded_text(double number, int most, char *to)
{
    char text[OUTPUT_TEXT_SIZE], digits[MOST_DIGITS + 1];
    int count = 0, exponent;

    snprintf(text, sizeof text, "%.*e", most - 1, number);
    for (const char *at = text; *at != 'e'; at++)
        if (*at >= '0' && *at <= '9')
            digits[count++] = *at;
    exponent = atoi(strchr(text, 'e') + 1);
    while (count > 1 && digits[count - 1] == '0')
        count--;
    lay_out(digits, count, exponent + 1, to);
}

/* `most`: digits at most; 0: as many as it takes. */
static void finite_text(clr_type type, double number, int most, char *to)
{
    const decimal d = shortest_decimal(type, number);
    char room[MOST_DIGITS];
    const char *digits = put_digits(d.digits, room + sizeof room);
    const int count = (int)(room + sizeof room - digits);

    if (most != 0 && count > most)
        rounded_text(number, most, to);
    else
        lay_out(digits, count, count + d.exponent, to);
}

static void real_text(clr_type type, double number, int most, char text[OUTPUT_TEXT_SIZE])
{
    const char *sign = signbit(number) ? "-" : "";

    if (isnan(number)) {
        snprintf(text, OUTPUT_TEXT_SIZE, "nan");
    } else if (isinf(number)) {
        snprintf(text, OUTPUT_TEXT_SIZE, "%sinf", sign);
    } else if (number == 0) {
        snprintf(text, OUTPUT_TEXT_SIZE, "%s0", sign);
    } else {
        strcpy(text, sign);
        finite_text(type, fabs(number), most, text + strlen(sign));
    }
}

static void whole_text(uint64_t magnitude, bool negative, char *to)
{
    char room[MOST_DIGITS];
    const char *digits = put_digits(magnitude, room + sizeof room);

    to = append(to, "-", negative);
    to = append(to, "0", magnitude == 0);
    to = append(to, digits, (int)(room + sizeof room - digits));
    *to = '\0';
}

static void any_text(clr_type type, const void *value, int most, char text[OUTPUT_TEXT_SIZE])
{
    if (value_kind_of(type) == VALUE_REAL) {
        real_text(type, value_real(type, value), most, text);
        return;
    }
    bool negative;
    const uint64_t magnitude = value_magnitude(type, value_integer(type, value), &negative);
    whole_text(magnitude, negative, text);
}

void output_text(clr_type type, const void *value, char text[OUTPUT_TEXT_SIZE])
{
    any_text(type, value, 0, text);
}

/* One number for the whole process, which prints the results of one command line. */
static int result_digits;

void output_round(unsigned digits)
{
    result_digits = (int)digits;
}

void output_result(clr_type type, const void *value, char text[OUTPUT_TEXT_SIZE])
{
    any_text(type, value, result_digits, text);
}

void output_hex(clr_type type, const void *value, char text[OUTPUT_TEXT_SIZE])
{
    if (value_kind_of(type) == VALUE_REAL) {
        double number = value_real(type, value);
        /* a NaN's sign has no meaning, and differs between devices */
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

static bool is_waited_for;

void output_begin(void)
{
    is_waited_for = !isatty(STDOUT_FILENO);
    if (is_waited_for)
        progress_wait("writing the results");
    errno = 0;
}

int output_end(bool is_written, const char *what)
{
    const int reason = errno;

    if (is_waited_for)
        progress_waited();
    is_waited_for = false;
    if (is_written)
        return CODE_FINE;
    return message_fail(CODE_INPUT, "%.40s could not be written: %s.", what,
                        reason == 0 ? "output error" : strerror(reason));
}
