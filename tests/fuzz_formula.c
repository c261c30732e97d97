/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fuzz_formula - conditions by names of columns against a second reader, which decides a row while
 * it reads the text as the manual says: precedence, missing values, texts and numbers, lists. Both
 * must refuse, or come to the same verdict on every row, and to whether it looks at a text as at a
 * number.
 */
#include "formula.h"
#include "fuzz.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 4, DEPTH_MOST = 400 };

static const char *const names[COLUMNS] = {"a", "b", "city", "unit price"};

/* What a field is: as the manual of text has it, not as a reader finds it. */
typedef enum kind { MISSING, WHOLE, REAL, TEXT } kind;

typedef struct number {
    kind kind;
    bool is_negative;   /* of a whole number, */
    uint64_t magnitude; /* and its digits */
    double real;
} number;

static const struct {
    const char *text;
    number is;
} cells[][COLUMNS] = {
    {{"1", {WHOLE, false, 1, 1}},
     {"2.5", {REAL, false, 0, 2.5}},
     {"Oslo", {TEXT, false, 0, 0}},
     {"-3", {WHOLE, true, 3, -3}}},
    {{"", {MISSING, false, 0, 0}},
     {"nan", {REAL, false, 0, NAN}},
     {"a", {TEXT, false, 0, 0}},
     {"0", {WHOLE, false, 0, 0}}},
    {{"9007199254740993", {WHOLE, false, 9007199254740993, 9007199254740992.0}},
     {"9007199254740992", {WHOLE, false, 9007199254740992, 9007199254740992.0}},
     {"", {MISSING, false, 0, 0}},
     {"-9007199254740993", {WHOLE, true, 9007199254740993, -9007199254740992.0}}},
    {{"NA", {MISSING, false, 0, 0}},
     {"1e3", {REAL, false, 0, 1000}},
     {"12", {WHOLE, false, 12, 12}},
     {"18446744073709551615", {WHOLE, false, UINT64_MAX, 18446744073709551616.0}}},
    {{"1 2", {TEXT, false, 0, 0}},
     {"b", {TEXT, false, 0, 0}},
     {"it's \"x\"", {TEXT, false, 0, 0}},
     {"-.5", {REAL, false, 0, -.5}}},
};

enum { ROWS = sizeof cells / sizeof *cells };

static int find_name(void *unused, const char *name, size_t size, bool is_number)
{
    (void)unused;
    for (int i = 0; i < COLUMNS; i++) {
        char text[12];

        snprintf(text, sizeof text, "%d", i + 1);
        const char *called = is_number ? text : names[i];
        if (strlen(called) == size && memcmp(called, name, size) == 0)
            return i;
    }
    return -1;
}

/* ---- The second reader ----------------------------------------------------------------------- */

typedef enum form { LITERAL, MINUS_LITERAL, QUOTED, COLUMN, COMPARISON, OTHER } form;

/* What has been read; a column is looked at as a number when it is used so. */
typedef struct value {
    form form;
    int column;
    number number;
    char text[64]; /* of what is quoted; what is longer equals no field */
} value;

typedef struct second {
    const char *at;
    size_t row;
    int depth;
    bool is_refused;
    bool is_idle; /* what is read is not evaluated */
    bool is_bad;  /* some text was looked at as a number */
} second;

static value refuse(second *s)
{
    s->is_refused = true;
    return (value){.form = OTHER};
}

static bool next_is(second *s, const char *sign)
{
    while (isspace((unsigned char)*s->at))
        s->at++;
    return strncmp(s->at, sign, strlen(sign)) == 0;
}

static bool take(second *s, const char *sign)
{
    const bool is_next = next_is(s, sign);

    s->at += is_next ? strlen(sign) : 0;
    return is_next;
}

static number number_of(second *s, const value *v)
{
    number n = v->number;

    if (v->form != COLUMN)
        return n;
    n = cells[s->row][v->column].is;
    s->is_bad |= n.kind == TEXT && !s->is_idle;
    return n.kind == TEXT ? (number){.kind = MISSING} : n;
}

static bool is_true(second *s, const value *v)
{
    const number n = number_of(s, v);

    return n.kind != MISSING && n.real != 0;
}

static value truth(form of, bool is)
{
    return (value){.form = of, .number = {WHOLE, false, is, is}};
}

static value level(second *s, int which);

