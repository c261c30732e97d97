/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Maps without a device: their types, what is written for them, and what is said about wrong ones.
 * docs/map.md is held to its word: its tables are read, and what they say must be so.
 */
#include "problem/expression/expression.h"
#include "problem/expression/expression_name.h"
#include "unit.h"

#include <inttypes.h>
#include <locale.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- memory that runs out ---- */

static unsigned long allocations_left = ~0UL;

void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

static bool may_allocate(void)
{
    return allocations_left && allocations_left--;
}

void *__wrap_calloc(size_t count, size_t size)
{
    return may_allocate() ? __real_calloc(count, size) : NULL;
}

void *__wrap_realloc(void *old, size_t size)
{
    return may_allocate() ? __real_realloc(old, size) : NULL;
}

/* ---- reading ---- */

static clri_expression read_map(const char *map, clr_type element)
{
    clri_expression expression;
    clri_error error = {0};

    if (clri_expression_read(map, element, &expression, &error) != CLR_OK)
        fail_msg("%s: %s", map, error.message);
    assert_string_equal(error.message, "");
    return expression;
}

static void assert_written(const char *map, clr_type element, const char *text)
{
    clri_expression expression = read_map(map, element);

    assert_string_equal(expression.text, text);
    clri_expression_free(&expression);
    assert_null(expression.text);
}

/* The map is refused with a sentence about that column that has `part`. */
static void assert_refused(const char *map, clr_type element, unsigned column, const char *part)
{
    char reason[1024], begin[40];

    snprintf(begin, sizeof begin, "column %u of the map: ", column);
    assert_int_equal(clr_map_check(map, element, NULL, NULL, reason, sizeof reason),
                     CLR_ERROR_ARGUMENT);
    if (strncmp(reason, begin, strlen(begin)) != 0 || !strstr(reason, part))
        fail_msg("%s: '%s...%s' expected, got '%s'", map, begin, part, reason);
}

TEST(what_a_map_takes_is_told)
{
    static const struct {
        const char *map;
        clr_type element;
        unsigned inputs;
        bool uses_total, uses_double;
    } cases[] = {
        {"x", CLR_TYPE_F32, 1, false, false},
        {"1", CLR_TYPE_F64, 1, false, false},
        {"i", CLR_TYPE_I32, 1, false, false},
        {"y", CLR_TYPE_F32, 2, false, false},
        {"z - x", CLR_TYPE_F16, 3, false, false},
        {"w * 2", CLR_TYPE_BF16, 4, false, false},
        {"x / n", CLR_TYPE_F32, 1, true, false},
        {"1.5", CLR_TYPE_F32, 1, false, false},
        {"1.5", CLR_TYPE_I8, 1, false, true},
        {"x * 1.5f", CLR_TYPE_I8, 1, false, false},
        {"x > 1.5", CLR_TYPE_I8, 1, false, true},
        {"isnan(x)", CLR_TYPE_I8, 1, false, true},
        {"isnan(f32(x))", CLR_TYPE_I8, 1, false, false},
        {"!x", CLR_TYPE_F64, 1, false, true},
        {"f64(x) > 0", CLR_TYPE_F32, 1, false, true},
    };

    for (size_t k = 0; k < COUNT(cases); k++) {
        clri_expression expression = read_map(cases[k].map, cases[k].element);

        assert_int_equal(expression.inputs, cases[k].inputs);
        assert_int_equal(expression.uses_total, cases[k].uses_total);
        assert_int_equal(expression.uses_double, cases[k].uses_double);
        clri_expression_free(&expression);
    }
}

