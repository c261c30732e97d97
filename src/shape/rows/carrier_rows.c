/* SPDX-License-Identifier: Apache-2.0 */
/*
 * carrier_rows - results along strided axes. All rows of a run are of one length, which the host
 * knows: so all rows go one way, by groups (the plan's first program), or by items or teams of
 * items, staged in local memory, or in slices (the second program), as choose/slice_grid.h decides
 * by the number and the length of rows. The second program leaves rows on a list whose exact
 * results it cannot certify: these are made again behind it. The axes are in a buffer of the plan,
 * which is written where they have changed (shape_words.h).
 */
#include "choose/choose_items.h"
#include "choose/row_grid.h"
#include "choose/slice_grid.h"
#include "shape/arguments.h"
#include "shape/many/launch_groups.h"
#include "shape/many/launch_items.h"
#include "shape/ranks/ranked.h"
#include "shape/rows/launch_slices.h"
#include "shape/shape_words.h"

/* ---- the second program ---- */

static clr_status make_row_items(clr_plan *plan, clri_error *error)
{
    CLRI_OR_RETURN(clri_items_make_stage(plan, error));
    return clri_slices_make(plan, error);
}

static clr_status try_row_items(clri_launch *launch)
{
    CLRI_OR_RETURN(clri_try_items(launch));
    if (launch->plan->items.beside.program) /* of slices: clri_slices_make() */
        CLRI_OR_RETURN(clri_try_slices(launch));
    return CLR_OK;
}

/* ---- a run ---- */

static void add_axes(clri_arguments *arguments, const clri_launch *launch, uint64_t most)
{
    (void)most;
    clri_add_argument(arguments, CLRI_OWN(launch->plan->stage.buffers[CLRI_PLAN_AXES]));
}

static clri_way find_way(const clr_plan *plan, const clri_rows *rows)
{
    return clri_has_items(plan) ? clri_way_with_slices(plan->items.choice, plan->choice, rows)
                                : CLRI_WAY_GROUPS;
}

/* For a plan that is made for a run like this one: the kernels that the run launches first, and
 * those that it may need for results in doubt: of slices groups make these, of other ways items by
 * integers, or groups where rows are too long for it. */
static void ways_of_rows(const clr_plan *plan, const clri_shape_job *shape, clri_ways *found)
{
    const clri_choice *items = plan->items.choice;
    const clri_way way = find_way(plan, &shape->rows);
    const bool is_across = way == CLRI_WAY_ITEMS && items->items.memory_sides &&
                           clri_items_share(items, &shape->rows).lie == CLRI_LIE_ACROSS;
    const bool are_again =
        way != CLRI_WAY_SLICES && way != CLRI_WAY_GROUPS && clri_rows_are_made_again(plan, shape);
    const bool are_left = way == CLRI_WAY_SLICES || clri_rows_are_left(plan, shape);

    found->first = 1u << (is_across ? CLRI_WAY_ACROSS : way);
    found->left =
        ((are_again ? 1u << CLRI_WAY_AGAIN : 0) | (are_left ? 1u << CLRI_WAY_GROUPS : 0)) &
        ~found->first;
}

/* The second program's commands, which leave results on lists. clri_launch_items() also has
 * CLRI_WAY_ACROSS, which find_way() does not tell from CLRI_WAY_ITEMS. */
static clr_status (*const ways[])(clri_launch *launch) = {
    [CLRI_WAY_ITEMS] = clri_launch_items,
    [CLRI_WAY_TEAMS] = clri_launch_lines,
    [CLRI_WAY_STAGE] = clri_launch_staged,
    [CLRI_WAY_SLICES] = clri_launch_slices,
};

static clr_status launch_rows(clri_launch *launch)
{
    clr_plan *plan = launch->plan;
    const clri_rows *rows = &launch->job->shape->rows;
    const clri_way way = find_way(plan, rows);

    if (launch->job->shape->count == 0)
        return CLR_OK;
    CLRI_OR_RETURN(clri_shape_words_tell(launch, rows, plan->choice,
                                         plan->stage.buffers[CLRI_PLAN_AXES], &plan->shape));
    if (way == CLRI_WAY_GROUPS)
        return clri_launch_groups(launch);
    CLRI_OR_RETURN(clri_clear_lists(launch));
    CLRI_OR_RETURN(ways[way](launch));
    /* A result in slices is long: several groups share each that is left. */
    return way == CLRI_WAY_SLICES ? clri_launch_listed_shared(launch) : clri_launch_lists(launch);
}

/* ---- the rows ---- */

/* How elements are found, whether results are folded or selected. */
// clang-format off: a member a line
#define TEXT                                                                                       \
    {                                                                                              \
        .axes = "shape/axes", .fields = "__constant const clr_shape *shape; bool is_contiguous;",  \
        .moves = "", /* nothing: element i's place is found by span.base + i */                    \
            .mask = "mask/axes",                                                                   \
        .mask_at = "(span.mask_at + (ulong)((long)i * clr_mask_step(span)))",                      \
        .mask_by = "clr_mask_step(span)", .rows = "shape/by_axes", .ends = "shape/ends_by_axes",   \
        .staged = "stage/by_axes",                                                                 \
    }
// clang-format on

static const clri_carrier ranked = {
    .name = "rows",
    CLRI_BY_RANKS,
    .is_stepped = true,
    .has_axes = true,
    .text = TEXT,
    .add_arguments = add_axes,
};

const clri_carrier clri_carrier_rows = {
    .name = "rows",
    .ranked = &ranked,
    CLRI_BY_GROUPS,
    .is_stepped = true,
    .has_axes = true,
    .text = TEXT,
    .choose_items = clri_items_choose,
    .make_items = make_row_items,
    .try_items = try_row_items,
    .add_arguments = add_axes,
    .launch = launch_rows,
    .ways = ways_of_rows,
};
