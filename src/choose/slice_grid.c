/* SPDX-License-Identifier: Apache-2.0 */
#include "choose/slice_grid.h"
#include "base/count.h"
#include "choose/geometry.h"

/* The first two were chosen with the first slices (2026-11-23) and not measured: no page has a
 * figure by which another number would be worse. */
enum {
    /* Most partials of a result that an item folds alone: with more, two items share them, for a
     * step more of a tree. */
    FOLDED_AN_ITEM = 8,

    /* Fewest slices of a column that are taken for faster than an item for each column, which needs
     * no second launch and no partials in memory. */
    ENOUGH = 4,

    /* A row of dealt-out columns has at most 1 / DEALT_SHARE of a group's items. A group has whole
     * rows of items, and those that make none idle: fewer than a row has, so fewer than 1 / 8. */
    DEALT_SHARE = 8
};

/* Groups that have `busy` items together, as many as keep the device busy; at least one. */
static uint64_t wished_groups(const clri_choice *items, uint64_t busy)
{
    return clri_larger(busy / items->sizes.group, 1);
}

/* Results whose partials a group folds at a time, in the second launch: fewer for more partials,
 * with more items for each, until an item has FOLDED_AN_ITEM of them. */
static uint32_t folded_results(const clri_choice *items, uint64_t slices)
{
    uint32_t results = 1;

    while (2 * results <= items->sizes.group &&
           clri_divide_up(slices, items->sizes.group / (2 * results)) <= FOLDED_AN_ITEM)
        results *= 2;
    return results;
}

/* ---- columns ---- */

/* The distance between neighbours along an axis, of the first input. */
static uint64_t step_of(const clri_axis *axis)
{
    return axis->steps[0] < 0 ? 0 - (uint64_t)axis->steps[0] : (uint64_t)axis->steps[0];
}

/* Whether results are columns: the nearest elements of two results are nearer than two of one. */
static bool are_columns(const clri_rows *rows)
{
    return rows->kept_rank && rows->reduced_rank &&
           step_of(&rows->kept[0]) < step_of(&rows->reduced[0]);
}

/* Cuts `count` elements into at most `most` slices. An item takes every `step`th element of its
 * slice, in runs of `item_loads`: a slice is a whole number of runs of all its items, so that none
 * has a few loads more than others, or, where it is shorter than a run, of single loads. */
static void share_length(const clri_choice *items, uint64_t count, uint64_t most, uint64_t step,
                         clri_slice_grid *grid)
{
    const uint64_t length = clri_divide_up(count, most);
    const uint64_t run = step * items->sizes.item_loads;
    const uint64_t unit = length < run ? step : run;

    grid->length = clri_divide_up(length, unit) * unit;
    grid->slices = (uint32_t)clri_divide_up(count, grid->length);
}

/* Slices of columns, dealt out or not. A group has `abreast` vectors of results side by side, and
 * `deep` items along each column. There are no more slices than keep the device busy (or two),
 * have their partials in scratch memory, and leave each item `slices.least` elements. No slices
 * where items with whole columns keep the device busy. */
static clri_slice_grid share_across(const clri_choice *items, const clri_rows *rows)
{
    clri_slice_grid grid = {.are_columns = true, .items = clri_items_share(items, rows)};
    uint64_t deep, most;

    if (grid.items.vectors >= items->slices.uncut_items)
        return (clri_slice_grid){0};
    grid.across = (uint32_t)clri_divide_up(grid.items.vectors, items->sizes.group);
    grid.abreast = (uint32_t)clri_divide_up(grid.items.vectors, grid.across);
    deep = items->sizes.group / grid.abreast;
    most = clri_smaller(rows->length / clri_larger(deep * items->slices.least, 1),
                        items->slices.states / rows->count);
    most = clri_smaller(
        most, clri_larger(wished_groups(items, items->slices.column_items) / grid.across, 2));
    if (most < 2)
        return (clri_slice_grid){0};
    share_length(items, rows->length, most, deep, &grid);
    grid.groups = (uint64_t)grid.slices * grid.across;
    grid.rows_a_launch = rows->count;
    grid.dealt = 1;
    return grid;
}

/* Whether all elements are contiguous, row by row, so that neighbours in memory may be dealt
 * out. */
static bool lie_together(const clri_choice *items, const clri_rows *rows)
{
    bool lie = rows->kept_rank == 1 && rows->reduced_rank == 1;

    for (unsigned i = 0; lie && i < items->pass.inputs; i++)
        lie = rows->kept[0].steps[i] == 1 && rows->reduced[0].steps[i] == (int64_t)rows->count;
    return lie;
}

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
    while (b) {
        const uint64_t rest = a % b;

        a = b;
        b = rest;
    }
    return a;
}

/* Columns that each column is dealt out to: the fewest that make whole vectors of all, so that no
 * lane is idle; 3 columns of floats become 12, three vectors of 4. */