TEST(opencl_c_is_written)
{
    assert_written("x", CLR_TYPE_F32, "x");
    assert_written("x", CLR_TYPE_I64, "x");
    assert_written("x", CLR_TYPE_U8, "(long)x");
    assert_written("i", CLR_TYPE_F32, "(long)i");
    assert_written("x*x+1", CLR_TYPE_F32, "((x * x) + (float)1L)");
    assert_written("x*x+1", CLR_TYPE_I32, "clr_long_add(clr_long_multiply((long)x, (long)x), 1L)");
    assert_written("x-y-z", CLR_TYPE_U64, "((x - y) - z)");
    assert_written("x-(y-z)", CLR_TYPE_U64, "(x - (y - z))");
    assert_written("x<0||y==1", CLR_TYPE_F64, "((x < (double)0L) || (y == (double)1L))");
    assert_written("x<y", CLR_TYPE_U64, "(x < y)");
    assert_written("x<-1", CLR_TYPE_U64, "(0 < clr_long_order((-1L), x))");
    assert_written("i!=x", CLR_TYPE_U64, "(clr_long_order((long)i, x) != 0)");
    assert_written("x&&y", CLR_TYPE_F32, "((x != 0x0p0f) && (y != 0x0p0f))");
    assert_written("x?y:1", CLR_TYPE_I32, "(((long)x != 0L) ? (long)y : 1L)");
    assert_written("fmax(x,0.5)", CLR_TYPE_F32, "clr_float_max(x, 0x1p-1f)");
    assert_written("sqrt(x)", CLR_TYPE_I32, "sqrt((double)(long)x)");
    assert_written("abs(x)", CLR_TYPE_I32, "(long)clr_long_abs((long)x)");
    assert_written("step(x,y)", CLR_TYPE_F32, "(float)!isgreater(x, y)");
    assert_written("clamp(x,0,1)", CLR_TYPE_F32,
                   "clr_float_min(clr_float_max(x, (float)0L), (float)1L)");
    assert_written("- -x", CLR_TYPE_F32, "(-(-x))");
    assert_written("-9223372036854775808", CLR_TYPE_F32, "LONG_MIN");
    assert_written("18446744073709551615", CLR_TYPE_F32, "18446744073709551615UL");
    assert_written("inf+nan", CLR_TYPE_F64, "((double)INFINITY + (double)NAN)");
    assert_written("signbit(x)", CLR_TYPE_F32, "clr_has_sign(CLR_PARTS_OF_FLOAT(x))");
    assert_written(" \t\r\nx ", CLR_TYPE_F32, "x");
}

static void assert_bits(const char *map, clr_type element, bool use_double, const char *text)
{
    clri_expression expression = read_map(map, element);

    assert_string_equal(expression.bits, text);
    assert_int_equal(expression.bits_use_double, use_double);
    clri_expression_free(&expression);
}

/* What is no arithmetic of floats; and doubles are none where nothing else is done with them. */
TEST(bits_are_written)
{
    assert_bits("x<0||y!=0.5", CLR_TYPE_F64, false,
                "(clr_stands(1, as_ulong(x), CLR_FORMAT_OF_DOUBLE, 0x0UL) || "
                "clr_stands(13, as_ulong(y), CLR_FORMAT_OF_DOUBLE, 0x3fe0000000000000UL))");
    assert_bits("!x", CLR_TYPE_F32, false, "(!clr_stands(13, as_uint(x), CLR_FORMAT_OF_FLOAT, 0))");
    assert_bits("x>=-1", CLR_TYPE_F32, false,
                "clr_stands(6, as_uint(x), CLR_FORMAT_OF_FLOAT, 0xbf800000U)");
    assert_bits("fabs(-x)<=y", CLR_TYPE_F32, false,
                "clr_stands(3, (uint)clr_unsigned((uint)clr_negated(as_uint(x), "
                "CLR_FORMAT_OF_FLOAT), CLR_FORMAT_OF_FLOAT), CLR_FORMAT_OF_FLOAT, as_uint(y))");
    assert_bits("x==i", CLR_TYPE_F64, true,
                "clr_stands(2, as_ulong(x), CLR_FORMAT_OF_DOUBLE, as_ulong((double)(long)i))");
    assert_bits("x+1>y", CLR_TYPE_F64, true,
                "clr_stands(4, as_ulong((x + (double)1L)), CLR_FORMAT_OF_DOUBLE, as_ulong(y))");
    assert_bits("x>y?x:inf", CLR_TYPE_F64, true,
                "as_double((clr_stands(4, as_ulong(x), CLR_FORMAT_OF_DOUBLE, as_ulong(y)) ? "
                "as_ulong(x) : 0x7ff0000000000000UL))");
    assert_bits("isnan(x)", CLR_TYPE_F64, false,
                "clr_is_nan(as_ulong(x), CLR_FORMAT_OF_DOUBLE, 1UL << 52)");
    assert_bits("x<y", CLR_TYPE_U8, false, "((long)x < (long)y)");
    assert_bits("x*x+1", CLR_TYPE_F32, false, "((x * x) + (float)1L)");
}

