/* SPDX-License-Identifier: Apache-2.0 */
/*
 * input_literal - Python's literals. See input_literal.h. The grammar is that of The Python
 * Language Reference, 2.1.7 (white space), 2.1.3 (comments), 2.4.1 (strings) and 2.4.5 (integers).
 * Left out, and refused as anything else that is not expected: bytes, floats, complex numbers,
 * sets, and strings with characters by name or beyond 255.
 */
#include "input_literal.h"

#include <stdlib.h>
#include <string.h>

/* nested brackets; Python itself allows 200 */
#define DEPTH_MOST 100

#define BLOCK_NODES 64

typedef struct block {
    struct block *before;
    size_t used;
    literal_node nodes[BLOCK_NODES];
} block;

typedef struct reader {
    literal *l;
    const char *at;
    const char *end; /* the NUL */
    char *out;       /* where strings are written; never longer than their source */
    unsigned depth;
} reader;

static literal_node *read_value(reader *r);

/* The first failure is reported. */
static literal_node *fail(reader *r, const char *at, const char *expected)
{
    if (!r->l->error_at) {
        r->l->error_at = at;
        r->l->expected = expected;
    }
    return NULL;
}

static literal_node *new_node(reader *r, literal_kind kind, const char *at)
{
    block *latest = r->l->blocks;

    if (!latest || latest->used == BLOCK_NODES) {
        latest = calloc(1, sizeof *latest);
        if (!latest)
            return fail(r, at, NULL);
        latest->before = r->l->blocks;
        r->l->blocks = latest;
    }
    latest->nodes[latest->used] = (literal_node){.kind = kind, .at = at};
    return &latest->nodes[latest->used++];
}

/* ---- Characters ------------------------------------------------------------------------------ */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_word(char c)
{
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           (c & 0x80) != 0;
}

/* The value of a digit in any base; 99 for other characters. */
static unsigned digit_of(char c)
{
    if (is_digit(c))
        return (unsigned)(c - '0');
    if (c >= 'a' && c <= 'f')
        return (unsigned)(c - 'a') + 10;
    return c >= 'A' && c <= 'F' ? (unsigned)(c - 'A') + 10 : 99;
}

/* Skips white space, comments, and line ends behind a backslash. */
static void skip_space(reader *r)
{
    for (;;)
        if (r->at < r->end && *r->at != '\0' && strchr(" \t\f\r\n", *r->at))
            r->at++;
        else if (*r->at == '#')
            while (r->at < r->end && *r->at != '\n' && *r->at != '\0')
                r->at++;
        else if (*r->at == '\\' && r->at[1] == '\n' && r->at + 2 < r->end)
            r->at += 2;
        else
            return;
}

/* Consumes the character if it is next. */
static bool take(reader *r, char character)
{
    skip_space(r);
    if (r->at == r->end || *r->at != character)
        return false;
    r->at++;
    return true;
}

/* ---- Strings --------------------------------------------------------------------------------- */

/* Reads up to `most` digits of the base. */
static bool read_code(reader *r, unsigned base, unsigned least, unsigned most)
{
    unsigned code = 0, count = 0;

    for (; count < most && digit_of(*r->at) < base; count++)
        code = code * base + digit_of(*r->at++);
    if (count < least || code > 255)
        return false;
    *r->out++ = (char)code;
    return true;
}

/* Reads the escape behind a backslash. */
static bool read_escape(reader *r)
{
    static const char letters[] = "\\'\"abfnrtv";
    static const char meanings[] = "\\'\"\a\b\f\n\r\t\v";
    const char *letter = *r->at != '\0' ? strchr(letters, *r->at) : NULL;

    if (letter) {
        *r->out++ = meanings[letter - letters];
        r->at++;
        return true;
    }
    if (*r->at == '\n') {
        r->at++;
        return true;
    }
    if (digit_of(*r->at) < 8)
        return read_code(r, 8, 1, 3);
    if (*r->at == 'x') {
        r->at++;
        return read_code(r, 16, 2, 2);
    }
    if (strchr("uUN", *r->at))
        return false;
    *r->out++ = '\\'; /* a backslash stays in front of an unknown escape */
    return true;
}

