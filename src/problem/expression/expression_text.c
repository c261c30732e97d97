/* SPDX-License-Identifier: Apache-2.0 */
#include "problem/expression/expression_text.h"
#include "base/flag.h"
#include "base/text.h"

#include <float.h>
#include <inttypes.h>
#include <string.h>

typedef struct writer {
    clri_text text;
    clr_type element; /* the type of x, y, z and w */
    bool by_bits;     /* comparisons, choices and signs of floats are written on their bits */
    bool uses_double;
} writer;

/* How OpenCL C spells a kind, and a literal of it. */
static const struct {
    const char *type, *suffix;
} spellings[] = {
    [CLRI_KIND_TRUTH] = {"int", ""},     [CLRI_KIND_LONG] = {"long", "L"},
    [CLRI_KIND_ULONG] = {"ulong", "UL"}, [CLRI_KIND_FLOAT] = {"float", "f"},
    [CLRI_KIND_DOUBLE] = {"double", ""},
};

static void write_node(writer *out, const clri_node *node);
static void write_variable(writer *out, const clri_node *node);
static void write_truth(writer *out, const clri_node *node);
static void write_bits(writer *out, const clri_node *node, clri_kind kind);
static bool is_widened(const writer *out, const clri_node *node, clri_kind kind);

static bool is_float(clri_kind kind)
{
    return kind >= CLRI_KIND_FLOAT;
}

static void write_cast(writer *out, clri_kind kind)
{
    out->uses_double |= kind == CLRI_KIND_DOUBLE;
    clri_text_addf(&out->text, "(%s)", spellings[kind].type);
}

/* Casts bind tighter than any operator; all other operands are written in parentheses. */
static void write_as(writer *out, const clri_node *node, clri_kind kind)
{
    if (is_widened(out, node, kind)) {
        out->uses_double = true;
        clri_text_add(&out->text, "as_double(");
        write_bits(out, node, kind);
        clri_text_add(&out->text, ")");
        return;
    }
    if (node->kind != kind)
        write_cast(out, kind);
    write_node(out, node);
}

/* ---- floats by their bits ---- */

/* OpenCL C's casts between floats and bits, and the format's name in cl/expression/bits.cl. */
static const struct {
    const char *bits, *number, *format;
} forms[] = {
    [CLRI_KIND_FLOAT] = {"as_uint(", "as_float(", "CLR_FORMAT_OF_FLOAT"},
    [CLRI_KIND_DOUBLE] = {"as_ulong(", "as_double(", "CLR_FORMAT_OF_DOUBLE"},
};

/* the relations that an operator is true for */
enum { NOT_EQUAL = CLRI_LESS | CLRI_GREATER | CLRI_UNORDERED };

static const struct {
    const char *sign;
    int relations;
} comparisons[] = {
    {"<", CLRI_LESS},    {"<=", CLRI_LESS | CLRI_EQUAL},
    {">", CLRI_GREATER}, {">=", CLRI_GREATER | CLRI_EQUAL},
    {"==", CLRI_EQUAL},  {"!=", NOT_EQUAL},
};

static int relations_of(const char *sign)
{
    size_t i = 0;

    while (strcmp(comparisons[i].sign, sign) != 0)
        i++;
    return comparisons[i].relations;
}

/* Writes whether `a` stands in one of the relations to `b`, or with NULL to 0. */
static void write_relation(writer *out, const clri_node *a, const clri_node *b, clri_kind kind,
                           int relations)
{
    clri_text_addf(&out->text, "clr_stands(%d, ", relations);
    write_bits(out, a, kind);
    clri_text_addf(&out->text, ", %s, ", forms[kind].format);
    if (b)
        write_bits(out, b, kind);
    else
        clri_text_add(&out->text, "0");
    clri_text_add(&out->text, ")");
}

/* Writes the bits of a literal. */
static void write_bits_of_number(writer *out, const clri_node *node, clri_kind kind)
{
    const double real = node->form == CLRI_NODE_REAL    ? node->is.real
                        : node->kind == CLRI_KIND_ULONG ? (double)node->is.integer
                                                        : (double)(int64_t)node->is.integer;
    const float single = node->form == CLRI_NODE_REAL    ? (float)node->is.real
                         : node->kind == CLRI_KIND_ULONG ? (float)node->is.integer
                                                         : (float)(int64_t)node->is.integer;
    uint64_t bits;
    uint32_t word;

    memcpy(&bits, &real, sizeof bits);
    memcpy(&word, &single, sizeof word);
    if (kind == CLRI_KIND_FLOAT)
        clri_text_addf(&out->text, "0x%" PRIx32 "U", word);
    else
        clri_text_addf(&out->text, "0x%" PRIx64 "UL", bits);
}

