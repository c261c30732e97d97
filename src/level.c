/* SPDX-License-Identifier: Apache-2.0 */
#include "level.h"
#include "choose.h"
#include "operator.h"

/*
 * Whether the operator has that level, and has it for the asking. Of the caller's own operators
 * nobody knows whether they round at all: they are left alone.
 */
static bool is_open_to(const clri_request *request, size_t index, clr_accuracy level)
{
    const clr_reduction *reduction = &request->reductions[index];
    const clr_type type = clri_request_value(request, index);

    return reduction->accuracy == CLR_ACCURACY_DEFAULT && reduction->op != CLR_OPERATOR_CUSTOM &&
           clri_operator_accuracy(reduction->op, type, CLR_ACCURACY_DEFAULT) != level &&
           clri_operator_accuracy(reduction->op, type, level) == level;
}

/* Wishes that are wrong at any level, or sizes that this one has no room for, are not met by another
 * level that nobody asked for: they are refused. */
static bool can_be_kept(const clr_device *device, const clr_plan_options *options,
                        const clri_request *request)
{
    clri_choice choice;
    clri_error error = {0};
    const clr_status status = clri_choose(device, request, options, NULL, &choice, &error);

    clri_error_clear(&error);
    return status == CLR_OK || status == CLR_ERROR_ARGUMENT;
}

/*
 * Results that no other level has stand or fall together: one of them alone would still find the
 * others without. Tells by asking for each alone, at no level and at this one.
 */
static bool rests_on(clr_accuracy level, const clr_device *device, const clr_plan_options *options,
                     const clri_request *request, size_t index)
{
    clri_request alone = *request;
    bool without, with;

    alone.reductions[0] = request->reductions[index];
    alone.maps[0] = request->maps[index];
    alone.count = 1;
    without = can_be_kept(device, options, &alone);
    alone.reductions[0].accuracy = level;
    with = can_be_kept(device, options, &alone);
    return with && !without;
}

/* Raises those that rest on the level, or else leaves all as they are. */
static void settle_together(clr_accuracy level, const clr_device *device,
                            const clr_plan_options *options, clri_request *request)
{
    unsigned raised = 0;

    for (size_t i = 0; i < request->count; i++)
        if (is_open_to(request, i, level) && rests_on(level, device, options, request, i))
            raised |= 1U << i;
    for (size_t i = 0; i < request->count; i++)
        if (raised >> i & 1)
            request->reductions[i].accuracy = level;
    if (can_be_kept(device, options, request))
        return;
    for (size_t i = 0; i < request->count; i++)
        if (raised >> i & 1)
            request->reductions[i].accuracy = CLR_ACCURACY_DEFAULT;
}

/* Those that are open and can have the level beside all others. */
static void settle_at(clr_accuracy level, const clr_device *device, const clr_plan_options *options,
                      clri_request *request)
{
    if (!can_be_kept(device, options, request))
        settle_together(level, device, options, request);
    for (size_t i = 0; i < request->count; i++) {
        if (!is_open_to(request, i, level))
            continue;
        request->reductions[i].accuracy = level;
        if (!can_be_kept(device, options, request))
            request->reductions[i].accuracy = CLR_ACCURACY_DEFAULT;
    }
}

void clri_levels_settle(const clr_device *device, const clr_plan_options *options,
                        clri_request *request)
{
    settle_at(CLR_ACCURACY_EXACT, device, options, request);
    settle_at(CLR_ACCURACY_REPRODUCIBLE, device, options, request);
}