/* Reads a string up to its closing quote. */
static bool read_quoted(reader *r, bool is_raw)
{
    const char *start = r->at;
    const char quote = *r->at;
    const bool is_long = r->at[1] == quote && r->at[2] == quote;
    const size_t quotes = is_long ? 3 : 1;

    for (r->at += quotes; r->at < r->end && *r->at != '\0';) {
        if (*r->at == quote && (!is_long || (r->at[1] == quote && r->at[2] == quote))) {
            r->at += quotes;
            return true;
        }
        if (*r->at == '\n' && !is_long)
            break;
        if (*r->at != '\\') {
            *r->out++ = *r->at++;
        } else if (is_raw) {
            *r->out++ = *r->at++;
            if (r->at < r->end && *r->at != '\0')
                *r->out++ = *r->at++;
        } else {
            const char *escape = r->at++;
            if (!read_escape(r))
                return fail(r, escape, "a character that is written otherwise") != NULL;
        }
    }
    return fail(r, start, "a string that ends") != NULL;
}

/* Whether a string begins here; `*prefix` receives the letters in front of its quote. */
static bool is_string(reader *r, size_t *prefix)
{
    skip_space(r);
    *prefix = *r->at != '\0' && strchr("uUrR", *r->at) != NULL ? 1 : 0;
    return r->at[*prefix] == '\'' || r->at[*prefix] == '"';
}

/* Adjacent strings are joined. */
static literal_node *read_string(reader *r)
{
    literal_node *node = new_node(r, LITERAL_STRING, r->at);
    size_t prefix;

    if (!node)
        return NULL;
    node->text = r->out;
    while (is_string(r, &prefix)) {
        bool is_raw = *r->at == 'r' || *r->at == 'R';
        r->at += prefix;
        if (!read_quoted(r, is_raw))
            return NULL;
    }
    node->size = (size_t)(r->out - node->text);
    *r->out++ = '\0';
    return node;
}

/* ---- Numbers and words ----------------------------------------------------------------------- */

/* Reads digits of the base, with _ between, behind a prefix such as 0x. */
static bool read_digits(reader *r, unsigned base, literal_node *node)
{
    unsigned count = 0;

    for (;; count++) {
        bool apart = *r->at == '_' && (count > 0 || base != 10);
        unsigned digit = digit_of(r->at[apart]);
        if (digit >= base)
            return count > 0 && !apart;
        node->too_large = node->too_large || node->magnitude > (UINT64_MAX - digit) / base;
        node->magnitude = node->too_large ? 0 : node->magnitude * base + digit;
        r->at += 1 + apart;
    }
}

static unsigned read_base(reader *r)
{
    char letter = *r->at == '0' ? r->at[1] : '\0';
    unsigned base = letter == 'x' || letter == 'X'   ? 16
                    : letter == 'o' || letter == 'O' ? 8
                    : letter == 'b' || letter == 'B' ? 2
                                                     : 10;

    r->at += base == 10 ? 0 : 2;
    return base;
}

/* Reads the L that Python 2 writes behind long integers. */
static void take_long(reader *r, literal_node *node)
{
    const char *after = r->at + strspn(r->at, " ");

    if (*after != 'L' || is_word(after[1]))
        return;
    node->is_long = true;
    r->at = after + 1;
}

static literal_node *read_integer(reader *r)
{
    const char *start = r->at;
    literal_node *node = new_node(r, LITERAL_INTEGER, start);
    unsigned base = read_base(r);

    if (!node || !read_digits(r, base, node))
        return fail(r, start, "an integer");
    if (base == 10 && *start == '0' && (node->magnitude != 0 || node->too_large))
        return fail(r, start, "an integer without zeros in front");
    take_long(r, node);
    if (is_word(*r->at) || *r->at == '.')
        return fail(r, start, "an integer");
    return node;
}

/* Reads an integer with a sign. */
static literal_node *read_signed(reader *r)
{
    const char *start = r->at;
    bool negative = *r->at == '-';
    literal_node *node;

    r->at++;
    skip_space(r);
    if (!is_digit(*r->at))
        return fail(r, start, "a value");
    node = read_integer(r);
    if (node)
        node->negative = negative && (node->magnitude != 0 || node->too_large);
    return node;
}