static void assert_same(const char *map, const char *grouped)
{
    clri_expression a = read_map(map, CLR_TYPE_U64), b = read_map(grouped, CLR_TYPE_U64);

    if (strcmp(a.text, b.text) != 0)
        fail_msg("%s is %s, and %s is %s", map, a.text, grouped, b.text);
    clri_expression_free(&a);
    clri_expression_free(&b);
}

/* Of every two operators: which binds tighter, or that of equal ones the first comes first, is C's.
 */
TEST(operators_bind_as_in_c)
{
    static const struct {
        const char *sign;
        int precedence;
    } signs[] = {{"||", 1}, {"&&", 2}, {"|", 3},  {"^", 4},  {"&", 5},  {"==", 6},
                 {"!=", 6}, {"<", 7},  {"<=", 7}, {">", 7},  {">=", 7}, {"<<", 8},
                 {">>", 8}, {"+", 9},  {"-", 9},  {"*", 10}, {"/", 10}, {"%", 10}};

    for (size_t i = 0; i < COUNT(signs); i++)
        for (size_t j = 0; j < COUNT(signs); j++) {
            const bool is_right = signs[j].precedence > signs[i].precedence;
            const bool is_equal = signs[j].precedence == signs[i].precedence;
            char map[32], grouped[32];

            if (is_equal && (signs[i].precedence == 6 || signs[i].precedence == 7))
                continue; /* comparisons make no chain */
            snprintf(map, sizeof map, "x %s y %s i", signs[i].sign, signs[j].sign);
            snprintf(grouped, sizeof grouped, is_right ? "x %s (y %s i)" : "(x %s y) %s i",
                     signs[i].sign, signs[j].sign);
            assert_same(map, grouped);
        }
}

/* Every literal is written as exactly what it was rounded to. */
TEST(floats_are_written_exactly)
{
    static const char *const literals[] = {"0.0",
                                           "1.0",
                                           "0.1",
                                           "3.",
                                           ".5",
                                           "1e22",
                                           "123456789.123456789",
                                           "1e-310",
                                           "5e-324",
                                           "2.2250738585072014e-308",
                                           "1.7976931348623157e308",
                                           "1E+3",
                                           "1e-3",
                                           "9007199254740993.0"};
    static const char *const singles[] = {"0.1f",          "1f",          "1e-45f",
                                          "3.4028235e38f", "16777217.0f", "1.1754944e-38F"};

    for (size_t k = 0; k < COUNT(literals); k++) {
        clri_expression expression = read_map(literals[k], CLR_TYPE_F64);

        assert_true(strtod(expression.text, NULL) == strtod(literals[k], NULL));
        assert_null(strpbrk(expression.text, ".,L"));
        clri_expression_free(&expression);
    }
    for (size_t k = 0; k < COUNT(singles); k++) {
        clri_expression expression = read_map(singles[k], CLR_TYPE_F64);

        assert_true(strtof(expression.text, NULL) == strtof(singles[k], NULL));
        assert_int_equal(expression.text[strlen(expression.text) - 1], 'f');
        assert_int_equal(expression.value, CLR_TYPE_F32);
        clri_expression_free(&expression);
    }
}