static uint32_t dealt_columns(const clri_choice *items, const clri_rows *rows)
{
    const uint64_t common = common_divisor(items->sizes.vector_width, rows->count);
    const uint64_t vectors = rows->count / common;
    const bool are_few = vectors <= items->sizes.group / DEALT_SHARE;

    return items->slices.deal_columns && are_few && lie_together(items, rows)
               ? (uint32_t)(items->sizes.vector_width / common)
               : 1;
}

clri_rows clri_columns_dealt(const clri_rows *rows, uint32_t dealt)
{
    clri_rows many = *rows;

    many.count *= dealt;
    many.kept[0].extent *= dealt;
    many.length /= dealt;
    many.reduced[0].extent /= dealt;
    for (unsigned i = 0; i < CLR_INPUTS_MOST; i++)
        many.reduced[0].steps[i] *= dealt;
    return many;
}

static clri_slice_grid share_columns(const clri_choice *items, const clri_rows *rows)
{
    const uint32_t dealt = dealt_columns(items, rows);
    const clri_rows many = clri_columns_dealt(rows, dealt);
    clri_slice_grid grid = share_across(items, &many);

    if (grid.slices == 0)
        return dealt > 1 ? share_across(items, rows) : grid;
    grid.rows_a_launch = rows->count;
    grid.dealt = dealt;
    grid.rest = (uint32_t)(rows->length % dealt);
    return grid;
}

/* ---- lines ---- */

/* Whether elements of a result lie in several runs of neighbours, in every input, each at least a
 * vector long. */
static bool are_lines(const clri_choice *items, const clri_rows *rows)
{
    bool are_neighbours = rows->reduced_rank > 1;

    for (unsigned i = 0; i < items->pass.inputs; i++)
        are_neighbours &= rows->reduced[0].steps[i] == 1;
    return are_neighbours && rows->reduced[0].extent >= items->sizes.vector_width;
}

/* Slices of lines, with other results between them: each result's lines are cut together, as if
 * they were one row of vectors. None if all results together have less than `slices.least` vectors
 * for each item of two groups. */
static clri_slice_grid share_lines(const clri_choice *items, const clri_rows *rows)
{
    const uint64_t lines = rows->length / rows->reduced[0].extent;
    const uint64_t vectors = lines * (rows->reduced[0].extent / items->sizes.vector_width);
    const uint64_t tile = (uint64_t)items->sizes.group * items->slices.least;
    const uint64_t wish =
        clri_divide_up(wished_groups(items, items->slices.line_items), rows->count);
    const uint64_t most =
        clri_smaller(clri_larger(vectors / clri_larger(tile, 1), 1), items->slices.states);
    clri_slice_grid grid = {0};

    if (vectors == 0 || vectors < 2 * tile / rows->count)
        return grid;
    share_length(items, vectors, clri_smaller(wish, most), items->sizes.group, &grid);
    grid.rows_a_launch = clri_smaller(rows->count, items->slices.states / grid.slices);
    grid.groups = grid.rows_a_launch * grid.slices;
    grid.dealt = 1;
    return grid;
}

/* ---- all ---- */

clri_slice_grid clri_slices_share(const clri_choice *items, const clri_rows *rows)
{
    clri_slice_grid grid = {0};

    if (!items->slices.lanes || rows->count == 0 || rows->length == 0)
        return grid;
    if (are_lines(items, rows))
        grid = share_lines(items, rows);
    else if (are_columns(rows))
        grid = share_columns(items, rows);
    if (grid.slices)
        grid.folded = folded_results(items, (uint64_t)grid.slices * grid.dealt);
    return grid;
}

/* Whether groups can fold again the results of which slices cannot certify the sum: a group folds a
 * result, or, of a longer one, several groups, if their list has room for all results. */
static bool groups_can_help(const clri_choice *groups, const clri_rows *rows)
{
    return rows->length <= clri_group_capacity(groups) ||
           (rows->count <= CLRI_LISTED_MOST && rows->length <= clri_longest_row(groups));
}

/* Whether slices can round an exact mean: they divide the two doubles of its sum, by up to
 * CLRI_MEAN_MOST elements (row_grid.h). */
static bool are_divided(const clri_choice *items, const clri_rows *rows)
{
    bool has_mean = false;

    for (size_t i = 0; i < items->pass.outcome_count; i++)
        has_mean |= items->pass.outcomes[i].op == CLR_OPERATOR_MEAN;
    return !has_mean || !clri_pass_is_unsure(&items->pass) || rows->length <= CLRI_MEAN_MOST;
}

/* No slices where groups could not make a sum again of which slices are in doubt. Where results
 * without slices are not the groups', columns alone are cut, and into ENOUGH slices or more. */
clri_way clri_way_with_slices(const clri_choice *items, const clri_choice *groups,
                              const clri_rows *rows)
{
    const clri_way way = clri_way_of_axes(items, groups, rows);
    const clri_slice_grid grid = clri_slices_share(items, rows);

    if (!grid.slices || !groups_can_help(groups, rows) || !are_divided(items, rows))
        return way;
    return way == CLRI_WAY_GROUPS || (grid.are_columns && grid.slices >= ENOUGH) ? CLRI_WAY_SLICES
                                                                                 : way;
}
