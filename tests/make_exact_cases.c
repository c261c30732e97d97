/* SPDX-License-Identifier: Apache-2.0 */
/*
 * make_exact_cases - makes tests/cases/exact.txt: elements chosen to be hard, and the bits that the
 * oracle's GMP and MPFR have for them. Of the library it takes the names of things alone.
 *
 *   make_exact_cases          prints the file
 *   make_exact_cases FILE     fails unless FILE is what it prints
 */
#include "exact_lines.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char head[] =
    "# SPDX-License-Identifier: Apache-2.0\n"
    "#\n"
    "# Sums of floats that are correctly rounded: a line a case.\n"
    "#\n"
    "#   operator  type  result-type  propagate|ignore  ddof  value  elements\n"
    "#\n"
    "# The value is the real-number result rounded once to the result type, to nearest, ties to\n"
    "# even, as its bits in hexadecimal; \"nan\" is any quiet NaN, and \"empty\" that there is no\n"
    "# value. NaNs among the elements propagate or are ignored. ddof is what var and std take off\n"
    "# the count in their divisor. A sum of nothing but -0 is -0, any other sum that is 0 is +0;\n"
    "# a negative result that rounds to 0 is -0.\n"
    "#\n"
    "# Elements are bits of the type, too; of dot all of x come first, then as many of y. Or they\n"
    "# are generated: \"@KIND SEED COUNT\", of dot twice COUNT, x first. A draw of 64 bits is "
    "that\n"
    "# of xorshift64*: state ^= state >> 12, state ^= state << 25, state ^= state >> 27, and then\n"
    "# state * 2685821657736338717 modulo 2^64, the state being the SEED to begin with. With w "
    "for\n"
    "# the type's bits and f for those of its fraction:\n"
    "#\n"
    "#   @any    the upper w bits of a draw; drawn again if that is infinite or NaN\n"
    "#   @near   from 1 to below 2: the fraction is the upper f bits of a draw\n"
    "#   @pairs  element i of the first half is as @any, element COUNT - 1 - i its negative; an "
    "odd\n"
    "#           COUNT has 1 in the middle\n"
    "#\n"
    "# Made by tests/make_exact_cases.c with GMP and MPFR.\n";

static FILE *out;

/* ---- rounding ---- */

/* An even or odd last place, half of it, and nothing, or the smallest number there is, beyond. */
static void ties(clr_type type, clr_type result)
{
    const int digits = formats[result].digits, least = smallest(type);
    const int top = least + 1 + digits > 0 ? least + 1 + digits : 0;
    const double unit = power(top - digits + 1);

    if (top >= formats[type].most || top >= formats[result].most)
        return;
    for (int sign = 1; sign >= -1; sign -= 2)
        for (int odd = 0; odd < 2; odd++)
            for (int beyond = -1; beyond <= 1; beyond++)
                plain(SET(type, sign * power(top), sign * odd * unit, sign * unit / 2,
                          sign * beyond * power(least)),
                      CLR_OPERATOR_SUM, result);
}

/* Around the greatest number and half of its last place. */
static void overflows(clr_type type, clr_type result)
{
    const double most = greatest(result);
    const double half = power(formats[result].most - formats[result].digits);
    const double least = power(smallest(type));

    if (formats[type].most < formats[result].most)
        return;
    plain(SET(type, most, half / 2), CLR_OPERATOR_SUM, result);
    plain(SET(type, most, half, -least), CLR_OPERATOR_SUM, result);
    plain(SET(type, most, half), CLR_OPERATOR_SUM, result);
    plain(SET(type, -most, -half), CLR_OPERATOR_SUM, result);
    plain(SET(type, -half, -most, least), CLR_OPERATOR_SUM, result);
    plain(SET(type, most, most, -most), CLR_OPERATOR_SUM, result);
    plain(SET(type, most, most), CLR_OPERATOR_SUM, result);
}

