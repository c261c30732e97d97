/* SPDX-License-Identifier: Apache-2.0 */
#include "problem/request.h"
#include "base/sized.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST_ELEMENT = 4096 };

/* ---- one reduction ---- */

static clr_status check_numbers(const clr_reduction *reduction, clri_error *error)
{
    if (!clr_operator_name(reduction->op))
        return clri_fail(error, CLR_ERROR_ARGUMENT, "%d is no operator", (int)reduction->op);
    if (reduction->result != CLR_TYPE_DEFAULT && !clri_number_of(reduction->result))
        return clri_fail(error, CLR_ERROR_ARGUMENT, "%d is no result type", (int)reduction->result);
    if (reduction->accuracy != CLR_ACCURACY_DEFAULT && !clr_accuracy_name(reduction->accuracy))
        return clri_fail(error, CLR_ERROR_ARGUMENT, "%d is no accuracy level",
                         (int)reduction->accuracy);
    if (reduction->nan != CLR_NAN_PROPAGATE && reduction->nan != CLR_NAN_IGNORE)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "%d is no clr_nan", (int)reduction->nan);
    if (reduction->overflow != CLR_OVERFLOW_WRAP && reduction->overflow != CLR_OVERFLOW_DETECT)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "%d is no clr_overflow",
                         (int)reduction->overflow);
    return CLR_OK;
}

static clr_status check_custom(const clr_reduction *reduction, clri_error *error)
{
    const clr_custom *custom = reduction->custom;
    const bool is_custom = reduction->op == CLR_OPERATOR_CUSTOM;

    if (is_custom != (custom != NULL))
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         is_custom ? "clr_reduction.custom is NULL, and CLR_OPERATOR_CUSTOM needs "
                                     "the operator's text"
                                   : "clr_reduction.custom goes with CLR_OPERATOR_CUSTOM only");
    if (!is_custom)
        return CLR_OK;
    if (!custom->source)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "clr_custom.source is NULL");
    if (custom->element_size > LARGEST_ELEMENT)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "an element of %" PRIu64 " bytes is more than %d", custom->element_size,
                         LARGEST_ELEMENT);
    return CLR_OK;
}

static bool has_structs(const clr_reduction *reduction)
{
    return reduction->custom && reduction->custom->element_size;
}

static clr_status check_reduction(const clr_reduction *reduction, clri_error *error)
{
    CLRI_OR_RETURN(check_numbers(reduction, error));
    CLRI_OR_RETURN(clri_selection_check(reduction, error));
    CLRI_OR_RETURN(check_custom(reduction, error));
    if (!has_structs(reduction) && !clri_number_of(reduction->type))
        return clri_fail(error, CLR_ERROR_ARGUMENT, "%d is no element type", (int)reduction->type);
    if (has_structs(reduction) && (reduction->map || reduction->where))
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "a %s computes with numbers, and the elements are structs",
                         reduction->map ? "map" : "clr_reduction.where");
    return CLR_OK;
}

/* ---- settling ---- */

/* Arrays that the operator takes, of selections one. */
static unsigned inputs_of(clr_operator op)
{
    const clri_operator *row = clri_operator_of(op);

    return row ? row->inputs : 1;
}

static clr_status read_map(const clr_reduction *reduction, clri_expression *map, clri_error *error)
{
    clr_status status = clri_expression_read(reduction->map, reduction->type, map, error);

    if (status == CLR_OK && inputs_of(reduction->op) > 1) {
        status = clri_fail(error, CLR_ERROR_ARGUMENT,
                           "%s takes its inputs as they are: write its map as that of sum, such as "
                           "\"x * y\"",
                           clr_operator_name(reduction->op));
        clri_expression_free(map);
    }
    return status;
}

static clr_status read_where(const clr_reduction *reduction, clri_expression *where,
                             clri_error *error)
{
    clri_error wrong = {0};
    const clr_status status = clri_condition_read(reduction->where, reduction->type, where, &wrong);

    if (status != CLR_OK)
        clri_fail(error, status, "clr_reduction.where: %s", wrong.message);
    clri_error_clear(&wrong);
    return status;
}

/* Copies the operator's texts, which the caller may free. */
static clr_status keep_custom(const clr_custom *custom, clri_custom *kept, clri_error *error)
{
    kept->source = strdup(custom->source);
    kept->name = strdup(custom->name ? custom->name : "operator");
    for (char *at = kept->name; at && *at; at++)
        if ((unsigned char)*at < ' ' || *at == '"' || *at == '\\')
            *at = '_'; /* the name is printed between quotes, on a line of its own */
    kept->element_size = (size_t)custom->element_size;
    kept->is_commutative = custom->is_commutative != 0;
    return kept->source && kept->name ? CLR_OK : clri_fail_memory(error);
}

