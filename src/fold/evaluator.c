/* SPDX-License-Identifier: Apache-2.0 */
#include "fold/evaluator.h"
#include "base/count.h"
#include "base/rounding_mode.h"
#include "base/system.h"
#include "fold/bits.h"
#include "fold/operation.h"

#include <stdlib.h>
#include <string.h>

enum {
    OPERANDS = 3,
    INDEX = CLR_INPUTS_MOST, /* register of i, behind the registers of x, y, z and w */
    TOTAL,                   /* register of n */
    NAMED,                   /* registers of variables; constants and steps have later ones */
    NONE = -1,
    REGISTER_SIZE = CLRI_TILE * sizeof(uint64_t)
};

typedef struct step {
    clri_operation operation;
    int to, from[OPERANDS];
} step;

/* A register whose numbers are all the same. */
typedef struct constant {
    int at;
    clri_kind kind;
    uint64_t bits;
} constant;

/* A register holds a number of each element of a tile: in its memory, or where it lies already. */
struct clri_evaluator {
    size_t element_size;
    clri_operation read; /* NULL: elements are read where they lie */
    bool uses[NAMED];
    const double *scalars;
    int map, condition; /* registers, or NONE */
    size_t value_size;  /* bytes of a value that is folded: the map's, or an element */
    size_t capacity;    /* of each list, in entries */
    step *steps;
    constant *constants;
    int *free; /* registers whose numbers have been used */
    const void **numbers;
    size_t step_count, constant_count, free_count;
    size_t register_count, memory_count;
    unsigned char *memory;
    clri_sifted sifted; /* what the condition takes */
};

/* ---- which operations and conversions the host has ---- */

static bool is_number(const clri_node *node)
{
    return node->form == CLRI_NODE_INTEGER || node->form == CLRI_NODE_REAL;
}

/* Numbers are converted when they are read. */
static bool converts(const clri_node *operand, clri_kind kind)
{
    return is_number(operand) || clri_operation_keeps_bits(operand->kind, kind) ||
           clri_operation_converting(operand->kind, kind);
}

static clr_status check_node(const clri_node *node, const char *what, clri_error *error)
{
    for (unsigned i = 0; i < node->child_count; i++)
        if (!converts(node->child[i], clri_operation_takes(node, i)))
            return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                             "the host makes no %s of %s, which devices may round otherwise: the "
                             "%s needs a device",
                             clr_type_name(clri_type_of_kind(clri_operation_takes(node, i))),
                             clr_type_name(clri_type_of_kind(node->child[i]->kind)), what);
    if (node->child_count && !clri_node_is_conversion(node) && !clri_operation_of(node))
        return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                         "the host computes no '%s' of %s, which devices may round otherwise: the "
                         "%s needs a device",
                         clri_operation_name(node),
                         clr_type_name(clri_type_of_kind(node->operands)), what);
    return CLR_OK;
}

clr_status clri_evaluable(const clri_expression *expression, const char *what, clri_error *error)
{
    const clri_tree *tree = &expression->tree;
    clr_status status = CLR_OK;

    for (size_t i = 0; status == CLR_OK && i < tree->node_count; i++)
        status = check_node(&tree->nodes[i], what, error);
    return status;
}

/* ---- registers ---- */

static int acquire(clri_evaluator *evaluator)
{
    return evaluator->free_count ? evaluator->free[--evaluator->free_count]
                                 : (int)evaluator->register_count++;
}

/* Frees a register that a step has read; those of names and constants stay. */
static void release(clri_evaluator *evaluator, int at)
{
    bool stays = at < NAMED;

    for (size_t i = 0; i < evaluator->constant_count && !stays; i++)
        stays = evaluator->constants[i].at == at;
    if (!stays)
        evaluator->free[evaluator->free_count++] = at;
}

static int add_constant(clri_evaluator *evaluator, clri_kind kind, uint64_t bits)
{
    const int at = (int)evaluator->register_count++;

    evaluator->constants[evaluator->constant_count++] = (constant){at, kind, bits};
    return at;
}

static int add_real(clri_evaluator *evaluator, clri_kind kind, double value)
{
    return add_constant(evaluator, kind,
                        kind == CLRI_KIND_FLOAT ? clri_bits_of_f32((float)value)
                                                : clri_bits_of_f64(value));
}

/* ---- steps ---- */

