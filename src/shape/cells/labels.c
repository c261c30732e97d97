/* SPDX-License-Identifier: Apache-2.0 */
#include "shape/cells/labels.h"
#include "base/count.h"
#include "choose/accuracy.h"
#include "choose/automatic.h"
#include "choose/choose.h"
#include "choose/tuning.h"
#include "device/device.h"
#include "device/quirk.h"
#include "shape/cells/label_grid.h"

#include <inttypes.h>

enum {
    LABELS = 1 << 16, /* results, if the caller gives no number */
    GROUP_SIZE = 256, /* predicted: enough to hide the latency of atomics, on any GPU */
    GROUPS_A_UNIT = 16,
    GROUPS_A_CORE = 4, /* groups of one item for a core, each walking through its own part */
    GROUP_COUNT_MOST = 1 << 20,
    ROWS_CELLS_PART = 64, /* part of the device's memory for cells of labels of rows */
};

/* The load piece of every plan; not a row of strategies, as other shapes cannot use it. */
static const clri_load load = {
    .name = "labels", .groups = CLRI_GROUPS_BUSY, .loads = 1, .elements = CLRI_ELEMENTS_SINGLE};
static const clri_group group = {.name = "none", .folds = CLRI_FOLDS_NOTHING};
static const clri_finish finish = {.name = "labels",
                                   .file = "labels",
                                   .kernels = CLRI_KERNELS_LABELS,
                                   .takes = CLRI_TAKES_ITEM,
                                   .is_repeatable = true,
                                   .is_sound = true,
                                   .is_of_rows = true,
                                   .launches = "3 or 4, or more for many elements"};

/* ---- what is refused ---- */

static clr_status check_options(const clr_plan_options *options, clri_error *error)
{
    if (!clri_strategy_is_automatic(options->strategy))
        return clri_fail(
            error, CLR_ERROR_UNSUPPORTED,
            "strategy %.100s is for other shapes: a plan of shape labels has one of its "
            "own, so use auto",
            options->strategy);
    if (options->atomics)
        return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                         "clr_plan_options.atomics is about finish atomic, and shape labels has a "
                         "way of its own: leave it 0");
    if (options->vector_width > 1 || options->item_loads > 1)
        return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                         "with shape labels items take their elements one by one: leave "
                         "clr_plan_options.vector_width and item_loads 0");
    if (options->group_count > GROUP_COUNT_MOST)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "a group count of %" PRIu64 " is more than %d",
                         options->group_count, (int)GROUP_COUNT_MOST);
    return CLR_OK;
}

static clr_status check_request(const clri_request *request, clri_error *error)
{
    if (clri_selection_of(request->reductions[0].op))
        return clri_fail(error, CLR_ERROR_UNSUPPORTED, "%s is not folded, by atomics or otherwise",
                         clr_operator_name(request->reductions[0].op));
    if (request->count != 1)
        return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                         "a plan of shape labels has one reduction, not %zu: make one for each",
                         request->count);
    if (request->custom.source)
        return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                         "an operator of the caller's own has no results by label: atomics fold "
                         "them, and know none such");
    return CLR_OK;
}

/* Limits the cells of labels along axes to a part of the device's memory: runs with more results
 * sort their labels instead, so that nothing is refused. */
static void limit_cells(const clr_device *device, clri_choice *choice)
{
    const uint64_t room =
        clri_smaller(clri_known(device->max_mem_alloc_size, UINT64_MAX),
                     clri_known(device->global_mem_size, UINT64_MAX) / ROWS_CELLS_PART);

    choice->labels.most = clri_smaller(choice->labels.most, room / clri_labels_cell_size(choice));
}

/* All cells must fit one buffer. */
static clr_status check_labels(const clr_device *device, const clri_choice *choice,
                               clri_error *error)
{
    const uint64_t size = clri_labels_cell_size(choice);
    const uint64_t room = clri_known(device->max_mem_alloc_size, UINT64_MAX);

    if (choice->labels.most <= room / size)
        return CLR_OK;
    return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                     "clr_plan_options.labels is %" PRIu64 ", each of which takes %" PRIu64
                     " bytes, and %s allows buffers of %" PRIu64 ": use fewer",
                     choice->labels.most, size, device->name, room);
}

/* ---- sizes ---- */

static clr_status choose_sizes(const clr_device *device, const clr_plan_options *options,
                               const clri_limits *limits, clri_choice *choice, clri_error *error)
{
    const bool is_cpu = clri_is_cpu(device);
    const uint64_t units = clri_known(device->max_compute_units, 1);
    const uint64_t limit =
        clri_smaller(clri_smaller(clri_known(device->max_work_group_size, 1),
                                  clri_known(device->max_work_item_sizes[0], UINT64_MAX)),
                     CLRI_LARGEST_GROUP);
    const uint64_t wish = options->group_size ? options->group_size : is_cpu ? 1 : GROUP_SIZE;

    if (options->group_size > limit)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "a group size of %" PRIu64 " is more than the %" PRIu64
                         " work-items that %s takes",
                         options->group_size, limit, device->name);
    choice->sizes.group = (uint32_t)clri_smaller(clri_smaller(wish, limit), limits->group);
    choice->sizes.least_group = 1;
    choice->sizes.second_group = choice->sizes.group;
    choice->sizes.vector_width = 1;
    choice->sizes.item_loads = 1;
    choice->sizes.group_count =
        (uint32_t)(options->group_count
                       ? options->group_count
                       : clri_smaller(units * (is_cpu ? GROUPS_A_CORE : GROUPS_A_UNIT),
                                      GROUP_COUNT_MOST));
    return CLR_OK;
}

