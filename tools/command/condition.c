/* SPDX-License-Identifier: Apache-2.0 */
/*
 * condition - conditions on the host: the text is read into steps in postfix order, once, and each
 * element executes them on a stack. See condition.h.
 */
#include "condition.h"
#include "value.h"
#include "words.h"
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Steps: binary operators first; inputs last, from INPUT on. */
enum {
    OR,
    AND,
    EQUAL,
    UNEQUAL,
    LESS,
    LESS_EQUAL,
    GREATER,
    GREATER_EQUAL,
    ADD,
    SUBTRACT,
    MULTIPLY,
    DIVIDE,
    REMAINDER,
    NOT,
    NEGATE,
    NUMBER,
    INPUT
};

/* ---- Reading --------------------------------------------------------------------------------- */

typedef struct reader {
    condition *c;
    const char *at;
    const double *scalars;
    size_t depth; /* of the stack, at the point read so far */
    size_t open;  /* open parentheses and signs */
} reader;

static bool read_binary(reader *r, size_t level);

static void skip_blanks(reader *r)
{
    while (isspace((unsigned char)*r->at))
        r->at++;
}

static bool add_step(reader *r, int what, const condition_number *number)
{
    condition *c = r->c;

    if (c->count == CONDITION_STEPS_MOST)
        return false;
    c->steps[c->count].what = (unsigned char)what;
    if (number)
        c->steps[c->count].number = *number;
    c->count++;
    return true;
}

static bool push(reader *r, int what, const condition_number *number)
{
    return ++r->depth <= CONDITION_DEPTH_MOST && add_step(r, what, number);
}

/* Whether floats in the text are f32, as the inputs' floats are. */
static bool are_short(const reader *r)
{
    return r->c->type == CLR_TYPE_F16 || r->c->type == CLR_TYPE_BF16 || r->c->type == CLR_TYPE_F32;
}

static condition_number scalar_of(const reader *r, size_t index)
{
    const double scalar = r->scalars[index];

    return are_short(r) ? (condition_number){.type = CLR_TYPE_F32, .real = (double)(float)scalar}
                        : (condition_number){.type = CLR_TYPE_F64, .real = scalar};
}

static condition_number float_of(const reader *r, const char *text, char **end)
{
    condition_number number = {.type = CLR_TYPE_F64, .real = strtod(text, end)};

    if (are_short(r) || **end == 'f')
        number = (condition_number){.type = CLR_TYPE_F32, .real = (double)strtof(text, end)};
    *end += **end == 'f';
    return number;
}

static bool read_number(reader *r)
{
    const bool is_hexadecimal = r->at[0] == '0' && (r->at[1] == 'x' || r->at[1] == 'X');
    char *end = NULL;
    condition_number number = {.integer = strtoull(r->at, &end, is_hexadecimal ? 16 : 10)};

    number.type = number.integer >> 63 != 0 ? CLR_TYPE_U64 : CLR_TYPE_I64;
    if (!is_hexadecimal && (*end == '.' || *end == 'e' || *end == 'E' || end == r->at))
        number = float_of(r, r->at, &end);
    if (end == r->at || isalnum((unsigned char)*end) || *end == '_')
        return false;
    r->at = end;
    return push(r, NUMBER, &number);
}

static bool read_name(reader *r)
{
    static const char letters[] = "xyzw";
    const size_t length = strspn(r->at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"
                                        "0123456789");
    const char *letter = length == 1 ? strchr(letters, *r->at) : NULL;
    const char *scalar = length == 1 ? strchr(WORDS_SCALARS, *r->at) : NULL;
    const char *inf = "inf";
    char *end = NULL;

    if (letter) {
        const size_t input = (size_t)(letter - letters);
        r->c->inputs = input + 1 > r->c->inputs ? input + 1 : r->c->inputs;
        r->at++;
        return push(r, INPUT + (int)input, NULL);
    }
    if (scalar) {
        const condition_number given = scalar_of(r, (size_t)(scalar - WORDS_SCALARS));
        r->at++;
        return push(r, NUMBER, &given);
    }
    if (length != strlen(inf) || strncmp(r->at, inf, length) != 0)
        return false;
    const condition_number number = float_of(r, inf, &end);
    r->at += length;
    return push(r, NUMBER, &number);
}