/* A number in a kind. A float of an integer is rounded once. */
static int add_number(clri_evaluator *evaluator, const clri_node *node, clri_kind kind)
{
    const uint64_t integer = node->is.integer;
    const bool is_signed = node->kind == CLRI_KIND_LONG;

    if (node->form == CLRI_NODE_REAL && kind == CLRI_KIND_TRUTH)
        return add_constant(evaluator, kind, node->is.real != 0);
    if (node->form == CLRI_NODE_REAL)
        return add_real(evaluator, kind, node->is.real);
    if (kind == CLRI_KIND_TRUTH)
        return add_constant(evaluator, kind, integer != 0);
    if (kind == CLRI_KIND_FLOAT)
        return add_real(evaluator, kind,
                        (double)(is_signed ? (float)(int64_t)integer : (float)integer));
    if (kind == CLRI_KIND_DOUBLE)
        return add_real(evaluator, kind, is_signed ? (double)(int64_t)integer : (double)integer);
    return add_constant(evaluator, kind, integer);
}

static int add_variable(clri_evaluator *evaluator, const clri_node *node)
{
    const char name = *node->is.name->name;
    int at = TOTAL;

    if (node->is.name->role == CLRI_ROLE_SCALAR)
        return add_real(evaluator, node->kind,
                        evaluator->scalars[strchr(CLRI_SCALARS, name) - CLRI_SCALARS]);
    if (node->is.name->role == CLRI_ROLE_INPUT)
        at = name == 'w' ? 3 : name - 'x';
    else if (node->is.name->role == CLRI_ROLE_INDEX)
        at = INDEX;
    evaluator->uses[at] = true;
    return at;
}

static int add_step(clri_evaluator *evaluator, clri_operation operation, const int *from,
                    unsigned count)
{
    step *made = &evaluator->steps[evaluator->step_count++];

    *made = (step){.operation = operation, .to = acquire(evaluator)};
    for (unsigned i = 0; i < count; i++) {
        made->from[i] = from[i];
        release(evaluator, from[i]);
    }
    return made->to;
}

static int add_node(clri_evaluator *evaluator, const clri_node *node);

/* The register of a node's value in a kind. Bounded: trees are CLRI_MAP_DEPTH_MOST deep. */
static int add_as(clri_evaluator *evaluator, const clri_node *node, clri_kind kind)
{
    int at;

    if (is_number(node))
        return add_number(evaluator, node, kind);
    at = add_node(evaluator, node);
    if (clri_operation_keeps_bits(node->kind, kind))
        return at;
    return add_step(evaluator, clri_operation_converting(node->kind, kind), &at, 1);
}

static int add_node(clri_evaluator *evaluator, const clri_node *node)
{
    int from[OPERANDS];

    if (is_number(node))
        return add_number(evaluator, node, node->kind);
    if (node->form == CLRI_NODE_VARIABLE)
        return add_variable(evaluator, node);
    for (unsigned i = 0; i < node->child_count; i++)
        from[i] = add_as(evaluator, node->child[i], clri_operation_takes(node, i));
    if (clri_node_is_conversion(node))
        return from[0];
    return add_step(evaluator, clri_operation_of(node), from, node->child_count);
}

/* ---- a reduction's evaluator ---- */

/* Room for the steps, constants and registers of so many nodes: each has a value, and each of up
 * to three operands may be converted. */
static bool reserve(clri_evaluator *evaluator, size_t nodes)
{
    const size_t wanted = NAMED + (1 + OPERANDS) * nodes + 1;

    if (wanted <= evaluator->capacity)
        return true;
    free(evaluator->steps);
    free(evaluator->constants);
    free(evaluator->free);
    free(evaluator->numbers);
    evaluator->steps = malloc(wanted * sizeof *evaluator->steps);
    evaluator->constants = malloc(wanted * sizeof *evaluator->constants);
    evaluator->free = malloc(wanted * sizeof *evaluator->free);
    evaluator->numbers = malloc(wanted * sizeof *evaluator->numbers);
    evaluator->capacity =
        evaluator->steps && evaluator->constants && evaluator->free && evaluator->numbers ? wanted
                                                                                          : 0;
    return evaluator->capacity != 0;
}

/* Memory for all registers. */
static bool reserve_memory(clri_evaluator *evaluator)
{
    if (evaluator->register_count <= evaluator->memory_count)
        return true;
    clri_aligned_free(evaluator->memory);
    evaluator->memory = clri_aligned_alloc(64, evaluator->register_count * REGISTER_SIZE);
    evaluator->memory_count = evaluator->memory ? evaluator->register_count : 0;
    return evaluator->memory;
}

static void *memory_of(const clri_evaluator *evaluator, size_t at)
{
    return evaluator->memory + at * REGISTER_SIZE;
}

/* Writes a number of a kind `count` times. */
static void fill(void *to, clri_kind kind, uint64_t bits, size_t count)
{
    uint32_t *words = to;
    uint64_t *longs = to;

    if (kind == CLRI_KIND_TRUTH)
        memset(to, (int)bits, count);
    else if (kind == CLRI_KIND_FLOAT)
        for (size_t i = 0; i < count; i++)
            words[i] = (uint32_t)bits;
    else
        for (size_t i = 0; i < count; i++)
            longs[i] = bits;
}

