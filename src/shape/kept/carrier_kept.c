/* SPDX-License-Identifier: Apache-2.0 */
/*
 * carrier_kept - sorted labels along axes: spans of a list of offsets, each with a result for each
 * index along the kept axes. Items walk over tiles of the list (shape/kept/walk.h); where
 * expressions name elements' numbers, or in the published order, groups and teams fold the spans as
 * those of carrier_spans do. Runs of few results go by cells (shape/kept/axis_cells.h).
 */
#include "shape/arguments.h"
#include "shape/kept/axis_cells.h"
#include "shape/kept/launch_walk.h"
#include "shape/kept/walk.h"
#include "shape/many/launch_groups.h"
#include "shape/many/launch_items.h"
#include "shape/ranks/ranked.h"
#include "shape/spans/spans.h"

/* ---- the second program ---- */

static bool is_walked(const clri_plan_items *items)
{
    return items->choice->walk.longest_tile != 0;
}

static clr_status make_kept_items(clr_plan *plan, clri_error *error)
{
    return is_walked(&plan->items) ? clri_walk_make_stage(plan, error)
                                   : clri_items_make_stage(plan, error);
}

static clr_status try_kept_items(clri_launch *launch)
{
    return is_walked(&launch->plan->items) ? clri_try_walk(launch) : clri_try_items(launch);
}

/* ---- a run ---- */

static void add_offsets_and_axes(clri_arguments *arguments, const clri_launch *launch,
                                 uint64_t most)
{
    const clri_shape_job *shape = launch->job->shape;

    clri_add_argument(arguments, CLRI_MEMORY(shape->segments.begins));
    clri_add_argument(arguments, CLRI_OWN(launch->plan->stage.buffers[CLRI_PLAN_AXES]));
    clri_add_argument(arguments, CLRI_ULONG(shape->kept));
    clri_add_argument(arguments, CLRI_ULONG(shape->below));
    clri_add_argument(arguments, CLRI_ULONG(most));
}

static clr_status launch_kept(clri_launch *launch)
{
    const clri_plan_items *items = &launch->plan->items;

    if (!is_walked(items))
        return clri_launch_spans(launch);
    if (launch->job->shape->count == 0)
        return CLR_OK;
    CLRI_OR_RETURN(clri_clear_lists(launch));
    CLRI_OR_RETURN(clri_launch_walk(launch));
    return clri_launch_listed_by_groups(launch);
}

/* ---- the rows ---- */

/* How elements are found, whether results are folded or selected. */
// clang-format off: a member a line
#define TEXT                                                                                       \
    {                                                                                              \
        .axes = "shape/kept", .mask = "mask/named", .mask_at = "(span.mask_at + at)",              \
        .mask_by = "0", .numbered = "label/numbered_kept", .rows = "shape/by_kept",                \
        .ends = "shape/ends_by_offsets", .staged = "stage/by_offsets",                             \
    }
// clang-format on

static const clri_carrier ranked = {
    .name = "kept",
    CLRI_BY_RANKS,
    .has_axes = true,
    .is_uneven = true,
    .text = TEXT,
    .add_arguments = add_offsets_and_axes,
};

const clri_carrier clri_carrier_kept = {
    .name = "kept",
    .ranked = &ranked,
    CLRI_BY_GROUPS,
    .has_axes = true,
    .is_uneven = true,
    .has_giants = true,
    .text = TEXT,
    .choose_items = clri_walk_choose,
    .choose_cells = clri_axis_cells_choose,
    .make_items = make_kept_items,
    .try_items = try_kept_items,
    .add_arguments = add_offsets_and_axes,
    .launch = launch_kept,
};