/* Makes a locale with a decimal comma, as there need be none installed, and moves into it. */
static bool enter_comma_locale(char *folder)
{
    char order[200];

    if (!mkdtemp(folder))
        return false;
    snprintf(order, sizeof order,
             "localedef --no-archive -i de_DE -f UTF-8 %s/de_DE.UTF-8 2>/dev/null", folder);
    setenv("LOCPATH", folder, 1);
    return system(order) == 0 && setlocale(LC_ALL, "de_DE.UTF-8") &&
           *localeconv()->decimal_point == ',';
}

TEST(the_locale_changes_nothing)
{
    char folder[] = "/tmp/clreduce-locale-XXXXXX", order[100];
    const bool is_inside = enter_comma_locale(folder);

    if (is_inside) {
        assert_written("x*1.5", CLR_TYPE_F64, "(x * 0x3p-1)");
        assert_written("x*1.5f", CLR_TYPE_F64, "(x * (double)0x3p-1f)");
        assert_refused("1,5", CLR_TYPE_F64, 2, "only a function's arguments");
    }
    setlocale(LC_ALL, "C");
    unsetenv("LOCPATH");
    snprintf(order, sizeof order, "rm -rf %s", folder);
    assert_int_equal(system(order), 0);
    if (!is_inside)
        skip(); /* no localedef, or no de_DE to make */
}

/* ---- wrong maps ---- */