/* Copies the quantiles of a reduction. */
static clr_status keep_quantiles(const clr_reduction *reduction, double **kept, clri_error *error)
{
    size_t size;

    if (!reduction->quantiles)
        return CLR_OK;
    if (__builtin_mul_overflow(reduction->quantile_count, sizeof **kept, &size))
        return clri_fail_memory(error);
    *kept = malloc(size);
    if (!*kept)
        return clri_fail_memory(error);
    memcpy(*kept, reduction->quantiles, size);
    return CLR_OK;
}

static unsigned larger(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

clr_type clri_request_value(const clri_request *request, size_t index)
{
    return request->maps[index].text ? request->maps[index].value : request->type;
}

unsigned clri_request_inputs(const clri_request *request, size_t index)
{
    const unsigned named = larger(request->maps[index].inputs, request->wheres[index].inputs);

    return larger(inputs_of(request->reductions[index].op), named);
}

/* The fewest elements that give the reduction a value. */
static uint64_t least_of(const clr_reduction *reduction)
{
    const clri_selection *selection = clri_selection_of(reduction->op);

    return selection ? !selection->empty : clri_operator_least(reduction->op, reduction->ddof);
}

clr_status clri_request_check_total(const clri_request *request, uint64_t total, clri_error *error)
{
    for (size_t i = 0; i < request->count; i++) {
        const clr_reduction *reduction = &request->reductions[i];
        const char *name = clr_operator_name(reduction->op);

        if (total >= least_of(reduction))
            continue;
        if (total == 0)
            return clri_fail(error, CLR_ERROR_EMPTY, "%s of no elements has no value", name);
        return clri_fail(error, CLR_ERROR_EMPTY,
                         "%s of %" PRIu64 " elements with ddof %" PRIu64
                         " has no value: the divisor would be 0 or less",
                         name, total, reduction->ddof);
    }
    return CLR_OK;
}

clr_status clri_request_check_scalars(unsigned named, const double *given, const char *member,
                                      clri_error *error)
{
    if (named && !given)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "a map or a condition names '%c', a number that each run gives, and %s is "
                         "NULL",
                         CLRI_SCALARS[named - 1], member);
    if (given && !named)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "%s is given, and no map or condition names one: leave it NULL", member);
    return CLR_OK;
}

/* Whether some elements, though there are enough, may leave a reduction without a result: those
 * that are left out, and integers that overflow. */
static bool has_status(const clri_request *request, size_t index)
{
    const clr_reduction *reduction = &request->reductions[index];
    const clri_operator *row = clri_operator_of(reduction->op);
    const clri_selection *selection = clri_selection_of(reduction->op);
    const clr_type value = clri_request_value(request, index);
    const bool is_float = clri_number_is_float(value);
    const clri_domain *domain = &request->domain;
    const bool leaves_out = request->wheres[index].text || domain->mask ||
                            (domain->index && !domain->is_inside) ||
                            (is_float && reduction->nan == CLR_NAN_IGNORE);

    if (selection)
        return (leaves_out || domain->is_told_count) && !selection->empty;
    if (leaves_out && (!row->empty || row->fold == CLRI_FOLD_MOMENTS))
        return true;
    return reduction->overflow == CLR_OVERFLOW_DETECT && !is_float &&
           !clri_number_is_float(reduction->result) && row->result == CLRI_RESULT_WIDE;
}

clri_field clri_request_field(const clri_request *request, size_t index)
{
    const clr_operator op = request->reductions[index].op;
    const clri_operator *row = clri_operator_of(op);
    const size_t size = request->custom.source ? request->custom.result_size
                                               : clr_type_size(request->reductions[index].result);

    return (clri_field){.value_size = size,
                        .has_second = row && row->lower == CLRI_LOWER_EXTREMES,
                        .has_index = row ? row->lower == CLRI_LOWER_ARG
                                         : clri_selection_of(op)->finds == CLRI_FINDS_BEST,
                        .has_status = has_status(request, index)};
}

size_t clri_request_fields(const clri_request *request, clri_field *fields)
{
    for (size_t i = 0; i < request->count; i++)
        fields[i] = clri_request_field(request, i);
    return clri_record_lay(fields, request->count);
}

