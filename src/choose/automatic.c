/* SPDX-License-Identifier: Apache-2.0 */
#include "choose/automatic.h"
#include "choose/capability.h"
#include "device/fact.h"

/* Whether groups can draw tickets for such results: the last group finishes in the same launch.
 * Segments have a second launch: with tickets exact ones of 16,384 elements took 9 % longer on an
 * H200 (docs/history/2026-11-28-row-tickets.md). */
static bool has_tickets(const clr_device *device, const clri_carrier *carrier)
{
    return clri_known(device->fence, CLR_FENCE_NONE) != CLR_FENCE_NONE && !carrier->is_uneven &&
           !(carrier->is_many && clri_capability_by_words(device));
}

bool clri_automatic_needs_order(const clri_request *request)
{
    for (size_t i = 0; i < request->count; i++)
        if (clri_operator_needs_order(request->reductions[i].op, clri_request_value(request, i),
                                      request->reductions[i].accuracy))
            return true;
    return false;
}

/* The order that the request needs: the published one for a level, the elements' own for an
 * operator whose operands keep their sides. */
static clri_order order_of(const clri_request *request)
{
    if (clri_automatic_needs_order(request))
        return CLRI_ORDER_PUBLISHED;
    return request->custom.source && !request->custom.is_commutative ? CLRI_ORDER_MINDED
                                                                     : CLRI_ORDER_FREE;
}

const clri_automatic *clri_automatic_of(const clr_device *device, const clri_request *request,
                                        const clr_plan_options *options)
{
    const clri_carrier *carrier = request->domain.carrier;

    if (!clri_strategy_is_automatic(options->strategy))
        return NULL;
    return clri_strategy_automatic(carrier->is_many ? CLRI_RESULTS_ROWS : CLRI_RESULTS_ONE,
                                   order_of(request), clri_is_cpu(device),
                                   has_tickets(device, carrier));
}

bool clri_automatic_strategy(const clr_device *device, const clri_automatic *row,
                             const clr_plan_options *options, clri_strategy *strategy)
{
    if (!clri_strategy_find(row ? row->strategy : options->strategy, strategy))
        return false;
    if (!strategy->group)
        strategy->group = clri_capability_best_group(device);
    return true;
}

/* Doubles that fail src/base/ieee.def serve levels fast and relaxed alone. The other levels promise
 * bits: there such a device counts as one without doubles, and exact sums are made of integers. */
bool clri_automatic_doubles(const clr_device *device, const clri_request *request)
{
    if (clri_known(device->fp64_is_ieee, 1))
        return clri_yes(device->fp64);
    for (size_t i = 0; i < request->count; i++)
        if (request->reductions[i].accuracy == CLR_ACCURACY_EXACT ||
            request->reductions[i].accuracy == CLR_ACCURACY_REPRODUCIBLE ||
            clri_operator_rounds_once(request->reductions[i].op, clri_request_value(request, i),
                                      request->reductions[i].result,
                                      request->reductions[i].accuracy))
            return false;
    return clri_yes(device->fp64);
}
