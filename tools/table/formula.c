/* SPDX-License-Identifier: Apache-2.0 */
/* formula - conditions and maps of a table, read. See formula.h. */
#include "formula_node.h"
#include "iso_date.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An operator of two operands; a row of a table. */
typedef struct infix {
    const char *sign;
    unsigned char what;
    int level; /* binds the tighter, the higher */
} infix;

/* Longer signs first. */
static const infix infixes[] = {
    {"||", NODE_OR, 1},      {"&&", NODE_AND, 2},     {"==", NODE_EQUAL, 3},
    {"!=", NODE_UNEQUAL, 3}, {"<=", NODE_AT_MOST, 3}, {">=", NODE_AT_LEAST, 3},
    {"<", NODE_BELOW, 3},    {">", NODE_ABOVE, 3},    {"+", NODE_ADD, 4},
    {"-", NODE_SUBTRACT, 4}, {"*", NODE_MULTIPLY, 5}, {"/", NODE_DIVIDE, 5},
    {"%", NODE_REMAINDER, 5}};

enum { LEVEL_COMPARISON = 3, LEVEL_MOST = 5 };

/* ---- Reading --------------------------------------------------------------------------------- */

typedef struct reading {
    formula *f;
    const formula_names *names;
    const char *at;
    char *texts; /* where the next text goes */
    char *reason;
    int depth;
    bool failed;
} reading;

