/* SPDX-License-Identifier: Apache-2.0 */
/*
 * input_number - one number from text to an element, correctly rounded and independent of the
 * process's locale. Knows nothing of files, lines and separators.
 */
#include "input_format.h"
#include "value.h"

#include <fenv.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if defined(__APPLE__)
#include <xlocale.h> /* strtod_l */
#endif

/* A number written as digits, point and exponent: mantissa * 10^exponent. */
typedef struct decimal {
    bool negative;
    uint64_t mantissa;
    int exponent;
} decimal;

/* Adds digits to the mantissa. False if they overflow it. */
static bool read_digits(const char **at, uint64_t *mantissa)
{
    for (; input_is_digit(**at); (*at)++) {
        unsigned digit = (unsigned)(**at - '0');

        if (*mantissa > (UINT64_MAX - 9) / 10 && *mantissa > (UINT64_MAX - digit) / 10)
            return false;
        *mantissa = *mantissa * 10 + digit;
    }
    return true;
}

static bool read_sign(const char **at)
{
    bool negative = **at == '-';

    if (negative || **at == '+')
        (*at)++;
    return negative;
}

/* Reads an exponent such as "e-12" of at most three digits, enough for the fast path. */
static bool read_exponent(const char **at, int *exponent)
{
    const char *start;
    uint64_t value = 0;
    bool negative;

    if (**at != 'e' && **at != 'E')
        return true;
    (*at)++;
    negative = read_sign(at);
    start = *at;
    if (!read_digits(at, &value) || *at == start || *at - start > 3)
        return false;
    *exponent += negative ? -(int)value : (int)value;
    return true;
}

/* False if the text is not a plain decimal, or has too many digits; it may still be a number. */
static bool read_decimal(const char *at, const char *end, decimal *number)
{
    const char *digits, *point;

    number->mantissa = 0;
    number->exponent = 0;
    number->negative = read_sign(&at);
    digits = at;
    if (!read_digits(&at, &number->mantissa))
        return false;
    if (*at == '.') {
        point = ++at;
        if (!read_digits(&at, &number->mantissa) || at - point > INPUT_TOKEN_MAX)
            return false;
        number->exponent = -(int)(at - point);
        if (at - digits < 2)
            return false; /* a point without digits */
    }
    return at > digits && read_exponent(&at, &number->exponent) && at == end;
}

/*
 * Clinger's fast path (How to Read Floating Point Numbers Accurately, PLDI 1990): if mantissa and
 * power of ten are both exact in the format, then one multiplication or division rounds correctly.
 * It needs arithmetic in the format itself, which FLT_EVAL_METHOD 0 promises.
 */