/* What a group of one item has of its own: only sums, which are added to the shared cells at the
 * end. */
static clri_near alone_of(const clri_state_form *form, bool has_fp64)
{
    if (form->fold != CLRI_FOLD_ADD)
        return CLRI_NEAR_NONE;
    return form->cell_rows && form->cell_changes == 1 && has_fp64 ? CLRI_NEAR_DOUBLES
                                                                  : CLRI_NEAR_ALONE;
}

/* Local memory has room for cells of any operator. */
static clri_near near_of(const clr_device *device, const clri_choice *choice, bool has_fp64)
{
    if (clri_is_cpu(device) && choice->sizes.group == 1)
        return alone_of(&choice->pass.members[0].form, has_fp64);
    return clri_known(device->local_mem_size, 0) ? CLRI_NEAR_LOCAL : CLRI_NEAR_NONE;
}

static clri_terms terms_of(const clr_device *device, const clri_request *request)
{
    return (clri_terms){.has_fp64 = clri_automatic_doubles(device, request),
                        .lacks_columns = true,
                        .is_of_labels = true,
                        .leaves_states = request->domain.states != 0};
}

bool clri_labels_are_folded(const clr_device *device, const clri_request *request)
{
    const clr_plan_options options = {.size = sizeof options};
    clri_request settled = *request;
    clri_error error = {0};
    clri_terms terms;
    clri_pass pass;
    clr_status status = check_request(request, &error);

    if (status == CLR_OK) {
        clri_accuracy_settle(device, &options, &settled);
        terms = terms_of(device, &settled);
        status = clri_pass_find(&settled, &terms, &pass, &error);
    }
    clri_error_clear(&error);
    return status == CLR_OK && !pass.members[0].form.whole;
}

clr_status clri_labels_choose(const clr_device *device, const clri_request *request,
                              const clr_plan_options *options, const clri_limits *limits,
                              clri_choice *choice, clri_error *error)
{
    const clri_terms terms = terms_of(device, request);
    const clri_domain *domain = &request->domain;

    *choice = (clri_choice){
        .strategy =
            {.name = "labels", .load = &load, .group = &group, .finish = &finish, .lesson = ""},
        .carrier = domain->carrier,
        .labels.of_rows = domain->shape->carrier->has_axes,
        .labels.most = options->labels ? options->labels : LABELS,
        .labels.columns = clri_tuning(device, request->tuned, CLRI_MEASURE_CELL_COLUMNS,
                                      CLRI_WORK_ANY, request->element_size),
        .input.index = domain->index,
        .input.sifts_indices = domain->index && !domain->is_inside,
        .input.count_in_memory = domain->is_told_count,
        .labels.elements_a_launch = CLRI_CELL_ELEMENTS,
        .labels.elements_a_run = CLRI_CELL_ELEMENTS_OF_RUN,
        .labels.adds_longs = clri_yes(device->int64_base_atomics),
        .input.element_size = request->element_size,
        .sizes.contiguous = clri_is_cpu(device),
        .code.pragmas = clri_quirk_text(device, CLRI_HABIT_PRAGMAS),
        .code.calls_cold = clri_quirk_number(device, CLRI_HABIT_CALLS) != 0,
        .code.calls_lengthy = clri_quirk_number(device, CLRI_HABIT_CALLS) != 0,
    };
    CLRI_OR_RETURN(check_options(options, error));
    CLRI_OR_RETURN(check_request(request, error));
    CLRI_OR_RETURN(clri_pass_find(request, &terms, &choice->pass, error));
    CLRI_OR_RETURN(clri_choose_left(device, request, choice, error));
    if (choice->labels.of_rows)
        limit_cells(device, choice);
    CLRI_OR_RETURN(check_labels(device, choice, error));
    CLRI_OR_RETURN(choose_sizes(device, options, limits, choice, error));
    choice->labels.near = near_of(device, choice, terms.has_fp64);
    choice->pass.uses_double |= choice->labels.near == CLRI_NEAR_DOUBLES;
    choice->code.build_options = clri_capability_build_options(device, &choice->capability);
    clri_explain(choice,
                 "a cell for each label, which items change by atomics of %s bits; groups of %u "
                 "work-items, at most %u",
                 choice->labels.adds_longs ? "64" : "32", choice->sizes.group,
                 choice->sizes.group_count);
    return CLR_OK;
}
