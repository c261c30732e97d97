/* SPDX-License-Identifier: Apache-2.0 */
#include "problem/expression/expression_tree.h"
#include "problem/expression/expression_token.h"
#include "problem/number.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/*
 * Precedences are C's, so that maps mean what their writers expect; a power of Python's or an
 * unequal of Basic's is refused with advice (expression_token.c). Functions of
 * cl/expression/integer.cl stand where C leaves something undefined: signed overflow, division by
 * 0, and counts of shifts.
 */
static const clri_binary binaries[] = {
    {"||", 1, CLRI_BINARY_LOGIC, {NULL}},
    {"&&", 2, CLRI_BINARY_LOGIC, {NULL}},
    {"|", 3, CLRI_BINARY_BITS, {NULL}},
    {"^", 4, CLRI_BINARY_BITS, {NULL}},
    {"&", 5, CLRI_BINARY_BITS, {NULL}},
    {"==", 6, CLRI_BINARY_COMPARISON, {NULL}},
    {"!=", 6, CLRI_BINARY_COMPARISON, {NULL}},
    {"<", 7, CLRI_BINARY_COMPARISON, {NULL}},
    {"<=", 7, CLRI_BINARY_COMPARISON, {NULL}},
    {">", 7, CLRI_BINARY_COMPARISON, {NULL}},
    {">=", 7, CLRI_BINARY_COMPARISON, {NULL}},
    {"<<",
     8,
     CLRI_BINARY_SHIFT,
     {[CLRI_KIND_LONG] = "clr_long_left", [CLRI_KIND_ULONG] = "clr_ulong_left"}},
    {">>",
     8,
     CLRI_BINARY_SHIFT,
     {[CLRI_KIND_LONG] = "clr_long_right", [CLRI_KIND_ULONG] = "clr_ulong_right"}},
    {"+", 9, CLRI_BINARY_ARITHMETIC, {[CLRI_KIND_LONG] = "clr_long_add"}},
    {"-", 9, CLRI_BINARY_ARITHMETIC, {[CLRI_KIND_LONG] = "clr_long_subtract"}},
    {"*", 10, CLRI_BINARY_ARITHMETIC, {[CLRI_KIND_LONG] = "clr_long_multiply"}},
    {"/",
     10,
     CLRI_BINARY_ARITHMETIC,
     {[CLRI_KIND_LONG] = "clr_long_divide", [CLRI_KIND_ULONG] = "clr_ulong_divide"}},
    {"%",
     10,
     CLRI_BINARY_ARITHMETIC,
     {[CLRI_KIND_LONG] = "clr_long_remainder",
      [CLRI_KIND_ULONG] = "clr_ulong_remainder",
      [CLRI_KIND_FLOAT] = "fmod",
      [CLRI_KIND_DOUBLE] = "fmod"}},
};

typedef struct parser {
    const char *map;
    clri_token next; /* read ahead */
    clri_kind real;  /* the kind of constants, and of integers converted to floats */
    unsigned depth;  /* open parentheses, branches and signs */
    clri_tree *tree;
    clri_error *error;
} parser;

/* ---- kinds ---- */

/* The kind that elements of the type are computed in: integers in 64 bits, so that a map of bytes
 * does not overflow, floats of 16 bits in f32, as which they are read. */
static clri_kind kind_of_elements(clr_type element)
{
    if (clri_number_of(element)->class == CLRI_FLOAT)
        return element == CLR_TYPE_F64 ? CLRI_KIND_DOUBLE : CLRI_KIND_FLOAT;
    return element == CLR_TYPE_U64 ? CLRI_KIND_ULONG : CLRI_KIND_LONG;
}

clr_type clri_real_type(clr_type element)
{
    return kind_of_elements(element) == CLRI_KIND_FLOAT ? CLR_TYPE_F32 : CLR_TYPE_F64;
}

