/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/asked.h"
#include "base/sized.h"
#include "choose/accuracy.h"
#include "choose/choose.h"
#include "device/device.h"
#include "plan/custom.h"

clr_status clri_plan_options_read(const clr_plan_options *asked, clr_plan_options *options,
                                  clri_domain *domain, clri_error *error)
{
    *options = (clr_plan_options){.size = sizeof *options};
    *domain = clri_domain_flat();
    if (!asked)
        return CLR_OK;
    CLRI_OR_RETURN(CLRI_SIZED_READ(clr_plan_options, options, asked, error));
    if ((int)options->local < CLR_LOCAL_DEFAULT || (int)options->local > CLR_LOCAL_DYNAMIC)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "%d is no kind of local memory",
                         (int)options->local);
    if ((int)options->atomics < CLR_ATOMICS_DEFAULT || (int)options->atomics > CLR_ATOMICS_SWAP)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "%d are no atomics", (int)options->atomics);
    return clri_domain_read(options, domain, error);
}

static clr_status read_custom(clr_context *context, clri_request *request, clri_error *error)
{
    if (!request->custom.source)
        return CLR_OK;
    if (context)
        return clri_custom_measure(context, request, error);
    clri_custom_assume(&request->custom);
    return CLR_OK;
}

/* Whether a request selects; CLR_ERROR_UNSUPPORTED where one reduction folds and another selects,
 * as a plan does one of both. */
static clr_status check_kind(const clri_request *request, bool *selects, clri_error *error)
{
    *selects = clri_selection_of(request->reductions[0].op) != NULL;
    for (size_t i = 1; i < request->count; i++)
        if ((clri_selection_of(request->reductions[i].op) != NULL) != *selects)
            return clri_fail(
                error, CLR_ERROR_UNSUPPORTED, "%s %s and %s %s: make a plan for each",
                clr_operator_name(request->reductions[0].op), *selects ? "selects" : "folds",
                clr_operator_name(request->reductions[i].op), *selects ? "folds" : "selects");
    return CLR_OK;
}

/* Goes over to the carrier for requests that select. */
static clr_status carry_ranked(clri_request *request, clri_error *error)
{
    const clri_domain *domain = &request->domain;

    if (!domain->carrier->ranked)
        return clri_fail(error, CLR_ERROR_UNSUPPORTED, "%s has no results of shape %s",
                         clr_operator_name(request->reductions[0].op), domain->shape->name);
    request->domain.carrier = domain->carrier->ranked;
    return CLR_OK;
}

clr_status clri_asked_read(const clr_device *device, clr_context *context,
                           const clr_reduction *reductions, size_t count,
                           const clr_plan_options *options, clri_asked *asked, clri_error *error)
{
    clri_request *request = &asked->request;
    const clri_front *front;
    bool selects;

    CLRI_OR_RETURN(clri_request_read_any(reductions, count, request, error));
    CLRI_OR_RETURN(check_kind(request, &selects, error));
    CLRI_OR_RETURN(clri_plan_options_read(options, &asked->options, &asked->domain, error));
    request->domain = asked->domain;
    front = asked->domain.shape->front;
    request->by_bits = !clri_device_compares(device);
    if (context && context->tuned.count)
        request->tuned = &context->tuned;
    if (front)
        CLRI_OR_RETURN(front->choose(device, &asked->options, request, &asked->front, error));
    if (selects)
        return carry_ranked(request, error);
    CLRI_OR_RETURN(read_custom(context, request, error));
    clri_accuracy_settle(device, &asked->options, request);
    return CLR_OK;
}

static clr_status check_plan(const clr_device *device, const clr_reduction *reductions,
                             size_t count, const clr_plan_options *options, clri_error *error)
{
    clri_asked asked = {.request.count = 0};
    clri_choice choice;
    clr_status status = CLR_OK;

    if (!device)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "the device is NULL");
    CLRI_TRY(clri_asked_read(device, NULL, reductions, count, options, &asked, error));
    CLRI_TRY(clri_choose(device, &asked.request, &asked.options, NULL, &choice, error));
cleanup:
    clri_request_free(&asked.request);
    return status;
}

clr_status clr_plan_check(const clr_device *device, const clr_reduction *reductions,
                          size_t reduction_count, const clr_plan_options *options, char *reason,
                          size_t reason_size)
{
    clri_error error = {0};

    return clri_error_answer(check_plan(device, reductions, reduction_count, options, &error),
                             &error, reason, reason_size);
}