TEST(what_is_wrong_is_said_with_its_column)
{
    static const struct {
        const char *map;
        clr_type element;
        unsigned column;
        const char *part;
    } cases[] = {
        {"", CLR_TYPE_F32, 1, "the expression is empty"},
        {"  ", CLR_TYPE_F32, 3, "the expression is empty"},
        {"x +", CLR_TYPE_F32, 4, "the expression ends where"},
        {"x + * y", CLR_TYPE_F32, 5, "missing before '*'"},
        {"x y", CLR_TYPE_F32, 3, "an operator is missing before 'y'"},
        {"x(1)", CLR_TYPE_F32, 2, "an operator is missing before '('"},
        {"(x", CLR_TYPE_F32, 3, "a ')' is missing, for the '(' in column 1"},
        {"x)", CLR_TYPE_F32, 2, "no parenthesis is open"},
        {"()", CLR_TYPE_F32, 2, "missing before ')'"},
        {"x }", CLR_TYPE_F32, 3, "group with ( and )"},
        {"x[1]", CLR_TYPE_F32, 2, "no others can be named"},
        {"x; y", CLR_TYPE_F32, 2, "one expression"},
        {"x // y", CLR_TYPE_F32, 3, "no comments"},
        {"x /* y */", CLR_TYPE_F32, 3, "no comments"},
        {"x = 1", CLR_TYPE_F32, 3, "write =="},
        {"x += 1", CLR_TYPE_F32, 4, "write =="},
        {"x++", CLR_TYPE_F32, 2, "changes nothing"},
        {"x--1", CLR_TYPE_F32, 2, "a blank between two signs"},
        {"x ** 2", CLR_TYPE_F32, 3, "pow(x, y)"},
        {"x \\ 2", CLR_TYPE_F32, 3, "'\\'"},
        {"#x", CLR_TYPE_F32, 1, "'#'"},
        {"\"x\"", CLR_TYPE_F32, 1, "'\"'"},
        {"x'", CLR_TYPE_F32, 2, "'''"},
        {"x\x01", CLR_TYPE_F32, 2, "0x01"},
        {"x\xc2\xb2", CLR_TYPE_F32, 2, "0xc2"},
        {"fab(x)", CLR_TYPE_F32, 1, "did you mean 'fabs'?"},
        {"x * SQRT(x)", CLR_TYPE_F32, 5, "did you mean 'sqrt'?"},
        {"X", CLR_TYPE_F32, 1, "did you mean 'x'?"},
        {"clr_long_add(x, y)", CLR_TYPE_F32, 1, "there is no 'clr_long_add'"},
        {"get_global_id(0)", CLR_TYPE_F32, 1, "there is no 'get_global_id'"},
        {"sqrt", CLR_TYPE_F32, 1, "write sqrt(x)"},
        {"x + pow", CLR_TYPE_F32, 5, "write pow(x, y)"},
        {"pow(x)", CLR_TYPE_F32, 6, "pow takes 2 arguments"},
        {"sqrt(x, y)", CLR_TYPE_F32, 7, "sqrt takes 1 argument"},
        {"sqrt()", CLR_TYPE_F32, 6, "missing before ')'"},
        {"x, y", CLR_TYPE_F32, 2, "only a function's arguments"},
        {"x ? y", CLR_TYPE_F32, 6, "a ':' is missing, for the '?' in column 3"},
        {"x : y", CLR_TYPE_F32, 3, "no ? stands before"},
        {"0 < x < 1", CLR_TYPE_F32, 7, "no chain"},
        {"x == y == z", CLR_TYPE_F32, 8, "no chain"},
        {"x & 1", CLR_TYPE_F32, 3, "'&' takes integers, and meets a number of type f32"},
        {"x ^ 2", CLR_TYPE_F64, 3, "a power is pow(x, y)"},
        {"1 << 0.5", CLR_TYPE_I32, 3, "'<<' takes integers, and meets a number of type f64"},
        {"~x", CLR_TYPE_F32, 1, "'~' takes integers"},
        {"popcount(x)", CLR_TYPE_F32, 1, "'popcount' takes integers"},
        {"18446744073709551616", CLR_TYPE_F32, 1, "above 2^64 - 1"},
        {"0x10000000000000000", CLR_TYPE_F32, 1, "above 2^64 - 1"},
        {"-9223372036854775809", CLR_TYPE_F32, 1, "below -2^63"},
        {"x + 010", CLR_TYPE_F32, 5, "octal"},
        {"0x", CLR_TYPE_F32, 1, "0x needs digits"},
        {"0x1p3", CLR_TYPE_F32, 4, "the number ends before 'p'"},
        {"2x", CLR_TYPE_F32, 2, "the number ends before 'x'"},
        {"2u", CLR_TYPE_F32, 2, "the number ends before 'u'"},
        {"1.2.3", CLR_TYPE_F32, 4, "the number ends before '.'"},
        {"1e", CLR_TYPE_F32, 2, "an exponent needs digits"},
        {"1e+", CLR_TYPE_F32, 2, "an exponent needs digits"},
        {".", CLR_TYPE_F32, 1, "'.'"},
        {"1e39", CLR_TYPE_F32, 1, "too large for f32; infinity is inf"},
        {"1e39f", CLR_TYPE_F64, 1, "too large for f32"},
        {"1e309", CLR_TYPE_F64, 1, "too large for f64"},
        {"1e-46", CLR_TYPE_F32, 1, "too small for f32"},
        {"1e-400", CLR_TYPE_F64, 1, "too small for f64"},
    };

    for (size_t k = 0; k < COUNT(cases); k++)
        assert_refused(cases[k].map, cases[k].element, cases[k].column, cases[k].part);
}

TEST(wrong_arguments_are_refused)
{
    char reason[8] = "before";
    clr_type value = CLR_TYPE_I8;
    uint64_t inputs = 9;

    assert_int_equal(clr_map_check(NULL, CLR_TYPE_F32, &value, &inputs, NULL, 0),
                     CLR_ERROR_ARGUMENT);
    assert_int_equal(clr_map_check("x", (clr_type)13, &value, &inputs, NULL, 0),
                     CLR_ERROR_ARGUMENT);
    assert_int_equal(clr_map_check("k", CLR_TYPE_F32, &value, &inputs, reason, sizeof reason),
                     CLR_ERROR_ARGUMENT);
    assert_string_equal(reason, "column ");
    assert_int_equal(value, CLR_TYPE_DEFAULT);
    assert_int_equal(inputs, 0);
    assert_int_equal(clr_map_check("x - y", CLR_TYPE_F16, &value, &inputs, reason, sizeof reason),
                     CLR_OK);
    assert_string_equal(reason, "");
    assert_int_equal(value, CLR_TYPE_F32);
    assert_int_equal(inputs, 2);
}

