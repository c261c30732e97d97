/* SPDX-License-Identifier: Apache-2.0 */
#include "choose/accuracy.h"
#include "choose/automatic.h"
#include "choose/local_memory.h"
#include "problem/operator.h"

/* Whether the reduction leaves its level open, and the operator has this one. Custom operators may
 * round in any way: their level stays as it is. */
static bool is_open_to(const clri_request *request, size_t index, clr_accuracy level)
{
    const clr_reduction *reduction = &request->reductions[index];
    const clr_type type = clri_request_value(request, index);

    return reduction->accuracy == CLR_ACCURACY_DEFAULT && reduction->op != CLR_OPERATOR_CUSTOM &&
           clri_operator_accuracy(reduction->op, type, CLR_ACCURACY_DEFAULT) != level &&
           clri_operator_accuracy(reduction->op, type, level) == level;
}

/* ---- what a level requires ---- */

/* Whether some reduction is at the level, which its operator has. */
static bool has_level(const clri_request *request, clr_accuracy level)
{
    for (size_t i = 0; i < request->count; i++)
        if (request->reductions[i].accuracy == level &&
            clri_operator_accuracy(request->reductions[i].op, clri_request_value(request, i),
                                   level) == level)
            return true;
    return false;
}

/* Whether some reduction keeps an exact sum of floats, whose state is many words. */
static bool sums_exactly(const clri_request *request)
{
    for (size_t i = 0; i < request->count; i++)
        if (clri_operator_sums_exactly(request->reductions[i].op, clri_request_value(request, i),
                                       request->reductions[i].accuracy))
            return true;
    return false;
}

/* Whether some state is an integer of 128 or 192 bits, a struct to the device. */
static bool adds_wide_integers(const clri_request *request)
{
    for (size_t i = 0; i < request->count; i++)
        if (clri_operator_rounds_once(request->reductions[i].op, clri_request_value(request, i),
                                      request->reductions[i].result,
                                      request->reductions[i].accuracy))
            return true;
    return false;
}

/* Whether the strategy supports the level: wide states and the published order need strategies
 * whose row has them, and `reproducible` needs a strategy that repeats its order. Traces show
 * states that are single numbers. */
static bool goes_through(const clri_request *request, const clri_strategy *strategy, bool is_traced)
{
    if (sums_exactly(request) && (is_traced || !clri_strategy_keeps_exact(strategy)))
        return false;
    /* strategies that are wrong by design pass on states of any size */
    if (adds_wide_integers(request) && clri_strategy_wants_number(strategy) &&
        strategy->finish->is_sound)
        return false;
    if (clri_automatic_needs_order(request) && !clri_strategy_is_ordered(strategy))
        return false;
    return clri_strategy_is_repeatable(strategy) || !has_level(request, CLR_ACCURACY_REPRODUCIBLE);
}

/* Whether the operators and the device support the level: every state has a form, and local memory
 * has room for the states of the strategy's smallest groups. */
static bool has_states(const clr_device *device, const clri_request *request,
                       const clri_strategy *strategy)
{
    const clri_terms terms = {.has_fp64 = clri_automatic_doubles(device, request),
                              .wants_number = clri_strategy_wants_number(strategy),
                              .lacks_columns = true};
    clri_error error = {0};
    clri_pass pass;
    const clr_status status = clri_pass_find(request, &terms, &pass, &error);

    clri_error_clear(&error);
    if (status != CLR_OK)
        return false;
    clri_pass_forgo_copies(&pass);
    return clri_local_memory_least(strategy, &pass) <= clri_local_memory_free(device);
}

/* Whether the request's levels are compatible with device, options and each other. Nothing is
 * chosen here, by trial: incompatible pieces, and wrong or too large sizes, are refused at any
 * level, and a refusal for them must not lower it. */
static bool is_kept(const clr_device *device, const clr_plan_options *options,
                    const clri_request *request)
{
    clri_strategy strategy;

    if (!clri_automatic_strategy(device, clri_automatic_of(device, request, options), options,
                                 &strategy))
        return true; /* no strategy has the name */
    return goes_through(request, &strategy, options->trace != 0) &&
           has_states(device, request, &strategy);
}

/* ---- settling ---- */

/* Reductions that are open to the level, as a bit mask. */
static uint32_t open_to(clr_accuracy level, const clri_request *request)
{
    uint32_t mask = 0;

    for (size_t i = 0; i < request->count; i++)
        if (is_open_to(request, i, level))
            mask |= UINT32_C(1) << i;
    return mask;
}

static void set_level(clr_accuracy level, uint32_t mask, clri_request *request)
{
    for (size_t i = 0; i < request->count; i++)
        if (mask >> i & 1)
            request->reductions[i].accuracy = level;
}

/* Raises the mask's reductions to the level if it can be kept; else leaves them open. */
static bool raise_together(clr_accuracy level, uint32_t mask, const clr_device *device,
                           const clr_plan_options *options, clri_request *request)
{
    set_level(level, mask, request);
    if (is_kept(device, options, request))
        return true;
    set_level(CLR_ACCURACY_DEFAULT, mask, request);
    return false;
}

/* Reductions of the mask that only this level can compute: alone, they fail while open and succeed
 * at it. */
static uint32_t resting_on(clr_accuracy level, uint32_t mask, const clr_device *device,
                           const clr_plan_options *options, const clri_request *request)
{
    uint32_t resting = 0;

    for (size_t i = 0; i < request->count; i++) {
        clri_request alone = *request;

        alone.reductions[0] = request->reductions[i];
        alone.maps[0] = request->maps[i];
        alone.in_f32[0] = request->in_f32[i];
        alone.count = 1;
        if (mask >> i & 1 && !is_kept(device, options, &alone) &&
            raise_together(level, 1, device, options, &alone))
            resting |= UINT32_C(1) << i;
    }
    return resting;
}

/*
 * Raises open reductions that can have the level beside all others. All together first: a single
 * raised reduction may fail because the others, still open, have no result at any other level, or
 * because the device's doubles are not used by a plan that is exact in part.
 */
static void settle_at(clr_accuracy level, const clr_device *device, const clr_plan_options *options,
                      clri_request *request)
{
    const uint32_t open = open_to(level, request);

    if (!open || raise_together(level, open, device, options, request))
        return;
    if (!is_kept(device, options, request))
        raise_together(level, resting_on(level, open, device, options, request), device, options,
                       request);
    for (size_t i = 0; i < request->count; i++)
        if (is_open_to(request, i, level))
            raise_together(level, UINT32_C(1) << i, device, options, request);
}

/* Atomics add a label's elements in any order: only exact sums are the same bits in each. */
static void settle_labels(clri_request *request)
{
    for (size_t i = 0; i < request->count; i++)
        if (clri_operator_sums_exactly(request->reductions[i].op, clri_request_value(request, i),
                                       CLR_ACCURACY_EXACT))
            request->reductions[i].accuracy = CLR_ACCURACY_EXACT;
}

void clri_accuracy_settle(const clr_device *device, const clr_plan_options *options,
                          clri_request *request)
{
    if (request->domain.carrier->is_atomic) {
        settle_labels(request);
        return;
    }
    settle_at(CLR_ACCURACY_EXACT, device, options, request);
    settle_at(CLR_ACCURACY_REPRODUCIBLE, device, options, request);
}