bool clri_node_is_conversion(const clri_node *node)
{
    return node->form == CLRI_NODE_CALL && (node->is.name->role == CLRI_ROLE_TO_FLOAT ||
                                            node->is.name->role == CLRI_ROLE_TO_DOUBLE);
}

clr_type clri_type_of_kind(clri_kind kind)
{
    static const clr_type types[] = {
        [CLRI_KIND_TRUTH] = CLR_TYPE_U8,   [CLRI_KIND_LONG] = CLR_TYPE_I64,
        [CLRI_KIND_ULONG] = CLR_TYPE_U64,  [CLRI_KIND_FLOAT] = CLR_TYPE_F32,
        [CLRI_KIND_DOUBLE] = CLR_TYPE_F64,
    };

    return types[kind];
}

static clri_kind stronger(clri_kind a, clri_kind b)
{
    return a > b ? a : b;
}

static bool is_float(clri_kind kind)
{
    return kind >= CLRI_KIND_FLOAT;
}

/* ---- nodes ---- */

/* `nodes` has room: every node comes from at least one byte of the map. */
static clri_node *make_leaf(parser *in, clri_node_form form, clri_kind kind)
{
    clri_node *node = &in->tree->nodes[in->tree->node_count++];

    *node = (clri_node){.form = form, .kind = kind, .operands = kind};
    return node;
}

/* An operation whose value is of `kind`; NULL if it is nested too deep, or an operand is NULL. */
static clri_node *make_node(parser *in, size_t at, clri_node_form form, clri_kind kind,
                            clri_kind operands, const clri_node *const *children, unsigned count)
{
    clri_node *node = make_leaf(in, form, kind);

    node->operands = operands;
    node->child_count = count;
    for (unsigned i = 0; i < count; i++) {
        node->child[i] = children[i];
        if (node->depth < children[i]->depth)
            node->depth = children[i]->depth;
    }
    if (++node->depth <= CLRI_MAP_DEPTH_MOST)
        return node;
    clri_token_fail(in->error, at, "more than %d operations are within each other: group them",
                    CLRI_MAP_DEPTH_MOST);
    return NULL;
}

/* `!` asks whether its operand is 0, in the operand's own kind; the others compute in a number's
 * kind at least. */
static clri_node *make_unary(parser *in, size_t at, clri_node_form form, clri_kind kind,
                             const clri_node *operand)
{
    const clri_kind operands =
        form == CLRI_NODE_NOT ? operand->kind : stronger(operand->kind, kind);

    return make_node(in, at, form, kind, operands, &operand, 1);
}

/* The strongest kind of all operands, at least LONG. */
static clri_kind common_kind(const clri_node *const *children, unsigned count)
{
    clri_kind kind = CLRI_KIND_LONG;

    for (unsigned i = 0; i < count; i++)
        kind = stronger(kind, children[i]->kind);
    return kind;
}

static bool require_integers(parser *in, size_t at, const char *what, clri_kind kind)
{
    return !is_float(kind) ||
           clri_token_fail(in->error, at, "'%s' takes integers, and meets a number of type %s%s",
                           what, clr_type_name(clri_type_of_kind(kind)),
                           *what == '^' ? "; a power is pow(x, y)" : "");
}

/* Both operands are converted to the stronger kind, but for shifts, whose count has no part in the
 * value's kind. */
static clri_node *make_binary(parser *in, size_t at, const clri_binary *binary,
                              const clri_node *left, const clri_node *right)
{
    const clri_node *const children[] = {left, right};
    const bool gives_truth =
        binary->class == CLRI_BINARY_LOGIC || binary->class == CLRI_BINARY_COMPARISON;
    const bool takes_integers =
        binary->class == CLRI_BINARY_BITS || binary->class == CLRI_BINARY_SHIFT;
    const clri_kind common = common_kind(children, 2);
    const clri_kind operands =
        binary->class == CLRI_BINARY_SHIFT ? common_kind(children, 1) : common;
    clri_node *node;

    if (takes_integers && !require_integers(in, at, binary->sign, common))
        return NULL;
    node = make_node(in, at, CLRI_NODE_BINARY, gives_truth ? CLRI_KIND_TRUTH : operands, operands,
                     children, 2);
    if (node)
        node->is.binary = binary;
    return node;
}

