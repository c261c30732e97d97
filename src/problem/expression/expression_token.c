/* SPDX-License-Identifier: Apache-2.0 */
#include "problem/expression/expression_token.h"
#include "base/system.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* The signs of a map, longer signs first. */
static const struct {
    const char *text;
    const char *advice; /* NULL: the sign is part of the grammar */
} signs[] = {
    {"//", "a map has no comments: leave it out"},
    {"/*", "a map has no comments: leave it out"},
    {"*/", "a map has no comments: leave it out"},
    {"++", "a map changes nothing: write + 1, or a blank between two signs"},
    {"--", "a map changes nothing: write - 1, or a blank between two signs"},
    {"**", "a power is pow(x, y)"},
    {"<>", "unequal is !="},
    {"||", NULL},
    {"&&", NULL},
    {"==", NULL},
    {"!=", NULL},
    {"<=", NULL},
    {">=", NULL},
    {"<<", NULL},
    {">>", NULL},
    {"|", NULL},
    {"^", NULL},
    {"&", NULL},
    {"<", NULL},
    {">", NULL},
    {"+", NULL},
    {"-", NULL},
    {"*", NULL},
    {"/", NULL},
    {"%", NULL},
    {"!", NULL},
    {"~", NULL},
    {"?", NULL},
    {":", NULL},
    {"(", NULL},
    {")", NULL},
    {",", NULL},
    {"=", "a map changes nothing: to compare, write =="},
    {";", "a map is one expression: leave it out"},
    {"{", "a map is one expression: group with ( and )"},
    {"}", "a map is one expression: group with ( and )"},
    {"[", "elements are x, y, z and w: no others can be named"},
    {"]", "elements are x, y, z and w: no others can be named"},
};

/* <ctype.h> would depend on the locale. */
static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* The value of a digit, 16 for other characters. */
static unsigned digit_value(char c)
{
    static const char digits[] = "00112233445566778899aAbBcCdDeEfF";
    const char *found = c ? strchr(digits, c) : NULL;

    return found ? (unsigned)(found - digits) / 2 : 16;
}

bool clri_token_fail(clri_error *error, size_t at, const char *format, ...)
{
    char sentence[CLRI_MESSAGE_SIZE / 2];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    clri_fail(error, CLR_ERROR_ARGUMENT, "column %zu of the map: %s", at + 1, sentence);
    return false;
}

bool clri_token_is(const clri_token *token, const char *text)
{
    return (token->kind == CLRI_TOKEN_SIGN || token->kind == CLRI_TOKEN_NAME) &&
           *text == *token->bytes && strncmp(token->bytes, text, token->length) == 0 &&
           text[token->length] == '\0';
}

/* Reads decimal digits, or hexadecimal digits after 0x. */
static bool read_integer(clri_token *token, clri_error *error)
{
    const char *bytes = token->bytes;
    const unsigned base = bytes[0] == '0' && (bytes[1] == 'x' || bytes[1] == 'X') ? 16 : 10;
    size_t length = base == 16 ? 2 : 0;
    const size_t prefix = length;

    token->kind = CLRI_TOKEN_INTEGER;
    for (; digit_value(bytes[length]) < base; length++) {
        const unsigned digit = digit_value(bytes[length]);

        if (token->integer > (UINT64_MAX - digit) / base)
            return clri_token_fail(error, token->at,
                                   "the integer is above 2^64 - 1: write it with a point");
        token->integer = token->integer * base + digit;
    }
    if (length == prefix)
        return clri_token_fail(error, token->at, "0x needs digits, as in 0xff");
    if (base == 10 && bytes[0] == '0' && length > 1)
        return clri_token_fail(error, token->at,
                               "a number with a leading 0 would be octal in C: leave the 0 out");
    token->length = length;
    return true;
}

