/* SPDX-License-Identifier: Apache-2.0 */
#include "problem/expression/expression.h"
#include "base/text.h"
#include "problem/expression/expression_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static clr_status read_expression(const char *map, clr_type element, bool is_condition,
                                  clri_expression *expression, clri_error *error)
{
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
    *expression = (clri_expression){
        .value = is_condition ? CLR_TYPE_U8 : clri_type_of_kind(tree.root->kind),
        .inputs = tree.inputs,
        .scalars = tree.scalars,
        .uses_index = tree.uses_index,
        .uses_total = tree.uses_total,
        .tree = tree,
    };
    expression->text = clri_expression_text(&tree, is_condition, false, &expression->uses_double);
    expression->bits =
        clri_expression_text(&tree, is_condition, true, &expression->bits_use_double);
    if (expression->text && expression->bits)
        return CLR_OK;
    clri_expression_free(expression);
    return clri_fail_memory(error);
}

clr_status clri_expression_read(const char *map, clr_type element, clri_expression *expression,
                                clri_error *error)
{
    return read_expression(map, element, false, expression, error);
}

clr_status clri_condition_read(const char *condition, clr_type element, clri_expression *expression,
                               clri_error *error)
{
    const clr_status status = read_expression(condition, element, true, expression, error);
    char message[CLRI_MESSAGE_SIZE];
    size_t column;
    int rest = 0;

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
    free(expression->bits);
    clri_tree_free(&expression->tree);
    *expression = (clri_expression){0};
}

clr_status clri_expression_copy(const clri_expression *expression, clri_expression *copy,
                                clri_error *error)
{
    *copy = *expression;
    copy->text = strdup(expression->text);
    copy->bits = expression->bits ? strdup(expression->bits) : NULL;
    copy->tree = (clri_tree){0};
    if (!copy->text || (expression->bits && !copy->bits))
        return clri_fail_memory(error);
    return clri_tree_copy(&expression->tree, &copy->tree, error);
}

/* Returns the expression read, or the error. */
static clr_status tell_type(clr_status status, clri_expression *expression, clri_error *error,
                            clr_type *value, uint64_t *inputs, char *reason, size_t reason_size)
{
    if (value)
        *value = status == CLR_OK ? expression->value : CLR_TYPE_DEFAULT;
    if (inputs)
        *inputs = status == CLR_OK ? expression->inputs : 0;
    clri_expression_free(expression);
    return clri_error_answer(status, error, reason, reason_size);
}

clr_status clr_map_check(const char *map, clr_type type, clr_type *value, uint64_t *inputs,
                         char *reason, size_t reason_size)
{
    clri_expression expression;
    clri_error error = {0};
    const clr_status status = clri_expression_read(map, type, &expression, &error);

    return tell_type(status, &expression, &error, value, inputs, reason, reason_size);
}

clr_status clr_condition_check(const char *condition, clr_type type, uint64_t *inputs, char *reason,
                               size_t reason_size)
{
    clri_expression expression;
    clri_error error = {0};
    const clr_status status = clri_condition_read(condition, type, &expression, &error);

    return tell_type(status, &expression, &error, NULL, inputs, reason, reason_size);
}