clr_status clri_request_check_single(const clri_request *request, clri_error *error)
{
    for (size_t i = 0; i < request->count; i++) {
        const clr_reduction *reduction = &request->reductions[i];
        const clri_selection *selection = clri_selection_of(reduction->op);

        if (selection &&
            (selection->finds == CLRI_FINDS_BEST || clri_selection_values(reduction) != 1))
            return clri_fail(error, CLR_ERROR_ARGUMENT,
                             "%s has several values, and a record has one of each reduction: "
                             "arrays take them, of clr_run or of clr_reduce_shape(), also of shape "
                             "FLAT",
                             selection->name);
    }
    return CLR_OK;
}

clr_status clri_request_check_record(const clri_request *request, const clri_field *fields,
                                     const unsigned char *record, clri_error *error)
{
    for (size_t i = 0; i < request->count; i++) {
        const clr_reduction *reduction = &request->reductions[i];
        const char *name;
        cl_int said;

        if (!fields[i].has_status)
            continue;
        memcpy(&said, record + fields[i].status_offset, sizeof said);
        name = clr_operator_name(reduction->op);
        if (said == CLR_ERROR_OVERFLOW)
            return clri_fail(error, CLR_ERROR_OVERFLOW, "%s does not fit %s", name,
                             clr_type_name(reduction->result));
        if (said != CLR_OK)
            return clri_fail(error, (clr_status)said,
                             "%s has no value, as too few of the elements are no NaN", name);
    }
    return CLR_OK;
}

const char *clri_request_name_of(clr_type value)
{
    return clr_type_name(value) ? clr_type_name(value) : "structs";
}

/* Refuses levels that this version has on no device, as of products of floats at level exact;
 * whether this device has it, src/choose finds. */
static clr_status check_level(const clr_reduction *reduction, clr_type value, clri_error *error)
{
    if (clri_selection_of(reduction->op))
        return CLR_OK;
    if (clri_operator_accuracy(reduction->op, value, reduction->accuracy) != CLR_ACCURACY_DEFAULT)
        return CLR_OK;
    return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                     "there is no level %s for %s of %s: ask for reproducible, fast or relaxed",
                     clr_accuracy_name(reduction->accuracy), clr_operator_name(reduction->op),
                     clri_request_name_of(value));
}

clr_status clri_reduction_read(const clr_reduction *reductions, size_t index,
                               clr_reduction *reduction, clr_custom *custom, clri_error *error)
{
    const clr_reduction *at =
        (const clr_reduction *)(const void *)((const char *)reductions + index * reductions->size);

    if (at->size != reductions->size)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "clr_reduction.size is %zu in reduction %zu and %zu in the first one: set "
                         "it to sizeof(clr_reduction) in all of them",
                         at->size, index, reductions->size);
    CLRI_OR_RETURN(CLRI_SIZED_READ(clr_reduction, reduction, at, error));
    if (reduction->custom) {
        CLRI_OR_RETURN(CLRI_SIZED_READ(clr_custom, custom, reduction->custom, error));
        reduction->custom = custom;
    }
    return CLR_OK;
}

/* Fills in the result's type if it is the default. A selection has no other. */
static clr_status settle_result(clr_reduction *reduction, clr_type value, bool *in_f32,
                                clri_error *error)
{
    clr_type own;

    if (!clri_selection_of(reduction->op)) {
        *in_f32 =
            clri_operator_adds_in_f32(reduction->op, value, reduction->result, reduction->accuracy);
        if (reduction->result == CLR_TYPE_DEFAULT)
            reduction->result = clr_operator_result(reduction->op, value);
        return CLR_OK;
    }
    own = clri_selection_result(reduction->op, reduction->interpolation, value);
    if (reduction->result != CLR_TYPE_DEFAULT && reduction->result != own)
        return clri_fail(error, CLR_ERROR_UNSUPPORTED, "%s of %s is %s, not %s",
                         clr_operator_name(reduction->op), clr_type_name(value), clr_type_name(own),
                         clr_type_name(reduction->result));
    reduction->result = own;
    return CLR_OK;
}

/* One reduction: read, checked, its map and condition parsed, its result type filled in. Inputs,
 * scalars and the like are those that some reduction needs. */