/* Writes a call of cl/expression/bits.cl, converted to the kind's size. */
static void write_bits_of_call(writer *out, const char *function, const clri_node *node)
{
    clri_text_addf(&out->text, "%s%s(", node->kind == CLRI_KIND_FLOAT ? "(uint)" : "", function);
    write_bits(out, node->child[0], node->kind);
    clri_text_addf(&out->text, ", %s", forms[node->kind].format);
    if (node->child_count > 1) {
        clri_text_add(&out->text, ", ");
        write_bits(out, node->child[1], node->kind);
    }
    clri_text_add(&out->text, ")");
}

static void write_bits_of_choice(writer *out, const clri_node *node)
{
    clri_text_add(&out->text, "(");
    write_truth(out, node->child[0]);
    clri_text_add(&out->text, " ? ");
    write_bits(out, node->child[1], node->kind);
    clri_text_add(&out->text, " : ");
    write_bits(out, node->child[2], node->kind);
    clri_text_add(&out->text, ")");
}

/* The function that computes the node's float from its operands' bits; NULL: needs arithmetic. */
static const char *function_of_bits(const clri_node *node)
{
    if (!is_float(node->kind))
        return NULL;
    if (node->form == CLRI_NODE_NEGATE)
        return "clr_negated";
    return node->form == CLRI_NODE_CALL ? node->is.name->bits : NULL;
}

/* Whether an f32 becomes an f64 by its bits, as some devices' conversions lose subnormal numbers.
 */
static bool is_widened(const writer *out, const clri_node *node, clri_kind kind)
{
    return out->by_bits && node->kind == CLRI_KIND_FLOAT && kind == CLRI_KIND_DOUBLE;
}

/* Writes the bits of the number, converted to the kind, as a uint or ulong. */
static void write_bits(writer *out, const clri_node *node, clri_kind kind)
{
    if (node->form == CLRI_NODE_INTEGER || node->form == CLRI_NODE_REAL) {
        write_bits_of_number(out, node, kind);
    } else if (is_widened(out, node, kind)) {
        clri_text_add(&out->text, "clr_widened(");
        write_bits(out, node, CLRI_KIND_FLOAT);
        clri_text_addf(&out->text, ", %s)", forms[CLRI_KIND_FLOAT].format);
    } else if (clri_node_is_conversion(node) && is_widened(out, node->child[0], kind)) {
        write_bits(out, node->child[0], kind);
    } else if (node->kind == kind && function_of_bits(node)) {
        write_bits_of_call(out, function_of_bits(node), node);
    } else if (node->kind == kind && node->form == CLRI_NODE_CHOICE) {
        write_bits_of_choice(out, node);
    } else {
        clri_text_add(&out->text, forms[kind].bits);
        if (node->kind == kind && node->form == CLRI_NODE_VARIABLE)
            write_variable(out, node);
        else
            write_as(out, node, kind);
        clri_text_add(&out->text, ")");
    }
}

/* Writes the node by its bits if it can; false: it needs arithmetic. */
static bool write_by_bits(writer *out, const clri_node *node)
{
    if (!out->by_bits || !is_float(node->kind) ||
        (!function_of_bits(node) && node->form != CLRI_NODE_CHOICE))
        return false;
    clri_text_add(&out->text, forms[node->kind].number);
    write_bits(out, node, node->kind);
    clri_text_add(&out->text, ")");
    return true;
}

/* ---- operators ---- */

static void write_truth(writer *out, const clri_node *node)
{
    if (node->kind == CLRI_KIND_TRUTH) {
        write_node(out, node);
        return;
    }
    if (out->by_bits && is_float(node->kind)) {
        write_relation(out, node, NULL, node->kind, NOT_EQUAL);
        return;
    }
    clri_text_add(&out->text, "(");
    write_node(out, node);
    clri_text_addf(&out->text, " != %s%s)", is_float(node->kind) ? "0x0p0" : "0",
                   spellings[node->kind].suffix);
}

/* A literal that the compiler reads as the same number: C has no negative literals, and the
 * magnitude of -2^63 fits no signed one. */
static void write_integer(writer *out, const clri_node *node)
{
    const uint64_t bits = node->is.integer;
    const char *suffix = spellings[node->kind].suffix;

    if (node->kind == CLRI_KIND_ULONG || bits <= INT64_MAX)
        clri_text_addf(&out->text, "%" PRIu64 "%s", bits, suffix);
    else if (bits == UINT64_C(1) << 63)
        clri_text_add(&out->text, "LONG_MIN");
    else
        clri_text_addf(&out->text, "(-%" PRIu64 "%s)", UINT64_C(0) - bits, suffix);
}