/* Digits with a point, and an exponent. */
static value read_literal(second *s)
{
    const char *begin = s->at;
    const size_t before = strspn(begin, "0123456789");
    const size_t point = begin[before] == '.';
    const size_t behind = point ? strspn(begin + before + 1, "0123456789") : 0;
    value v = {.form = LITERAL, .number = {.kind = REAL}};
    char *end = NULL;

    s->at += before + point + behind;
    if (before + behind > 0 && (*s->at == 'e' || *s->at == 'E')) {
        s->at += s->at[1] == '-' || s->at[1] == '+' ? 2 : 1;
        if (!isdigit((unsigned char)*s->at))
            return refuse(s);
        s->at += strspn(s->at, "0123456789");
    }
    v.number.real = strtod(begin, &end);
    if (before + behind == 0 || isinf(v.number.real) || isalnum((unsigned char)*s->at) ||
        *s->at == '.' || *s->at == '_')
        return refuse(s);
    errno = 0;
    v.number.magnitude = strtoull(begin, NULL, 10);
    v.number.kind = s->at == begin + before && errno == 0 ? WHOLE : REAL;
    return v;
}

static value read_quoted(second *s)
{
    const char quote = *s->at++;
    value v = {.form = QUOTED};
    size_t size = 0;

    for (; *s->at != quote && *s->at != '\0'; s->at++) {
        s->at += *s->at == '\\' && s->at[1] != '\0';
        if (size + 1 < sizeof v.text)
            v.text[size++] = *s->at;
    }
    return *s->at++ == quote ? v : (s->at--, refuse(s));
}

static bool is_of_name(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '.' || (unsigned char)c >= 0x80;
}

static value read_column(second *s)
{
    const bool is_braced = take(s, "${"), is_number = !is_braced && take(s, "$");
    const char *begin = s->at;
    size_t size = 0;
    int column;

    if (is_braced)
        size = strcspn(begin, "}");
    else
        while (is_number ? isdigit((unsigned char)begin[size]) : is_of_name(begin[size]))
            size++;
    if (is_braced && begin[size] == '\0')
        return refuse(s);
    s->at += size + is_braced;
    column = find_name(NULL, begin, size, is_number);
    if (column < 0 || (!is_braced && !is_number && *s->at == '('))
        return refuse(s);
    return (value){.form = COLUMN, .column = column};
}

static value operand(second *s)
{
    value v;

    if (take(s, "(")) {
        v = level(s, 1);
        return take(s, ")") ? v : refuse(s);
    }
    if (*s->at == '"' || *s->at == '\'')
        return read_quoted(s);
    if (isdigit((unsigned char)*s->at) || *s->at == '.')
        return read_literal(s);
    return *s->at == '$' || is_of_name(*s->at) ? read_column(s) : refuse(s);
}

static value unary(second *s)
{
    const bool is_not = take(s, "!"), is_minus = !is_not && take(s, "-");
    value v;

    if (s->is_refused || ++s->depth > DEPTH_MOST)
        return refuse(s);
    v = is_not || is_minus ? unary(s) : operand(s);
    s->depth--;
    if (!is_not && !is_minus)
        return v;
    if (v.form == QUOTED)
        return refuse(s);
    if (is_not)
        return truth(OTHER, !is_true(s, &v));
    v.number = number_of(s, &v);
    v.number.is_negative = !v.number.is_negative;
    v.number.real = -v.number.real;
    v.form = v.form == LITERAL ? MINUS_LITERAL : OTHER;
    return v;
}

/* ---- Comparisons ----------------------------------------------------------------------------- */

static int order_of_texts(const char *a, const char *b)
{
    const int order = strcmp(a, b);

    return (order > 0) - (order < 0);
}

/* Below 0, 0, above 0, or 2 for none. */
static int order_of(number a, number b)
{
    if (a.kind == WHOLE && b.kind == WHOLE && a.is_negative == b.is_negative)
        return ((a.magnitude > b.magnitude) - (a.magnitude < b.magnitude)) *
               (a.is_negative ? -1 : 1);
    return isnan(a.real) || isnan(b.real) ? 2 : (a.real > b.real) - (a.real < b.real);
}

static bool holds(const char *sign, int order)
{
    switch (sign[0]) {
    case '=':
        return order == 0;
    case '!':
        return order != 0;
    case '<':
        return order == -1 || (sign[1] == '=' && order == 0);
    default:
        return order == 1 || (sign[1] == '=' && order == 0);
    }
}