/* ---- words ---- */

static bool take(parser *in)
{
    return clri_token_read(in->map, in->next.at + in->next.length, &in->next, in->error);
}

static bool expect(parser *in, const char *sign, const char *why, size_t opened_at)
{
    if (clri_token_is(&in->next, sign))
        return take(in);
    return clri_token_fail(in->error, in->next.at, "a '%s' is missing, %s in column %zu", sign, why,
                           opened_at + 1);
}

/* Records an error: `sentence` with the next token. */
static clri_node *refuse(parser *in, const char *sentence)
{
    clri_token_fail(in->error, in->next.at, "%s '%.*s'", sentence,
                    in->next.length < 40 ? (int)in->next.length : 40, in->next.bytes);
    return NULL;
}

/* Bounds the parser's recursion. */
static bool enter(parser *in)
{
    if (in->depth++ < CLRI_MAP_DEPTH_MOST)
        return true;
    return clri_token_fail(in->error, in->next.at,
                           "more than %d parentheses, signs or choices are open: write it flatter",
                           CLRI_MAP_DEPTH_MOST);
}

static clri_node *leave(parser *in, clri_node *node)
{
    in->depth--;
    return node;
}

/* ---- grammar ---- */

static clri_node *parse_choice(parser *in);
static clri_node *parse_unary(parser *in);

/* A literal is signed if it fits, else unsigned, as in C. */
static clri_node *parse_integer(parser *in)
{
    const bool fits = in->next.integer <= INT64_MAX;
    clri_node *node = make_leaf(in, CLRI_NODE_INTEGER, fits ? CLRI_KIND_LONG : CLRI_KIND_ULONG);

    node->is.integer = in->next.integer;
    return take(in) ? node : NULL;
}

/* A literal that the kind cannot hold is an error, not an infinity or 0 that nobody has written. */
static clri_node *parse_real(parser *in)
{
    const clri_token *word = &in->next;
    const clri_kind kind = word->is_single ? CLRI_KIND_FLOAT : in->real;
    const double value = kind == CLRI_KIND_FLOAT ? (double)word->single : word->real;
    clri_node *node;

    if (value > DBL_MAX || ((value > 0) == word->is_zero)) {
        clri_token_fail(in->error, word->at, "the number is too %s for %s%s",
                        value > 1 ? "large" : "small", clr_type_name(clri_type_of_kind(kind)),
                        value > 1 ? "; infinity is inf" : "");
        return NULL;
    }
    node = make_leaf(in, CLRI_NODE_REAL, kind);
    node->is.real = value;
    return take(in) ? node : NULL;
}

/* A function's kind by its role: of floats the operands', or the map's where all are integers. */
static clri_node *make_call(parser *in, size_t at, const clri_name *name,
                            const clri_node *const *arguments, unsigned count)
{
    const clri_kind common = common_kind(arguments, count);
    const clri_kind real = is_float(common) ? common : in->real;
    const struct {
        clri_kind kind, operands;
    } kinds[] = {
        [CLRI_ROLE_REAL] = {real, real},
        [CLRI_ROLE_TEST] = {CLRI_KIND_TRUTH, real},
        [CLRI_ROLE_EITHER] = {common, common},
        [CLRI_ROLE_INTEGER] = {common, common},
        [CLRI_ROLE_TO_FLOAT] = {CLRI_KIND_FLOAT, CLRI_KIND_FLOAT},
        [CLRI_ROLE_TO_DOUBLE] = {CLRI_KIND_DOUBLE, CLRI_KIND_DOUBLE},
    };
    clri_node *node;

    if (name->role == CLRI_ROLE_INTEGER && !require_integers(in, at, name->name, common))
        return NULL;
    node = make_node(in, at, CLRI_NODE_CALL, kinds[name->role].kind, kinds[name->role].operands,
                     arguments, count);
    if (node)
        node->is.name = name;
    return node;
}