static bool read_unary(reader *r)
{
    bool is_read = ++r->open < 4 * CONDITION_DEPTH_MOST;

    skip_blanks(r);
    const char sign = *r->at;
    if (!is_read)
        return false;
    if (sign == '!' || sign == '-' || sign == '+') {
        r->at++;
        is_read = read_unary(r) && (sign == '+' || add_step(r, sign == '!' ? NOT : NEGATE, NULL));
    } else if (sign == '(') {
        r->at++;
        is_read = read_binary(r, 0) && *r->at == ')';
        r->at += is_read;
    } else {
        is_read = isdigit((unsigned char)sign) || sign == '.' ? read_number(r) : read_name(r);
    }
    skip_blanks(r);
    r->open--;
    return is_read;
}

/* Operators by precedence; a prefix stands behind the longer operator. */
static const struct {
    const char *text;
    int what;
    size_t level;
} operators[] = {
    {"||", OR, 0},         {"&&", AND, 1},           {"==", EQUAL, 2},   {"!=", UNEQUAL, 2},
    {"<=", LESS_EQUAL, 3}, {">=", GREATER_EQUAL, 3}, {"<", LESS, 3},     {">", GREATER, 3},
    {"+", ADD, 4},         {"-", SUBTRACT, 4},       {"*", MULTIPLY, 5}, {"/", DIVIDE, 5},
    {"%", REMAINDER, 5},
};

enum { LEVELS = 6, OPERATORS = sizeof operators / sizeof operators[0] };

/* The next operator of the level; OPERATORS: none. Shifts are not supported. */
static size_t next_operator(const reader *r, size_t level)
{
    const bool is_shift = strncmp(r->at, "<<", 2) == 0 || strncmp(r->at, ">>", 2) == 0;
    size_t i = 0;

    while (i < OPERATORS && (operators[i].level != level || is_shift ||
                             strncmp(r->at, operators[i].text, strlen(operators[i].text)) != 0))
        i++;
    return i;
}

static bool read_binary(reader *r, size_t level)
{
    bool is_read = level == LEVELS ? read_unary(r) : read_binary(r, level + 1);
    size_t found;

    while (level < LEVELS && is_read && (found = next_operator(r, level)) != OPERATORS) {
        r->at += strlen(operators[found].text);
        is_read = read_binary(r, level + 1) && add_step(r, operators[found].what, NULL);
        r->depth--;
    }
    return is_read;
}

static bool is_known(const condition *c);

bool condition_read(condition *c, const char *text, clr_type type, const double *scalars)
{
    reader r = {.c = c, .at = text, .scalars = scalars};

    *c = (condition){.type = type};
    if (type == CLR_TYPE_DEFAULT || !read_binary(&r, 0) || *r.at != '\0' || !is_known(c))
        c->count = 0;
    return c->count != 0;
}

/* ---- Numbers --------------------------------------------------------------------------------- */

static bool is_real(const condition_number *a)
{
    return a->type == CLR_TYPE_F32 || a->type == CLR_TYPE_F64;
}

static condition_number truth(bool is_true)
{
    return (condition_number){.type = CLR_TYPE_I64, .integer = is_true};
}

/* NaN is true, as it is not 0. */
static bool is_true(const condition_number *a)
{
    return is_real(a) ? a->real != 0 || isnan(a->real) : a->integer != 0;
}

static bool is_below_zero(const condition_number *a)
{
    return a->type == CLR_TYPE_I64 && a->integer >> 63 != 0;
}

/* The number as a float of the type. */
static double real_of(const condition_number *a, clr_type type)
{
    if (is_real(a))
        return a->real;
    if (type == CLR_TYPE_F32)
        return a->type == CLR_TYPE_U64 ? (double)(float)a->integer
                                       : (double)(float)(int64_t)a->integer;
    return a->type == CLR_TYPE_U64 ? (double)a->integer : (double)(int64_t)a->integer;
}

/* Integers are compared by value, whatever their types. */
static bool compare(int what, const condition_number *a, const condition_number *b)
{
    const clr_type type = a->type > b->type ? a->type : b->type;
    bool less, equal, greater;

    if (is_real(a) || is_real(b)) {
        const double x = real_of(a, type), y = real_of(b, type);
        less = x < y;
        equal = x == y;
        greater = x > y;
    } else if (is_below_zero(a) != is_below_zero(b)) {
        less = is_below_zero(a);
        equal = false;
        greater = !less;
    } else {
        less = a->integer < b->integer;
        equal = a->integer == b->integer;
        greater = a->integer > b->integer;
    }
    return what == EQUAL        ? equal
           : what == UNEQUAL    ? !equal
           : what == LESS       ? less
           : what == LESS_EQUAL ? less || equal
           : what == GREATER    ? greater
                                : greater || equal;
}