static bool compare(second *s, const char *sign, const value *a, const value *b)
{
    const value *quoted = a->form == QUOTED ? a : b, *other = quoted == a ? b : a;
    number x, y;

    if (quoted->form == QUOTED) {
        const char *field = cells[s->row][other->column].text;
        const int order = order_of_texts(field, quoted->text);

        return (*field != '\0' || quoted->text[0] == '\0') &&
               holds(sign, quoted == a ? -order : order);
    }
    x = number_of(s, a);
    y = number_of(s, b);
    return x.kind != MISSING && y.kind != MISSING && holds(sign, order_of(x, y));
}

/* The list behind `in`. What is left of it is looked at as a number if some number is reached. */
static value in_list(second *s, const value *left, bool was_bad)
{
    const bool is_bad = s->is_bad, is_idle = s->is_idle;
    bool is_found = false, is_used = false;

    if (left->form == QUOTED || !take(s, "("))
        return refuse(s);
    do {
        const value item = next_is(s, "-") ? unary(s) : operand(s);

        if (s->is_refused ||
            (item.form != LITERAL && item.form != MINUS_LITERAL && item.form != QUOTED))
            return refuse(s);
        if (is_found || is_idle)
            continue;
        if (item.form == QUOTED) {
            is_found = left->form == COLUMN && compare(s, "==", left, &item);
            continue;
        }
        const number n = number_of(s, left);
        is_used = true;
        is_found = n.kind != MISSING && order_of(n, item.number) == 0;
    } while (take(s, ","));
    if (left->form != COLUMN)
        s->is_bad = is_used ? is_bad : was_bad;
    return take(s, ")") ? truth(OTHER, is_found) : refuse(s);
}

static bool take_in(second *s)
{
    return next_is(s, "in") && !is_of_name(s->at[2]) && take(s, "in");
}

/* ---- Levels ---------------------------------------------------------------------------------- */

static const char *const signs[][7] = {{NULL},       {"||", NULL},
                                       {"&&", NULL}, {"==", "!=", "<=", ">=", "<", ">", NULL},
                                       {"+", "-"},   {"*", "/", "%"}};

enum { COMPARISONS = 3, LEVELS = 6 };

static const char *take_sign(second *s, int which)
{
    for (size_t i = 0; signs[which][i]; i++)
        if (take(s, signs[which][i]))
            return signs[which][i];
    return NULL;
}

static double computed(char sign, double a, double b)
{
    return sign == '+'   ? a + b
           : sign == '-' ? a - b
           : sign == '*' ? a * b
           : sign == '/' ? a / b
                         : fmod(a, b);
}

static value arithmetic(second *s, char sign, const value *a, const value *b)
{
    const number x = number_of(s, a), y = number_of(s, b);
    const bool is_missing = x.kind == MISSING || y.kind == MISSING;

    return (value){
        .form = OTHER,
        .number = {is_missing ? MISSING : REAL, false, 0, computed(sign, x.real, y.real)}};
}

/* What is behind || and && is not evaluated if the verdict is known. */
static value logic(second *s, int which, const value *left)
{
    const bool is_idle = s->is_idle, first = is_true(s, left), is_known = first == (which == 1);

    s->is_idle |= is_known;
    const value right = level(s, which + 1);
    const bool other = is_true(s, &right);
    s->is_idle = is_idle;
    if (left->form == QUOTED || right.form == QUOTED)
        return refuse(s);
    return truth(OTHER, is_known ? first : other);
}

static value level(second *s, int which)
{
    const bool was_bad = s->is_bad;
    const char *sign;
    value left;

    if (s->is_refused || which == LEVELS)
        return s->is_refused ? refuse(s) : unary(s);
    left = level(s, which + 1);
    while (!s->is_refused && which == COMPARISONS && take_in(s))
        left = in_list(s, &left, was_bad);
    while (!s->is_refused && (sign = take_sign(s, which))) {
        if (which < COMPARISONS) {
            left = logic(s, which, &left);
            continue;
        }
        const value right = level(s, which + 1);
        const bool has_text = left.form == QUOTED || right.form == QUOTED;

        if (s->is_refused ||
            (has_text && (which != COMPARISONS || (left.form != COLUMN && right.form != COLUMN))))
            return refuse(s);
        if (which == COMPARISONS && (left.form == COMPARISON || right.form == COMPARISON))
            return refuse(s);
        left = which == COMPARISONS ? truth(COMPARISON, compare(s, sign, &left, &right))
                                    : arithmetic(s, *sign, &left, &right);
    }
    return left;
}