/* Around the smallest number and its half. */
static void underflows(clr_type type, clr_type result)
{
    const int last = smallest(result);
    const double least = power(smallest(type));

    if (last - 1 < smallest(type))
        return;
    plain(SET(type, power(last - 1)), CLR_OPERATOR_SUM, result);
    plain(SET(type, -power(last - 1)), CLR_OPERATOR_SUM, result);
    plain(SET(type, power(last - 1), least), CLR_OPERATOR_SUM, result);
    plain(SET(type, power(last), power(last - 1)), CLR_OPERATOR_SUM, result);
    plain(SET(type, power(last), power(last - 1), -least), CLR_OPERATOR_SUM, result);
    plain(SET(type, power(formats[result].least), -power(last), power(last - 1)), CLR_OPERATOR_SUM,
          result);
}

/* Quotients and roots, of which there are ties too. */
static void quotients_and_roots(clr_type type)
{
    const double unit = power(1 - formats[type].digits);
    const double last = power(smallest(type));

    plain(SET(type, 1, 1 + unit), CLR_OPERATOR_MEAN, type);
    plain(SET(type, 1 + unit, 1 + 2 * unit), CLR_OPERATOR_MEAN, type);
    plain(SET(type, 1, 1, 0), CLR_OPERATOR_MEAN, type);
    plain(SET(type, last, 0), CLR_OPERATOR_MEAN, type);
    plain(SET(type, -last, 0), CLR_OPERATOR_MEAN, type);
    plain(SET(type, 3 * last, 0), CLR_OPERATOR_MEAN, type);
    plain(SET(type, greatest(type), greatest(type)), CLR_OPERATOR_MEAN, type);
    plain(SET(type, 3, 4), CLR_OPERATOR_NRM2, type);
    plain(SET(type, 1, 1), CLR_OPERATOR_NRM2, type);
    plain(SET(type, last), CLR_OPERATOR_NRM2, type);
    plain(SET(type, greatest(type)), CLR_OPERATOR_NRM2, type);
    plain(SET(type, greatest(type), greatest(type)), CLR_OPERATOR_NRM2, type);
    plain(SET(type, greatest(type), -greatest(type)), CLR_OPERATOR_STD, type);
    plain(SET(type, greatest(type), -greatest(type)), CLR_OPERATOR_VAR, type);
    plain(SET(type, 1, 2, 4), CLR_OPERATOR_VAR, type);
    plain(SET(type, 1, 1 + unit), CLR_OPERATOR_STD, type);
    plain(SET(type, 5, 5, 5), CLR_OPERATOR_VAR, type);
    for (size_t i = 0; i < TYPES && formats[types[i]].digits < formats[type].digits; i++) {
        const double half = power(-formats[types[i]].digits);

        plain(SET(type, 1 + half), CLR_OPERATOR_NRM2, types[i]);
        plain(SET(type, 1 + half + unit), CLR_OPERATOR_NRM2, types[i]);
        plain(SET(type, 1 + 3 * half), CLR_OPERATOR_NRM2, types[i]);
    }
}

/* Products: below the smallest number and beyond the greatest, and what they decide. */
static void products(clr_type type)
{
    const int least = smallest(type), digits = formats[type].digits, most = formats[type].most;
    const double half = power(-digits), root = power((least - 1) / 2);

    plain(SET(type, 1, half, power(least), 1, 1, power(least)), CLR_OPERATOR_DOT, type);
    plain(SET(type, 1, half, power(least), 1, 1, -power(least)), CLR_OPERATOR_DOT, type);
    plain(SET(type, power(least), 0.5), CLR_OPERATOR_DOT, type);
    plain(SET(type, 3 * power(least), 0.5), CLR_OPERATOR_DOT, type);
    plain(SET(type, power(least), -power(least)), CLR_OPERATOR_DOT, type);
    plain(SET(type, 3, 5, 5, -3), CLR_OPERATOR_DOT, type);
    plain(SET(type, power(most), power(most), 1, power(most), -power(most), 1), CLR_OPERATOR_DOT,
          type);
    plain(SET(type, power(most), power(most)), CLR_OPERATOR_DOT, type);
    plain(SET(type, root), CLR_OPERATOR_SUMSQ, type);
    plain(SET(type, root / 2), CLR_OPERATOR_SUMSQ, type);
    plain(SET(type, root / 2, root / 2), CLR_OPERATOR_SUMSQ, type);
    plain(SET(type, root / 2, root / 2, root / 2), CLR_OPERATOR_SUMSQ, type);
    plain(SET(type, power((most + 1) / 2)), CLR_OPERATOR_SUMSQ, type);
}