static literal_node *read_word(reader *r)
{
    static const char *const words[] = {"True", "False", "None"};

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        size_t size = strlen(words[i]);
        if (strncmp(r->at, words[i], size) == 0 && !is_word(r->at[size])) {
            literal_node *node = new_node(r, LITERAL_WORD, r->at);
            r->at += size;
            if (node)
                *node = (literal_node){
                    .kind = LITERAL_WORD, .at = node->at, .text = words[i], .size = size};
            return node;
        }
    }
    return fail(r, r->at, "a value");
}

/* ---- Containers ------------------------------------------------------------------------------ */

typedef struct chain {
    literal_node *first;
    literal_node *last;
} chain;

static bool append(chain *c, literal_node *node)
{
    if (!node)
        return false;
    if (!c->first)
        c->first = node;
    else
        c->last->next = node;
    c->last = node;
    return true;
}

/* Reads values up to the closing bracket; counts values, and commas behind them. */
static bool read_values(reader *r, char close, chain *values, size_t *count, size_t *commas)
{
    const char *const expected = close == ')' ? "',' or ')'" : "',' or ']'";

    for (*count = *commas = 0; !take(r, close);) {
        if (*count > *commas)
            return fail(r, r->at, expected) != NULL;
        if (!append(values, read_value(r)))
            return false;
        ++*count;
        *commas += take(r, ',');
    }
    return true;
}

/* "(a)" is a, "(a,)" a tuple of it. */
static literal_node *read_sequence(reader *r)
{
    const char *start = r->at++;
    bool is_tuple = *start == '(';
    literal_node *node;
    size_t count, commas;
    chain values = {NULL, NULL};

    if (!read_values(r, is_tuple ? ')' : ']', &values, &count, &commas))
        return NULL;
    if (is_tuple && count == 1 && commas == 0)
        return values.first;
    node = new_node(r, is_tuple ? LITERAL_TUPLE : LITERAL_LIST, start);
    if (node)
        node->first = values.first;
    return node;
}

static literal_node *read_dictionary(reader *r)
{
    const char *start = r->at++;
    bool comma = true;
    chain values = {NULL, NULL};
    literal_node *node;

    while (!take(r, '}')) {
        if (!comma)
            return fail(r, r->at, "',' or '}'");
        if (!append(&values, read_value(r)))
            return NULL;
        if (!take(r, ':'))
            return fail(r, r->at, "':'");
        if (!append(&values, read_value(r)))
            return NULL;
        comma = take(r, ',');
    }
    node = new_node(r, LITERAL_DICTIONARY, start);
    if (node)
        node->first = values.first;
    return node;
}

static literal_node *read_any(reader *r)
{
    size_t prefix;

    if (is_string(r, &prefix))
        return read_string(r);
    if (*r->at == '{')
        return read_dictionary(r);
    if (*r->at == '(' || *r->at == '[')
        return read_sequence(r);
    if (*r->at == '+' || *r->at == '-')
        return read_signed(r);
    return is_digit(*r->at) ? read_integer(r) : read_word(r);
}

static literal_node *read_value(reader *r)
{
    literal_node *node;

    if (++r->depth > DEPTH_MOST)
        return fail(r, r->at, "fewer brackets within brackets");
    node = read_any(r);
    r->depth--;
    return node;
}

/* In front of the value there may be blanks, or empty lines and comments, but not both. */
static bool skip_to_value(reader *r)
{
    const char *start = r->at + strspn(r->at, " \t");

    r->at = start;
    skip_space(r);
    return r->at == start || (r->at[-1] != ' ' && r->at[-1] != '\t') ||
           fail(r, r->at, "a line without blanks in front");
}

void literal_open(literal *l, const char *text, size_t size)
{
    reader r = {.l = l, .at = text, .end = text + size};
    const literal_node *root;

    *l = (literal){.root = NULL};
    /* a string's quotes leave room for the NUL */
    l->strings = malloc(size + 1);
    r.out = l->strings;
    if (!l->strings) {
        l->error_at = text;
        return;
    }
    root = skip_to_value(&r) ? read_value(&r) : NULL;
    skip_space(&r);
    if (root && r.at < r.end)
        fail(&r, r.at, "the end");
    l->root = !l->error_at ? root : NULL;
}

void literal_close(literal *l)
{
    for (block *b = l->blocks; b;) {
        block *before = b->before;
        free(b);
        b = before;
    }
    free(l->strings);
    *l = (literal){.root = NULL};
}