static bool decide(second *s, const char *text, size_t row)
{
    value v;

    *s = (second){.at = text, .row = row};
    v = level(s, 1);
    next_is(s, "");
    s->is_refused |= *s->at != '\0' || v.form == QUOTED;
    return !s->is_refused && is_true(s, &v);
}

/* ---- The target ------------------------------------------------------------------------------ */

static void check_rows(const formula *f, const char *text)
{
    static const input_options usual = {.missing_text = NULL};
    input_cell_reader reader;

    fuzz_require(input_cell_open(&reader, &usual), "there is memory");
    for (size_t row = 0; row < ROWS; row++) {
        csv_field fields[COLUMNS];
        formula_row first = {.cells = &reader, .fields = fields, .bad = -1, .absent = -1};
        second other;

        for (size_t i = 0; i < COLUMNS; i++)
            fields[i] = (csv_field){cells[row][i].text, strlen(cells[row][i].text)};
        const bool is = formula_is_true(f, &first), should = decide(&other, text, row);
        if (other.is_refused || (first.bad >= 0) != other.is_bad || (!other.is_bad && is != should))
            fprintf(stderr, "row %zu of '%s'\n", row, text);
        fuzz_require(!other.is_refused, "what is refused, both readers refuse");
        fuzz_require((first.bad >= 0) == other.is_bad, "a text is no number to both readers");
        fuzz_require(other.is_bad || is == should, "both readers take the same rows");
    }
    input_cell_close(&reader);
}

static void check_refusal(const char *text, const char *reason)
{
    second other;

    fuzz_require(reason[0] != '\0', "a refusal has a reason");
    if (strstr(reason, "too deeply") || strstr(reason, "too long"))
        return;
    decide(&other, text, 0);
    if (!other.is_refused)
        fprintf(stderr, "'%s': %s\n", text, reason);
    fuzz_require(other.is_refused, "what is refused, both readers refuse");
}

/* The bytes are the condition. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const formula_names found = {find_name, NULL, NULL};
    static char text[FUZZ_SIZE_MOST + 1];
    static formula f;
    char reason[256];

    if (size > FUZZ_SIZE_MOST)
        return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    if (formula_read(&f, text, &found, reason))
        check_rows(&f, text);
    else
        check_refusal(text, reason);
    formula_free(&f);
    return 0;
}

static const char *const seeds[] = {
    "city == \"Oslo\" && a > 0",
    "!(a < 9007199254740993) || ${unit price} <= -1.5e0",
    "city in (\"Oslo\", 'a', \"\") && !(b != 2.5)",
    "a + b * $4 % 3 - -2 / b >= 0",
    "a in (1, -2, (3)) || b in (2.5, \"nan\")",
    "(a < b) + (b < a) * 2 && \"a\" <= city",
    "$3 == 'it\\'s \"x\"' || - a in (-1)",
};

static size_t give_seed(uint8_t *data, unsigned long run, uint64_t *state)
{
    const char *seed = seeds[run % (sizeof seeds / sizeof *seeds)];

    (void)state;
    memcpy(data, seed, strlen(seed));
    return strlen(seed);
}

/* Puts a word in at a place. */
static size_t put_word(uint8_t *data, size_t size, size_t at, uint64_t *state)
{
    static const char *const words[] = {"a",    "b",
                                        "city", "${unit price}",
                                        "$2",   "$",
                                        "{",    "}",
                                        "(",    ")",
                                        "!",    "-",
                                        "+",    "*",
                                        "/",    "%",
                                        "<",    "<=",
                                        "==",   "!=",
                                        ">",    ">=",
                                        "&&",   "||",
                                        " in ", " in (1)",
                                        ",",    "0",
                                        "2",    "2.5",
                                        "1e2",  ".",
                                        "'a'",  "\"",
                                        "\"\"", "\\",
                                        "=",    " ",
                                        "\n",   "\xc3",
                                        "'1'",  "9007199254740992"};
    const char *word = words[fuzz_draw(state) % (sizeof words / sizeof *words)];
    const size_t length = strlen(word);

    if (size + length > FUZZ_SIZE_MOST)
        return size;
    memmove(data + at + length, data + at, size - at);
    memcpy(data + at, word, length);
    return size + length;
}

const struct fuzz_target fuzz_target = {
    .runs = 5000, .mutations = 5, .first = 0, .seed = give_seed, .mutate = put_word};