/* Writes a float as an integer times a power of 2: exact, and without a point, which a locale could
 * change. */
static void write_finite(writer *out, double value, const char *suffix)
{
    const int fraction_bits = DBL_MANT_DIG - 1;
    uint64_t bits, significand;
    int exponent;

    memcpy(&bits, &value, sizeof bits);
    exponent = (int)(bits >> fraction_bits);
    significand = bits & ((UINT64_C(1) << fraction_bits) - 1);
    if (exponent) /* a normal number has a hidden bit */
        significand |= UINT64_C(1) << fraction_bits;
    else
        exponent = significand ? 1 : fraction_bits - DBL_MIN_EXP + 2;
    exponent -= fraction_bits - DBL_MIN_EXP + 2;
    for (; significand && significand % 2 == 0; exponent++)
        significand /= 2;
    clri_text_addf(&out->text, "0x%" PRIx64 "p%d%s", significand, exponent, suffix);
}

/* Infinities and NaNs by OpenCL C's names, which are floats. */
static void write_real(writer *out, const clri_node *node)
{
    const double value = node->is.real;

    if (value <= DBL_MAX) {
        write_finite(out, value, spellings[node->kind].suffix);
        return;
    }
    write_cast(out, node->kind);
    clri_text_add(&out->text, value > DBL_MAX ? "INFINITY" : "NAN");
}

static void write_variable(writer *out, const clri_node *node)
{
    const clri_role role = node->is.name->role;
    const bool is_as_loaded =
        role == CLRI_ROLE_INPUT && (node->kind != CLRI_KIND_LONG || out->element == CLR_TYPE_I64);

    if (!is_as_loaded && role != CLRI_ROLE_SCALAR)
        write_cast(out, node->kind);
    clri_text_add(&out->text, node->is.name->name);
}

static void write_negative(writer *out, const clri_node *node)
{
    clri_text_add(&out->text, node->kind == CLRI_KIND_LONG ? "clr_long_negate(" : "(-");
    write_as(out, node->child[0], node->kind);
    clri_text_add(&out->text, ")");
}

static void write_not(writer *out, const clri_node *node)
{
    clri_text_add(&out->text, "(!");
    write_truth(out, node->child[0]);
    clri_text_add(&out->text, ")");
}

static void write_complement(writer *out, const clri_node *node)
{
    clri_text_add(&out->text, "(~");
    write_as(out, node->child[0], node->kind);
    clri_text_add(&out->text, ")");
}

static void write_call_of(writer *out, const char *function, const clri_node *node)
{
    clri_text_addf(&out->text, "%s(", function);
    for (unsigned i = 0; i < node->child_count; i++) {
        clri_text_add(&out->text, i ? ", " : "");
        write_as(out, node->child[i], node->operands);
    }
    clri_text_add(&out->text, ")");
}

static void write_logic(writer *out, const clri_node *node)
{
    clri_text_add(&out->text, "(");
    write_truth(out, node->child[0]);
    clri_text_addf(&out->text, " %s ", node->is.binary->sign);
    write_truth(out, node->child[1]);
    clri_text_add(&out->text, ")");
}

static void write_order(writer *out, const clri_node *a, const clri_node *b)
{
    clri_text_add(&out->text, "clr_long_order(");
    write_node(out, a);
    clri_text_add(&out->text, ", ");
    write_node(out, b);
    clri_text_add(&out->text, ")");
}

static void write_infix(writer *out, const clri_node *node)
{
    clri_text_add(&out->text, "(");
    write_as(out, node->child[0], node->operands);
    clri_text_addf(&out->text, " %s ", node->is.binary->sign);
    write_as(out, node->child[1], node->operands);
    clri_text_add(&out->text, ")");
}

/* Signed and unsigned integers are compared by a function, as C would convert a negative number to
 * a large one first. */
static void write_comparison(writer *out, const clri_node *node)
{
    const clri_node *a = node->child[0], *b = node->child[1];
    const char *sign = node->is.binary->sign;

    if (out->by_bits && is_float(node->operands)) {
        write_relation(out, a, b, node->operands, relations_of(sign));
        return;
    }
    if (node->operands != CLRI_KIND_ULONG ||
        (a->kind != CLRI_KIND_LONG && b->kind != CLRI_KIND_LONG)) {
        write_infix(out, node);
        return;
    }
    clri_text_add(&out->text, "(");
    if (a->kind == CLRI_KIND_LONG) {
        write_order(out, a, b);
        clri_text_addf(&out->text, " %s 0)", sign);
    } else {
        clri_text_addf(&out->text, "0 %s ", sign);
        write_order(out, b, a);
        clri_text_add(&out->text, ")");
    }
}