/* clamp(x, a, b) is min(max(x, a), b), as OpenCL C says. */
static clri_node *make_clamp(parser *in, size_t at, const clri_node *const *arguments)
{
    const clri_node *const outer[] = {make_call(in, at, clri_name_find("max", 3), arguments, 2),
                                      arguments[2]};

    return outer[0] ? make_call(in, at, clri_name_find("min", 3), outer, 2) : NULL;
}

static bool parse_arguments(parser *in, size_t at, const clri_name *name,
                            const clri_node **arguments)
{
    if (!clri_token_is(&in->next, "("))
        return clri_token_fail(in->error, at, "'%s' is a function: write %s(%.*s)", name->name,
                               name->name, (int)(3 * name->arguments - 2), "x, y, z");
    for (unsigned i = 0; i < name->arguments; i++) {
        if (!take(in) || !(arguments[i] = parse_choice(in)))
            return false;
        if (!clri_token_is(&in->next, i + 1 < name->arguments ? "," : ")"))
            return clri_token_fail(in->error, in->next.at,
                                   "a '%s' is missing: %s takes %u argument%s",
                                   i + 1 < name->arguments ? "," : ")", name->name, name->arguments,
                                   name->arguments > 1 ? "s" : "");
    }
    return take(in);
}

static clri_node *parse_call(parser *in, size_t at, const clri_name *name)
{
    const clri_node *arguments[3] = {NULL};

    if (!parse_arguments(in, at, name, arguments))
        return NULL;
    if (name->role == CLRI_ROLE_CLAMP)
        return make_clamp(in, at, arguments);
    return make_call(in, at, name, arguments, name->arguments);
}

static clri_node *refuse_name(parser *in)
{
    const clri_name *nearest = clri_name_nearest(in->next.bytes, in->next.length);
    const int length = in->next.length < 40 ? (int)in->next.length : 40;

    if (nearest)
        clri_token_fail(in->error, in->next.at, "there is no '%.*s'; did you mean '%s'?", length,
                        in->next.bytes, nearest->name);
    else
        clri_token_fail(in->error, in->next.at,
                        "there is no '%.*s'; there are x, y, z, w, i, n, pi, e, inf, nan, the "
                        "scalars a to d and p to u, and the "
                        "functions that docs/map.md lists ('clreduce help map')",
                        length, in->next.bytes);
    return NULL;
}

static void count_letter(unsigned *count, const char *letters, char letter)
{
    const unsigned place = (unsigned)(strchr(letters, letter) - letters) + 1;

    *count = *count < place ? place : *count;
}

static clri_node *make_variable(parser *in, const clri_name *name)
{
    const clri_kind kind = name->role == CLRI_ROLE_INPUT    ? kind_of_elements(in->tree->element)
                           : name->role == CLRI_ROLE_SCALAR ? in->real
                                                            : CLRI_KIND_LONG;
    clri_node *node = make_leaf(in, CLRI_NODE_VARIABLE, kind);

    node->is.name = name;
    if (name->role == CLRI_ROLE_INPUT)
        count_letter(&in->tree->inputs, "xyzw", *name->name);
    if (name->role == CLRI_ROLE_SCALAR)
        count_letter(&in->tree->scalars, CLRI_SCALARS, *name->name);
    in->tree->uses_index |= name->role == CLRI_ROLE_INDEX;
    in->tree->uses_total |= name->role == CLRI_ROLE_TOTAL;
    return node;
}