/* As docs/map.md has integers: they wrap, and a division by 0 gives 0. By magnitudes, as C leaves
 * the quotient of the lowest integer and -1 undefined. */
static uint64_t divide(bool is_signed, bool wants_rest, uint64_t a, uint64_t b)
{
    const bool a_negative = is_signed && a >> 63 != 0, b_negative = is_signed && b >> 63 != 0;
    const uint64_t x = a_negative ? 0 - a : a, y = b_negative ? 0 - b : b;
    const bool negative = wants_rest ? a_negative : a_negative != b_negative;
    const uint64_t magnitude = y == 0 ? 0 : wants_rest ? x % y : x / y;

    return negative ? 0 - magnitude : magnitude;
}

static condition_number compute(int what, const condition_number *a, const condition_number *b)
{
    const clr_type type = a->type > b->type ? a->type : b->type;
    const bool is_signed = type == CLR_TYPE_I64;
    condition_number made = {.type = type};

    switch (what) {
    case ADD:
        made.integer = a->integer + b->integer;
        break;
    case SUBTRACT:
        made.integer = a->integer - b->integer;
        break;
    case MULTIPLY:
        made.integer = a->integer * b->integer;
        break;
    default:
        made.integer = divide(is_signed, what == REMAINDER, a->integer, b->integer);
    }
    return made;
}

static condition_number binary(int what, const condition_number *a, const condition_number *b)
{
    if (what == OR)
        return truth(is_true(a) || is_true(b));
    if (what == AND)
        return truth(is_true(a) && is_true(b));
    return what < ADD ? truth(compare(what, a, b)) : compute(what, a, b);
}

static void negate(condition_number *a)
{
    a->integer = 0 - a->integer;
    a->real = -a->real;
}

/* ---- Steps ----------------------------------------------------------------------------------- */

static condition_number element(const condition *c, const void *input, uint64_t index)
{
    const char *at = (const char *)input + index * clr_type_size(c->type);
    const value_kind kind = value_kind_of(c->type);

    if (kind == VALUE_REAL)
        return (condition_number){.type = c->type == CLR_TYPE_F64 ? CLR_TYPE_F64 : CLR_TYPE_F32,
                                  .real = value_real(c->type, at)};
    return (condition_number){.type = c->type == CLR_TYPE_U64 ? CLR_TYPE_U64 : CLR_TYPE_I64,
                              .integer = value_integer(c->type, at)};
}

/* Executes the step; returns the new depth of the stack. */
static size_t take_step(const condition *c, const condition_step *step, const void *const *inputs,
                        uint64_t index, condition_number stack[], size_t count)
{
    if (step->what >= INPUT)
        stack[count++] = element(c, inputs[step->what - INPUT], index);
    else if (step->what == NUMBER)
        stack[count++] = step->number;
    else if (step->what == NOT)
        stack[count - 1] = truth(!is_true(&stack[count - 1]));
    else if (step->what == NEGATE)
        negate(&stack[count - 1]);
    else {
        stack[count - 2] = binary(step->what, &stack[count - 2], &stack[count - 1]);
        count--;
    }
    return count;
}

bool condition_is_true(const condition *c, const void *const *inputs, uint64_t index)
{
    condition_number stack[CONDITION_DEPTH_MOST];
    size_t count = 0;

    for (size_t i = 0; i < c->count; i++)
        count = take_step(c, &c->steps[i], inputs, index, stack, count);
    return is_true(&stack[0]);
}

/* Types are the same for all elements: a trial on any element shows whether floats are computed. */
static bool is_known(const condition *c)
{
    static const uint64_t zeros[1] = {0};
    const void *const inputs[CLR_INPUTS_MOST] = {zeros, zeros, zeros, zeros};
    condition_number stack[CONDITION_DEPTH_MOST];
    size_t count = 0;

    for (size_t i = 0; i < c->count; i++) {
        const int what = c->steps[i].what;
        const bool computes = what >= ADD && what <= REMAINDER;
        if (computes && (is_real(&stack[count - 1]) || is_real(&stack[count - 2])))
            return false;
        count = take_step(c, &c->steps[i], inputs, 0, stack, count);
    }
    return true;
}