/* Skips and counts digits; clears `is_zero` if some digit is not 0. */
static size_t skip_digits(const char *bytes, bool *is_zero)
{
    size_t length = 0;

    for (; is_digit(bytes[length]); length++)
        *is_zero = *is_zero && bytes[length] == '0';
    return length;
}

/* Measures a decimal number; of an integer, digits alone. */
static bool measure_number(clri_token *token, clri_error *error)
{
    const char *bytes = token->bytes;
    size_t length;

    token->is_zero = true;
    length = skip_digits(bytes, &token->is_zero);
    if (bytes[length] == '.') {
        token->kind = CLRI_TOKEN_REAL;
        length++;
        length += skip_digits(bytes + length, &token->is_zero);
    }
    if (bytes[length] == 'e' || bytes[length] == 'E') {
        bool ignored = true;
        const size_t sign = bytes[length + 1] == '+' || bytes[length + 1] == '-';
        const size_t digits = skip_digits(bytes + length + 1 + sign, &ignored);

        if (digits == 0)
            return clri_token_fail(error, token->at + length,
                                   "an exponent needs digits, as in 1e-3");
        token->kind = CLRI_TOKEN_REAL;
        length += 1 + sign + digits;
    }
    if (bytes[length] == 'f' || bytes[length] == 'F') {
        token->kind = CLRI_TOKEN_REAL;
        token->is_single = true;
        length++;
    }
    token->length = length;
    return true;
}

static bool read_real(clri_token *token, clri_error *error)
{
    if (clri_decimal_read(token->bytes, &token->real, &token->single))
        return true;
    clri_fail_memory(error);
    return false;
}

static bool read_number(clri_token *token, clri_error *error)
{
    const bool is_hexadecimal =
        token->bytes[0] == '0' && (token->bytes[1] == 'x' || token->bytes[1] == 'X');
    char next;

    token->kind = CLRI_TOKEN_INTEGER;
    if (!is_hexadecimal && !measure_number(token, error))
        return false;
    if (token->kind == CLRI_TOKEN_REAL ? !read_real(token, error) : !read_integer(token, error))
        return false;
    next = token->bytes[token->length];
    if (is_letter(next) || is_digit(next) || next == '.')
        return clri_token_fail(error, token->at + token->length,
                               "the number ends before '%c': an operator is missing, or its suffix "
                               "is none (there is f, for f32)",
                               next);
    return true;
}

static bool read_sign(clri_token *token, clri_error *error)
{
    const char c = *token->bytes;

    for (size_t i = 0; i < COUNT(signs); i++) {
        const size_t length = strlen(signs[i].text);

        if (*signs[i].text != c || strncmp(token->bytes, signs[i].text, length) != 0)
            continue;
        if (signs[i].advice)
            return clri_token_fail(error, token->at, "'%s' has no place here; %s", signs[i].text,
                                   signs[i].advice);
        token->kind = CLRI_TOKEN_SIGN;
        token->length = length;
        return true;
    }
    if (c < ' ' || c > '~')
        return clri_token_fail(error, token->at,
                               "the byte 0x%02x has no place here; a map is plain ASCII",
                               (unsigned)(unsigned char)c);
    return clri_token_fail(error, token->at,
                           "'%c' has no place here; a map has numbers, names, operators and "
                           "parentheses",
                           c);
}

bool clri_token_read(const char *map, size_t at, clri_token *token, clri_error *error)
{
    while (is_blank(map[at]))
        at++;
    *token = (clri_token){.kind = CLRI_TOKEN_END, .at = at, .bytes = map + at};
    if (map[at] == '\0')
        return true;
    if (is_digit(map[at]) || (map[at] == '.' && is_digit(map[at + 1])))
        return read_number(token, error);
    if (!is_letter(map[at]))
        return read_sign(token, error);
    token->kind = CLRI_TOKEN_NAME;
    while (is_letter(map[at + token->length]) || is_digit(map[at + token->length]))
        token->length++;
    return true;
}
