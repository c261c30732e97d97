/* SPDX-License-Identifier: Apache-2.0 */
#include "choose/front.h"
#include "choose/labels.h"

static bool counts_elements(const clri_expression *expression)
{
    return expression->text && (expression->uses_index || expression->uses_total);
}

/* An element's number is that on the list, unless it comes along. */
static bool counts_any(const clri_request *request)
{
    bool counts = false;

    for (size_t i = 0; i < request->count; i++)
        counts |= counts_elements(&request->maps[i]) || counts_elements(&request->wheres[i]);
    return counts;
}

/* Runs that have been found are spans of the input, all of whose elements count. */
static void leave_runs(clri_domain *domain)
{
    domain->carrier = CLRI_CARRIER_SPANS;
    domain->is_told_count = false;
}

/* Labels that have been sorted are spans of a list, which has no entry for what does not count. */
static void leave_sorted(clri_request *request)
{
    const clri_shape *shape = request->domain.shape;

    request->is_numbered = counts_any(request);
    request->domain = (clri_domain){
        .shape = shape, .carrier = CLRI_CARRIER_SPANS, .index = CLR_TYPE_U32, .is_inside = true};
}

clr_status clri_front_choose(const clr_device *device, const clr_plan_options *options,
                             clri_request *request, clri_front_choice *front, clri_error *error)
{
    const clri_front stage = request->domain.shape->front;
    clr_status status = CLR_OK;

    *front = (clri_front_choice){0};
    if (stage == CLRI_FRONT_RUNS) {
        CLRI_TRY(clri_key_runs_choose(device, options->runs, &front->runs, error));
        leave_runs(&request->domain);
    } else if (stage == CLRI_FRONT_SORT && !clri_labels_are_folded(device, request)) {
        CLRI_TRY(clri_label_sort_choose(device, &request->domain, options, &front->sort, error));
        leave_sorted(request);
    }
cleanup:
    return status;
}
