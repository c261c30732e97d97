/* SPDX-License-Identifier: Apache-2.0 */
#include "level.h"
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

static bool is_open(const clr_reduction *reduction)
{
    return reduction->accuracy == CLR_ACCURACY_DEFAULT;
}

void clri_levels_settle(const clr_plan_options *options, clri_request *request)
{
    const bool can_be_exact = carries_exact(options);

    for (size_t i = 0; i < request->count; i++) {
        clr_reduction *reduction = &request->reductions[i];
        const clr_type type = clri_request_value(request, i);

        if (can_be_exact && is_open(reduction) &&
            clri_operator_sums_exactly(reduction->op, type, CLR_ACCURACY_EXACT))
            reduction->accuracy = CLR_ACCURACY_EXACT;
    }
}
