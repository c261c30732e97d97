/* SPDX-License-Identifier: Apache-2.0 */
#include "choose/front.h"
#include "choose/labels.h"

static bool counts_elements(const clri_expression *expression)
{
    return expression->text && (expression->uses_index || expression->uses_total);
}

/* Whether an expression uses the element's number: a sorted element has the number of its list
 * entry, unless the number is carried along. */
static bool counts_any(const clri_request *request)
{
    bool counts = false;

    for (size_t i = 0; i < request->count; i++)
        counts |= counts_elements(&request->maps[i]) || counts_elements(&request->wheres[i]);
    return counts;
}

/* Found runs are spans of the input, in which every element counts. */
static void leave_runs(clri_domain *domain)
{
    domain->carrier = CLRI_CARRIER_SPANS;
    domain->is_told_count = false;
}

/* Sorted labels are spans of a list, without entries for elements that do not count. Along axes,
 * the labels are of indices, and the mask remains to be read for each element. */
static void leave_sorted(clri_request *request)
{
    const clri_domain asked = request->domain;
    const bool keeps_axes = asked.carrier == CLRI_CARRIER_ROWS;

    request->is_numbered = counts_any(request);
    request->domain = (clri_domain){.shape = asked.shape,
                                    .carrier = CLRI_CARRIER_SPANS,
                                    .mask = keeps_axes ? asked.mask : CLR_MASK_NONE,
                                    .index = CLR_TYPE_U32,
                                    .keeps_axes = keeps_axes,
                                    .is_inside = true};
}

/* Whether atomics fold the labels' elements into a cell for each label. */
static bool are_folded(const clr_device *device, const clri_request *request)
{
    return request->domain.carrier == CLRI_CARRIER_CELLS && clri_labels_are_folded(device, request);
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
    } else if (stage == CLRI_FRONT_SORT && !are_folded(device, request)) {
        CLRI_TRY(clri_label_sort_choose(device, &request->domain, options, &front->sort, error));
        leave_sorted(request);
        if (request->is_numbered && request->domain.mask != CLR_MASK_NONE)
            return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                             "a map or a condition has i or n in it, and there is a mask: with "
                             "labels along axes only one of the two");
    }
cleanup:
    return status;
}
