/* SPDX-License-Identifier: Apache-2.0 */
#include "choose/accuracy.h"
#include "choose/choose.h"
#include "problem/operator.h"

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

/* Wishes that are wrong at any level, or sizes that this one has no room for, are not met by
 * another level that nobody asked for: they are refused. */
static bool can_be_kept(const clr_device *device, const clr_plan_options *options,
                        const clri_request *request)
{
    clri_choice choice;
    clri_error error = {0};
    const clr_status status = clri_choose(device, request, options, NULL, &choice, &error);

    clri_error_clear(&error);
    return status == CLR_OK || status == CLR_ERROR_ARGUMENT;
}

/* Reductions are bits of a mask. */
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

/* Raises those of the mask to the level, or else leaves them open. */
static bool raise_together(clr_accuracy level, uint32_t mask, const clr_device *device,
                           const clr_plan_options *options, clri_request *request)
{
    set_level(level, mask, request);
    if (can_be_kept(device, options, request))
        return true;
    set_level(CLR_ACCURACY_DEFAULT, mask, request);
    return false;
}

/* Those whose results no other level has: asked for alone, at no level and at this one. */
static uint32_t resting_on(clr_accuracy level, uint32_t mask, const clr_device *device,
                           const clr_plan_options *options, const clri_request *request)
{
    uint32_t resting = 0;

    for (size_t i = 0; i < request->count; i++) {
        clri_request alone = *request;

        alone.reductions[0] = request->reductions[i];
        alone.maps[0] = request->maps[i];
        alone.count = 1;
        if (mask >> i & 1 && !can_be_kept(device, options, &alone) &&
            raise_together(level, 1, device, options, &alone))
            resting |= UINT32_C(1) << i;
    }
    return resting;
}

/*
 * Those that are open and can have the level beside all others. All together first: one of them
 * alone could find the others without, which may be results that no other level has, or a device
 * whose doubles are none to a plan that is exact in part.
 */
static void settle_at(clr_accuracy level, const clr_device *device, const clr_plan_options *options,
                      clri_request *request)
{
    const uint32_t open = open_to(level, request);

    if (!open || raise_together(level, open, device, options, request))
        return;
    if (!can_be_kept(device, options, request))
        raise_together(level, resting_on(level, open, device, options, request), device, options,
                       request);
    for (size_t i = 0; i < request->count; i++)
        if (is_open_to(request, i, level))
            raise_together(level, UINT32_C(1) << i, device, options, request);
}

void clri_accuracy_settle(const clr_device *device, const clr_plan_options *options,
                          clri_request *request)
{
    settle_at(CLR_ACCURACY_EXACT, device, options, request);
    settle_at(CLR_ACCURACY_REPRODUCIBLE, device, options, request);
}