TEST(conditions_are_told)
{
    char reason[200] = "before";
    uint64_t inputs = 9;

    assert_int_equal(clr_condition_check(NULL, CLR_TYPE_F32, &inputs, NULL, 0), CLR_ERROR_ARGUMENT);
    assert_int_equal(clr_condition_check("x > ", CLR_TYPE_F32, &inputs, reason, sizeof reason),
                     CLR_ERROR_ARGUMENT);
    assert_string_equal(reason, "column 5 of the condition: the expression ends where a number, a "
                                "name or a ( is missing");
    assert_int_equal(inputs, 0);
    assert_int_equal(clr_condition_check("x > z", CLR_TYPE_U8, &inputs, reason, sizeof reason),
                     CLR_OK);
    assert_string_equal(reason, "");
    assert_int_equal(inputs, 3);
}

/* ---- limits ---- */

/* `part` so many times over, between two texts; the caller frees it. */
static char *repeat(const char *before, const char *part, unsigned times, const char *after)
{
    const size_t length = strlen(part);
    char *text = malloc(strlen(before) + times * length + strlen(after) + 1), *at = text;

    assert_non_null(text);
    at += sprintf(at, "%s", before);
    for (unsigned k = 0; k < times; k++)
        at += sprintf(at, "%s", part);
    sprintf(at, "%s", after);
    return text;
}

static unsigned bracket_depth(const char *text)
{
    unsigned depth = 0, most = 0;

    for (; *text; text++) {
        depth += *text == '(';
        depth -= *text == ')';
        most = depth > most ? depth : most;
    }
    assert_int_equal(depth, 0);
    return most;
}

/* A hundred times is taken, and a hundred and one times refused. */
static void assert_bound(const char *before, const char *part, const char *after)
{
    char *deep = repeat(before, part, 100, after), *too_deep = repeat(before, part, 101, after);
    clri_expression expression = read_map(deep, CLR_TYPE_I32);
    char reason[200];

    assert_in_range(bracket_depth(expression.text), 0, 201); /* with a cast's; clang takes 256 */
    assert_in_range(bracket_depth(expression.bits), 0, 202);
    assert_int_equal(clr_map_check(too_deep, CLR_TYPE_I32, NULL, NULL, reason, sizeof reason),
                     CLR_ERROR_ARGUMENT);
    assert_non_null(strstr(reason, "more than 100"));
    clri_expression_free(&expression);
    free(deep);
    free(too_deep);
}

TEST(depth_is_bounded)
{
    char *parentheses = repeat("", "(", 4096, "");
    char reason[200];

    assert_bound("x", " + x", "");
    assert_bound("x", " || x", "");
    assert_refused(parentheses, CLR_TYPE_F32, 101, "more than 100 parentheses");
    free(parentheses);
    parentheses = repeat("x", " ? x : x", 400, "");
    assert_int_equal(clr_map_check(parentheses, CLR_TYPE_F32, NULL, NULL, reason, sizeof reason),
                     CLR_ERROR_ARGUMENT);
    free(parentheses);
}

TEST(length_is_bounded)
{
    char *fits = repeat("x", " ", 4095, ""), *too_long = repeat("x", " ", 4096, "");
    clri_expression expression = read_map(fits, CLR_TYPE_F32);

    assert_string_equal(expression.text, "x");
    assert_refused(too_long, CLR_TYPE_F32, 4097, "more than 4096 bytes");
    clri_expression_free(&expression);
    free(fits);
    free(too_long);
}