static void rounding(void)
{
    static void (*const of_two[])(clr_type, clr_type) = {ties, overflows, underflows};
    static void (*const of_one[])(clr_type) = {quotients_and_roots, products};
    static const char *const titles[] = {"Ties of sums", "Sums around the greatest number",
                                         "Sums around the smallest number", "Quotients and roots",
                                         "Products and squares"};

    for (size_t i = 0; i < COUNT(of_two); i++) {
        section(titles[i]);
        for (size_t type = 0; type < TYPES; type++)
            for (size_t result = 0; result < TYPES; result++)
                of_two[i](types[type], types[result]);
    }
    for (size_t i = 0; i < COUNT(of_one); i++) {
        section(titles[COUNT(of_two) + i]);
        for (size_t type = 0; type < TYPES; type++)
            of_one[i](types[type]);
    }
}

/* ---- zeros, infinities and NaNs ---- */

static void specials(clr_type type)
{
    const double infinity = (double)INFINITY, nan = (double)NAN;

    each(SET(type, -0.0));
    each(SET(type, infinity, 1));
    each(SET(type, 1, -infinity, -2));
    each(SET(type, infinity, 3, -infinity));
    each(SET(type, 1, nan, 2));
    plain(SET(type, -0.0, -0.0, -0.0), CLR_OPERATOR_SUM, type);
    plain(SET(type, -0.0, 0, -0.0), CLR_OPERATOR_SUM, type);
    plain(SET(type, 1, -0.0, -1), CLR_OPERATOR_SUM, type);
    plain(SET(type, -0.0, 1), CLR_OPERATOR_DOT, type);
    plain(SET(type, -0.0, 0, 1, -1), CLR_OPERATOR_DOT, type);
    plain(SET(type, -0.0, -1), CLR_OPERATOR_DOT, type);
    plain(SET(type, infinity, 0), CLR_OPERATOR_DOT, type);
    plain(SET(type, infinity, -1), CLR_OPERATOR_DOT, type);
    plain(SET(type, infinity, infinity, 1, -1), CLR_OPERATOR_DOT, type);
    plain(SET(type, 1, nan, 1, 0), CLR_OPERATOR_DOT, type);
}

/* NaNs that count as absent, so that there may be too few elements. */
static void absences(clr_type type)
{
    const double infinity = (double)INFINITY, nan = (double)NAN;

    several(SET(type, 1, nan, 4, 2), CLR_NAN_IGNORE, 0, EACH);
    several(SET(type, nan, nan), CLR_NAN_IGNORE, 0, EACH);
    several(SET(type, nan, -0.0), CLR_NAN_IGNORE, 0, EACH);
    several(SET(type, nan, infinity), CLR_NAN_IGNORE, 0, EACH);
    several(SET(type, 1, nan, 4, 2), CLR_NAN_IGNORE, 1, 2); /* var and std */
    several(SET(type, nan, 2), CLR_NAN_IGNORE, 1, 2);
    several(SET(type, 1, 2, 4, 8), CLR_NAN_IGNORE, 1, 2);
}

/* ---- conditions ---- */

/* Of the elements of one set: enough that none is 2^53 times the next, which would cancel less. */
enum { HALF = 24 };