static clri_node *parse_name(parser *in)
{
    const clri_name *name = clri_name_find(in->next.bytes, in->next.length);
    const size_t at = in->next.at;
    clri_node *node;

    if (!name)
        return refuse_name(in);
    if (!take(in))
        return NULL;
    if (name->arguments)
        return parse_call(in, at, name);
    if (name->role != CLRI_ROLE_CONSTANT)
        return make_variable(in, name);
    node = make_leaf(in, CLRI_NODE_REAL, in->real);
    node->is.real = in->real == CLRI_KIND_FLOAT ? (double)(float)name->value : name->value;
    return node;
}

static clri_node *parse_parentheses(parser *in)
{
    const size_t at = in->next.at;
    clri_node *node = take(in) ? parse_choice(in) : NULL;

    return node && expect(in, ")", "for the '('", at) ? node : NULL;
}

static clri_node *parse_primary(parser *in)
{
    static clri_node *(*const parsers[])(parser *) = {
        [CLRI_TOKEN_INTEGER] = parse_integer,
        [CLRI_TOKEN_REAL] = parse_real,
        [CLRI_TOKEN_NAME] = parse_name,
    };

    if (clri_token_is(&in->next, "("))
        return parse_parentheses(in);
    if (in->next.kind == CLRI_TOKEN_SIGN)
        return refuse(in, "a number, a name or a ( is missing before");
    if (in->next.kind != CLRI_TOKEN_END)
        return parsers[in->next.kind](in);
    clri_token_fail(in->error, in->next.at,
                    in->tree->node_count
                        ? "the expression ends where a number, a name or a ( is missing"
                        : "the expression is empty: write an expression, such as x * x");
    return NULL;
}

/* A minus in front of an integer is part of the literal: else -2^63 could not be written. */
static clri_node *parse_negative(parser *in, size_t at)
{
    const uint64_t value = in->next.integer;
    clri_node *node = parse_integer(in);

    if (!node)
        return NULL;
    if (value > UINT64_C(1) << 63) {
        clri_token_fail(in->error, at, "the integer is below -2^63: write it with a point");
        return NULL;
    }
    node->kind = node->operands = CLRI_KIND_LONG;
    node->is.integer = UINT64_C(0) - value;
    return node;
}

static clri_node *parse_sign(parser *in)
{
    const size_t at = in->next.at;
    const char sign = *in->next.bytes;
    clri_node *operand;

    if (!take(in))
        return NULL;
    if (sign == '-' && in->next.kind == CLRI_TOKEN_INTEGER)
        return parse_negative(in, at);
    operand = parse_unary(in);
    if (!operand || sign == '+')
        return operand;
    if (sign == '!')
        return make_unary(in, at, CLRI_NODE_NOT, CLRI_KIND_TRUTH, operand);
    if (sign == '~' && !require_integers(in, at, "~", operand->kind))
        return NULL;
    return make_unary(in, at, sign == '~' ? CLRI_NODE_COMPLEMENT : CLRI_NODE_NEGATE,
                      stronger(operand->kind, CLRI_KIND_LONG), operand);
}

static clri_node *parse_unary(parser *in)
{
    if (in->next.kind != CLRI_TOKEN_SIGN || in->next.length > 1 || !strchr("+-!~", *in->next.bytes))
        return parse_primary(in);
    return enter(in) ? leave(in, parse_sign(in)) : NULL;
}

/* The binary operator that is next, or NULL. */
static const clri_binary *next_binary(const parser *in)
{
    for (size_t i = 0; i < COUNT(binaries); i++)
        if (clri_token_is(&in->next, binaries[i].sign))
            return &binaries[i];
    return NULL;
}

/* Operands joined by operators of at least this precedence, left to right (precedence climbing).
 * Comparisons in a row are refused: in C a < b < c compares a truth with c, which nobody means. */