static void write_shift(writer *out, const clri_node *node)
{
    clri_text_addf(&out->text, "%s(", node->is.binary->function[node->kind]);
    write_as(out, node->child[0], node->kind);
    clri_text_add(&out->text, ", ");
    write_as(out, node->child[1], CLRI_KIND_ULONG);
    clri_text_add(&out->text, ")");
}

static void write_arithmetic(writer *out, const clri_node *node)
{
    const char *function = node->is.binary->function[node->kind];

    if (function)
        write_call_of(out, function, node);
    else
        write_infix(out, node);
}

static void write_binary(writer *out, const clri_node *node)
{
    static void (*const writers[])(writer *, const clri_node *) = {
        [CLRI_BINARY_LOGIC] = write_logic,
        [CLRI_BINARY_COMPARISON] = write_comparison,
        [CLRI_BINARY_BITS] = write_infix,
        [CLRI_BINARY_SHIFT] = write_shift,
        [CLRI_BINARY_ARITHMETIC] = write_arithmetic,
    };

    writers[node->is.binary->class](out, node);
}

static void write_choice(writer *out, const clri_node *node)
{
    clri_text_add(&out->text, "(");
    write_truth(out, node->child[0]);
    clri_text_add(&out->text, " ? ");
    write_as(out, node->child[1], node->kind);
    clri_text_add(&out->text, " : ");
    write_as(out, node->child[2], node->kind);
    clri_text_add(&out->text, ")");
}

/* Tests such as isnan() look at the number's bits, as drivers set to fast math assume that there is
 * no NaN (cl/expression/question.cl). */
static void write_question(writer *out, const clri_node *node)
{
    const bool is_double = node->operands == CLRI_KIND_DOUBLE;

    clri_text_addf(&out->text, "%s(", node->is.name->real);
    if (out->by_bits) {
        write_bits(out, node->child[0], node->operands);
        clri_text_addf(&out->text, ", %s, %s)", forms[node->operands].format,
                       is_double ? "1UL << 52" : "1UL << 23");
        return;
    }
    clri_text_add(&out->text, is_double ? "CLR_PARTS_OF_DOUBLE(" : "CLR_PARTS_OF_FLOAT(");
    write_as(out, node->child[0], node->operands);
    clri_text_add(&out->text, "))");
}

/* Functions of cl/expression have their kind's name behind this. */
#define OWN "clr_"

/* A function behind `!` gives a truth. */
static void write_call(writer *out, const clri_node *node)
{
    const clri_name *name = node->is.name;

    if (name->role == CLRI_ROLE_TEST) {
        write_question(out, node);
    } else if (clri_node_is_conversion(node)) {
        write_as(out, node->child[0], node->kind);
    } else {
        const char *function = is_float(node->kind) ? name->real : name->integer;

        if (!is_float(node->kind) || function[0] == '!')
            write_cast(out, node->kind);
        if (strncmp(function, OWN, strlen(OWN)) == 0) {
            clri_text_addf(&out->text, OWN "%s_", spellings[node->kind].type);
            function += strlen(OWN);
        }
        write_call_of(out, function, node);
    }
}

static void write_node(writer *out, const clri_node *node)
{
    static void (*const writers[])(writer *, const clri_node *) = {
        [CLRI_NODE_INTEGER] = write_integer,   [CLRI_NODE_REAL] = write_real,
        [CLRI_NODE_VARIABLE] = write_variable, [CLRI_NODE_NEGATE] = write_negative,
        [CLRI_NODE_NOT] = write_not,           [CLRI_NODE_COMPLEMENT] = write_complement,
        [CLRI_NODE_BINARY] = write_binary,     [CLRI_NODE_CHOICE] = write_choice,
        [CLRI_NODE_CALL] = write_call,
    };

    out->uses_double |= node->kind == CLRI_KIND_DOUBLE;
    if (!write_by_bits(out, node))
        writers[node->form](out, node);
}

char *clri_expression_text(const clri_tree *tree, bool is_condition, bool by_bits,
                           bool *uses_double)
{
    writer out = {.element = tree->element, .by_bits = by_bits};

    if (is_condition)
        write_truth(&out, tree->root);
    else
        write_node(&out, tree->root);
    *uses_double = out.uses_double;
    return clri_text_take(&out.text);
}