/* From 1/2 to 1, of either sign. */
static double draw_unit(uint64_t *state)
{
    const double magnitude = 0.5 + (double)(oracle_random(state) >> 12) * 0x1p-53;

    return oracle_random(state) >> 63 ? magnitude : -magnitude;
}

/* Exponents as the algorithm has them: any up to the largest, then falling from it to 0. */
static int exponent_of(size_t i, int bits, uint64_t *state)
{
    if (i >= HALF)
        return bits * (int)(2 * HALF - 1 - i) / (HALF - 1);
    return i == 0 ? bits : i == 1 ? 0 : (int)(oracle_random(state) % (uint64_t)(bits + 1));
}

static void shuffle(double x[2 * HALF], double y[2 * HALF], uint64_t *state)
{
    for (size_t i = 2 * HALF - 1; i > 0; i--) {
        const size_t j = (size_t)(oracle_random(state) % (i + 1));
        const double a = x[i], b = y[i];

        x[i] = x[j];
        x[j] = a;
        y[i] = y[j];
        y[j] = b;
    }
}

static double rounded(clr_type type, double x)
{
    uint64_t bits = 0;

    oracle_store(type, &bits, 0, x);
    return oracle_from_bits(type, bits);
}

/*
 * Ogita, Rump and Oishi, "Accurate sum and dot product", 2005, algorithm 6.1: the second half of
 * the elements takes away, with rounding errors, what there is. For a sum all y are 1, and all
 * exponents less by `shift`.
 */
static void ill_conditioned(clr_type type, clr_operator op, int bits, int shift, uint64_t seed)
{
    const bool is_dot = op == CLR_OPERATOR_DOT;
    const int most = is_dot ? bits / 2 : bits;
    double x[2 * HALF], y[2 * HALF];
    uint64_t state = seed;
    oracle_value value;
    mpfr_t sum, term;
    set s = {.type = type};

    mpfr_inits2(4400, sum, term, (mpfr_ptr)NULL);
    mpfr_set_zero(sum, 1);
    for (size_t i = 0; i < 2 * HALF; i++) {
        const int exponent = exponent_of(i, most, &state) - shift;
        const double drawn = ldexp(draw_unit(&state), exponent);

        x[i] = rounded(type, drawn);
        y[i] = is_dot ? rounded(type, ldexp(draw_unit(&state), exponent)) : 1;
        if (i >= HALF) {
            mpfr_d_sub(term, is_dot ? ldexp(drawn, exponent) : drawn, sum, MPFR_RNDN);
            if (is_dot)
                y[i] = rounded(type, mpfr_get_d(term, MPFR_RNDN) / x[i]);
            else
                x[i] = rounded(type, mpfr_get_d(term, MPFR_RNDN));
        }
        mpfr_set_d(term, x[i], MPFR_RNDN);
        mpfr_mul_d(term, term, y[i], MPFR_RNDN);
        mpfr_add(sum, sum, term, MPFR_RNDN);
    }
    mpfr_clears(sum, term, (mpfr_ptr)NULL);
    shuffle(x, y, &state);
    for (size_t i = 0; i < (is_dot ? 4 : 2) * (size_t)HALF; i++)
        put_nearest(&s, i < 2 * HALF ? x[i] : y[i - 2 * HALF]);
    reduce(&s, &(oracle_question){.op = op, .type = type}, &value);
    mpfr_div(value.above, value.above, value.exact, MPFR_RNDN);
    fprintf(out, "# condition %.0e\n", fabs(mpfr_get_d(value.above, MPFR_RNDN)));
    oracle_clear(&value);
    plain(s, op, type);
    if (!is_dot)
        plain(s, CLR_OPERATOR_MEAN, type);
}