static clri_node *parse_binary(parser *in, unsigned precedence)
{
    clri_node *left = parse_unary(in);
    const clri_binary *binary, *last = NULL;

    while (left && (binary = next_binary(in)) && binary->precedence >= precedence) {
        const size_t at = in->next.at;
        clri_node *right;

        if (last && last->class == CLRI_BINARY_COMPARISON && last->precedence == binary->precedence)
            return refuse(in,
                          "comparisons make no chain: write a < b && b < c, or parentheses, at");
        right = take(in) ? parse_binary(in, binary->precedence + 1) : NULL;
        left = right ? make_binary(in, at, binary, left, right) : NULL;
        last = binary;
    }
    return left;
}

/* Both arms are converted to the stronger kind; the condition keeps its own. */
static clri_node *parse_arms(parser *in, const clri_node *condition)
{
    const size_t at = in->next.at;
    const clri_node *children[] = {condition, NULL, NULL};
    clri_kind kind;

    if (!take(in) || !(children[1] = parse_choice(in)) || !expect(in, ":", "for the '?'", at) ||
        !(children[2] = parse_choice(in)))
        return NULL;
    kind = stronger(children[1]->kind, children[2]->kind);
    return make_node(in, at, CLRI_NODE_CHOICE, kind, kind, children, 3);
}

static clri_node *parse_choice(parser *in)
{
    clri_node *node;

    if (!enter(in))
        return NULL;
    node = parse_binary(in, 1);
    return leave(in, node && clri_token_is(&in->next, "?") ? parse_arms(in, node) : node);
}

static const clri_node *parse_map(parser *in)
{
    const clri_node *root =
        clri_token_read(in->map, 0, &in->next, in->error) ? parse_choice(in) : NULL;

    if (!root || in->next.kind == CLRI_TOKEN_END)
        return root;
    if (clri_token_is(&in->next, ")"))
        return refuse(in, "no parenthesis is open before");
    if (clri_token_is(&in->next, ":"))
        return refuse(in, "no ? stands before");
    if (clri_token_is(&in->next, ","))
        return refuse(in, "only a function's arguments are parted by");
    return refuse(in, "an operator is missing before");
}

/* ---- trees ---- */

clr_status clri_tree_read(const char *map, clr_type element, clri_tree *tree, clri_error *error)
{
    const size_t length = strnlen(map, CLRI_MAP_LENGTH_MOST + 1);
    const clri_kind kind = kind_of_elements(element);
    parser in = {.map = map,
                 .real = kind == CLRI_KIND_FLOAT ? CLRI_KIND_FLOAT : CLRI_KIND_DOUBLE,
                 .tree = tree,
                 .error = error};

    *tree = (clri_tree){.element = element, .inputs = 1};
    if (length > CLRI_MAP_LENGTH_MOST) {
        clri_token_fail(
            error, CLRI_MAP_LENGTH_MOST,
            "the expression has more than %d bytes: write less, or an operator of your own",
            CLRI_MAP_LENGTH_MOST);
        return error->status;
    }
    tree->nodes = calloc(length + 1, sizeof *tree->nodes);
    if (!tree->nodes)
        return clri_fail_memory(error);
    tree->root = parse_map(&in);
    if (tree->root)
        return CLR_OK;
    clri_tree_free(tree);
    return error->status;
}

void clri_tree_free(clri_tree *tree)
{
    free(tree->nodes);
    *tree = (clri_tree){0};
}

/* Nodes lie in one array, and so do those of the copy. */
clr_status clri_tree_copy(const clri_tree *tree, clri_tree *copy, clri_error *error)
{
    const clri_node *from = tree->nodes;
    clri_node *to = malloc(tree->node_count * sizeof *to);

    *copy = (clri_tree){0};
    if (!to)
        return clri_fail_memory(error);
    for (size_t i = 0; i < tree->node_count; i++) {
        to[i] = from[i];
        for (unsigned k = 0; k < from[i].child_count; k++)
            to[i].child[k] = to + (from[i].child[k] - from);
    }
    *copy = *tree;
    copy->nodes = to;
    copy->root = to + (tree->root - from);
    return CLR_OK;
}
