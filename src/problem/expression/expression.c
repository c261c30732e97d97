/* SPDX-License-Identifier: Apache-2.0 */
#include "problem/expression/expression.h"
#include "base/text.h"
#include "problem/expression/expression_tree.h"

#include <float.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is written, and the type that x, y, z and w have there. */
typedef struct writer {
    clri_text text;
    clr_type element;
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

static void write_cast(writer *out, clri_kind kind)
{
    clri_text_addf(&out->text, "(%s)", spellings[kind].type);
}

/* Casts bind tighter than any operator, and all else is in parentheses. */
static void write_as(writer *out, const clri_node *node, clri_kind kind)
{
    if (node->kind != kind)
        write_cast(out, kind);
    write_node(out, node);
}

static void write_truth(writer *out, const clri_node *node)
{
    if (node->kind == CLRI_KIND_TRUTH) {
        write_node(out, node);
        return;
    }
    clri_text_add(&out->text, "(");
    write_node(out, node);
    clri_text_addf(&out->text, " != %s%s)", node->kind >= CLRI_KIND_FLOAT ? "0x0p0" : "0",
                   spellings[node->kind].suffix);
}

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

/* As an integer times a power of 2: exact, and without a point that a locale could change. */
static void write_finite(writer *out, double value, const char *suffix)
{
    const int fraction_bits = DBL_MANT_DIG - 1;
    uint64_t bits, significand;
    int exponent;

    memcpy(&bits, &value, sizeof bits);
    exponent = (int)(bits >> fraction_bits);
    significand = bits & ((UINT64_C(1) << fraction_bits) - 1);
    if (exponent) /* has a hidden bit */
        significand |= UINT64_C(1) << fraction_bits;
    else
        exponent = significand ? 1 : fraction_bits - DBL_MIN_EXP + 2;
    exponent -= fraction_bits - DBL_MIN_EXP + 2;
    for (; significand && significand % 2 == 0; exponent++)
        significand /= 2;
    clri_text_addf(&out->text, "0x%" PRIx64 "p%d%s", significand, exponent, suffix);
}

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
    const bool is_as_loaded = node->is.name->role == CLRI_ROLE_INPUT &&
                              (node->kind != CLRI_KIND_LONG || out->element == CLR_TYPE_I64);

    if (!is_as_loaded)
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

/* Signed with unsigned integers are compared by a function, as C would not compare their values. */
static void write_comparison(writer *out, const clri_node *node)
{
    const clri_node *a = node->child[0], *b = node->child[1];
    const char *sign = node->is.binary->sign;

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

/* A question is asked of the number's bits. */
static void write_question(writer *out, const clri_node *node)
{
    clri_text_addf(&out->text, "%s(%s(", node->is.name->real,
                   node->operands == CLRI_KIND_DOUBLE ? "CLR_PARTS_OF_DOUBLE"
                                                      : "CLR_PARTS_OF_FLOAT");
    write_as(out, node->child[0], node->operands);
    clri_text_add(&out->text, "))");
}

/* abs() of OpenCL C gives an unsigned number. */
static void write_call(writer *out, const clri_node *node)
{
    const clri_name *name = node->is.name;

    if (name->role == CLRI_ROLE_TEST) {
        write_question(out, node);
    } else if (name->role == CLRI_ROLE_TO_FLOAT || name->role == CLRI_ROLE_TO_DOUBLE) {
        write_as(out, node->child[0], node->kind);
    } else if (node->kind >= CLRI_KIND_FLOAT) {
        write_call_of(out, name->real, node);
    } else {
        write_cast(out, node->kind);
        write_call_of(out, name->integer, node);
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

    writers[node->form](out, node);
}

static clr_status read_by(void (*write)(writer *, const clri_node *), const char *map,
                          clr_type element, clri_expression *expression, clri_error *error)
{
    writer out = {.element = element};
    clri_tree tree;
    clr_status status;

    *expression = (clri_expression){0};
    if (!map)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "map is NULL");
    if (!clr_type_name(element))
        return clri_fail(error, CLR_ERROR_ARGUMENT, "type %d is none", (int)element);
    status = clri_tree_read(map, element, &tree, error);
    if (status)
        return status;
    write(&out, tree.root);
    *expression = (clri_expression){.value = clri_type_of_kind(tree.root->kind),
                                    .inputs = tree.inputs,
                                    .uses_index = tree.uses_index,
                                    .uses_total = tree.uses_total,
                                    .uses_double = tree.uses_double,
                                    .text = clri_text_take(&out.text)};
    clri_tree_free(&tree);
    return expression->text ? CLR_OK : clri_fail_memory(error);
}

clr_status clri_expression_read(const char *map, clr_type element, clri_expression *expression,
                                clri_error *error)
{
    return read_by(write_node, map, element, expression, error);
}

clr_status clri_condition_read(const char *condition, clr_type element, clri_expression *expression,
                               clri_error *error)
{
    const clr_status status = read_by(write_truth, condition, element, expression, error);
    char message[CLRI_MESSAGE_SIZE];
    size_t column;
    int rest = 0;

    if (status == CLR_OK)
        expression->value = CLR_TYPE_U8;
    if (status == CLR_ERROR_ARGUMENT &&
        sscanf(error->message, "column %zu of the map: %n", &column, &rest) == 1 && rest) {
        clri_text_copy(message, sizeof message, error->message + rest);
        clri_fail(error, status, "column %zu of the condition: %s", column, message);
    }
    return status;
}

void clri_expression_free(clri_expression *expression)
{
    free(expression->text);
    *expression = (clri_expression){0};
}

/* Hands out what an expression is, or why it is none. */
static clr_status tell(clr_status status, clri_expression *expression, clri_error *error,
                       clr_type *value, uint64_t *inputs, char *reason, size_t reason_size)
{
    if (reason)
        clri_text_copy(reason, reason_size, error->message);
    if (status == CLR_OK && value)
        *value = expression->value;
    if (status == CLR_OK && inputs)
        *inputs = expression->inputs;
    clri_expression_free(expression);
    clri_error_clear(error);
    return status;
}

clr_status clr_map_check(const char *map, clr_type type, clr_type *value, uint64_t *inputs,
                         char *reason, size_t reason_size)
{
    clri_expression expression;
    clri_error error = {0};
    const clr_status status = clri_expression_read(map, type, &expression, &error);

    return tell(status, &expression, &error, value, inputs, reason, reason_size);
}

clr_status clr_condition_check(const char *condition, clr_type type, uint64_t *inputs, char *reason,
                               size_t reason_size)
{
    clri_expression expression;
    clri_error error = {0};
    const clr_status status = clri_condition_read(condition, type, &expression, &error);

    return tell(status, &expression, &error, NULL, inputs, reason, reason_size);
}