static void conditions(void)
{
    static const struct {
        clr_type type;
        int tens[7];
    } rows[] = {{CLR_TYPE_F32, {7, 15, 25, 35, 45, 60, 70}},
                {CLR_TYPE_F64, {16, 32, 64, 100, 160, 230, 299}}};

    for (size_t i = 0; i < COUNT(rows); i++)
        for (size_t j = 0; j < COUNT(rows[i].tens); j++) {
            const int bits = (int)(rows[i].tens[j] * 3.3219280948873626);
            const int most = formats[rows[i].type].most - 8;
            const int shift = bits > most ? bits - most : 0;

            ill_conditioned(rows[i].type, CLR_OPERATOR_SUM, bits, shift, 10 * i + j + 1);
            ill_conditioned(rows[i].type, CLR_OPERATOR_DOT, bits, 0, 10 * i + j + 101);
        }
}

/* ---- any numbers ---- */

static void any_numbers(clr_type type)
{
    static const size_t counts[] = {7, 64, 4099};

    for (size_t i = 0; i < COUNT(counts); i++) {
        each(set_generated(type, i % 2 ? "any" : "near", 7 + i, counts[i]));
        plain(set_generated(type, "any", 20 + i, counts[i]), CLR_OPERATOR_DOT, type);
        plain(set_generated(type, "near", 20 + i, counts[i]), CLR_OPERATOR_DOT, CLR_TYPE_BF16);
    }
    plain(set_generated(type, "any", 31, 65537), CLR_OPERATOR_SUM, type);
    plain(set_generated(type, "near", 32, 65537), CLR_OPERATOR_STD, type);
    plain(set_generated(type, "pairs", 33, 100001), CLR_OPERATOR_MEAN, type);
}

static void many_numbers(clr_type type)
{
    const set near = set_generated(type, "near", 41, 1 << 20);

    plain(near, CLR_OPERATOR_MEAN, type);
    plain(near, CLR_OPERATOR_VAR, type);
    plain(near, CLR_OPERATOR_NRM2, type);
    plain(set_generated(type, "pairs", 42, (1 << 20) - 1), CLR_OPERATOR_SUM, CLR_TYPE_F64);
    plain(set_generated(type, "any", 43, 1 << 20), CLR_OPERATOR_DOT, type);
}

static void make(void)
{
    fputs(head, out);
    rounding();
    section("Zeros, infinities, NaNs");
    for (size_t i = 0; i < TYPES; i++)
        specials(types[i]);
    section("NaNs that count as absent, and ddof");
    absences(CLR_TYPE_F64);
    section("Sums of large numbers that nearly cancel out");
    conditions();
    section("Any numbers");
    for (size_t i = 0; i < TYPES; i++)
        any_numbers(types[i]);
    many_numbers(CLR_TYPE_F32);
    many_numbers(CLR_TYPE_F64);
    exact_ends();
}

/* ---- the file ---- */

/* Number of the first line that differs, 0 if none does. */
static size_t first_difference(FILE *file, const char *text)
{
    size_t number = 1;

    for (int c = getc(file); c == (unsigned char)*text; c = getc(file), text++)
        number += c == '\n';
    return feof(file) && *text == '\0' ? 0 : number;
}

static int compare(const char *path, const char *text)
{
    FILE *file = fopen(path, "rb");
    size_t number;

    if (!file) {
        perror(path);
        return EXIT_FAILURE;
    }
    number = first_difference(file, text);
    fclose(file);
    if (number == 0)
        return EXIT_SUCCESS;
    fprintf(stderr, "%s: line %zu is not what is made: 'make_exact_cases > %s' makes it anew\n",
            path, number, path);
    return EXIT_FAILURE;
}

int main(int argc, char **argv)
{
    char *text = NULL;
    size_t size = 0;
    int code = EXIT_SUCCESS;

    out = open_memstream(&text, &size);
    if (!out)
        return EXIT_FAILURE;
    lines_to(out);
    make();
    if (fclose(out) != 0)
        return EXIT_FAILURE;
    if (argc > 1)
        code = compare(argv[1], text);
    else if (fputs(text, stdout) == EOF || fflush(stdout) != 0)
        code = EXIT_FAILURE;
    free(text);
    return code;
}
