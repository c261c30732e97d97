/* SPDX-License-Identifier: Apache-2.0 */
#include "level.h"
#include "device.h"
#include "operator.h"
#include "strategy.h"

#include <string.h>

/* The strategy that the caller named, if it is one. */
static bool find_named(const clr_plan_options *options, clri_strategy *strategy)
{
    return options->strategy && strcmp(options->strategy, "auto") != 0 &&
           clri_strategy_find(options->strategy, strategy);
}

static bool carries_exact(const clr_plan_options *options)
{
    clri_strategy strategy;

    if (options->trace)
        return false;
    return !find_named(options, &strategy) ||
           (strategy.finish->kernels != CLRI_KERNELS_CELL &&
            strategy.finish->kernels != CLRI_KERNELS_HOST && strategy.finish->is_sound &&
            !clri_strategy_is_ordered(&strategy));
}

/* The published order has its own loads. */
static bool carries_order(const clr_plan_options *options)
{
    clri_strategy strategy;

    if (options->trace || options->item_loads)
        return false;
    return !find_named(options, &strategy) || clri_strategy_is_ordered(&strategy);
}

static bool is_open(const clr_reduction *reduction)
{
    return reduction->accuracy == CLR_ACCURACY_DEFAULT;
}

/* Returns whether any sum is exact. */
static bool settle_exact(bool can_be, clri_request *request)
{
    bool any = false;

    for (size_t i = 0; i < request->count; i++) {
        clr_reduction *reduction = &request->reductions[i];
        const clr_type type = clri_request_value(request, i);

        if (can_be && is_open(reduction) &&
            clri_operator_sums_exactly(reduction->op, type, CLR_ACCURACY_EXACT))
            reduction->accuracy = CLR_ACCURACY_EXACT;
        any |= clri_operator_sums_exactly(reduction->op, type, reduction->accuracy);
    }
    return any;
}

static void settle_reproducible(bool has_fp64, clri_request *request)
{
    for (size_t i = 0; i < request->count; i++) {
        clr_reduction *reduction = &request->reductions[i];
        const clr_type type = clri_request_value(request, i);

        if (is_open(reduction) && (has_fp64 || reduction->op == CLR_OPERATOR_CUSTOM) &&
            clri_operator_needs_order(reduction->op, type, CLR_ACCURACY_REPRODUCIBLE))
            reduction->accuracy = CLR_ACCURACY_REPRODUCIBLE;
    }
}

void clri_levels_settle(const clr_device *device, const clr_plan_options *options,
                        clri_request *request)
{
    const bool any_exact = settle_exact(carries_exact(options), request);

    if (!any_exact && carries_order(options))
        settle_reproducible(clri_yes(device->fp64), request);
}