static clr_status settle(const clr_reduction *reductions, clri_request *request, size_t index,
                         clri_error *error)
{
    clr_reduction *reduction = &request->reductions[index];
    clri_expression *map = &request->maps[index];
    clri_expression *where = &request->wheres[index];
    clr_custom custom;
    double *quantiles = NULL;
    clr_status status = CLR_OK;
    clr_type value;

    CLRI_TRY(clri_reduction_read(reductions, index, reduction, &custom, error));
    CLRI_TRY(check_reduction(reduction, error));
    CLRI_TRY(keep_quantiles(reduction, &quantiles, error));
    if (reduction->map)
        CLRI_TRY(read_map(reduction, map, error));
    if (reduction->where)
        CLRI_TRY(read_where(reduction, where, error));
    if (reduction->custom)
        CLRI_TRY(keep_custom(reduction->custom, &request->custom, error));
    value = map->text ? map->value : reduction->type;
    CLRI_TRY(settle_result(reduction, value, &request->in_f32[index], error));
    request->inputs = larger(request->inputs, clri_request_inputs(request, index));
    request->scalars = larger(request->scalars, larger(map->scalars, where->scalars));
    request->uses_total |= map->uses_total || where->uses_total;
    CLRI_TRY(check_level(reduction, value, error));
cleanup:
    reduction->map = NULL; /* the caller's pointer: its text has been copied */
    reduction->where = NULL;
    reduction->custom = NULL;
    reduction->quantiles = quantiles;
    return status;
}

/* Conditions between reductions: all have one element type, and an operator of the caller's own has
 * its plan to itself. */
static clr_status check_together(const clr_reduction *reductions, size_t count, clri_error *error)
{
    for (size_t i = 0; i < count; i++) {
        if (reductions[i].op == CLR_OPERATOR_CUSTOM && count > 1)
            return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                             "an operator of the caller's own stands alone in its plan: reduction "
                             "%zu is one, and there are %zu",
                             i, count);
        if (reductions[i].type != reductions[0].type)
            return clri_fail(error, CLR_ERROR_ARGUMENT,
                             "reduction %zu is of another element type than the first one", i);
    }
    return CLR_OK;
}

clr_status clri_request_read_any(const clr_reduction *reductions, size_t count,
                                 clri_request *request, clri_error *error)
{
    *request = (clri_request){.inputs = 1, .domain = clri_domain_flat()};
    if (!reductions || count == 0)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "there is no reduction");
    if (count > CLR_REDUCTIONS_MOST)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "%zu reductions are more than the %d of a plan",
                         count, CLR_REDUCTIONS_MOST);
    request->count = count;
    for (size_t i = 0; i < count; i++)
        CLRI_OR_RETURN(settle(reductions, request, i, error));
    CLRI_OR_RETURN(check_together(request->reductions, count, error));
    request->element_size = request->custom.element_size;
    if (!request->element_size) {
        request->type = request->reductions[0].type;
        request->element_size = clr_type_size(request->type);
    }
    return CLR_OK;
}

clr_status clri_request_read(const clr_reduction *reductions, size_t count, clri_request *request,
                             clri_error *error)
{
    CLRI_OR_RETURN(clri_request_read_any(reductions, count, request, error));
    for (size_t i = 0; i < count; i++)
        if (clri_selection_of(request->reductions[i].op))
            return clri_fail(
                error, CLR_ERROR_UNSUPPORTED,
                "%s selects among all elements of a result, and this call folds: "
                "clr_reduce() and clr_reduce_shape() have it, of arrays in host memory, and plans "
                "have medians and quantiles, of buffers",
                clr_operator_name(request->reductions[i].op));
    return CLR_OK;
}

clr_status clri_request_copy(const clri_request *request, clri_request *copy, clri_error *error)
{
    clr_status status = CLR_OK;

    *copy = *request;
    memset(copy->maps, 0, sizeof copy->maps);
    memset(copy->wheres, 0, sizeof copy->wheres);
    for (size_t i = 0; i < request->count; i++)
        copy->reductions[i].quantiles = NULL;
    for (size_t i = 0; status == CLR_OK && i < request->count; i++) {
        double *quantiles = NULL;

        status = keep_quantiles(&request->reductions[i], &quantiles, error);
        copy->reductions[i].quantiles = quantiles;
        if (status == CLR_OK && request->maps[i].text)
            status = clri_expression_copy(&request->maps[i], &copy->maps[i], error);
        if (status == CLR_OK && request->wheres[i].text)
            status = clri_expression_copy(&request->wheres[i], &copy->wheres[i], error);
    }
    return status;
}

void clri_request_free(clri_request *request)
{
    for (size_t i = 0; i < request->count; i++) {
        clri_expression_free(&request->maps[i]);
        clri_expression_free(&request->wheres[i]);
        free((void *)(uintptr_t)request->reductions[i].quantiles);
    }
    free(request->custom.source);
    free(request->custom.name);
    *request = (clri_request){0};
}
