/* SPDX-License-Identifier: Apache-2.0 */
/* plan_set - the plans of a request's reductions. See plan_set.h. */
#include "plan_set.h"
#include "hush.h"
#include "message.h"
#include "value.h"

/* ---- Reductions that atomics fold ------------------------------------------------------------ */

/* Whether atomics fold the reduction by label, without a sort, as clr_labels documents. */
static bool are_folded(const clr_reduction *reduction)
{
    clr_type type = reduction->type;

    if (reduction->map)
        clr_map_check(reduction->map, reduction->type, &type, NULL, NULL, 0);
    const bool is_real = value_kind_of(type) == VALUE_REAL;

    if (reduction->where)
        return false;
    switch (reduction->op) {
    case CLR_OPERATOR_COUNT:
    case CLR_OPERATOR_SIZE:
    case CLR_OPERATOR_ANY:
    case CLR_OPERATOR_ALL:
    case CLR_OPERATOR_MIN:
    case CLR_OPERATOR_MAX:
    case CLR_OPERATOR_AMAX:
        return true;
    case CLR_OPERATOR_AND:
    case CLR_OPERATOR_OR:
    case CLR_OPERATOR_XOR:
        return !is_real;
    case CLR_OPERATOR_SUM:
    case CLR_OPERATOR_ASUM:
        return is_real || reduction->overflow == CLR_OVERFLOW_WRAP;
    case CLR_OPERATOR_SUMSQ:
    case CLR_OPERATOR_DOT:
        return !is_real && reduction->overflow == CLR_OVERFLOW_WRAP;
    case CLR_OPERATOR_MEAN:
        return is_real;
    default:
        return false;
    }
}

static bool are_all_folded(const request *r)
{
    bool are_all = true;

    for (size_t i = 0; i < r->count; i++)
        are_all &= are_folded(&r->reductions[i]);
    return are_all;
}

/* ---- Making ---------------------------------------------------------------------------------- */

/* A plan of `count` reductions from number `first` on. */
static clr_status create_plan(plan_set *set, clr_context *context, const request *r,
                              const clr_plan_options *how, size_t first, size_t count)
{
    clr_status status;

    for (size_t i = 0; i < count; i++)
        set->places[first + i] = (plan_place){set->count, i};
    status = hush_plan_create(context, r->reductions + first, count, how, &set->at[set->count]);
    set->count += status == CLR_OK;
    return status;
}

static clr_status create_each(plan_set *set, clr_context *context, const request *r,
                              const clr_plan_options *how)
{
    clr_status status = CLR_OK;

    for (size_t i = 0; status == CLR_OK && i < r->count; i++)
        status = create_plan(set, context, r, how, i, 1);
    return status;
}

/* A plan of all reductions; for labels one of each if atomics fold them all, without the sort that
 * a plan of several needs, or if a plan does not allow them together. */
static clr_status create_plans(plan_set *set, clr_context *context, const request *r,
                               const clr_plan_options *how)
{
    const bool is_by_label = how->shape == CLR_SHAPE_LABELS;
    clr_status status;

    if (is_by_label && are_all_folded(r))
        return create_each(set, context, r, how);
    status = create_plan(set, context, r, how, 0, r->count);
    return status == CLR_ERROR_UNSUPPORTED && is_by_label && r->count > 1
               ? create_each(set, context, r, how)
               : status;
}

/* Detects overflow, unless the user has said otherwise, if the device can; for labels only where it
 * needs no sort: not for sums. */
clr_status plan_set_make(plan_set *set, clr_context *context, request *r,
                         const clr_plan_options *how)
{
    clr_status status;

    set->wraps = how->shape == CLR_SHAPE_LABELS && request_let_sums_wrap(r);
    status = create_plans(set, context, r, how);
    if (status != CLR_ERROR_UNSUPPORTED || !request_let_wrap(r))
        return status;
    plan_set_destroy(set);
    status = create_plans(set, context, r, how);
    if (status == CLR_OK && !r->o->quiet)
        message_note("this strategy cannot tell whether results fit 64 bits: they are taken "
                     "modulo 2^64.");
    return status;
}

void plan_set_destroy(plan_set *set)
{
    while (set->count > 0)
        clr_plan_destroy(set->at[--set->count]);
}

const clr_plan *plan_set_of(const plan_set *set, size_t reduction)
{
    return set->count == 0 ? NULL : set->at[set->places[reduction].plan];
}