TEST(memory_that_runs_out_is_told)
{
    char reason[200];
    clr_status status = CLR_ERROR_MEMORY;
    unsigned long allowed = 0;

    for (; status == CLR_ERROR_MEMORY; allowed++) {
        allocations_left = allowed;
        status = clr_map_check("sqrt(x) * 0.5 + pow(x, 3) - fabs(x - y) * exp(-x * x)",
                               CLR_TYPE_F32, NULL, NULL, reason, sizeof reason);
        allocations_left = ~0UL;
        assert_string_equal(reason, status ? "host memory ran out" : "");
    }
    assert_int_equal(status, CLR_OK);
    assert_in_range(allowed, 3, 100);
}

/* ---- docs/map.md ---- */

static char *read_manual(void)
{
    static char text[65536];
    FILE *file = fopen(CLR_SOURCE_FOLDER "/docs/map.md", "rb");

    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

/* "pow(x, y)" for pow. */
static void write_call(char *call, size_t size, const clri_name *name)
{
    snprintf(call, size, name->arguments ? "`%s(%.*s)`" : "`%s`", name->name,
             (int)(3 * name->arguments - 2), "x, y, z");
}

TEST(the_manual_names_everything)
{
    const char *manual = read_manual();
    const clri_name *name;

    for (size_t k = 0; (name = clri_name_at(k)); k++) {
        char call[64];

        write_call(call, sizeof call, name);
        if (!strstr(manual, call))
            fail_msg("docs/map.md does not name %s", call);
    }
}

/* The cell as text: without the `` ` `` around it and the backslash that a bar needs in a table. */
static void read_cell(const char *cell, char *text)
{
    while (*cell == '|' || *cell == ' ' || *cell == '`')
        cell++;
    for (; *cell && *cell != '`' && !(cell[0] == ' ' && cell[1] == '|'); cell++)
        if (*cell != '\\')
            *text++ = *cell;
    *text = '\0';
}

/* The next "| `map` | ... |" of the table under `heading`, or NULL. */
static char *next_row(char *manual, const char *heading, unsigned row)
{
    char *at = strstr(manual, heading);

    assert_non_null(at);
    at += strlen(heading);
    while (row-- && at)
        at = strchr(at + 1, '\n');
    return at && at[1] == '|' ? at + 1 : NULL;
}

static char *next_cell(char *cell)
{
    char *end = strstr(cell, "` |");

    assert_non_null(end);
    return end + 2;
}

TEST(the_manuals_types_are_so)
{
    char *row;
    unsigned count = 0;

    for (; (row = next_row(read_manual(), "| map | of | is |\n|---|---|---|", count)); count++) {
        char map[200], element[200], value[200];
        clri_expression expression;

        read_cell(row, map);
        read_cell(next_cell(row), element);
        read_cell(strchr(next_cell(row) + 1, '|'), value);
        expression = read_map(map, clr_type_from_name(element));
        if (strcmp(clr_type_name(expression.value), value) != 0)
            fail_msg("%s of %s is %s", map, element, clr_type_name(expression.value));
        clri_expression_free(&expression);
    }
    assert_in_range(count, 15, 100);
}

TEST(the_manuals_errors_are_so)
{
    char *row;
    unsigned count = 0;

    for (; (row = next_row(read_manual(), "| map | |\n|---|---|", count)); count++) {
        char map[200], sentence[400], reason[1024];

        read_cell(row, map);
        read_cell(next_cell(row), sentence);
        assert_int_equal(clr_map_check(map, CLR_TYPE_F32, NULL, NULL, reason, sizeof reason),
                         CLR_ERROR_ARGUMENT);
        assert_string_equal(reason, sentence);
    }
    assert_in_range(count, 3, 100);
}

/* What callers name, and sentences repeat, is shown as no terminal takes it for an order. */
TEST(sentences_are_one_line)
{
    clri_error error = {0};

    clri_fail(&error, CLR_ERROR_ARGUMENT, "no '%s'", "\33[31m\n\x7f");
    assert_string_equal(error.message, "no '?[31m?"
                                       "?'");
    clri_error_reword(&error, "no\t%s", "\a");
    assert_string_equal(error.message, "no??");
    clri_error_clear(&error);
}