static bool make_double(const decimal *number, double *value)
{
    static const double tens[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                  1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                  1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    double mantissa = (double)number->mantissa;

    if (FLT_EVAL_METHOD != 0 || number->mantissa > UINT64_C(1) << DBL_MANT_DIG ||
        number->exponent < -22 || number->exponent > 22)
        return false;
    *value = number->exponent < 0 ? mantissa / tens[-number->exponent]
                                  : mantissa * tens[number->exponent];
    *value = number->negative ? -*value : *value;
    return true;
}

static bool make_float(const decimal *number, float *value)
{
    static const float tens[] = {1e0F, 1e1F, 1e2F, 1e3F, 1e4F, 1e5F, 1e6F, 1e7F, 1e8F, 1e9F, 1e10F};
    float mantissa = (float)number->mantissa;

    if (FLT_EVAL_METHOD != 0 || number->mantissa > UINT64_C(1) << FLT_MANT_DIG ||
        number->exponent < -10 || number->exponent > 10)
        return false;
    *value = number->exponent < 0 ? mantissa / tens[-number->exponent]
                                  : mantissa * tens[number->exponent];
    *value = number->negative ? -*value : *value;
    return true;
}

/* Whether the text itself says infinity; otherwise an infinite result is an overflow. */
static bool says_infinity(const char *at)
{
    read_sign(&at);
    return *at == 'i' || *at == 'I';
}

/*
 * Reads what C runtimes of Microsoft's printed until 2015 for infinity and NaN: 1.#INF, -1.#IND,
 * 1.#QNAN, 1.#SNAN, with zeros and an exponent behind them where digits were asked for.
 */
static bool read_special(const char *at, const char *end, double *value)
{
    static const struct {
        const char *word;
        double value;
    } words[] = {{"INF", INFINITY}, {"IND", NAN}, {"QNAN", NAN}, {"SNAN", NAN}};
    static const char head[] = "1.#";
    const bool negative = read_sign(&at);
    size_t i = 0;
    int exponent = 0;

    if (strncmp(at, head, sizeof head - 1) != 0)
        return false;
    at += sizeof head - 1;
    while (i < 4 && strncmp(at, words[i].word, strlen(words[i].word)) != 0)
        i++;
    if (i == 4)
        return false;
    at += strlen(words[i].word);
    while (*at == '0')
        at++;
    *value = copysign(words[i].value, negative ? -1.0 : 1.0);
    return read_exponent(&at, &exponent) && exponent == 0 && at == end;
}

/* Stores what is no number for strtod(). */
static number_status parse_special(clr_type type, const char *begin, const char *end, void *room)
{
    double value;

    if (!read_special(begin, end, &value))
        return NUMBER_MALFORMED;
    value_store_real(type, value, room);
    return NUMBER_OK;
}

/* Numbers of few digits take the fast path; others the C library's, in the C locale whatever the
 * process's is. A number that overflows is refused, as it would make a sum infinite that nobody
 * wrote. */
static number_status parse_f64(const number_parser *parser, const char *begin, const char *end,
                               void *room)
{
    decimal number;
    double value;
    char *stop = NULL;

    if (!read_decimal(begin, end, &number) || !make_double(&number, &value)) {
        value = strtod_l(begin, &stop, parser->locale);
        if (stop != end)
            return parse_special(CLR_TYPE_F64, begin, end, room);
        if (isinf(value) && !says_infinity(begin))
            return NUMBER_RANGE;
    }
    memcpy(room, &value, sizeof value);
    return NUMBER_OK;
}

static number_status parse_f32(const number_parser *parser, const char *begin, const char *end,
                               void *room)
{
    decimal number;
    float value;
    char *stop = NULL;

    if (!read_decimal(begin, end, &number) || !make_float(&number, &value)) {
        value = strtof_l(begin, &stop, parser->locale);
        if (stop != end)
            return parse_special(CLR_TYPE_F32, begin, end, room);
        if (isinf(value) && !says_infinity(begin))
            return NUMBER_RANGE;
    }
    memcpy(room, &value, sizeof value);
    return NUMBER_OK;
}

/*
 * The number rounded to odd: exact if a double holds it, else the one of its two neighbours with
 * an odd last bit. Such a double can be rounded once more to any format of at most 51 bits, and
 * the result is the number correctly rounded (Boldo and Melquiond, Emulation of FMA and Correctly
 * Rounded Sums, IEEE Trans. Computers 57(4), 2008): an odd last bit is never a tie. Rounding to
 * nearest twice would go wrong where the first lands on a tie of the second.
 */
static bool parse_odd(const number_parser *parser, const char *begin, const char *end,
                      double *value)
{
    int mode = fegetround();
    char *stop = NULL;
    double above;
    uint64_t bits;

    fesetround(FE_DOWNWARD);
    *value = strtod_l(begin, &stop, parser->locale);
    fesetround(FE_UPWARD);
    above = strtod_l(begin, NULL, parser->locale);
    fesetround(mode);
    memcpy(&bits, value, sizeof bits);
    if (*value < above && !(bits & 1))
        *value = above;
    return stop == end;
}

/* Parses a number of a 16-bit format. */
static number_status parse_narrow(const number_parser *parser, clr_type type, const char *begin,
                                  const char *end, void *room)
{
    double value;

    if (!parse_odd(parser, begin, end, &value))
        return parse_special(type, begin, end, room);
    value_store_real(type, value, room);
    return isinf(value_real(type, room)) && !says_infinity(begin) ? NUMBER_RANGE : NUMBER_OK;
}

static number_status parse_f16(const number_parser *parser, const char *begin, const char *end,
                               void *room)
{
    return parse_narrow(parser, CLR_TYPE_F16, begin, end, room);
}

static number_status parse_bf16(const number_parser *parser, const char *begin, const char *end,
                                void *room)
{
    return parse_narrow(parser, CLR_TYPE_BF16, begin, end, room);
}

/* Digits beyond 64 bits are read on, to tell a number out of range from no number at all. */
static number_status parse_integer(const number_parser *parser, const char *begin, const char *end,
                                   void *room)
{
    size_t size = clr_type_size(parser->type);
    bool is_signed = parser->type <= CLR_TYPE_I64;
    uint64_t limit = UINT64_MAX >> (64 - 8 * size + (is_signed ? 1 : 0));
    const char *at = begin;
    bool negative = read_sign(&at);
    const char *digits = at;
    uint64_t magnitude = 0;
    bool fits = read_digits(&at, &magnitude);

    while (input_is_digit(*at))
        at++;
    if (at != end || at == digits)
        return NUMBER_MALFORMED;
    if (negative)
        limit = is_signed ? limit + 1 : 0;
    if (!fits || magnitude > limit)
        return NUMBER_RANGE;
    value_store(negative ? 0 - magnitude : magnitude, size, room);
    return NUMBER_OK;
}

/* Reads a whole number exactly; false if the text is not whole, or is -0, which integers lack. */
static bool read_whole(const char *begin, const char *end, bool *negative, uint64_t *magnitude,
                       bool *fits)
{
    const char *at = begin;
    const char *digits;

    *negative = read_sign(&at);
    *magnitude = 0;
    digits = at;
    *fits = read_digits(&at, magnitude);
    while (input_is_digit(*at))
        at++;
    return at == end && at > digits && !(*negative && *fits && *magnitude == 0);
}

/* Whether digits beyond 64 bits differ from the digits of the double nearest to them. */
static bool is_long_rounded(const char *begin, const char *end)
{
    char text[DBL_MAX_10_EXP + 3], nearest[DBL_MAX_10_EXP + 3];
    size_t size;

    while (begin < end && (*begin == '-' || *begin == '+' || *begin == '0'))
        begin++;
    size = (size_t)(end - begin);
    if (size >= sizeof text)
        return true;
    memcpy(text, begin, size);
    text[size] = '\0';
    snprintf(nearest, sizeof nearest, "%.0f", strtod(text, NULL));
    return strcmp(text, nearest) != 0;
}

bool number_is_odd(const char *begin, const char *end, bool if_rounded)
{
    bool negative, fits;
    uint64_t magnitude;

    if (!read_whole(begin, end, &negative, &magnitude, &fits) ||
        (fits && magnitude <= UINT64_C(1) << DBL_MANT_DIG))
        return false;
    if (!fits)
        return !if_rounded || is_long_rounded(begin, end);
    return !if_rounded || (double)magnitude >= 0x1p64 || (uint64_t)(double)magnitude != magnitude;
}

/* Adds the digits of a decimal's mantissa, without zeros in front; false if it is no decimal. */
static bool copy_digits(const char *at, const char *end, char *digits, size_t *count)
{
    size_t points = 0;

    read_sign(&at);
    for (*count = 0; at < end && (input_is_digit(*at) || *at == '.'); at++) {
        points += *at == '.';
        if (*at != '.' && (*count > 0 || *at != '0'))
            digits[(*count)++] = *at;
    }
    return points == 1 && (at == end || *at == 'e' || *at == 'E');
}

bool number_is_too_long(const number_parser *parser, const char *begin, const char *end)
{
    /* the double's digits: one in front of the point, then the others, then an exponent */
    char digits[INPUT_TOKEN_MAX + 1], printed[INPUT_TOKEN_MAX + 16];
    size_t count;
    double value;

    if (end - begin > INPUT_TOKEN_MAX || !copy_digits(begin, end, digits, &count))
        return false;
    while (count > 0 && digits[count - 1] == '0')
        count--;
    if (count <= DBL_DECIMAL_DIG || parse_f64(parser, begin, end, &value) != NUMBER_OK)
        return false;
    snprintf(printed, sizeof printed, "%.*e", (int)count - 1, fabs(value));
    return printed[0] != digits[0] || memcmp(printed + 2, digits + 1, count - 1) != 0;
}

static number_status (*const parsers[])(const number_parser *, const char *, const char *,
                                        void *) = {
    [CLR_TYPE_I8] = parse_integer,  [CLR_TYPE_I16] = parse_integer, [CLR_TYPE_I32] = parse_integer,
    [CLR_TYPE_I64] = parse_integer, [CLR_TYPE_U8] = parse_integer,  [CLR_TYPE_U16] = parse_integer,
    [CLR_TYPE_U32] = parse_integer, [CLR_TYPE_U64] = parse_integer, [CLR_TYPE_F16] = parse_f16,
    [CLR_TYPE_BF16] = parse_bf16,   [CLR_TYPE_F32] = parse_f32,     [CLR_TYPE_F64] = parse_f64,
};

bool number_parser_open(number_parser *parser)
{
    parser->locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    return parser->locale != (locale_t)0;
}

void number_parser_close(number_parser *parser)
{
    if (parser->locale != (locale_t)0)
        freelocale(parser->locale);
    parser->locale = (locale_t)0;
}

static number_status parse(const number_parser *parser, clr_type type, const char *begin,
                           const char *end, void *room)
{
    return begin == end ? NUMBER_MALFORMED : parsers[type](parser, begin, end, room);
}

number_status number_parse(const number_parser *parser, const char *begin, const char *end,
                           void *room)
{
    return parse(parser, parser->type, begin, end, room);
}

/* Gathers the facts that decide over the type of a text: whether all numbers are whole, and how
 * large they are (input_type.c). */
number_status number_look(const number_parser *parser, const char *begin, const char *end,
                          input_facts *facts, uint64_t *bits)
{
    bool negative, fits;
    uint64_t magnitude;
    double value;

    if (!read_whole(begin, end, &negative, &magnitude, &fits)) {
        if (parse(parser, CLR_TYPE_F64, begin, end, &value) == NUMBER_MALFORMED)
            return NUMBER_MALFORMED;
        facts->real = true;
        return NUMBER_OK;
    }
    *bits = negative ? 0 - magnitude : magnitude;
    facts->negative |= negative;
    facts->beyond_exact |= !fits || magnitude > UINT64_C(1) << DBL_MANT_DIG;
    facts->beyond_signed |= !negative && magnitude > INT64_MAX;
    facts->beyond_all |= !fits || (negative && magnitude > (uint64_t)INT64_MAX + 1);
    return NUMBER_OK;
}