static void add_all(clri_evaluator *evaluator, const clri_request *request, size_t index)
{
    const clri_expression *map = &request->maps[index], *where = &request->wheres[index];

    evaluator->step_count = evaluator->constant_count = evaluator->free_count = 0;
    evaluator->register_count = NAMED;
    evaluator->map = evaluator->condition = NONE;
    memset(evaluator->uses, 0, sizeof evaluator->uses);
    if (where->text)
        evaluator->condition = add_as(evaluator, where->tree.root, CLRI_KIND_TRUTH);
    if (map->text)
        evaluator->map = add_node(evaluator, map->tree.root);
}

clr_status clri_evaluator_set(clri_evaluator **evaluator, const clri_request *request, size_t index,
                              const double *scalars, uint64_t most, clri_error *error)
{
    const size_t size = (sizeof **evaluator + 63) / 64 * 64;
    clri_evaluator *made = *evaluator ? *evaluator : clri_aligned_alloc(64, size);
    clri_rounding rounding;

    if (!made)
        return clri_fail_memory(error);
    if (!*evaluator)
        memset(made, 0, size);
    *evaluator = made;
    made->element_size = request->element_size;
    made->value_size = clr_type_size(clri_request_value(request, index));
    made->read = clri_operation_reading(request->type);
    made->scalars = scalars;
    if (!reserve(made,
                 request->maps[index].tree.node_count + request->wheres[index].tree.node_count))
        return clri_fail_memory(error);
    rounding = clri_rounding_begin();
    add_all(made, request, index);
    clri_rounding_end(&rounding);
    if (!reserve_memory(made))
        return clri_fail_memory(error);
    for (size_t i = 0; i < made->register_count; i++)
        made->numbers[i] = memory_of(made, i);
    for (size_t i = 0; i < made->constant_count; i++)
        fill(memory_of(made, (size_t)made->constants[i].at), made->constants[i].kind,
             made->constants[i].bits, (size_t)clri_smaller(most, CLRI_TILE));
    return CLR_OK;
}

void clri_evaluator_destroy(clri_evaluator *evaluator)
{
    if (!evaluator)
        return;
    free(evaluator->steps);
    free(evaluator->constants);
    free(evaluator->free);
    free(evaluator->numbers);
    clri_aligned_free(evaluator->memory);
    clri_aligned_free(evaluator);
}

/* ---- elements ---- */

void clri_evaluator_begin(clri_evaluator *evaluator, uint64_t total)
{
    if (evaluator->uses[TOTAL])
        fill(memory_of(evaluator, TOTAL), CLRI_KIND_LONG, total,
             (size_t)clri_smaller(total, CLRI_TILE));
}

static void read_named(clri_evaluator *evaluator, const clri_tile *tile)
{
    uint64_t *counted = memory_of(evaluator, INDEX);

    for (unsigned i = 0; i < CLR_INPUTS_MOST; i++) {
        if (!evaluator->uses[i])
            continue;
        if (evaluator->read)
            evaluator->read(memory_of(evaluator, i), &tile->inputs[i], tile->count);
        else
            evaluator->numbers[i] = tile->inputs[i];
    }
    if (!evaluator->uses[INDEX])
        return;
    evaluator->numbers[INDEX] = tile->numbers ? tile->numbers : counted;
    for (size_t i = 0; !tile->numbers && i < tile->count; i++)
        counted[i] = tile->first + i;
}

static void run_steps(const clri_evaluator *evaluator, size_t count)
{
    for (size_t i = 0; i < evaluator->step_count; i++) {
        const step *at = &evaluator->steps[i];
        const void *from[OPERANDS];

        for (int k = 0; k < OPERANDS; k++)
            from[k] = evaluator->numbers[at->from[k]];
        at->operation(memory_of(evaluator, (size_t)at->to), from, count);
    }
}

void clri_evaluator_take(clri_evaluator *evaluator, const clri_tile *tile, clri_folder *folder)
{
    const bool has_pairs = folder->op->inputs > 1;

    for (size_t from = 0; from < tile->count; from += CLRI_TILE) {
        const size_t count = (size_t)clri_smaller(tile->count - from, CLRI_TILE);
        clri_tile part = clri_tile_part(tile, from, count, evaluator->element_size);

        read_named(evaluator, &part);
        run_steps(evaluator, count);
        if (evaluator->map != NONE)
            part.x = evaluator->numbers[evaluator->map];
        part.y = has_pairs ? part.y : NULL;
        if (evaluator->condition != NONE)
            part = clri_tile_sift(&part, evaluator->numbers[evaluator->condition],
                                  evaluator->value_size, clri_state_has_index(folder->state->op),
                                  &evaluator->sifted);
        clri_folder_take(folder, &part);
    }
}
