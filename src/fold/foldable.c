/* SPDX-License-Identifier: Apache-2.0 */
#include "fold/foldable.h"
#include "accumulator/state_kind.h"
#include "fold/evaluator.h"

/* A result type that devices have for it, too: floats of 16 bits at level exact alone, which is the
 * level if none is asked for. */
static bool has_result(const clr_reduction *reduction, clr_type value)
{
    const clr_type result = reduction->result;

    if (result == clr_operator_result(reduction->op, value))
        return true;
    return clri_number_is_float(result) && clri_state_has_result(reduction->op, value, result) &&
           (clr_type_size(result) >= sizeof(float) || reduction->accuracy != CLR_ACCURACY_FAST);
}

static clr_status check_reduction(const clri_request *request, size_t index, bool to_states,
                                  clri_error *error)
{
    const clr_reduction *reduction = &request->reductions[index];
    const clr_type value = clri_request_value(request, index);
    const char *name = clr_operator_name(reduction->op);
    clr_accuracy level;

    if (request->custom.source)
        return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                         "the host folds no operators of the caller's own: they need a device");
    CLRI_OR_RETURN(clri_evaluable(&request->maps[index], "map", error));
    CLRI_OR_RETURN(clri_evaluable(&request->wheres[index], "clr_reduction.where", error));
    if (clri_selection_of(reduction->op))
        return CLR_OK;
    level = clri_operator_accuracy(
        reduction->op, value,
        reduction->accuracy == CLR_ACCURACY_DEFAULT ? CLR_ACCURACY_EXACT : reduction->accuracy);
    if (to_states && level != CLR_ACCURACY_EXACT)
        return clri_accumulates(reduction, value, level, error);
    if (level == CLR_ACCURACY_FAST)
        level = clri_operator_accuracy(reduction->op, value, CLR_ACCURACY_EXACT);
    if (level != CLR_ACCURACY_EXACT)
        return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                         "the host folds at level exact, and %s of %s is of another: it needs a "
                         "device",
                         name, clri_request_name_of(value));
    if (!has_result(reduction, value))
        return clri_fail(error, CLR_ERROR_UNSUPPORTED, "the host has no %s of %s as %s", name,
                         clri_request_name_of(value), clr_type_name(reduction->result));
    return clri_accumulates(reduction, value, level, error);
}

clr_status clri_foldable(const clri_request *request, bool to_states, clri_error *error)
{
    clr_status status = CLR_OK;

    for (size_t i = 0; status == CLR_OK && i < request->count; i++)
        status = check_reduction(request, i, to_states, error);
    return status;
}

clr_status clri_foldable_shape(const clri_shape *shape, clri_error *error)
{
    if (shape->may & CLRI_MAY_HOST)
        return CLR_OK;
    return clri_fail(error, CLR_ERROR_UNSUPPORTED, "the host folds no %s: they need a device",
                     shape->name);
}