static int fail(reading *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Keeps the first reason. Returns a node, which nobody will look at. */
static int fail(reading *r, const char *format, ...)
{
    va_list arguments;

    if (r->failed)
        return 0;
    r->failed = true;
    va_start(arguments, format);
    vsnprintf(r->reason, 256, format, arguments);
    va_end(arguments);
    return 0;
}

static long place(const reading *r)
{
    return (long)(r->at - r->f->source) + 1;
}

static void pass_blanks(reading *r)
{
    while (isspace((unsigned char)*r->at))
        r->at++;
}

static bool take(reading *r, const char *sign)
{
    pass_blanks(r);
    if (strncmp(r->at, sign, strlen(sign)) != 0)
        return false;
    r->at += strlen(sign);
    return true;
}

static int add(reading *r, formula_node node)
{
    if (r->f->count == FORMULA_NODES_MOST)
        return fail(r, "it is too long");
    r->f->nodes[r->f->count] = node;
    return (int)r->f->count++;
}

/* A text between quotes of either kind, in which a backslash keeps the byte behind it. */
static int read_text(reading *r)
{
    const char quote = *r->at++;
    formula_node node = {.what = NODE_TEXT, .text = {.text = r->texts}};

    for (; *r->at != '\0' && *r->at != quote; r->at++) {
        if (*r->at == '\\' && r->at[1] != '\0')
            r->at++;
        *r->texts++ = *r->at;
    }
    node.text.size = (size_t)(r->texts - node.text.text);
    *r->texts++ = '\0';
    if (*r->at != quote)
        return fail(r, "a text that begins with %c does not end with it", quote);
    r->at++;
    return add(r, node);
}

static int read_number(reading *r)
{
    formula_node node = {.what = NODE_NUMBER};
    const char *begin = r->at;

    while (isdigit((unsigned char)*r->at) || *r->at == '.')
        r->at++;
    if ((*r->at | ' ') == 'e' && r->at > begin)
        r->at += r->at[1] == '-' || r->at[1] == '+' ? 2 : 1;
    while (isalnum((unsigned char)*r->at) || *r->at == '.' || *r->at == '_')
        r->at++;
    node.number = input_cell_read(&r->f->plain, (csv_field){begin, (size_t)(r->at - begin)});
    if (node.number.kind != INPUT_CELL_WHOLE && node.number.kind != INPUT_CELL_REAL)
        return fail(r, "'%.*s' is no number; a column that is named so is ${%.*s}",
                    (int)(r->at - begin), begin, (int)(r->at - begin), begin);
    return add(r, node);
}

static int add_column(reading *r, const char *name, size_t size, bool is_number)
{
    const int column = r->names->find(r->names->user, name, size, is_number);

    const bool is_date =
        column >= 0 && r->names->is_date && r->names->is_date(r->names->user, column);

    if (column >= 0)
        return add(
            r, (formula_node){.what = NODE_COLUMN, .column = (short)column, .is_date = is_date});
    return fail(r, "there is no column %s%.*s%s", is_number ? "" : "named \"", (int)size, name,
                is_number ? "" : "\"");
}

static bool is_of_name(char character)
{
    return isalnum((unsigned char)character) || character == '_' || character == '.' ||
           (unsigned char)character >= 0x80;
}

/* A name, ${any name}, or $3 for a number. */
static int read_column(reading *r)
{
    const char *begin = r->at;

    if (r->at[0] == '$' && r->at[1] == '{') {
        r->at += 2 + strcspn(r->at + 2, "}");
        if (*r->at != '}')
            return fail(r, "${ is not closed by }");
        return add_column(r, begin + 2, (size_t)(r->at++ - begin) - 2, false);
    }
    if (*r->at == '$') {
        for (r->at++; isdigit((unsigned char)*r->at);)
            r->at++;
        return add_column(r, begin + 1, (size_t)(r->at - begin) - 1, true);
    }
    while (is_of_name(*r->at))
        r->at++;
    if (*r->at == '(')
        return fail(r,
                    "names of columns go with + - * / %%, comparisons, && || ! and in, "
                    "and %.*s() is none of them",
                    (int)(r->at - begin), begin);
    return add_column(r, begin, (size_t)(r->at - begin), false);
}

static int read_level(reading *r, int level);

static int read_operand(reading *r)
{
    int node;

    pass_blanks(r);
    if (take(r, "(")) {
        node = read_level(r, 1);
        return r->failed || take(r, ")") ? node : fail(r, "a ) is missing at byte %ld", place(r));
    }
    if (*r->at == '"' || *r->at == '\'')
        return read_text(r);
    if (isdigit((unsigned char)*r->at) || *r->at == '.')
        return read_number(r);
    if (*r->at == '$' || is_of_name(*r->at))
        return read_column(r);
    return *r->at == '\0'
               ? fail(r, "it ends where a column, a number or a text should be")
               : fail(r, "'%c' at byte %ld is no column, number or text", *r->at, place(r));
}

/* Whether a node is a number, or can be read as one. */
static bool can_be_number(const reading *r, int node)
{
    return formula_node_at(r->f, node)->what != NODE_TEXT;
}

static int read_unary(reading *r)
{
    const bool is_not = take(r, "!"), is_minus = !is_not && take(r, "-");
    int node;

    if (++r->depth > FORMULA_DEPTH_MOST)
        return fail(r, "it is nested too deeply");
    node = is_not || is_minus ? read_unary(r) : read_operand(r);
    r->depth--;
    if (r->failed || (!is_not && !is_minus))
        return node;
    if (!can_be_number(r, node))
        return fail(r, "%c stands in front of a text", is_not ? '!' : '-');
    return add(r, (formula_node){.what = is_not ? NODE_NOT : NODE_MINUS, .left = (short)node});
}

/* A date, or the year or month that begins at the moment. */
static bool read_moment(csv_field text, int64_t *microseconds)
{
    static const char *const behind[] = {[4] = "-01-01", [7] = "-01"};
    const char *rest = text.size == 4 || text.size == 7 ? behind[text.size] : "";
    char whole[ISO_TEXT_SIZE];
    iso_date date;
    const int size = snprintf(whole, sizeof whole, "%.*s%s", (int)text.size, text.text, rest);

    if (text.size >= sizeof whole || !iso_date_read(whole, (size_t)size, &date))
        return false;
    *microseconds = iso_date_microseconds(&date);
    return true;
}

/* Has a text that is compared with dates be one; but the empty text, which is missing dates'. */
static void compare_with(reading *r, int text, int with)
{
    formula_node *node = &r->f->nodes[text];
    int64_t microseconds;

    if (node->what != NODE_TEXT || !formula_is_date(formula_node_at(r->f, with)) ||
        node->text.size == 0)
        return;
    if (read_moment(node->text, &microseconds))
        *node = (formula_node){
            .what = NODE_MOMENT, .right = node->right, .number = formula_moment(microseconds)};
    else
        fail(r, "'%.*s' is compared with dates, of which --date tells, and is none",
             (int)node->text.size, node->text.text);
}

/* Texts are compared with columns; all else is of numbers. */
static int combine(reading *r, const infix *sign, int left, int right)
{
    const unsigned char a = formula_node_at(r->f, left)->what,
                        b = formula_node_at(r->f, right)->what;
    const bool has_text = a == NODE_TEXT || b == NODE_TEXT;

    if (formula_is_comparison(sign->what) && (formula_is_comparison(a) || formula_is_comparison(b)))
        return fail(r, "%s compares what %s compares: write each with &&, as in 1 < x && x < 5",
                    sign->sign, sign->sign);
    if (has_text && (!formula_is_comparison(sign->what) || (a != NODE_COLUMN && b != NODE_COLUMN)))
        return fail(r, "%s has a text on one side: texts are compared with columns", sign->sign);
    compare_with(r, left, right);
    compare_with(r, right, left);
    return add(r, (formula_node){.what = sign->what, .left = (short)left, .right = (short)right});
}

/* A number, which may have a sign, or a text. */
static int read_item(reading *r)
{
    const int item = (pass_blanks(r), *r->at == '-') ? read_unary(r) : read_operand(r);
    formula_node *node = &r->f->nodes[item];
    const formula_node *of = formula_node_at(r->f, node->left);

    if (node->what == NODE_MINUS && of->what == NODE_NUMBER)
        *node = (formula_node){.what = NODE_NUMBER, .number = formula_negated(of->number)};
    if (node->what != NODE_NUMBER && node->what != NODE_TEXT)
        return fail(r, "the list behind in has numbers and texts alone");
    return item;
}

/* A list behind `in`. */
static int read_list(reading *r)
{
    int first = -1, last = -1;

    if (!take(r, "("))
        return fail(r, "in is followed by a list, as in (\"a\", \"b\")");
    do {
        const int item = read_item(r);

        if (r->failed)
            return 0;
        r->f->nodes[item].right = -1;
        if (last >= 0)
            r->f->nodes[last].right = (short)item;
        first = first < 0 ? item : first;
        last = item;
    } while (take(r, ","));
    return take(r, ")") ? first : fail(r, "the list behind in is not closed by )");
}

static bool take_in(reading *r)
{
    pass_blanks(r);
    if (strncmp(r->at, "in", 2) != 0 || is_of_name(r->at[2]))
        return false;
    r->at += 2;
    return true;
}

/* The operator here, if it is of the level. */
static const infix *take_infix(reading *r, int level)
{
    pass_blanks(r);
    for (size_t i = 0; i < sizeof infixes / sizeof *infixes; i++) {
        if (strncmp(r->at, infixes[i].sign, strlen(infixes[i].sign)) != 0)
            continue;
        if (infixes[i].level != level)
            return NULL;
        r->at += strlen(infixes[i].sign);
        return &infixes[i];
    }
    return NULL;
}

static int read_level(reading *r, int level)
{
    const infix *sign;
    int left;

    if (++r->depth > FORMULA_DEPTH_MOST)
        return fail(r, "it is nested too deeply");
    left = level > LEVEL_MOST ? read_unary(r) : read_level(r, level + 1);
    while (!r->failed && level == LEVEL_COMPARISON && take_in(r)) {
        const int list = read_list(r);

        for (int item = list; !r->failed && item >= 0; item = r->f->nodes[item].right)
            compare_with(r, item, left);
        left =
            formula_node_at(r->f, left)->what == NODE_TEXT
                ? fail(r, "in looks for a column's value")
                : add(r,
                      (formula_node){.what = NODE_IN, .left = (short)left, .right = (short)list});
    }
    while (!r->failed && level <= LEVEL_MOST && (sign = take_infix(r, level))) {
        const int right = read_level(r, level + 1);

        left = r->failed ? 0 : combine(r, sign, left, right);
    }
    r->depth--;
    return left;
}

bool formula_read(formula *f, const char *source, const formula_names *names, char reason[256])
{
    static const input_options usual = {.missing_text = NULL};
    reading r = {.f = f, .names = names, .at = source, .reason = reason};

    *f = (formula){.source = source, .texts = malloc(2 * strlen(source) + 1)};
    reason[0] = '\0';
    if (!f->texts || !input_cell_open(&f->plain, &usual))
        fail(&r, "memory ran out");
    r.texts = f->texts;
    f->root = r.failed ? 0 : read_level(&r, 1);
    pass_blanks(&r);
    if (!r.failed && *r.at == '=')
        fail(&r, "= at byte %ld: == compares", place(&r));
    else if (!r.failed && *r.at != '\0')
        fail(&r, "'%.20s' at byte %ld follows where it should end", r.at, place(&r));
    if (!r.failed && formula_node_at(f, f->root)->what == NODE_TEXT)
        fail(&r, "it is a text");
    return !r.failed;
}

void formula_free(formula *f)
{
    free(f->texts);
    input_cell_close(&f->plain);
    *f = (formula){0};
}
